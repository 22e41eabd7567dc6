import { counted, longDay, money } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import type { PlannedAction } from "#contract/actions.ts";
import type { Forecast } from "#features/decisions/contract.ts";
import { addMonths } from "./calendar.ts";
import type { Facts } from "./decision-type.ts";
import { odds } from "./evidence.ts";
import { floorRound, percent, round } from "./figures.ts";
import { type Change, type Gain, horizon } from "./process-hours.ts";
import { claim, task, tell } from "./proposal-parts.ts";

export type Verdict = "change" | "pilot first" | "leave as it is" | "measure first";

/** What the words are made of; `now` is the money that following it spends, company currency. */
export type Plan = { title: string; change: Change; gain: Gain; verdict: Verdict; now: number; facts: Facts };
const pilotEnds = ({ facts }: Plan): string => addDays(facts.today, 42);

/** The recommendation in a sentence or two, the verdict first. */
export function recommendationOf({ gain, verdict, now, facts }: Plan): string {
  const shown = (value: number) => money(value, facts.currency);
  const hours = `${counted(round(gain.hours, 1), "hour")} a month`;
  const paid =
    gain.paid === null
      ? `not paid back in ${horizon} months`
      : gain.paid <= 0
        ? "costs nothing at first"
        : `paid back in month ${gain.paid}`;
  switch (verdict) {
    case "change":
      return `Change: it frees ${hours} worth ${shown(gain.saving ?? 0)} after its own cost, is ${paid} and holds until the saving falls by ${percent(gain.fall ?? 0)}.`;
    case "pilot first":
      return `Pilot first: one team, four weeks, at most ${shown(now)}. As planned it frees ${hours} worth ${shown(gain.saving ?? 0)} and is ${paid}; measured hours decide about the rest.`;
    case "leave as it is":
      return (gain.saving ?? 0) <= 0
        ? "Leave as it is: the new way saves nothing after its own cost."
        : `Leave as it is: ${shown(gain.saving ?? 0)} a month do not bring back ${shown(gain.once ?? 0)} within ${horizon} months.`;
    case "measure first":
      return `Measure first: it frees ${hours}, but what an hour or the change costs is not known, so nobody can say whether it pays.`;
  }
}

/** One sign within 28 days and one claim about what it comes to; a person answers both. */
export function forecastsOf(plan: Plan): Forecast[] {
  const { gain, verdict, facts } = plan;
  const [soon, late] = [addDays(facts.today, 28), addMonths(facts.today, 4)];
  // A third off what a month frees: people learn, and count generously.
  const least = floorRound(Math.max(0, gain.hours * 0.7));
  switch (verdict) {
    case "change":
    case "pilot first":
      return [
        claim(
          "proxy",
          `${verdict === "change" ? "Everybody" : "One team"} has done ten runs the new way by ${longDay(soon)}`,
          soon,
          odds(0.6, null),
          10,
        ),
        verdict === "change"
          ? claim(
              "final",
              `At least ${counted(least, "hour")} a month are freed, measured by ${longDay(late)}`,
              late,
              odds(0.5, facts.record),
              least,
            )
          : claim(
              "final",
              `The pilot needs at most ${counted(round(plan.change.hoursAfter * 1.2, 2), "hour")} a run, measured by ${longDay(pilotEnds(plan))}`,
              pilotEnds(plan),
              odds(0.5, facts.record),
              round(plan.change.hoursAfter * 1.2, 2),
            ),
      ];
    default:
      return [
        claim("proxy", `The hours of ten runs are measured by ${longDay(soon)}`, soon, odds(0.6, null), 10),
        claim(
          "final",
          `A run still takes at most ${counted(plan.change.hoursBefore, "hour")} on ${longDay(late)}`,
          late,
          odds(0.7, facts.record),
          plan.change.hoursBefore,
        ),
      ];
  }
}

/** What approving does: tasks with days and hours, and a message to each who has to know. */
export function effectsOf(plan: Plan, said: string): PlannedAction[] {
  const { title, verdict, now, facts } = plan;
  const told = tell(["CEO", "owner"], verdict, title, said);
  const measure = task(
    "Operations",
    "Measure ten runs of the present way",
    "Hours from start to finish, errors, who waits for whom. Without it nobody can show the saving.",
    { days: 14, hours: 6, priority: "high" },
  );
  if (verdict === "leave as it is" || verdict === "measure first") return [measure, ...told];
  const cap = now > 0 ? ` At most ${money(now, facts.currency)} may be spent.` : "";
  return [
    measure,
    verdict === "change"
      ? task(
          "Operations",
          "Bring the new way in",
          `Train everybody, name who answers questions, switch the old way off on a day.${cap}`,
          { days: 45, hours: 30, priority: "high" },
        )
      : task(
          "Operations",
          "Run the pilot with one team for four weeks",
          `The same measure as before, and a way back.${cap}`,
          { days: 42, hours: 16, priority: "high" },
        ),
    task(
      "Operations",
      "Say what the freed hours are used for",
      "An hour saved is worth nothing until somebody does something else with it.",
      { days: 28, hours: 2 },
    ),
    ...told,
  ];
}
