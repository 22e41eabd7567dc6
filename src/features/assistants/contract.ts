import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { lengths, typed } from "#contract/words.ts";

const source = z.strictObject({
  /** "decision/5f0c…": what fetch takes. */
  id: z.string(),
  title: z.string(),
  text: z.string(),
  /** The page that opens it. */
  href: z.string(),
});
export type Source = z.infer<typeof source>;

export const findSources = endpoint("GET", "/api/sources", {
  summary:
    "Searches everything: records, decisions, tasks and figures whose names contain every word, then passages of the Brain nearest to the question.",
  query: { query: typed(lengths.reason).min(2, "Type at least 2 characters") },
  response: z.strictObject({ results: z.array(source) }),
  access: "viewer",
  tool: { name: "search", effect: "read", hint: "fetch takes the ids." },
});
