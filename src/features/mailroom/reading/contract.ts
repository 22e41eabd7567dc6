import { z } from "zod";
import { id } from "#contract/words.ts";

/** The most records that one answer states. */
export const mostFacts = 8;

/** A record that an answer may state: as a line, its figures and days as written there, and each by name for a model. */
export const citedFact = z.strictObject({
  kind: z.enum(["invoices", "tickets", "contracts", "deals"]),
  id,
  name: z.string(),
  text: z.string(),
  language: z.enum(["en", "de", "fr", "es", "it", "nl"]),
  figures: z.array(z.string()),
  values: z.record(z.string(), z.string()),
});
export type CitedFact = z.infer<typeof citedFact>;
