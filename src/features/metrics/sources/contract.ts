import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { day, instant } from "#contract/words.ts";
import { metricName, metricSources } from "#features/metrics/contract.ts";

const source = z.enum(metricSources);

/** A service whose rows come in by themselves, the kinds of records that come, and when it was last read to its end. */
const freshness = z.strictObject({
  source: z.string(),
  name: z.string(),
  kinds: z.array(z.string()),
  everyMinutes: z.number().int(),
  readAt: instant,
  /** What of it another source has too, and so counts twice; `isOwn`: what files, people and programs gave. */
  doubles: z.array(z.strictObject({ kind: z.string(), sentence: z.string(), isOwn: z.boolean() })),
});
export type Freshness = z.infer<typeof freshness>;

export const listFreshness = endpoint("GET", "/api/metrics/freshness", {
  summary: "The services whose rows come in by themselves, and when each was last read.",
  response: z.array(freshness),
  access: "viewer",
  rate: "polled",
});

export const listMetricSources = endpoint("GET", "/api/metrics/sources", {
  summary: "The sources a metric has figures from, best first. Of each day, only the best source's figure counts.",
  query: { name: metricName },
  response: z.strictObject({
    /** What a person chose to count first; null: the usual order. */
    chosen: source.nullable(),
    sources: z.array(z.strictObject({ source, days: z.number().int(), lastDay: day })),
  }),
  access: "viewer",
});

export const chooseMetricSource = endpoint("PUT", "/api/metrics/sources", {
  summary: "Chooses the source that counts first for a metric; null goes back to the usual order.",
  body: z.strictObject({ name: metricName, source: source.exclude(["manual"]).nullable() }),
  response: z.strictObject({ chosen: source.nullable() }),
  access: "admin",
});
