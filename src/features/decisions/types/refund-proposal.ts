import { formatMoney } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import { addMonths } from "./calendar.ts";
import type { Facts } from "./decision-type.ts";
import { forecasting, type Outcome, task } from "./proposal-parts.ts";
import { byRows } from "./resolving.ts";
import type { Complaint, Options } from "./refund-options.ts";

export type Verdict = "refund in full" | "offer goodwill" | "decline kindly" | "ask first";

export function outcomesOf(
  complaint: Complaint,
  options: Options,
  { byLaw, counterparty }: { byLaw: boolean; counterparty: string | undefined },
  facts: Facts,
): Record<Verdict, Outcome> {
  const format = (value: number) => formatMoney(value, facts.currency);
  const { refund, goodwill, decline } = options.totals;
  const asked = format(complaint.refund);
  const offer = format(options.direct.goodwill);
  const compareCosts = (cost: number | null, otherName: string, otherCost: number | null) =>
    cost === null || otherCost === null
      ? ""
      : ` Expected cost including churn: ${format(cost)} (${otherName}: ${format(otherCost)}).`;
  const { early, final } = forecasting(facts, "proxy");
  const [soon, late] = [addDays(facts.today, 14), addMonths(facts.today, 6)];
  const who = counterparty ?? "the customer";
  const subject = counterparty ?? "The customer";
  const forecasts = (sign: string, chance: number, stays: number) => [
    early(sign, soon, chance),
    byRows(final(`${subject} orders again`, late, stays, 1), facts, ["customer"], "orders"),
  ];
  const now = { days: 2, hours: 1, priority: "high" } as const;
  const cause =
    complaint.fault === "customer"
      ? []
      : [
          task(
            "Operations",
            "Find the root cause",
            `What went wrong for ${who}, how often it happens and what would have prevented it.`,
            { days: 21, hours: 3 },
          ),
        ];
  const pay = (amount: string, say: string) => [
    task("Customer Success", `Pay ${who} ${amount}`, `${say} Tell them when it will arrive.`, now),
    ...cause,
  ];
  const why = options.lifetime === null ? "it was our fault" : "keeping the customer is worth more than the refund";
  const inFull = byLaw
    ? `Refund in full: the customer is entitled to ${asked}. Pay it now and apologize.`
    : `Refund in full: ${why}.${compareCosts(refund, "goodwill offer", goodwill)}`;
  const inPart = `Offer goodwill: ${offer} and an apology instead of the full ${asked}.${compareCosts(goodwill, "full refund", refund)}`;
  const kindly = `Decline kindly: the customer is not entitled to it, and it was not our fault.${compareCosts(decline, "goodwill offer", goodwill)} Explain it personally and offer help with the next step.`;
  return {
    "refund in full": {
      say: inFull,
      forecasts: forecasts(`${subject} confirms receipt of the money`, 0.85, 0.7),
      tasks: pay(asked, inFull),
    },
    "offer goodwill": {
      say: inPart,
      forecasts: forecasts(`${subject} accepts the goodwill`, 0.6, 0.6),
      tasks: pay(offer, inPart),
    },
    "decline kindly": {
      say: kindly,
      forecasts: forecasts(`${subject} does not repeat the complaint`, 0.5, 0.4),
      tasks: [task("Customer Success", `Explain the decision to ${who}`, kindly, now), ...cause],
    },
    "ask first": {
      say: "Ask first: fault, legal entitlement or the customer's value is unknown.",
      forecasts: forecasts("All open questions are answered", 0.7, 0.5),
      tasks: [
        task(
          "Customer Success",
          `Ask ${who} what happened`,
          `Find out who was at fault, what the terms say and how much they buy. Reply within two days and don't promise ${asked} yet.`,
          now,
        ),
      ],
    },
  };
}
