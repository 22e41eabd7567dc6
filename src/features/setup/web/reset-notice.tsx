import { useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { onDemand } from "#ui/on-demand.ts";
import { useCompany, useIsAdmin } from "#features/accounts/web/queries.ts";
import { listResets, type Reset } from "#features/setup/reset/contract.ts";
import { useNow } from "#ui/clock.ts";
import { dateAndTime, exactTime, plural } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { read } from "#ui/query.ts";

const UndoDialog = onDemand(() => import("./undo-dialog.tsx"));

/** Offers to undo recent resets. */
export default function ResetNotice() {
  const { data = [] } = useQuery(read(listResets, {}));
  const [open, setOpen] = useState<Reset | null>(null);
  const now = useNow();
  return (
    <>
      {data
        .filter((reset) => Date.parse(reset.keptUntil) > now)
        .map((reset) => (
          <Notice key={reset.id} reset={reset} onUndo={() => setOpen(reset)} />
        ))}
      {open && <UndoDialog reset={open} contents={contents(open)} onClose={() => setOpen(null)} />}
    </>
  );
}

/** "8 agents, 12 decisions and 30 messages", without zeros. */
function contents({ agents, decisions, communications }: Reset): string {
  const amounts = [
    [agents, "agent"],
    [decisions, "decision"],
    [communications, "message"],
  ] as const;
  const parts = amounts.filter(([amount]) => amount > 0).map(([amount, what]) => plural(amount, what));
  if (parts.length === 0) return "what the agents had learned";
  return parts.join(", ").replace(/, ([^,]*)$/, " and $1");
}

function Notice({ reset, onUndo }: { reset: Reset; onUndo: () => void }) {
  const { timeZone } = useCompany();
  const admin = useIsAdmin();
  return (
    <section
      aria-label="Reset that can be undone"
      className="mb-6 flex min-h-10 items-start gap-2.5 rounded-control bg-sunken p-2.5 pl-3 text-sm md:items-center md:py-1.5 md:pr-1.5"
    >
      <RotateCcw size={16} strokeWidth={1.75} aria-hidden className="mt-0.5 flex-none text-ink-3 md:mt-0" />
      <p className="min-w-0 flex-1">
        <span className="font-medium">
          Reset <Moment at={reset.resetAt} timeZone={timeZone} />: {contents(reset)}.
        </span>{" "}
        <span className="text-ink-2" title={exactTime(reset.keptUntil, timeZone)}>
          {admin ? "Can" : "An admin can"} be undone until {dateAndTime(reset.keptUntil, timeZone)}.
        </span>
      </p>
      {admin && (
        <Button small onClick={onUndo}>
          Undo
        </Button>
      )}
    </section>
  );
}
