import { daysBetween } from "#contract/days.ts";
import type { Concern } from "./topic.ts";

/** The parts a concern's score is made of, each 0 to 1, and the score, 0 to 100. */
export type Score = { amount: number; urgency: number; severity: number; total: number };

export const weightOfMoney = 40;
export const weightOfDate = 35;
export const weightOfSeverity = 25;
/** Money counts by how it compares with a month of revenue; without revenue, with this much. */
const defaultMonth = 50_000;
/** A date this many days ahead or more does not press. */
const farDays = 90;

/**
 * Takes a concern, the revenue of a month (company's currency, null without a source) and the day; gives its score:
 * 40 × amount ÷ a month's revenue (at most 1) + 35 × nearness of its date (1 from the day itself on) + 25 × severity.
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
