import { Link } from "wouter";
import { useCompany, useMay } from "#features/accounts/web/queries.ts";
import { acceptPlan } from "#features/plans/contract.ts";
import { plural, shortDate } from "#ui/format.ts";
import { Button, buttonClass } from "#ui/kit/button.tsx";
import { useAcceptPlan, useDiscardPlan, usePlan } from "./queries.ts";

/** Steps shown; the page of the plan shows all. */
const mostSteps = 4;

/** The plan that a command became, where it was typed. */
export function PlanCard({ id }: { id: string }) {
  const { timeZone } = useCompany();
  const { data: plan } = usePlan(id);
  const may = useMay(acceptPlan);
  const accept = useAcceptPlan();
  const discard = useDiscardPlan();
  if (!plan) return null;
  const kept = [...plan.tasks, ...plan.proposals].filter(({ isDropped }) => !isDropped);
  const more = kept.length - mostSteps;
  return (
    <section
      aria-label="Plan"
      className="mt-2 grid max-w-[76ch] gap-2 rounded-card border border-line-strong bg-surface p-3 text-sm"
    >
      <h3 className="font-medium">
        {plan.status === "proposed" ? "Plan: nothing starts until you accept it" : `Plan ${plan.status}`}
      </h3>
      <ol>
        {kept.slice(0, mostSteps).map((step) => (
          <li key={step.item} className="border-t border-line py-1.5 wrap-anywhere">
            {step.title}{" "}
            <span className="text-ink-3">
              {"assignedTo" in step
                ? `${step.assignedTo}${step.dueDate ? `, ${shortDate(step.dueDate, timeZone)}` : ""}`
                : "for your approval"}
            </span>
          </li>
        ))}
      </ol>
      {more > 0 && <p className="text-ink-3">and {plural(more, "more step")}</p>}
      <div className="flex flex-wrap gap-2">
        {plan.status === "proposed" && may && (
          <>
            <Button small look="primary" pending={accept.isPending} onClick={() => accept.mutate(plan)}>
              Accept plan
            </Button>
            <Button small pending={discard.isPending} onClick={() => discard.mutate(plan)}>
              Discard
            </Button>
          </>
        )}
        <Link href={`/console?plan=${id}`} className={buttonClass("plain", true)}>
          Open plan
        </Link>
      </div>
    </section>
  );
}
