import { addDays } from "#contract/days.ts";
import type { Calendar } from "#features/forecasting/series/calendar.ts";
import { leastPoints, type Scale } from "#features/forecasting/series/scale.ts";

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** Takes a series and what was made of it; gives what the forecast cannot know, the weightiest first. */
export function unknownsOf(
  { first, values, closed, known }: Calendar,
  { asked, reach, scale, yearly }: { asked: number; reach: number; scale: Scale; yearly: boolean },
): string[] {
  const sentences: string[] = [];
  if (reach < asked)
    sentences.push(`${values.length} days of history carry a forecast of ${reach} days, not of ${asked}.`);
  const shut = closed.flatMap((isShut, slot) => (isShut ? [weekdayOf(addDays(first, slot))] : []));
  if (shut.length > 0) sentences.push(`No figures on ${listed(shut)} for weeks: taken as closed.`);
  const open = [...values.keys()].filter((at) => !closed[at % 7]).length;
  if (known < 0.9 * open) sentences.push(`${open - known} of ${open} days have no figure; they are left out.`);
  if (!scale.isLog && scale.zeros > 0.5)
    sentences.push("Most days have no revenue: the sum says more than a single day.");
  if (values.length < 4 * reach && values.length >= leastPoints)
    sentences.push(
      `There were fewer than four stretches of ${reach} days before: the intervals of the last days are rough.`,
    );
  sentences.push(
    yearly
      ? "It knows the seasons from one or two years only."
      : "It does not know the seasons of the year: that takes 60 weeks of figures.",
    "Changes of prices, campaigns, lost customers and single large orders are not in the figures.",
  );
  return sentences;
}

const weekdayOf = (day: string): string => `${weekdays[new Date(day).getUTCDay()]}s`;

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
