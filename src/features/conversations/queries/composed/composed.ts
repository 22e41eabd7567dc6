import { z } from "zod";
import { type Query, query } from "#contract/query.ts";
import { day } from "#contract/words.ts";
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
const several = z.strictObject({
  kind: z.enum(["compare", "each", "except", "both"]),
  parts: z.array(measured).min(1).max(6),
  /** The question is whether the first value is the higher or the lower one. */
  asks: z.enum(["more", "less"]).nullable().default(null),
});
export type Several = z.infer<typeof several>;

/** What is planned by month, such as an account of the ledger; profit is income less costs. */
const planned = z.strictObject({
  name: z.string(),
  /** Less than planned is better. */
  isCost: z.boolean(),
  /** Added (1) or taken off (-1); each is a sum by month. */
  terms: z.array(z.strictObject({ sign: z.number(), actual: query, budget: query })).min(1),
});
export type Planned = z.infer<typeof planned>;

/** What has a budget: an account of the ledger, or a figure beside which another is its budget. */
export type Plannable = Pick<Planned, "name" | "isCost"> & { actual: Query; budget: Query };

/** Amounts beside their budgets. */
const budgets = z.strictObject({
  kind: z.literal("budgets"),
  items: z.array(planned).min(1).max(6),
  /** As a whole, by month, or by a field such as the account. */
  by: z.string().nullable(),
  /** What is asked of each: both amounts, what is left, or whether it is over, under, or better or worse than planned. */
  asks: z.enum(["both", "left", "over", "under", "better", "worse"]),
  /** A question for yes or no: of the whole, of any part or of all of them. */
  yes: z.enum(["whole", "any", "all"]).nullable(),
  /** Only the part that is furthest from its budget. */
  isFurthest: z.boolean(),
  /** The months that were asked for; null: the fiscal year so far. */
  period: z.strictObject({ from: day, to: day }).nullable(),
});
export type Budgets = z.infer<typeof budgets>;

/** What was won, or lost, of the deals that were decided. */
const outcomes = z.strictObject({
  kind: z.literal("outcomes"),
  state: z.enum(["won", "lost"]),
  /** The deals it is of, whatever became of them. */
  query,
  /** Its period is of the days on which they were opened. */
  isOpened: z.boolean(),
  /** The lowest group first. */
  isLowest: z.boolean(),
  /** The question is whether this group comes before the other one. */
  leads: z.string().nullable(),
});
export type Outcomes = z.infer<typeof outcomes>;

/** A name with several meanings, with the question for each. */
const unclear = z.strictObject({
  kind: z.literal("unclear"),
  written: z.string(),
  meant: z.array(z.strictObject({ name: z.string(), question: z.string() })),
});

export const composed = z.discriminatedUnion("kind", [several, budgets, outcomes, unclear]);
export type Composed = z.infer<typeof composed>;
