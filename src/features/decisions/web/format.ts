import { longDay } from "#contract/format.ts";
import type { Currency } from "#contract/words.ts";
import type { LimitMet } from "#features/authority/contract.ts";
import type { Exposure } from "#contract/actions.ts";
import type { Decision, Forecast, Step } from "#features/decisions/contract.ts";
import { count, money, nothing, percent, plural } from "#ui/format.ts";

/** The currency a decision's figures are in: that of its records, or the company's. */
export const currencyOf = ({ context, currency }: { context: Decision["context"]; currency: Currency }): Currency =>
  (context["currency"] as Currency | undefined) ?? currency;

/** The amount and how often; null without exposure. */
export function describeExposure(exposure: Exposure, currency: Currency): { figure: string; often: string } | null {
  if (exposure.kind === "none") return null;
  if (exposure.kind === "discount") return { figure: `${count(exposure.amount)}%`, often: "discount" };
  if (exposure.kind === "headcount") return { figure: plural(exposure.amount, "person", "people"), often: "headcount" };
  return { figure: money(exposure.amount, currency), often: exposure.recurring ? "per year" : "once" };
}

/** What the approve button says will follow; in a row, in short. */
export function approveLabel(
  { exposure, isTest, plannedTasks }: Pick<Decision, "exposure" | "isTest" | "plannedTasks">,
  currency: Currency,
  inShort = false,
): string {
  if (isTest) return "Approve test";
  const cost = describeExposure(exposure, currency);
  if (exposure.kind === "discount") return `Approve ${cost?.figure} discount`;
  if (exposure.kind === "headcount") return `Approve ${cost?.figure}`;
  if (cost) return `Approve ${inShort ? "" : "and reserve "}${cost.figure}${exposure.recurring ? " a year" : ""}`;
  return plannedTasks > 0 ? `Approve: ${plural(plannedTasks, "task starts", "tasks start")}` : "Approve";
}

export type Limit = { figure: string; against: string };

/** "£35,000 over" and "the CFO's £50,000 per decision"; null if no limit is exceeded. */
export function describeLimit(met: LimitMet | null | undefined, currency: Currency): Limit | null {
  if (!met) return null;
  const [, against] = met.sentence.split(" over ");
  const over = met.unit === "percent" ? `${count(met.over)} points` : money(met.over, currency);
  return { figure: `${over} over`, against: against ?? met.sentence };
}

/** Splits "Approve with conditions: …" after the colon. */
export function splitVerdict(recommendation: string): [string, string] {
  const at = recommendation.indexOf(": ");
  return at > 0 && at < 60 ? [recommendation.slice(0, at + 1), recommendation.slice(at + 1)] : ["", recommendation];
}

export function stepValue(step: Step, currency: Currency): string {
  if (step.value === null) return nothing;
  switch (step.unit) {
    case "money":
      return money(step.value, currency, "cents");
    case "percent":
      return percent(step.value, 1);
    case "months":
      return `${count(Math.round(step.value * 10) / 10)} months`;
    case "days":
      return plural(step.value, "day");
    case "count":
    case "score":
      return count(step.value);
  }
}

/** One sentence with the due date. */
export function formatForecast(forecast: Forecast): string {
  const due = longDay(forecast.dueOn);
  const claim = forecast.claim.replace(/\.?$/, "");
  return claim.includes(due) ? `${claim}.` : `${claim}, by ${due}.`;
}
