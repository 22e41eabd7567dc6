import { Undo2 } from "lucide-react";
import { Link } from "wouter";
import { useCompany, useMay } from "#features/accounts/web/queries.ts";
import { type PlanLine, undoPlan } from "#features/plans/contract.ts";
import { plural, sentenceCase, shortDate } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Section } from "#ui/kit/section.tsx";
import { useUndoPlan } from "./queries.ts";

function describe({ status, createdAt, acceptedAt, tasks }: PlanLine, timeZone: string): string {
  const when = shortDate(acceptedAt ?? createdAt, timeZone);
  if (status === "proposed") return `Ready to accept. ${plural(tasks.all, "task")}`;
  if (status !== "accepted") return `${sentenceCase(status)}, planned ${when}`;
  if (tasks.done > 0) return `Accepted ${when}. ${tasks.done} of ${plural(tasks.all, "task")} done`;
  return `Accepted ${when}. ${plural(tasks.all, "task")}, ${tasks.started > 0 ? `${tasks.started} started` : "none started"}`;
}

type Props = {
  plans: readonly PlanLine[];
  shown: string | null;
  /** Loads older plans; null if all are there. */
  onOlder: (() => void) | null;
  isLoading: boolean;
};

/** Plans, the newest first; an accepted one can be undone until it is started. */
export function EarlierPlans({ plans, shown, onOlder, isLoading }: Props) {
  const { timeZone } = useCompany();
  const may = useMay(undoPlan);
  const undo = useUndoPlan();
  const others = plans.filter(({ id }) => id !== shown);
  if (others.length === 0) return null;
  return (
    <Section title="Earlier plans" note={onOlder ? `the last ${others.length}` : others.length}>
      <ul>
        {others.map((plan) => (
          <li key={plan.id} className="flex items-center gap-3 border-t border-line py-2">
            <span className="min-w-0 flex-1 wrap-anywhere">
              <Link href={`/console?plan=${plan.id}`}>{plan.prompt}</Link>
              <span className="block text-sm text-ink-3">{describe(plan, timeZone)}</span>
            </span>
            {plan.undoFault === null && may && (
              <Button
                look="quiet"
                small
                pending={undo.isPending && undo.variables === plan.id}
                aria-label={`Undo: ${plan.prompt}`}
                onClick={() => undo.mutate(plan.id)}
              >
                <Undo2 size={14} aria-hidden />
                Undo
              </Button>
            )}
          </li>
        ))}
      </ul>
      {onOlder && (
        <Button small className="mt-3" pending={isLoading} onClick={onOlder}>
          Older plans
        </Button>
      )}
    </Section>
  );
}
