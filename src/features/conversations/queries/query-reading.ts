import { z } from "zod";
import { query } from "#contract/query.ts";

export const queryReading = z.strictObject({
  query,
  isMore: z.boolean(),
  unused: z.array(z.string()),
  vague: z.array(z.string()).default([]),
  unmet: z.array(z.string()).default([]),
  why: z.boolean().default(false),
  isNamed: z.boolean().default(false),
  namesOwn: z.boolean().optional(),
  asks: z.enum(["yesNo", "difference"]).nullish(),
  isDown: z.boolean().optional(),
  kind: z.enum(["value", "rows", "ranking", "names", "series"]),
});
