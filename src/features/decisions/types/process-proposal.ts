import { pluralize, longDay, formatMoney } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import type { PlannedAction } from "#contract/actions.ts";
import type { Forecast } from "#features/decisions/contract.ts";
import { addMonths } from "./calendar.ts";
import type { Facts } from "./decision-type.ts";
import { odds } from "./evidence.ts";
import { floorRound, percent, round } from "./figures.ts";
import { type Change, type Gain, horizon } from "./process-hours.ts";
import { claim, task, verdictNotices } from "./proposal-parts.ts";

export type Verdict = "change" | "pilot first" | "leave as it is" | "measure first";

/** `now`: the spending an approval commits, company currency. */
export type Plan = { title: string; change: Change; gain: Gain; verdict: Verdict; now: number; facts: Facts };
const pilotEnds = ({ facts }: Plan): string => addDays(facts.today, 42);

/** Starts with the verdict. */
export function recommendationOf({ gain, verdict, now, facts }: Plan): string {
  const format = (value: number) => formatMoney(value, facts.currency);
  const hours = `${pluralize(round(gain.hours, 1), "hour")} per month`;
  const paid =
    gain.paid === null
      ? `does not pay back in ${horizon} months`
      : gain.paid <= 0
        ? "has no upfront cost"
        : `pays back in month ${gain.paid}`;
  switch (verdict) {
    case "change":
      return `Change: it saves ${hours} worth ${format(gain.saving ?? 0)} after running costs, ${paid} and breaks even if savings come in up to ${percent(gain.fall ?? 0)} lower.`;
    case "pilot first":
      return `Pilot first: one team, four weeks, at most ${format(now)}. The plan saves ${hours} worth ${format(gain.saving ?? 0)} and ${paid}. Decide on the rollout once hours are measured.`;
    case "leave as it is":
      return (gain.saving ?? 0) <= 0
        ? "Leave as it is: the new process saves nothing after running costs."
        : `Leave as it is: saving ${format(gain.saving ?? 0)} per month does not recover ${format(gain.once ?? 0)} within ${horizon} months.`;
    case "measure first":
      return `Measure first: it saves ${hours}, but the hourly cost or the cost of the change is missing.`;
  }
}

/** An early sign within 28 days and the outcome; a person resolves both. */
export function forecastsOf(plan: Plan): Forecast[] {
  const { gain, verdict, facts } = plan;
  const [soon, late] = [addDays(facts.today, 28), addMonths(facts.today, 4)];
  // Less 30% for the learning curve and generous counting.
  const least = floorRound(Math.max(0, gain.hours * 0.7));
  switch (verdict) {
    case "change":
    case "pilot first":
      return [
        claim(
          "proxy",
          `${verdict === "change" ? "Every team" : "One team"} completes ten runs the new way by ${longDay(soon)}`,
          soon,
          odds(0.6, null),
          10,
        ),
        verdict === "change"
          ? claim(
              "final",
              `Measured savings reach ${pluralize(least, "hour")} per month by ${longDay(late)}`,
              late,
              odds(0.5, facts.record),
              least,
            )
          : claim(
              "final",
              `The pilot takes at most ${pluralize(round(plan.change.hoursAfter * 1.2, 2), "hour")} per run, measured by ${longDay(pilotEnds(plan))}`,
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
          `A run still takes at most ${pluralize(plan.change.hoursBefore, "hour")} on ${longDay(late)}`,
          late,
          odds(0.7, facts.record),
          plan.change.hoursBefore,
        ),
      ];
  }
}

/** The tasks and messages an approval creates. */
export function effectsOf(plan: Plan, recommendation: string): PlannedAction[] {
  const { title, verdict, now, facts } = plan;
  const notices = verdictNotices(["CEO", "owner"], verdict, title, recommendation);
  const measure = task(
    "Operations",
    "Measure ten runs of the current process",
    "Record hours from start to finish, errors and waiting times, as the baseline for the saving.",
    { days: 14, hours: 6, priority: "high" },
  );
  if (verdict === "leave as it is" || verdict === "measure first") return [measure, ...notices];
  const cap = now > 0 ? ` Spend at most ${formatMoney(now, facts.currency)}.` : "";
  return [
    measure,
    verdict === "change"
      ? task(
          "Operations",
          "Roll out the new process",
          `Train everyone, name a contact for questions and set a date to switch off the old process.${cap}`,
          { days: 45, hours: 30, priority: "high" },
        )
      : task(
          "Operations",
          "Run the pilot with one team for four weeks",
          `Use the same metric as before and keep a rollback plan.${cap}`,
          { days: 42, hours: 16, priority: "high" },
        ),
    task("Operations", "Plan how to use the hours saved", "Saved hours only pay off once they go into other work.", {
      days: 28,
      hours: 2,
    }),
    ...notices,
  ];
}
