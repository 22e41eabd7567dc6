import { z } from "zod";
import { queryReading } from "#features/conversations/queries/query-reading.ts";

/** The value of one query, or of one divided by another: both are named in the answer. */
const measured = z.strictObject({
  /** What tells this value from the others; empty: its period. */
  label: z.string().default(""),
  of: queryReading,
  over: queryReading.nullable().default(null),
  /** "Per hundred" is 100. */
  times: z.number().default(1),
  /** Divided by the time it took, in these units. */
  per: z.enum(["day", "week", "month", "quarter", "year"]).nullable().default(null),
});
export type Measured = z.infer<typeof measured>;

/**
 * A question made of several queries. `compare`: values beside each other, `each`: one answer after the other,
 * `except` and `both`: the members of the first that are not, or are as well, in the second.
 */
export const composed = z.strictObject({
  kind: z.enum(["compare", "each", "except", "both"]),
  parts: z.array(measured).min(1).max(6),
  /** The question is whether the first value is the higher or the lower one. */
  asks: z.enum(["more", "less"]).nullable().default(null),
});
export type Composed = z.infer<typeof composed>;
