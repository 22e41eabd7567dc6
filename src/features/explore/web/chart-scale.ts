import type { CalendarUnit } from "#contract/query.ts";
import { fiscalYearName } from "#contract/spans.ts";

const stepFactors = [1, 2, 2.5, 5, 10];

/** Two to four round values for the chart's lines, including zero. */
export function ticksOf(low: number, high: number, isWhole: boolean): number[] {
  const [bottom, top] = [Math.min(low, 0), Math.max(high, 0)];
  const span = top - bottom || 1;
  const size = 10 ** Math.floor(Math.log10(span / 2));
  const possible = stepFactors.map((factor) => factor * size).filter((step) => !isWhole || Number.isInteger(step));
  const step = possible.find((one) => span / one <= 3) ?? Math.max(1, ...possible);
  const first = Math.floor(bottom / step);
  const last = Math.max(Math.ceil(top / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step);
}

const monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

export type AxisLabel = { text: string /** Shown below the first label of a year. */; year: string | null };

/** Labels below the chart; empty where there is no room. `room`: pixels per unit. */
export function axisLabels(keys: readonly string[], unit: CalendarUnit, room: number): AxisLabel[] {
  const isOneYear = new Set(keys.map((key) => key.slice(0, 4))).size === 1;
  const nameOf = (key: string): string => {
    const month = Number(key.slice(5, 7)) - 1;
    const name = monthNames[month] ?? "";
    if (unit === "year") return key.slice(0, 4);
    if (unit === "fiscalYear") return month === 0 ? key.slice(0, 4) : fiscalYearName(key);
    if (unit === "quarter") return `Q${Math.floor(month / 3) + 1}`;
    if (unit === "month") return room < 26 ? name.slice(0, 1) : name;
    return `${Number(key.slice(8))} ${name}`;
  };
  const needed = Math.max(...keys.map((key) => nameOf(key).length)) * 7 + 8;
  const every = unit === "month" && room >= 11 ? 1 : Math.max(1, Math.ceil(needed / room));
  let shownYear = -Infinity;
  return keys.map((key, at) => {
    const year = key.slice(0, 4);
    const isFirst = at === 0 || keys[at - 1]?.slice(0, 4) !== year;
    const hasRoom = (at - shownYear) * room >= 36 && (keys.length - at) * room >= 14;
    const isShown = unit !== "year" && unit !== "fiscalYear" && !isOneYear && isFirst && hasRoom;
    if (isShown) shownYear = at;
    return { text: at % every === 0 ? nameOf(key) : "", year: isShown ? year : null };
  });
}
