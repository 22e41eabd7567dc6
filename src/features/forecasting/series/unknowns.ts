import { addDays } from "#contract/days.ts";
import type { Calendar } from "#features/forecasting/series/calendar.ts";
import { minPoints, type Scale } from "#features/forecasting/series/scale.ts";

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** The forecast's limitations, most important first. */
export function unknownsOf(
  { first, values, closed, known }: Calendar,
  { asked, reach, scale, yearly }: { asked: number; reach: number; scale: Scale; yearly: boolean },
): string[] {
  const sentences: string[] = [];
  if (reach < asked)
    sentences.push(`${values.length} days of history allow a forecast of ${reach} days, not ${asked}.`);
  const closedDays = closed.flatMap((isClosed, slot) => (isClosed ? [weekdayOf(addDays(first, slot))] : []));
  if (closedDays.length > 0)
    sentences.push(`No figures on ${joinNames(closedDays)} for weeks, so these days count as closed.`);
  const open = [...values.keys()].filter((at) => !closed[at % 7]).length;
  if (known < 0.9 * open) sentences.push(`${open - known} of ${open} days have no figure and are left out.`);
  if (!scale.isLog && scale.zeros > 0.5)
    sentences.push("Most days have no revenue, so the total is more reliable than single days.");
  if (values.length < 4 * reach && values.length >= minPoints)
    sentences.push(`The history has fewer than four periods of ${reach} days, so intervals of later days are rough.`);
  sentences.push(
    yearly
      ? "Seasonality is based on only one or two years."
      : "Seasonality is not included: it needs 60 weeks of figures.",
    "Price changes, campaigns, lost customers and large single orders are not included.",
  );
  return sentences;
}

const weekdayOf = (day: string): string => `${weekdays[new Date(day).getUTCDay()]}s`;

const joinNames = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
