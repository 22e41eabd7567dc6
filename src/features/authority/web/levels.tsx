import { useState } from "react";
import { Link } from "wouter";
import { type Currency, lengths } from "#contract/words.ts";
import { useCompany, useMay } from "#features/accounts/web/queries.ts";
import { type AgentLevel, earnedLevels, restoreLevel } from "#features/authority/levels/contract.ts";
import { levelNames, percentOf, rankOf } from "#features/authority/levels/rules.ts";
import { sentenceOf } from "#ui/api.ts";
import { money } from "#ui/format.ts";
import { AskMe } from "#ui/kit/ask-me.tsx";
import { Button } from "#ui/kit/button.tsx";
import { cx } from "#ui/kit/cx.ts";
import { Fault } from "#ui/kit/empty.tsx";
import { TextField } from "#ui/kit/field.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { SkeletonRows } from "#ui/kit/waiting.tsx";
import { useLevels, useRestoreLevel } from "./level-queries.ts";

/** What an agent has earned for each type of decision, with the way to the next level. */
export function EarnedLevels({ agentId }: { agentId: string }) {
  const { data, error } = useLevels(agentId);
  if (error) return <Fault error={error} what="Couldn't load the earned levels" />;
  if (!data) return <SkeletonRows rows={2} tall />;
  return (
    <ul>
      {data.levels.map((level) => (
        <LevelRow key={level.decisionType} agentId={agentId} level={level} />
      ))}
    </ul>
  );
}

function LevelRow({ agentId, level }: { agentId: string; level: AgentLevel }) {
  const { currency } = useCompany();
  const { label, pendingDecisionId } = level;
  const alone = describeAlone(level, currency);
  return (
    <li data-level={level.decisionType} className="grid grid-cols-[minmax(0,1fr)] gap-1.5 border-t border-line py-2.5">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
        <span className="min-w-0 flex-1">
          <span className="font-medium">{label}</span> <span className="text-sm text-ink-3">{alone}</span>
        </span>
        <AskMe
          title={`${label}: what applies`}
          rows={[...rowsOf(level), ["Once it may execute", `${alone}. ${level.alone.source}`]]}
        >
          {levelNames[level.effective]}
        </AskMe>
      </div>
      <Scale level={level} />
      <p className="text-sm text-pretty text-ink-3 tabular-nums">
        {describeProgress(level)}
        {pendingDecisionId && (
          <>
            {" "}
            <Link
              href={`/decisions/${pendingDecisionId}`}
              className="font-medium text-accent underline underline-offset-2"
            >
              Review the step up
            </Link>
          </>
        )}
      </p>
      <Changes level={level} />
      {level.restorable && <Restore agentId={agentId} level={level} />}
    </li>
  );
}

/** The levels up to the one that applies are solid, earned ones above it hatched. The sentence below says the same. */
const Scale = ({ level: { level, effective } }: { level: AgentLevel }) => (
  <div aria-hidden className="grid grid-cols-5 gap-0.5 text-[11px] leading-4 text-ink-3">
    {earnedLevels.map((one, at) => (
      <span key={one} className={cx("min-w-0", one === effective && "font-semibold text-ink")}>
        <span
          className={cx("mb-0.5 block h-1 rounded-[2px]", at <= rankOf(effective) ? "bg-ink-2" : "bg-pressed")}
          style={at > rankOf(effective) && at <= rankOf(level) ? { background: hatched } : undefined}
        />
        <span className="block wrap-anywhere max-md:hidden">{levelNames[one]}</span>
      </span>
    ))}
  </div>
);
const hatched = "repeating-linear-gradient(135deg, var(--ink-3) 0 2px, transparent 2px 4px)";

/** "19 of 20 good, next look at 40. Execute takes a lower bound of 90%." */
function describeProgress({ good, resolved, nextLook, next, level, effective, heldBy }: AgentLevel): string {
  const record = resolved === 0 ? "No outcome yet" : `${good} of ${resolved} good`;
  const isKept = effective !== level;
  const now = `${levelNames[level]} ${isKept ? `earned, but ${heldBy.toLowerCase()} keeps it at ${levelNames[effective]}` : "now"}`;
  if (!next) return `${record}. ${now}. The highest level.`;
  return `${record}, next look at ${nextLook}. ${now}; ${levelNames[next.level]} takes a lower bound of ${percentOf(next.bound)}.`;
}

/** "up to £37,500 alone" */
function describeAlone({ alone: { amount, unit } }: AgentLevel, currency: Currency): string {
  if (amount === 0) return "every decision asks you";
  return `up to ${unit === "percent" ? `${amount}% off` : money(amount, currency)} alone`;
}

const rowsOf = ({ level, isStarting, effective, heldBy, lowerBound }: AgentLevel): [string, string][] => [
  ["Applies now", levelNames[effective]],
  ["Because of", heldBy],
  ["Earned level", `${levelNames[level]}${isStarting ? ", from its autonomy" : ""}`],
  ["Lower 95% bound of good outcomes", lowerBound === null ? "No outcome yet" : percentOf(lowerBound)],
];

function Changes({ level: { changes } }: { level: AgentLevel }) {
  const { timeZone } = useCompany();
  if (changes.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="min-h-6 cursor-pointer font-medium text-accent">History ({changes.length})</summary>
      <ol className="mt-1 grid gap-1">
        {changes.map(({ id, from, to, reason, at, decisionId }) => (
          <li key={id} className="wrap-anywhere text-ink-2">
            <span className="text-ink-3">
              <Moment at={at} timeZone={timeZone} />
            </span>{" "}
            {levelNames[from]} to {levelNames[to]}. {reason}{" "}
            {decisionId && (
              <Link href={`/decisions/${decisionId}`} className="text-accent underline underline-offset-2">
                Open decision
              </Link>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}

/** An admin gives back what a breach took. */
function Restore({ agentId, level }: { agentId: string; level: AgentLevel }) {
  const may = useMay(restoreLevel);
  const restore = useRestoreLevel(agentId, level);
  const [reason, setReason] = useState<string | null>(null);
  if (!may || !level.restorable) return null;
  if (reason === null)
    return (
      <div>
        <Button small onClick={() => setReason("")}>
          Give back {levelNames[level.restorable]}…
        </Button>
      </div>
    );
  const send = () => reason.trim() && restore.mutate(reason.trim(), { onSuccess: () => setReason(null) });
  return (
    <div className="flex flex-wrap items-end gap-2">
      <TextField
        frame="min-w-48 flex-1"
        label="Why was it no breach?"
        maxLength={lengths.reason}
        value={reason}
        error={restore.isError ? sentenceOf(restore.error) : undefined}
        autoFocus
        onText={setReason}
        onKeyDown={(event) => {
          // Within another form, Enter must not save that one.
          if (event.key !== "Enter") return;
          event.preventDefault();
          send();
        }}
      />
      <Button onClick={() => setReason(null)}>Cancel</Button>
      <Button look="primary" pending={restore.isPending} disabled={!reason.trim()} onClick={send}>
        Give back
      </Button>
    </div>
  );
}
