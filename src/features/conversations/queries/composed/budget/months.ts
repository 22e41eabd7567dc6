import { addDays } from "#contract/days.ts";
import { addMonths, endOf, spanOf, startOf } from "#contract/spans.ts";
import type { Budgets } from "#features/conversations/queries/composed/composed.ts";

/** The first days of the months in which something is recorded. */
export type Recorded = { actual: ReadonlySet<string>; budget: ReadonlySet<string> };
/** The months that are set beside their budgets, and what the asked months lack; `isOpen`: the month is not over. */
export type Months = {
  all: readonly string[];
  from: string;
  to: string;
  label: string;
  isOpen: boolean;
  notes: readonly string[];
};

const monthsOf = ({ from, to }: { from: string; to: string }): string[] => {
  const all: string[] = [];
  for (let month = startOf(from, "month"); month <= to; month = addMonths(month, 1)) all.push(month);
  return all;
};
const nameOf = (months: readonly string[]): string => {
  const [first = "", last = first] = [months[0], months.at(-1)];
  return spanOf({ kind: "between", from: first, to: endOf(last, "month") }, last).label;
};

/** The months that can be compared: over, with an actual and a budget. A sentence if there are none. */
export function comparedMonths(
  { period, asks }: Pick<Budgets, "period" | "asks">,
  { actual, budget }: Recorded,
  { today, fiscalYearStart }: { today: string; fiscalYearStart: number },
): Months | string {
  const isOver = (month: string): boolean => endOf(month, "month") < today;
  const newest = [...budget]
    .filter((month) => actual.has(month) && isOver(month))
    .toSorted()
    .at(-1);
  const year = startOf(asks === "left" ? today : (newest ?? today), "fiscalYear", fiscalYearStart);
  const span = period ?? { from: year, to: endOf(year, "fiscalYear") };
  const isWhole = span.from.endsWith("-01") && (span.to === today || addDays(span.to, 1).endsWith("-01"));
  if (!isWhole) return "Budgets are by month: ask about whole months.";
  const all = monthsOf(span);
  const planned = all.filter((month) => budget.has(month));
  const unplanned = all.filter((month) => !budget.has(month) && (isOver(month) ? actual.has(month) : false));
  if (planned.length === 0) return `No budget is recorded for ${nameOf(all)}.${recordedOf(budget, "Budgets")}`;
  const lacking = unplanned.length > 0 ? [`No budget is recorded for ${nameOf(unplanned)}, left out here.`] : [];
  if (asks === "left") return { ...daysOf(planned), isOpen: false, notes: lacking };
  const both = planned.filter((month) => actual.has(month));
  const closed = both.filter(isOver);
  const open = all.filter((month) => !isOver(month));
  if (closed.length === 0) {
    const [now] = both.filter((month) => month <= today);
    return now
      ? { ...daysOf([now]), isOpen: true, notes: [`${nameOf([now])} is not over.`] }
      : `Nothing is booked yet for ${nameOf(planned)}.${recordedOf(actual, "Actuals")}`;
  }
  const unbooked = planned.filter((month) => isOver(month) && !actual.has(month));
  const isAsked = period !== null && open.length > 0;
  return {
    ...daysOf(closed),
    isOpen: false,
    notes: [
      ...lacking,
      ...(unbooked.length > 0 ? [`Nothing is booked for ${nameOf(unbooked)}, left out here.`] : []),
      ...(isAsked ? [`${nameOf(open)} ${open.length > 1 ? "are" : "is"} not over and left out.`] : []),
    ],
  };
}

const daysOf = (months: readonly string[]) => ({
  all: months,
  from: months[0] ?? "",
  to: endOf(months.at(-1) ?? "", "month"),
  label: nameOf(months),
});

function recordedOf(months: ReadonlySet<string>, what: string): string {
  const all = [...months].toSorted();
  return all.length > 0 ? ` ${what} are recorded for ${nameOf(all)}.` : "";
}
