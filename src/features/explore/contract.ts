import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { query, queryResult, querySubject } from "#contract/query.ts";
import { id, instant, lengths, required, text } from "#contract/words.ts";

export const listSubjects = endpoint("GET", "/api/explore/subjects", {
  summary: "Subjects of queries with their fields; figures include every metric of the company.",
  response: z.array(querySubject),
  access: "viewer",
  tool: { name: "list_subjects", effect: "read", hint: "Use their ids and field names in query_rows." },
});

export const exploreRows = endpoint("GET", "/api/explore", {
  summary:
    "Runs one read-only query over the company's rows: filters, period, groups, measure, comparison. `q` is the query as JSON.",
  query: {
    q: text(8_000)
      .min(1, "Choose what to look at")
      .meta({ examples: ['{"subject":"tasks"}'] }),
  },
  response: queryResult,
  access: "viewer",
  tool: {
    name: "query_rows",
    effect: "read",
    hint: "For counts, sums, averages, shares and comparisons. Read list_subjects first: it names the fields.",
    json: { q: query },
  },
});

export const searchRows = endpoint("GET", "/api/search", {
  summary: "Records, decisions and tasks whose names contain every word; at most 5 of each kind.",
  query: { q: text(lengths.name).trim().min(2, "Type at least 2 characters") },
  response: z.array(
    z.strictObject({
      subject: z.string(),
      many: z.string(),
      rows: z.array(
        z.strictObject({
          title: z.string(),
          detail: z.string(),
          href: z.string(),
          /** Its amount, status or days overdue. */
          aside: z.string().nullable(),
          isOverdue: z.boolean(),
        }),
      ),
    }),
  ),
  access: "viewer",
  rate: "polled",
});
export type SearchResult = z.infer<typeof searchRows.response>;

const title = required(lengths.name, "Give it a title");

export const pin = z.strictObject({
  id,
  title: z.string(),
  query,
  /** Who pinned it. */
  by: z.string(),
  createdAt: instant,
});
export type Pin = z.infer<typeof pin>;

export const listPins = endpoint("GET", "/api/explore/pins", {
  summary: "The queries pinned to the dashboard, oldest first.",
  response: z.array(pin),
  access: "viewer",
  rate: "polled",
});

export const mostPins = 12;

export const addPin = endpoint("POST", "/api/explore/pins", {
  summary: "Pins a query to the company's dashboard; at most 12.",
  body: z.strictObject({ title, query }),
  response: pin,
  access: "member",
});

export const removePin = endpoint("DELETE", "/api/explore/pins/:id", {
  summary: "Unpins a query.",
  params: { id },
  response: z.strictObject({ id }),
  access: "member",
});
