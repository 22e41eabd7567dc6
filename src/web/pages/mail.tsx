import { useSearchParams } from "wouter";
import { agentRoleIds } from "#contract/roles.ts";
import { useCompany, useMay } from "#features/accounts/web/queries.ts";
import { MailTemplates } from "#features/mailroom/beginning/web/mail-templates.tsx";
import * as calls from "#features/mailroom/contract.ts";
import { Health } from "#features/mailroom/web/health.tsx";
import { LearningPanel } from "#features/mailroom/web/learning-panel.tsx";
import { LetterPane } from "#features/mailroom/web/letter-pane.tsx";
import MailNotice from "#features/mailroom/web/mail-notice.tsx";
import { MailboxSettings } from "#features/mailroom/web/mailbox-settings.tsx";
import {
  type Filter,
  useEmailStatus,
  useProcessNow,
  useStart,
  useStop,
  useThreads,
} from "#features/mailroom/web/queries.ts";
import { ThreadList } from "#features/mailroom/web/thread-list.tsx";
import { stateWords } from "#features/mailroom/web/words.ts";
import { plural } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { cx } from "#ui/kit/cx.ts";
import { Empty } from "#ui/kit/empty.tsx";
import { Options, Select } from "#ui/kit/field.tsx";
import { Kbd } from "#ui/kit/kbd.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";
import { Page, PageHead } from "#ui/kit/page.tsx";
import { SearchField } from "#ui/kit/search-field.tsx";
import { useShortcuts } from "#ui/kit/shortcuts.ts";

function describe({ mailbox, running, mode, pendingReviews }: calls.EmailStatus): string {
  if (!mailbox) return "Emails to your company, and the answers your executives draft.";
  if (!running) return `${mailbox} is not being read.`;
  const waits =
    pendingReviews === 0
      ? "No email needs you."
      : `${plural(pendingReviews, "email")} ${pendingReviews === 1 ? "needs" : "need"} you.`;
  return `${waits} ${mode === "send" ? "The categories you opened are sent after their hold." : "Nothing leaves before you send it."}`;
}

export default function MailPage() {
  const { data: status } = useEmailStatus();
  return (
    <Page title="Mail">
      <PageHead title="Mail" handOn={!!status?.mailbox} actions={status?.mailbox && <Actions status={status} />}>
        {status ? describe(status) : "Loading..."}
      </PageHead>
      <MailNotice isOnMail />
      <Threads status={status} />
    </Page>
  );
}

function Actions({ status }: { status: calls.EmailStatus }) {
  const [start, stop, process] = [useStart(), useStop(), useProcessNow()];
  const [mayRun, mayProcess] = [useMay(calls.startProcessing), useMay(calls.processNow)];
  return (
    <>
      {mayProcess && (
        <Button pending={process.isPending} onClick={() => process.mutate({})}>
          Process Now
        </Button>
      )}
      {mayRun && status.running && (
        <Button look="destructive" pending={stop.isPending} onClick={() => stop.mutate({})}>
          Stop Auto-Reply
        </Button>
      )}
      {mayRun && !status.running && (
        <Button look="primary" pending={start.isPending} onClick={() => start.mutate({})}>
          Start Auto-Reply
        </Button>
      )}
    </>
  );
}

const states = ["waiting", ...calls.letterStates] as const;
const filterWords = { ...stateWords, waiting: "Waiting for you" };

