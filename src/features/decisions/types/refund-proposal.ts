import { longDay, formatMoney } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import type { PlannedAction } from "#contract/actions.ts";
import type { Forecast } from "#features/decisions/contract.ts";
import { addMonths } from "./calendar.ts";
import type { Facts } from "./decision-type.ts";
import { odds } from "./evidence.ts";
import { claim, task, verdictNotices } from "./proposal-parts.ts";
import { byRows } from "./resolving.ts";
import type { Complaint, Options } from "./refund-options.ts";

export type Verdict = "refund in full" | "offer goodwill" | "decline kindly" | "ask first";

/** `paid`: what approving pays out, company currency. */
export type Case = {
  title: string;
  complaint: Complaint;
  options: Options;
  verdict: Verdict;
  paid: number;
  byLaw: boolean;
  counterparty: string | undefined;
  facts: Facts;
};

/** Starts with the verdict. */
export function recommendationOf({ complaint, options, verdict, paid, byLaw, facts }: Case): string {
  const format = (value: number) => formatMoney(value, facts.currency);
  const { refund, goodwill, decline } = options.totals;
  const compareCosts = (cost: number | null, otherName: string, otherCost: number | null) =>
    cost === null || otherCost === null
      ? ""
      : ` Expected cost including churn: ${format(cost)} (${otherName}: ${format(otherCost)}).`;
  switch (verdict) {
    case "refund in full":
      if (byLaw)
        return `Refund in full: the customer is entitled to ${format(complaint.refund)}. Pay it now and apologize.`;
      return `Refund in full: ${options.lifetime === null ? "it was our fault" : "keeping the customer is worth more than the refund"}.${compareCosts(refund, "goodwill offer", goodwill)}`;
    case "offer goodwill":
      return `Offer goodwill: ${format(paid)} and an apology instead of the full ${format(complaint.refund)}.${compareCosts(goodwill, "full refund", refund)}`;
    case "decline kindly":
      return `Decline kindly: the customer is not entitled to it, and it was not our fault.${compareCosts(decline, "goodwill offer", goodwill)} Explain it personally and offer help with the next step.`;
    case "ask first":
      return "Ask first: fault, legal entitlement or the customer's value is unknown.";
  }
}

/** An early sign within 28 days and the outcome; a person resolves both. */
export function forecastsOf({ verdict, counterparty, facts }: Case): Forecast[] {
  const [soon, late] = [addDays(facts.today, 14), addMonths(facts.today, 6)];
  const who = counterparty ?? "The customer";
  const early: Record<Verdict, [string, number]> = {
    "refund in full": [`${who} confirms receipt of the money by ${longDay(soon)}`, 0.85],
    "offer goodwill": [`${who} accepts the goodwill by ${longDay(soon)}`, 0.6],
    "decline kindly": [`${who} does not repeat the complaint by ${longDay(soon)}`, 0.5],
    "ask first": [`All open questions are answered by ${longDay(soon)}`, 0.7],
  };
  const stays = { "refund in full": 0.7, "offer goodwill": 0.6, "decline kindly": 0.4, "ask first": 0.5 }[verdict];
  const [text, byDefault] = early[verdict];
  return [
    claim("proxy", text, soon, odds(byDefault, facts.record)),
    byRows(
      claim("final", `${who} orders again by ${longDay(late)}`, late, odds(stays, null), 1),
      facts,
      ["customer"],
      "orders",
    ),
  ];
}

/** The tasks and messages an approval creates. */
export function effectsOf(refundCase: Case, recommendation: string): PlannedAction[] {
  const { title, complaint, verdict, paid, counterparty, facts } = refundCase;
  const format = (value: number) => formatMoney(value, facts.currency);
  const who = counterparty ?? "the customer";
  const notices = verdictNotices(["CFO", "owner"], verdict, title, recommendation);
  const cause = task(
    "Operations",
    "Find the root cause",
    `What went wrong for ${who}, how often it happens and what would have prevented it.`,
    { days: 21, hours: 3 },
  );
  if (verdict === "ask first")
    return [
      task(
        "Customer Success",
        `Ask ${who} what happened`,
        `Find out who was at fault, what the terms say and how much they buy. Reply within two days and don't promise ${format(complaint.refund)} yet.`,
        { days: 2, hours: 1, priority: "high" },
      ),
      ...notices,
    ];
  const answer =
    verdict === "decline kindly"
      ? task("Customer Success", `Explain the decision to ${who}`, recommendation, {
          days: 2,
          hours: 1,
          priority: "high",
        })
      : task("Customer Success", `Pay ${who} ${format(paid)}`, `${recommendation} Tell them when it will arrive.`, {
          days: 2,
          hours: 1,
          priority: "high",
        });
  return [answer, ...(complaint.fault === "customer" ? [] : [cause]), ...notices];
}
