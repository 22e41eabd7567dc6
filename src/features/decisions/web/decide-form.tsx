/* oxlint-disable jsx-a11y/no-noninteractive-tabindex --
   the form is focused as a whole, so that the keys a and r count only there */
import { Link } from "wouter";
import { lengths } from "#contract/words.ts";
import { onlyWho, useCompany, useMay } from "#features/accounts/web/queries.ts";
import { type DecisionPage, settleDecision } from "#features/decisions/contract.ts";
import { notifyId } from "#features/communications/rules.ts";
import { standingOf } from "#features/decisions/rules.ts";
import { createTaskId } from "#features/tasks/rules.ts";
import { useDraft } from "#ui/draft.ts";
import { exactTime, plural, sentenceCase } from "#ui/format.ts";
import { Button, Key } from "#ui/kit/button.tsx";
import { TextArea, TextField } from "#ui/kit/field.tsx";
import { approveLabel } from "./format.ts";
import { useSettle } from "./queries.ts";
import { GiveReason, UndoLine } from "./undo-line.tsx";
import { useDecideKeys } from "./use-keys.ts";

/** Shows the form to approvers, and who may decide to others. */
export function Decide({ page }: { page: DecisionPage }) {
  return useMay(settleDecision) ? (
    <DecideForm page={page} />
  ) : (
    <p className="px-4 py-4 text-sm text-ink-3 md:px-5">{onlyWho(settleDecision, "decide this")}</p>
  );
}

/** On a phone the two buttons stay at the bottom. */
function DecideForm({ page: { decision } }: { page: DecisionPage }) {
  const [percent, setPercent, percentSent] = useDraft(`probability.${decision.id}`);
  const [reason, setReason, reasonSent] = useDraft(`reason.${decision.id}`);
  const settle = useSettle(() => {
    percentSent(percent);
    reasonSent(reason);
  });
  const { currency } = useCompany();
  const probability = Number(percent.replace(",", ".")) / 100;
  const error = percent.trim() && !(probability >= 0 && probability <= 1) ? "Enter a number from 0 to 100" : undefined;

  const choose = (approved: boolean) => {
    if (error || settle.isPending) return;
    settle.mutate({
      decision,
      approved,
      ...(reason.trim() ? { reason: reason.trim() } : {}),
      ...(percent.trim() ? { probability } : {}),
    });
  };

  const keys = useDecideKeys(choose);
  const choice = settle.isPending ? settle.variables.approved : null;
  return (
    <div
      role="group"
      aria-label="Your decision"
      aria-keyshortcuts="a r"
      tabIndex={0}
      {...keys.on}
      className="rounded-card"
    >
      <div className="grid gap-3 px-4 pt-3 pb-4 md:px-5 md:pb-0">
        <TextField
          label="Your estimate"
          aside="optional"
          placeholder="Chance the forecast comes true (%)"
          inputMode="decimal"
          value={percent}
          error={error}
          onText={setPercent}
        />
        <TextArea
          label="Reason"
          aside="saved as a lesson if you reject"
          maxLength={lengths.reason}
          value={reason}
          onText={setReason}
        />
      </div>
      <div
        data-foot
        className="fixed inset-x-0 bottom-14 z-10 grid grid-cols-[minmax(5.5rem,auto)_1fr] gap-2 border-t border-line-strong bg-surface px-4 py-2.5 md:static md:border-0 md:bg-transparent md:px-5 md:pt-4 md:pb-5"
      >
        <Button className="h-11! md:h-9!" disabled={settle.isPending} onClick={() => choose(false)}>
          {choice === false ? "Rejecting..." : "Reject"} {keys.shown && <Key>r</Key>}
        </Button>
        <Button look="primary" className="h-11! md:h-9!" disabled={settle.isPending} onClick={() => choose(true)}>
          {choice === true ? "Approving..." : approveLabel(decision, currency)} {keys.shown && <Key onFill>a</Key>}
        </Button>
      </div>
    </div>
  );
}

type Effect = DecisionPage["effects"][number];

/** Identical effects as one line with their number. */
function groupEffects(effects: readonly Effect[]): (Effect & { times: number })[] {
  const groups = Map.groupBy(effects, ({ kind, title, status }) => `${kind} ${status} ${title}`);
  return [...groups.values()].flatMap((same) => same.slice(0, 1).map((effect) => ({ ...effect, times: same.length })));
}

export function SettledNote({ page: { decision, effects } }: { page: DecisionPage }) {
  const { timeZone } = useCompany();
  const by = decision.approvedBy ?? decision.rejectedBy;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 px-4 py-4 md:px-5">
      <p className="font-medium">
        {sentenceCase(standingOf(decision))}
        {by && ` by ${by}`}
      </p>
      {decision.settledAt && <p className="-mt-2 text-sm text-ink-3">{exactTime(decision.settledAt, timeZone)}</p>}
      {decision.reason && <p className="text-sm text-ink-2">“{decision.reason}”</p>}
      <UndoLine decision={decision} />
      <GiveReason decision={decision} />
      {effects.length > 0 && (
        <ul className="text-sm">
          {groupEffects(effects).map(({ id, kind, title, status, times }) => (
            <li key={`${kind} ${status} ${title}`} className="flex justify-between gap-3 border-t border-line py-1.5">
              <span className="min-w-0">{kind === "task" ? <Link href={`/?task=${id}`}>{title}</Link> : title}</span>
              <span className="flex-none text-ink-3">
                {times > 1 ? plural(times, kind) : kind}, {status.replace("_", " ")}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export function Consequences({ page: { decision, working } }: { page: DecisionPage }) {
  const { timeZone } = useCompany();
  const countOf = (action: string) => working.effects.filter((effect) => effect.action === action).length;
  const [tasks, messages] = [countOf(createTaskId), countOf(notifyId)];
  const otherActions = working.effects.length - tasks - messages;
  const consequences = [
    tasks && `creates ${plural(tasks, "task")}`,
    messages && `sends ${plural(messages, "message")}`,
    otherActions && `runs ${plural(otherActions, "action")}`,
    decision.exposure.kind !== "none" && "counts against this year's budget",
  ].filter(Boolean);
  if (decision.isTest)
    return (
      <p className="pt-3 text-xs text-ink-3 md:px-5">
        This is a test: approving starts nothing and nothing is counted.
      </p>
    );
  const joined =
    consequences.length > 1 ? `${consequences.slice(0, -1).join(", ")} and ${consequences.at(-1)}` : consequences[0];
  return (
    <p className="pt-3 text-xs text-ink-3 md:px-5">
      {joined ? `Approving ${joined}.` : "Approving has no further effect."} Expires on{" "}
      {exactTime(decision.expiresAt, timeZone)}.
    </p>
  );
}
