import { useSearchParams } from "wouter";
import { useCompany } from "#features/accounts/web/queries.ts";
import { type LetterState, letterStates } from "#features/mailroom/contract.ts";
import { MailTemplates } from "#features/mailroom/beginning/web/mail-templates.tsx";
import { LearningPanel } from "#features/mailroom/web/learning-panel.tsx";
import { LetterList } from "#features/mailroom/web/letter-list.tsx";
import { LetterPane } from "#features/mailroom/web/letter-pane.tsx";
import { MailboxSettings } from "#features/mailroom/web/mailbox-settings.tsx";
import { type Filter, useEmailStatus, useLetters } from "#features/mailroom/web/queries.ts";
import { stateWords } from "#features/mailroom/web/words.ts";
import { now } from "#ui/clock.ts";
import { Button } from "#ui/kit/button.tsx";
import { cx } from "#ui/kit/cx.ts";
import { Empty } from "#ui/kit/empty.tsx";
import { Options, Select } from "#ui/kit/field.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";
import { Page, PageHead } from "#ui/kit/page.tsx";
import { SearchField } from "#ui/kit/search-field.tsx";
import { useShortcuts } from "#ui/kit/shortcuts.ts";

const silentMs = 15 * 60_000;
const ageOf = (at: string): number => now() - Date.parse(at);

export default function MailPage() {
  const { data: status } = useEmailStatus();
  const { timeZone } = useCompany();
  const isSilent = status?.running && status.lastGoodAt && ageOf(status.lastGoodAt) > silentMs;
  return (
    <Page title="Mail">
      <PageHead title="Mail">
        {status?.mailbox
          ? `${status.mailbox}: ${status.running ? (status.mode === "send" ? "answers, and sends what you opened" : "drafts answers") : "not running"}.`
          : "Letters to your company, and the answers your executives draft."}
      </PageHead>
      {isSilent && (
        <p role="alert" className="mb-4 rounded-card border border-line-strong bg-surface p-4">
          The mailbox has not been read for 15 minutes. {status.lastError}
        </p>
      )}
      <Letters timeZone={timeZone} />
    </Page>
  );
}

function Letters({ timeZone }: { timeZone: string }) {
  const [search, setSearch] = useSearchParams();
  const state = letterStates.find((one) => one === search.get("state"));
  const words = search.get("search") ?? "";
  const chosen = search.get("letter");
  const filter: Filter = { ...(state && { state }), ...(words && { search: words }) };
  const { data, error } = useLetters(filter);
  const letters = data?.letters ?? [];
  const put = (name: string, value: string | null) =>
    setSearch(
      (old) => {
        const next = new URLSearchParams(old);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  const step = (by: number) => () => {
    const next = letters[letters.findIndex(({ id }) => id === chosen) + by];
    if (next) put("letter", next.id);
  };
  useShortcuts({ j: step(1), k: step(-1), Escape: () => put("letter", null) });
  return (
    <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,380px)_minmax(0,1fr)]">
      <div className={cx("min-w-0", chosen && "max-lg:hidden")}>
        <div className="mb-2 flex gap-2">
          <Select
            aria-label="State"
            value={state ?? ""}
            className="h-10 md:h-control"
            onText={(value) => put("state", value as LetterState)}
          >
            <Options of={[["", "All letters"], ...letterStates.map((one) => [one, stateWords[one]] as const)]} />
          </Select>
          <SearchField
            label="Search letters"
            value={words}
            className="flex-1"
            onSearch={(value) => put("search", value)}
          />
        </div>
        {!data ? (
          <LoadingRows error={error} what="The letters could not be loaded" rows={6} tall announced />
        ) : letters.length === 0 ? (
          <Empty title={state || words ? "No such letters" : "No letters yet"}>
            {state || words
              ? "Choose another state or other words."
              : "Letters that arrive after you connect a mailbox and start appear here, with a draft of the answer."}
          </Empty>
        ) : (
          <LetterList letters={letters} chosen={chosen} timeZone={timeZone} onChoose={(id) => put("letter", id)} />
        )}
        {data?.isMore && <p className="py-2 text-sm text-ink-3">The newest 50. Search for older ones.</p>}
      </div>
      <div className="min-w-0">
        {chosen ? (
          <>
            <Button small look="quiet" className="mb-2 lg:hidden" onClick={() => put("letter", null)}>
              Back to the list
            </Button>
            <LetterPane key={chosen} id={chosen} timeZone={timeZone} />
          </>
        ) : (
          <div className="grid gap-6">
            <MailboxSettings timeZone={timeZone} />
            <MailTemplates />
            <LearningPanel timeZone={timeZone} />
          </div>
        )}
      </div>
    </div>
  );
}
