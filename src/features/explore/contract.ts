import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { query, queryResult, querySubject } from "#contract/query.ts";
import { id, instant, lengths, text } from "#contract/words.ts";

export const listSubjects = endpoint("GET", "/api/explore/subjects", {
  summary: "What can be asked about and by which fields; figures name every metric the company has.",
  response: z.array(querySubject),
  access: "viewer",
  rate: "normal",
});

export const exploreRows = endpoint("GET", "/api/explore", {
  summary:
    "Answers one read-only query over the company's own rows: filtered, over a period, grouped, measured, compared. `q` is the query as JSON.",
  query: { q: text(8_000).min(1, "Choose what to look at") },
  response: queryResult,
  access: "viewer",
  rate: "normal",
});

const title = text(lengths.name).trim().min(1, "Give it a title");

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

/** More than a person looks at. */
export const mostPins = 12;

export const addPin = endpoint("POST", "/api/explore/pins", {
  summary: "Pins a query to the dashboard, for everybody in the company; at most 12.",
  body: z.strictObject({ title, query }),
  response: pin,
  access: "member",
  rate: "normal",
});

export const removePin = endpoint("DELETE", "/api/explore/pins/:id", {
  summary: "Takes a query off the dashboard.",
  params: { id },
  response: z.strictObject({ id }),
  access: "member",
  rate: "normal",
});
