import * as lucide from "lucide-react";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { DecisionPage } from "#features/decisions/contract.ts";
import { useNow } from "#ui/clock.ts";
import { exactTime, plural, shortMoment } from "#ui/format.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { Section } from "#ui/kit/section.tsx";
import { journalRows } from "./journal-rows.ts";

const icons: Record<string, lucide.LucideIcon> = {
  "decision.approved": lucide.CircleCheck,
  "decision.rejected": lucide.CircleX,
  "decision.undone": lucide.Undo2,
  "decision.expired": lucide.CircleX,
  "decision.withdrawn": lucide.Undo2,
  "task.created": lucide.SquareCheckBig,
  "task.updated": lucide.SquareCheckBig,
  "communication.sent": lucide.MessageSquare,
  limit: lucide.TriangleAlert,
};

/** Newest first. */
export function JournalList({ page }: { page: DecisionPage }) {
  const { timeZone } = useCompany();
  const now = useNow();
  const { decision } = page;
  const rows = journalRows(page.journal, page);
  return (
    <Section title="Journal" note={plural(rows.length, "entry", "entries")}>
      <ol className="border-t border-line pt-1">
        {rows.map((row, index) => {
          const Icon = icons[row.kind] ?? lucide.CircleDot;
          return (
            <li key={row.key} className="relative grid grid-cols-[64px_22px_minmax(0,1fr)] gap-3 py-2">
              {index < rows.length - 1 && (
                <span aria-hidden className="absolute top-8 -bottom-2.5 left-[86.5px] w-px bg-line" />
              )}
              <time dateTime={row.at} title={exactTime(row.at, timeZone)} className="num text-ink-3">
                {shortMoment(row.at, timeZone, now)}
              </time>
              {row.kind === "decision.proposed" ? (
                <AgentBadge role={decision.agentRole} />
              ) : (
                <span className="grid size-[22px] place-items-center text-ink-3">
                  <Icon size={15} strokeWidth={1.75} aria-hidden />
                </span>
              )}
              <div className="min-w-0">
                <div className="wrap-anywhere">{row.text}</div>
                {row.note && <div className="text-xs wrap-anywhere text-ink-3">{row.note}</div>}
              </div>
            </li>
          );
        })}
      </ol>
    </Section>
  );
}
