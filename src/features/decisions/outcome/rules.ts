import { addDays } from "#contract/days.ts";
import { longDay } from "#contract/format.ts";
import { unitName } from "#contract/spans.ts";
import type { Forecast } from "#features/decisions/contract.ts";

type Resolvable = Pick<Forecast, "dueOn" | "resolver" | "measuredBy"> & { held: boolean | null };

type DecisionState = { status: string; isTest: boolean; undoUntil: unknown };

/** Days that company data may be missing before a person is asked instead. */
export const waitingDays = 14;

/** The first day a person is asked: for a task the day after, because an agent's completion never resolves it. */
export function askedOn({ dueOn, resolver, measuredBy }: Pick<Forecast, "dueOn" | "resolver" | "measuredBy">): string {
  if (resolver === "human") return dueOn;
  return addDays(dueOn, measuredBy?.measure === "taskDone" ? 1 : waitingDays);
}

/** Why a person may not resolve the forecast of a decision on `today`, or null. */
export function resolutionError(forecast: Resolvable, decision: DecisionState, today: string): string | null {
  if (decision.isTest) return "Not applicable: a test is never measured";
  if (decision.status === "rejected") return "Not applicable: the proposal was not approved";
  if (forecast.held !== null)
    return `Already resolved: the forecast ${forecast.held ? "came true" : "did not come true"}`;
  if (decision.undoUntil) return "Wait until the approval can no longer be undone";
  if (decision.status === "pending") return "Decide first: the decision is still pending";
  const from = askedOn(forecast);
  if (today >= from) return null;
  return forecast.resolver === "human"
    ? `This forecast can be resolved from ${from}`
    : `This forecast is resolved from company data. If the data is missing, you can resolve it from ${from}.`;
}

/** Why a recorded outcome cannot be corrected to `held`, or null. */
export function correctionError(forecast: { held: boolean | null }, held: boolean): string | null {
  if (forecast.held === null) return "There is nothing to correct: the forecast is not resolved";
  return forecast.held === held
    ? `Nothing to correct: it is recorded that the forecast ${held ? "came true" : "did not come true"}`
    : null;
}

/** What company data lacks, as the page names it; null if a person resolves the forecast. */
export function describeMissing({
  metric,
  dueOn,
  measuredBy,
}: Pick<Forecast, "metric" | "dueOn" | "measuredBy">): string | null {
  if (!measuredBy) return null;
  const name = measuredBy.party?.name ?? "the counterparty";
  const since = `on or after ${longDay(dueOn)}`;
  switch (measuredBy.measure) {
    case "sum":
    case "value":
      return `${metric ?? "A figure"} ${since}`;
    case "orders":
      return `Invoices or deals recorded ${since}, including those of ${name}`;
    case "bills":
    case "billed":
      return `Bills recorded ${since}, including those of ${name}`;
    case "yearlyPrice":
      return `The yearly value of a contract with ${name}`;
    case "contractSigned":
      return `Contracts recorded ${since}, including the one with ${name}`;
    case "unpaid":
    case "moved":
    case "closed":
      return `${measuredBy.measure === "unpaid" ? "Invoices" : "Deals"} recorded ${since}`;
    case "cost":
      return `The ledger of ${unitName(measuredBy.ledger?.month ?? dueOn, "month")}`;
    default:
      return "A person's word: an agent completed the task itself";
  }
}
