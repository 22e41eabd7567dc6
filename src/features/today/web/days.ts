import { addDays, daysBetween } from "#contract/days.ts";
import { shortDay } from "#contract/format.ts";
import { startOf } from "#contract/spans.ts";
import type { NeedShown } from "#features/today/contract.ts";
import { plural } from "#ui/format.ts";

export const mondayOf = (today: string): string => startOf(today, "week");
const weekday = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString("en-GB", { weekday: "short", timeZone: "UTC" });

/** "38 days overdue", "Today", "Sat 28 Nov". */
export function dueText({ on, past }: Pick<NeedShown, "on" | "past">, today: string): string {
  if (on === null || on === today) return "Today";
  if (on < today) return `${plural(daysBetween(on, today), "day")} ${past}`;
  return `${weekday(on)} ${shortDay(on).replace(/ \d{4}$/, "")}`;
}

type Group = "today" | "week" | "later";
export const groupOf = ({ on }: Pick<NeedShown, "on">, today: string): Group =>
  on === null || on <= today ? "today" : on <= addDays(mondayOf(today), 6) ? "week" : "later";

/** Until when a line can be snoozed. */
export const snoozeDays = (today: string): { label: string; until: string }[] => {
  const monday = addDays(mondayOf(today), 7);
  return [
    { label: "Snooze until tomorrow", until: addDays(today, 1) },
    ...(monday > addDays(today, 1) ? [{ label: "Snooze until Monday", until: monday }] : []),
    { label: "Snooze for two weeks", until: addDays(today, 14) },
  ];
};
