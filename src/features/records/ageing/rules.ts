import { addDays } from "#contract/days.ts";

/** Days from today to the first and the last due day of each bucket; both null: no due day. */
export const buckets = [
  { label: "Not due", first: 0, last: null },
  { label: "1–30 days", first: -30, last: -1 },
  { label: "31–60 days", first: -60, last: -31 },
  { label: "61–90 days", first: -90, last: -61 },
  { label: "Over 90 days", first: null, last: -91 },
  { label: "No due day", first: null, last: null },
] as const;
type Bucket = (typeof buckets)[number];

/** The filter of a list that shows a bucket. */
export function filterOf({ first, last }: Bucket, today: string): Record<string, string> {
  if (first === null && last === null) return { unknown: "dueOn" };
  return {
    day: "dueOn",
    ...(first !== null && { from: addDays(today, first) }),
    ...(last !== null && { to: addDays(today, last) }),
  };
}
