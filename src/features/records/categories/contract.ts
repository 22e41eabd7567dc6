import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { id, lengths, text } from "#contract/words.ts";

const words = text(lengths.name).trim().min(1, "Leave it out, or fill it in");

/** A rule applies where all it names is true; the first that applies gives the category. */
const rule = z
  .strictObject({
    id,
    /** Words in the description, counterparty or reference, in any case. */
    contains: words.nullable(),
    counterparty: words.nullable(),
    sign: z.enum(["in", "out"]).nullable(),
    category: text(lengths.name).trim().min(1, "Is missing"),
  })
  .refine(({ contains, counterparty, sign }) => (contains ?? counterparty ?? sign) !== null, {
    message: "Name what the rule looks for",
    path: ["contains"],
  });
export type CategoryRule = z.infer<typeof rule>;

export const mostRules = 200;
export const categoryRules = z.strictObject({
  /** In their order, each with how many transactions have their category by it. */
  rules: z.array(z.strictObject({ ...rule.shape, rows: z.number().int() })),
  /** Transactions without a category, and those whose category a person or a file gave. */
  none: z.number().int(),
  given: z.number().int(),
});
export type CategoryRules = z.infer<typeof categoryRules>;

export const listRules = endpoint("GET", "/api/records/rules", {
  summary: "The rules that give transactions a category, with how many have theirs by each.",
  response: categoryRules,
  access: "viewer",
  rate: "polled",
});

export const setRules = endpoint("PUT", "/api/records/rules", {
  summary:
    "Replaces the rules and applies them. Categories set by a person or a file stay; setting the former rules undoes it.",
  body: z.strictObject({ rules: z.array(rule).max(mostRules, `At most ${mostRules} rules`) }),
  response: categoryRules,
  access: "member",
  rate: "normal",
});

export const applyRules = endpoint("POST", "/api/records/rules/apply", {
  summary: "Applies the rules again, for example after categories were cleared.",
  response: categoryRules,
  access: "member",
  rate: "normal",
});