function Threads({ status }: { status: calls.EmailStatus | undefined }) {
  const { timeZone } = useCompany();
  const [search, setSearch] = useSearchParams();
  const state = states.find((one) => one === search.get("state"));
  const role = agentRoleIds.find((one) => one === search.get("role"));
  const words = search.get("search") ?? "";
  const chosen = search.get("letter");
  const filter: Filter = { ...(state && { state }), ...(role && { role }), ...(words && { search: words }) };
  const { data, error } = useThreads(filter);
  const threads = data?.threads ?? [];
  const put = (changes: Record<string, string | null>) =>
    setSearch(
      (old) => {
        const next = new URLSearchParams(old);
        for (const [name, value] of Object.entries(changes))
          if (value) next.set(name, value);
          else next.delete(name);
        return next;
      },
      { replace: true },
    );
  const choose = (id: string | null) => put({ letter: id });
  const step = (by: number) => () => {
    const next = threads[threads.findIndex(({ id }) => id === chosen) + by];
    if (next) choose(next.id);
  };
  useShortcuts({ j: step(1), k: step(-1), Escape: () => choose(null) });
  return (
    <>
      <div className={cx("mb-4 flex flex-wrap items-center gap-2", chosen && "max-lg:hidden")}>
        <div className="grid w-full grid-cols-2 gap-2 md:flex md:w-auto">
          <Select
            aria-label="State"
            value={state ?? ""}
            className="h-10 w-full md:h-control"
            onText={(value) => put({ state: value, letter: null })}
          >
            <Options of={[["", "All states"], ...states.map((one) => [one, filterWords[one]] as const)]} />
          </Select>
          <Select
            aria-label="Executive"
            value={role ?? ""}
            className="h-10 w-full md:h-control"
            onText={(value) => put({ role: value, letter: null })}
          >
            <Options of={[["", "Any executive"], ...agentRoleIds.map((one) => [one, one] as const)]} />
          </Select>
        </div>
        <SearchField
          label="Search mail"
          placeholder="Search mail"
          value={words}
          className="min-w-40 flex-1 md:max-w-72"
          onSearch={(value) => put({ search: value, letter: null })}
        />
        <p className="ml-auto hidden items-center gap-1.5 text-sm text-ink-2 lg:flex" aria-hidden>
          <Kbd>j</Kbd>
          <Kbd>k</Kbd> next, previous <Kbd>e</Kbd> edit <Kbd>r</Kbd> send
        </p>
      </div>
      <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,320px)_minmax(0,1fr)]">
        <div className={cx("min-w-0", chosen && "max-lg:hidden")}>
          {!data ? (
            <LoadingRows error={error} what="The threads could not be loaded" rows={6} tall announced />
          ) : threads.length === 0 ? (
            <Nothing
              status={status}
              onClear={
                Object.keys(filter).length > 0 ? () => put({ state: null, role: null, search: null }) : undefined
              }
            />
          ) : (
            <ThreadList threads={threads} chosen={chosen} timeZone={timeZone} onChoose={choose} />
          )}
          {data?.isMore && <p className="py-2 text-sm text-ink-3">The newest 50. Search for older ones.</p>}
          {status && <Health status={status} timeZone={timeZone} />}
          {chosen && (
            <Button small look="quiet" className="-ml-2.5" onClick={() => choose(null)}>
              Mailbox settings
            </Button>
          )}
        </div>
        <div className="min-w-0" id="mailbox">
          {chosen ? (
            <>
              <Button small look="quiet" className="mb-2 -ml-2.5 lg:hidden" onClick={() => choose(null)}>
                Back to the list
              </Button>
              <LetterPane key={chosen} id={chosen} timeZone={timeZone} onChoose={choose} />
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
    </>
  );
}

/** Why no thread is listed, with the button that changes it. */
function Nothing({ status, onClear }: { status: calls.EmailStatus | undefined; onClear: (() => void) | undefined }) {
  const [start, process] = [useStart(), useProcessNow()];
  const [mayStart, mayProcess] = [useMay(calls.startProcessing), useMay(calls.processNow)];
  if (onClear)
    return (
      <Empty title="No matches" actions={<Button onClick={onClear}>Clear filters</Button>}>
        No thread fits these filters.
      </Empty>
    );
  if (!status?.mailbox)
    return (
      <Empty
        title="No mailbox yet"
        actions={
          mayStart && (
            <Button onClick={() => document.querySelector<HTMLElement>("#mailbox input")?.focus()}>
              Connect a mailbox
            </Button>
          )
        }
      >
        Connect one, and each email that arrives appears here with a draft of its answer.
      </Empty>
    );
  if (!status.running)
    return (
      <Empty
        title="Not started"
        actions={
          mayStart && (
            <Button pending={start.isPending} onClick={() => start.mutate({})}>
              Start Auto-Reply
            </Button>
          )
        }
      >
        Emails that arrive after you start appear here. Earlier ones are never answered.
      </Empty>
    );
  return (
    <Empty
      title="No emails yet"
      actions={
        mayProcess && (
          <Button pending={process.isPending} onClick={() => process.mutate({})}>
            Process Now
          </Button>
        )
      }
    >
      The mailbox is read every two minutes.
    </Empty>
  );
}
