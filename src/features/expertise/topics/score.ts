import { daysBetween } from "#contract/days.ts";
import type { Concern } from "./topic.ts";

/** The parts of a concern's score, each 0 to 1, and the score, 0 to 100. */
export type Score = { amount: number; urgency: number; severity: number; total: number };

export const weightOfMoney = 40;
export const weightOfDate = 35;
export const weightOfSeverity = 25;
/** The monthly revenue assumed if it is unknown. */
const defaultMonth = 50_000;
/** A date this many days ahead adds no urgency. */
const farDays = 90;

/**
 * 40 × amount ÷ a month's revenue (at most 1) + 35 × nearness of its date (1 once the date is reached) + 25 ×
 * severity. `monthlyRevenue` is in the company's currency, null if unknown.
 */
export function scoreOf(
  { amount, dueOn, severity }: Pick<Concern, "amount" | "dueOn" | "severity">,
  monthlyRevenue: number | null,
  today: string,
): Score {
  const month = monthlyRevenue && monthlyRevenue > 0 ? monthlyRevenue : defaultMonth;
  const parts = {
    amount: amount === null ? 0 : Math.min(1, Math.abs(amount) / month),
    urgency: dueOn === null ? 0 : Math.min(1, Math.max(0, 1 - daysBetween(today, dueOn) / farDays)),
    severity: Math.min(1, Math.max(0, severity)),
  };
  const total = weightOfMoney * parts.amount + weightOfDate * parts.urgency + weightOfSeverity * parts.severity;
  return { ...parts, total: Math.round(total * 10) / 10 };
}
