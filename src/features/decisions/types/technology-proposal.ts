import { longDay, money } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import type { PlannedAction } from "#contract/actions.ts";
import type { Forecast } from "#features/decisions/contract.ts";
import { addMonths } from "./calendar.ts";
import type { Facts } from "./decision-type.ts";
import { odds } from "./evidence.ts";
import { floorRound } from "./figures.ts";
import type { Owned, Ownership } from "./ownership.ts";
import { claim, task, tell } from "./proposal-parts.ts";

export type Verdict = "buy" | "trial first" | "stay" | "compare first";
/** What the words are made of; `open` names what a purchase still waits for. */
export type Purchase = {
  title: string;
  plan: Ownership;
  owned: Owned;
  verdict: Verdict;
  open: readonly string[];
  counterparty: string | undefined;
  facts: Facts;
};

/** What a trial of a quarter may cost, company currency. */
export const trialCap = ({ yearly, price }: Ownership): number => floorRound(yearly > 0 ? yearly / 4 : price / 10);
/** What the first year binds: price, moving and the fees of a year. */
export const firstYear = ({ price, migration, yearly }: Ownership): number => price + migration + yearly;

/** The recommendation in a sentence or two, the verdict first. */
export function recommendation({ plan, owned, verdict, open, facts }: Purchase): string {
  const shown = (value: number) => money(value, facts.currency);
  const net = shown(Math.abs(owned.net ?? 0));
  const cap = trialCap(plan);
  switch (verdict) {
    case "buy":
      return `Buy: over three years it costs ${net} less than staying, leaving again included, and still ${shown(owned.stressed ?? 0)} less with costs 20% higher and the saving 30% lower.`;
    case "trial first":
      return `Trial first: ${cap > 0 ? `spend at most ${shown(cap)} on` : "hold"} a trial of three months. As planned it costs ${net} less than staying over three years, but ${open.join("; ")}.`;
    case "stay":
      return `Stay: over three years it costs ${net} more than the present way. Ask again when price or saving change by that much.`;
    case "compare first":
      return `Compare first: owning it costs ${shown(owned.cost)} over three years; what the present way costs is not known, so nobody can say whether that is much.`;
  }
}

/** One sign within 28 days and one claim about cost or saving; a person answers both. */
export function forecasts({ plan, owned, verdict, counterparty, facts }: Purchase): Forecast[] {
  const shown = (value: number) => money(value, facts.currency);
  const soon = addDays(facts.today, 28);
  const [trial, year] = [addMonths(facts.today, 4), addMonths(facts.today, 12)];
  const who = counterparty ?? "The supplier";
  switch (verdict) {
    case "buy": {
      const most = firstYear(plan) + owned.parallel;
      return [
        claim(
          "proxy",
          `${who} confirms price, yearly fees and the terms of leaving in writing by ${longDay(soon)}`,
          soon,
          odds(0.7, null),
        ),
        claim(
          "final",
          `Owning it has cost at most ${shown(most)} by ${longDay(year)}, both systems side by side included`,
          year,
          odds(0.55, facts.record),
          most,
        ),
      ];
    }
    case "trial first": {
      // A quarter's saving with a third off: what a first quarter can show.
      const least = floorRound(plan.saving / 6);
      const proof = least > 0 ? `saved at least ${shown(least)}` : "been used every working week";
      return [
        claim("proxy", `Three people have done a day's work with it by ${longDay(soon)}`, soon, odds(0.6, null), 3),
        claim(
          "final",
          `The trial has ${proof} by ${longDay(trial)}`,
          trial,
          odds(0.45, facts.record),
          least > 0 ? least : null,
        ),
      ];
    }
    default:
      return [
        claim("proxy", `What the present way costs a year is written down by ${longDay(soon)}`, soon, odds(0.6, null)),
        claim(
          "final",
          `The present way costs at most ${plan.current === undefined ? "what is then written down" : shown(plan.current)} until ${longDay(year)}`,
          year,
          odds(0.6, facts.record),
          plan.current ?? null,
        ),
      ];
  }
}

/** What approving does: tasks with days and hours, and a message each to the CFO and the owner. */
export function effects(purchase: Purchase): PlannedAction[] {
  const { title, plan, verdict, open, counterparty, facts } = purchase;
  const shown = (value: number) => money(value, facts.currency);
  const who = counterparty ?? "the supplier";
  const said = recommendation(purchase);
  const told = tell(["CFO", "owner"], verdict, title, said);
  const exit = task(
    "CTO",
    "Write down how we get out again",
    `Which data in which format, within how many days, at which price; agreed with ${who} before anything is signed.`,
    { days: 14, hours: 3, priority: "high" },
  );
  const security = task(
    "CTO",
    "Check its security",
    `Who can read our data, where it is kept, how access is withdrawn, what happens after an incident at ${who}.`,
    { days: 14, hours: 6, priority: "high" },
  );
  switch (verdict) {
    case "buy":
      return [
        exit,
        task(
          "Legal",
          "Read the terms before signing",
          `Term, notice, price rises and data protection of ${who}. Nothing is signed over ${shown(firstYear(plan))} for the first year.`,
          { days: 14, hours: 4, priority: "high" },
        ),
        task(
          "CTO",
          "Move over and switch the old one off",
          `Both run side by side for three months at most; every further month costs ${shown((plan.current ?? 0) / 12)}.`,
          { days: 90, hours: 40 },
        ),
        ...told,
      ];
    case "trial first":
      return [
        security,
        exit,
        task(
          "CTO",
          "Run the trial for three months",
          `One team, one measure, at most ${shown(trialCap(plan))}. Still open: ${open.join("; ")}.`,
          { days: 120, hours: 20 },
        ),
        ...told,
      ];
    default:
      return [
        task(
          "CTO",
          "Write down what the present way costs a year",
          `Fees, hours, outages and what is paid by card. Buy nothing before it is there.`,
          { days: 14, hours: 4 },
        ),
        ...told,
      ];
  }
}
