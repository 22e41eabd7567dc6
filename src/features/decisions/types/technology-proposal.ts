import { formatMoney } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import { addMonths } from "./calendar.ts";
import type { Facts } from "./decision-type.ts";
import { floorRound } from "./figures.ts";
import type { Owned, Ownership } from "./ownership.ts";
import { forecasting, type Outcome, task } from "./proposal-parts.ts";

export type Verdict = "buy" | "trial first" | "stay" | "compare first";

/** Cap for a three-month trial, company currency. */
export const trialCap = ({ yearly, price }: Ownership): number => floorRound(yearly > 0 ? yearly / 4 : price / 10);
/** First-year commitment. */
export const firstYear = ({ price, migration, yearly }: Ownership): number => price + migration + yearly;

/** `open` lists what stands in the way of a purchase. */
export function outcomesOf(
  plan: Ownership,
  owned: Owned,
  open: readonly string[],
  counterparty: string | undefined,
  facts: Facts,
): Record<Verdict, Outcome> {
  const format = (value: number) => formatMoney(value, facts.currency);
  const net = format(Math.abs(owned.net ?? 0));
  const cap = trialCap(plan);
  const { early, final } = forecasting(facts);
  const soon = addDays(facts.today, 28);
  const [trial, year] = [addMonths(facts.today, 4), addMonths(facts.today, 12)];
  const who = counterparty ?? "the supplier";
  const most = firstYear(plan) + owned.parallel;
  // A quarter's saving less a third: what the first quarter can show.
  const least = floorRound(plan.saving / 6);
  const high = { days: 14, priority: "high" } as const;
  const exit = task(
    "CTO",
    "Agree the exit terms",
    `Which data, in which format, within how many days and at what price. Agree them with ${who} before signing.`,
    { ...high, hours: 3 },
  );
  const comparing = {
    forecasts: [
      early("The annual cost of the current system is recorded", soon, 0.6),
      final(
        `The current system costs at most ${plan.current === undefined ? "the recorded amount" : format(plan.current)}`,
        year,
        0.6,
        plan.current,
      ),
    ],
    tasks: [
      task(
        "CTO",
        "Record the annual cost of the current system",
        "Include fees, hours, outages and card payments. Buy nothing until it is known.",
        { days: 14, hours: 4 },
      ),
    ],
  };
  return {
    buy: {
      say: `Buy: it saves ${net} over three years, exit cost included, and still ${format(owned.stressed ?? 0)} with costs 20% higher and savings 30% lower.`,
      forecasts: [
        early(`${counterparty ?? "The supplier"} confirms price, annual fees and exit terms in writing`, soon, 0.7),
        final(
          (day) => `Total spending is at most ${format(most)} by ${day}, including the months of running both systems`,
          year,
          0.55,
          most,
        ),
      ],
      tasks: [
        exit,
        task(
          "Legal",
          "Read the terms before signing",
          `Term, notice, price rises and data protection of ${who}. Sign for at most ${format(firstYear(plan))} in the first year.`,
          { ...high, hours: 4 },
        ),
        task(
          "CTO",
          "Migrate and switch off the old system",
          `Run both for at most three months. Every further month costs ${format((plan.current ?? 0) / 12)}.`,
          { days: 90, hours: 40 },
        ),
      ],
    },
    "trial first": {
      say: `Trial first: ${cap > 0 ? `spend at most ${format(cap)} on` : "run"} a three-month trial. The plan saves ${net} over three years, but ${open.join("; ")}.`,
      forecasts: [
        early("Three people complete a day's work with it", soon, 0.6, 3),
        final(
          `The trial ${least > 0 ? `saves at least ${format(least)}` : "is used every working week"}`,
          trial,
          0.45,
          least > 0 ? least : null,
        ),
      ],
      tasks: [
        task(
          "CTO",
          "Review its security",
          `Who can read our data, where it is stored, how access is revoked, and what happens after an incident at ${who}.`,
          { ...high, hours: 6 },
        ),
        exit,
        task(
          "CTO",
          "Run the trial for three months",
          `One team, one metric, at most ${format(cap)}. Still open: ${open.join("; ")}.`,
          { days: 120, hours: 20 },
        ),
      ],
    },
    stay: {
      say: `Stay: it costs ${net} more than the current system over three years. Reconsider if price or savings improve by that much.`,
      ...comparing,
    },
    "compare first": {
      say: `Compare first: ownership costs ${format(owned.cost)} over three years, but the cost of the current system is unknown.`,
      ...comparing,
    },
  };
}
