import { CircleCheck, CircleDot, CircleX, type LucideIcon, MessageSquare, SquareCheckBig } from "lucide-react";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { Decision, DecisionPage } from "#features/decisions/contract.ts";
import { dateAt, useNow } from "#ui/clock.ts";
import { clockTime, exactTime, plural, shortDate } from "#ui/format.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { Section } from "#ui/kit/section.tsx";

const icons: Record<string, LucideIcon> = {
  "decision.approved": CircleCheck,
  "decision.rejected": CircleX,
  "decision.expired": CircleX,
  "task.created": SquareCheckBig,
  "communication.sent": MessageSquare,
};

/** What the journal says about this decision, newest first. */
export function JournalList({ journal, decision }: { journal: DecisionPage["journal"]; decision: Decision }) {
  const { timeZone } = useCompany();
  const now = useNow();
  const lines = journal.toSorted((one, other) => other.seq - one.seq);
  const day = (at: string) => shortDate(at, timeZone);
  const today = day(dateAt(now).toISOString());
  return (
    <Section title="Journal" note={plural(lines.length, "record")}>
      <ol className="border-t border-line pt-1">
        {lines.map((line, at) => {
          const Icon = icons[line.action] ?? CircleDot;
          return (
            <li key={line.seq} className="relative grid grid-cols-[52px_22px_minmax(0,1fr)] gap-3 py-2">
              {at < lines.length - 1 && (
                <span aria-hidden className="absolute top-8 -bottom-2.5 left-[74.5px] w-px bg-line" />
              )}
              <time dateTime={line.at} title={exactTime(line.at, timeZone)} className="num text-ink-3">
                {day(line.at) === today ? clockTime(line.at, timeZone) : day(line.at).replace(/^\w+ /, "")}
              </time>
              {line.action === "decision.proposed" ? (
                <AgentBadge role={decision.agentRole} />
              ) : (
                <span className="grid size-[22px] place-items-center text-ink-3">
                  <Icon size={15} strokeWidth={1.75} aria-hidden />
                </span>
              )}
              <div className="min-w-0">
                <div className="wrap-anywhere">{line.title}</div>
                <div className="text-xs text-ink-3">{line.actor}</div>
              </div>
            </li>
          );
        })}
      </ol>
    </Section>
  );
}
