import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { exploreHref } from "#contract/query.ts";
import { currency, day, id, instant, lengths, text } from "#contract/words.ts";

export const metricName = z
  .string()
  .max(lengths.name)
  .regex(/^[a-z][a-z0-9_]*$/, "Use lowercase letters, digits and underscores");

/**
 * Sources, best first: only the best one of a day counts, and figures are never summed across sources. `records` are
 * worked out of the company's own records.
 */
export const metricSources = ["manual", "stripe", "quickbooks", "records", "api", "csv"] as const;
export type MetricSource = (typeof metricSources)[number];

const amount = z.number().min(-1e15).max(1e15);

export const metricPoint = z.strictObject({
  metricName,
  metricValue: z.number(),
  currency: currency.nullable(),
  measurementDate: day,
  source: z.enum(metricSources),
  recordedAt: instant,
});
export type MetricPoint = z.infer<typeof metricPoint>;

/** The page that shows a metric by day, the latest day first. */
export const figurePage = (name: string): string =>
  exploreHref({
    subject: "figures",
    filters: [{ field: "name", test: "is", values: [name] }],
    groupBy: { field: "day", unit: "day" },
    measure: { of: "latest" },
    order: "last",
  });

export const listMetrics = endpoint("GET", "/api/metrics", {
  summary: "One metric's series, oldest first, with the best source's figure per day; at most 1,000 days.",
  query: { name: metricName, from: day.optional(), to: day.optional() },
  response: z.array(metricPoint),
  access: "viewer",
  tool: {
    name: "get_figure",
    effect: "read",
    hint: "list_figures has the names.",
    thing: { id: "figure/:name", page: ({ name = "" }) => figurePage(name) },
  },
});

export const listSeries = endpoint("GET", "/api/metrics/series", {
  summary: "Every metric with its latest figure and number of days; at most 500.",
  response: z.array(z.strictObject({ latest: metricPoint, days: z.number().int() })),
  access: "viewer",
  rate: "polled",
  tool: { name: "list_figures", effect: "read" },
});

export const recordMetrics = endpoint("POST", "/api/metrics", {
  summary: "Records up to 1,000 figures, manually or by API; replaces figures of the same day and source.",
  body: z.strictObject({
    source: z.enum(["manual", "api"]),
    points: z
      .array(
        z.strictObject({
          metricName,
          metricValue: amount,
          currency: currency.nullish(),
          measurementDate: day,
        }),
      )
      .min(1, "Send at least one figure")
      .max(1000, "Send at most 1,000 figures at a time"),
  }),
  response: z.strictObject({ added: z.number().int(), changed: z.number().int(), unchanged: z.number().int() }),
  access: "member",
});

export const dateFormats = ["YYYY-MM-DD", "DD/MM/YYYY", "MM/DD/YYYY", "DD.MM.YYYY"] as const;

/** A bad line of an import: its number (the heading is line 1) and its problem. */
const badLine = z.strictObject({ line: z.number().int(), sentence: z.string() });

export const metricImport = z.strictObject({
  id,
  fileName: z.string(),
  metricName,
  currency: currency.nullable(),
  status: z.enum(["waiting", "running", "done", "failed"]),
  /** Lines read so far and in total; `total` is null until the file has been counted. */
  read: z.number().int(),
  total: z.number().int().nullable(),
  added: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  /** The first 100 bad lines; a file with any bad line is not imported. */
  badLines: z.array(badLine),
  badCount: z.number().int(),
  /** The result in one sentence; null while it runs. */
  sentence: z.string().nullable(),
  createdAt: instant,
});
export type MetricImport = z.infer<typeof metricImport>;

export const importMetrics = endpoint("POST", "/api/metrics/imports", {
  summary: "Takes a CSV file as the body (text/csv, at most 25 MB) and imports it in the background.",
  query: {
    fileName: text(lengths.title),
    metricName,
    dateColumn: text(lengths.title),
    valueColumn: text(lengths.title),
    dateFormat: z.enum(dateFormats),
    currency: currency.optional(),
  },
  body: z.string().max(26_214_400),
  response: metricImport,
  access: "member",
  upload: "text/csv",
});

export const getImport = endpoint("GET", "/api/metrics/imports/:id", {
  summary: "An import's progress.",
  params: { id },
  response: metricImport,
  access: "viewer",
  rate: "polled",
});
