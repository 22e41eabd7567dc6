import { pluralize, formatMoney, percent } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import { addMonths } from "./calendar.ts";
import type { Facts } from "./decision-type.ts";
import { floorRound, round } from "./figures.ts";
import { type Change, type Gain, horizon } from "./process-hours.ts";
import { forecasting, type Outcome, task } from "./proposal-parts.ts";

export type Verdict = "change" | "pilot first" | "leave as it is" | "measure first";

/** `costs`: the spending each verdict commits, company currency. */
export function outcomesOf(
  change: Change,
  gain: Gain,
  costs: Record<Verdict, number>,
  facts: Facts,
): Record<Verdict, Outcome> {
  const format = (value: number) => formatMoney(value, facts.currency);
  const hours = `${pluralize(round(gain.hours, 1), "hour")} per month`;
  const saving = format(gain.saving ?? 0);
  const paid =
    gain.paid === null
      ? `does not pay back in ${horizon} months`
      : gain.paid <= 0
        ? "has no upfront cost"
        : `pays back in month ${gain.paid}`;
  const { early, final } = forecasting(facts);
  const [soon, late, pilotEnds] = [addDays(facts.today, 28), addMonths(facts.today, 4), addDays(facts.today, 42)];
  // Less 30% for the learning curve and generous counting.
  const least = floorRound(Math.max(0, gain.hours * 0.7));
  const most = round(change.hoursAfter * 1.2, 2);
  const measure = task(
    "Operations",
    "Measure ten runs of the current process",
    "Record hours from start to finish, errors and waiting times, as the baseline for the saving.",
    { days: 14, hours: 6, priority: "high" },
  );
  const capOf = (verdict: Verdict) => (costs[verdict] > 0 ? ` Spend at most ${format(costs[verdict])}.` : "");
  const useHours = task(
    "Operations",
    "Plan how to use the hours saved",
    "Saved hours only pay off once they go into other work.",
    { days: 28, hours: 2 },
  );
  const waiting = {
    forecasts: [
      early("The hours of ten runs are measured", soon, 0.6, 10),
      final(
        (day) => `A run still takes at most ${pluralize(change.hoursBefore, "hour")} on ${day}`,
        late,
        0.7,
        change.hoursBefore,
      ),
    ],
    tasks: [measure],
  };
  return {
    change: {
      say: `Change: it saves ${hours} worth ${saving} after running costs, ${paid} and breaks even if savings come in up to ${percent(gain.fall ?? 0)} lower.`,
      forecasts: [
        early("Every team completes ten runs the new way", soon, 0.6, 10),
        final(`Measured savings reach ${pluralize(least, "hour")} per month`, late, 0.5, least),
      ],
      tasks: [
        measure,
        task(
          "Operations",
          "Roll out the new process",
          `Train everyone, name a contact for questions and set a date to switch off the old process.${capOf("change")}`,
          { days: 45, hours: 30, priority: "high" },
        ),
        useHours,
      ],
    },
    "pilot first": {
      say: `Pilot first: one team, four weeks, at most ${format(costs["pilot first"])}. The plan saves ${hours} worth ${saving} and ${paid}. Decide on the rollout once hours are measured.`,
      forecasts: [
        early("One team completes ten runs the new way", soon, 0.6, 10),
        final(`The pilot takes at most ${pluralize(most, "hour")} per run, measured`, pilotEnds, 0.5, most),
      ],
      tasks: [
        measure,
        task(
          "Operations",
          "Run the pilot with one team for four weeks",
          `Use the same metric as before and keep a rollback plan.${capOf("pilot first")}`,
          { days: 42, hours: 16, priority: "high" },
        ),
        useHours,
      ],
    },
    "leave as it is": {
      say:
        (gain.saving ?? 0) <= 0
          ? "Leave as it is: the new process saves nothing after running costs."
          : `Leave as it is: saving ${saving} per month does not recover ${format(gain.once ?? 0)} within ${horizon} months.`,
      ...waiting,
    },
    "measure first": {
      say: `Measure first: it saves ${hours}, but the hourly cost or the cost of the change is missing.`,
      ...waiting,
    },
  };
}
