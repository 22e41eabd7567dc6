import { longDay, formatMoney } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import type { PlannedAction } from "#contract/actions.ts";
import type { Forecast } from "#features/decisions/contract.ts";
import { addMonths } from "./calendar.ts";
import type { Facts } from "./decision-type.ts";
import { odds } from "./evidence.ts";
import { floorRound } from "./figures.ts";
import type { Owned, Ownership } from "./ownership.ts";
import { claim, task, verdictNotices } from "./proposal-parts.ts";

export type Verdict = "buy" | "trial first" | "stay" | "compare first";
/** `open` lists what stands in the way of a purchase. */
export type Purchase = {
  title: string;
  plan: Ownership;
  owned: Owned;
  verdict: Verdict;
  open: readonly string[];
  counterparty: string | undefined;
  facts: Facts;
};

/** Cap for a three-month trial, company currency. */
export const trialCap = ({ yearly, price }: Ownership): number => floorRound(yearly > 0 ? yearly / 4 : price / 10);
/** First-year commitment. */
export const firstYear = ({ price, migration, yearly }: Ownership): number => price + migration + yearly;

/** Starts with the verdict. */
export function recommendation({ plan, owned, verdict, open, facts }: Purchase): string {
  const format = (value: number) => formatMoney(value, facts.currency);
  const net = format(Math.abs(owned.net ?? 0));
  const cap = trialCap(plan);
  switch (verdict) {
    case "buy":
      return `Buy: it saves ${net} over three years, exit cost included, and still ${format(owned.stressed ?? 0)} with costs 20% higher and savings 30% lower.`;
    case "trial first":
      return `Trial first: ${cap > 0 ? `spend at most ${format(cap)} on` : "run"} a three-month trial. The plan saves ${net} over three years, but ${open.join("; ")}.`;
    case "stay":
      return `Stay: it costs ${net} more than the current system over three years. Reconsider if price or savings improve by that much.`;
    case "compare first":
      return `Compare first: ownership costs ${format(owned.cost)} over three years, but the cost of the current system is unknown.`;
  }
}

/** An early sign within 28 days and the outcome; a person resolves both. */
export function forecasts({ plan, owned, verdict, counterparty, facts }: Purchase): Forecast[] {
  const format = (value: number) => formatMoney(value, facts.currency);
  const soon = addDays(facts.today, 28);
  const [trial, year] = [addMonths(facts.today, 4), addMonths(facts.today, 12)];
  const who = counterparty ?? "The supplier";
  switch (verdict) {
    case "buy": {
      const most = firstYear(plan) + owned.parallel;
      return [
        claim(
          "proxy",
          `${who} confirms price, annual fees and exit terms in writing by ${longDay(soon)}`,
          soon,
          odds(0.7, null),
        ),
        claim(
          "final",
          `Total spending is at most ${format(most)} by ${longDay(year)}, including the months of running both systems`,
          year,
          odds(0.55, facts.record),
          most,
        ),
      ];
    }
    case "trial first": {
      // A quarter's saving less a third: what the first quarter can show.
      const least = floorRound(plan.saving / 6);
      const proof = least > 0 ? `saves at least ${format(least)}` : "is used every working week";
      return [
        claim("proxy", `Three people complete a day's work with it by ${longDay(soon)}`, soon, odds(0.6, null), 3),
        claim(
          "final",
          `The trial ${proof} by ${longDay(trial)}`,
          trial,
          odds(0.45, facts.record),
          least > 0 ? least : null,
        ),
      ];
    }
    default:
      return [
        claim("proxy", `The annual cost of the current system is recorded by ${longDay(soon)}`, soon, odds(0.6, null)),
        claim(
          "final",
          `The current system costs at most ${plan.current === undefined ? "the recorded amount" : format(plan.current)} by ${longDay(year)}`,
          year,
          odds(0.6, facts.record),
          plan.current ?? null,
        ),
      ];
  }
}

/** The tasks and messages an approval creates. */
export function effects(purchase: Purchase): PlannedAction[] {
  const { title, plan, verdict, open, counterparty, facts } = purchase;
  const format = (value: number) => formatMoney(value, facts.currency);
  const who = counterparty ?? "the supplier";
  const recommendationText = recommendation(purchase);
  const notices = verdictNotices(["CFO", "owner"], verdict, title, recommendationText);
  const exit = task(
    "CTO",
    "Agree the exit terms",
    `Which data, in which format, within how many days and at what price. Agree them with ${who} before signing.`,
    { days: 14, hours: 3, priority: "high" },
  );
  const security = task(
    "CTO",
    "Review its security",
    `Who can read our data, where it is stored, how access is revoked, and what happens after an incident at ${who}.`,
    { days: 14, hours: 6, priority: "high" },
  );
  switch (verdict) {
    case "buy":
      return [
        exit,
        task(
          "Legal",
          "Read the terms before signing",
          `Term, notice, price rises and data protection of ${who}. Sign for at most ${format(firstYear(plan))} in the first year.`,
          { days: 14, hours: 4, priority: "high" },
        ),
        task(
          "CTO",
          "Migrate and switch off the old system",
          `Run both for at most three months. Every further month costs ${format((plan.current ?? 0) / 12)}.`,
          { days: 90, hours: 40 },
        ),
        ...notices,
      ];
    case "trial first":
      return [
        security,
        exit,
        task(
          "CTO",
          "Run the trial for three months",
          `One team, one metric, at most ${format(trialCap(plan))}. Still open: ${open.join("; ")}.`,
          { days: 120, hours: 20 },
        ),
        ...notices,
      ];
    default:
      return [
        task(
          "CTO",
          "Record the annual cost of the current system",
          "Include fees, hours, outages and card payments. Buy nothing until it is known.",
          { days: 14, hours: 4 },
        ),
        ...notices,
      ];
  }
}
