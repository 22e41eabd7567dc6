import { longDay } from "#contract/format.ts";
import { z } from "zod";
import type { Currency } from "#contract/words.ts";
import type { MetricSource } from "#features/metrics/contract.ts";
import { type Change, importSentence, sourceNames } from "#features/metrics/rules.ts";
import type { Line } from "#contract/events.ts";
import { event } from "#platform/journal/event.ts";

type Counts = { added: number; changed: number; unchanged: number };
/** The newest figure written, with its change; null without one to compare it with. */
export type Latest = { metric: string; day: string; value: number; currency: Currency | null; change: Change | null };

const ofMetric = { feed: "kpi_change", refreshes: ["metrics", "dashboard", "feed"] } as const;
const ofImport = { ...ofMetric, resource: "import" } as const;
const counts = { added: z.number(), changed: z.number(), unchanged: z.number() };

const words = (name: string): string => {
  const text = name.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
};
const figureOf = (latest: Latest | null): Pick<Line, "figure"> =>
  latest ? { figure: { value: latest.value, currency: latest.currency, change: latest.change?.percent ?? null } } : {};
const changeText = (latest: Latest | null): string[] => (latest?.change ? [latest.change.sentence] : []);
const withoutChange = (latest: Latest | null) => {
  if (!latest) return null;
  const { change: _, ...rest } = latest;
  return rest;
};

export const metricRecorded = event(
  "metric.recorded",
  {
    ...ofMetric,
    resource: "metric",
  },
  (counts: Counts, source: MetricSource, metrics: string[], latest: Latest | null) => {
    const amount = counts.added + counts.changed;
    const title = `${amount} ${amount === 1 ? "figure" : "figures"} recorded`;
    const from = source === "manual" ? ", entered manually" : ` from ${sourceNames[source]}`;
    return {
      id: null,
      title,
      details: { ...counts, source, metrics, latest: withoutChange(latest) },
      line: {
        ...(latest && { title: `${words(latest.metric)} for ${longDay(latest.day)}` }),
        text: [
          latest ? title : metrics.map(words).join(", "),
          from,
          { by: " by " },
          ...changeText(latest).map((text) => `. ${text}`),
        ],
        href: latest ? `/records/figures/${encodeURIComponent(latest.metric)}` : "/records/figures",
        impact: "low",
        ...figureOf(latest),
      },
    };
  },
);

export const metricImportStarted = event(
  "metric.import_started",
  { ...ofImport, feed: null },
  (id: string, fileName: string) => ({ id, title: `Import of ${fileName} started`, details: {} }),
);

/** Figures worked out of records; the feed shows the change of the records. */
export const metricsDerived = event(
  "metric.derived",
  {
    ...ofMetric,
    feed: null,
    resource: "metric",
  },
  (counts: Counts & { removed: number }, metrics: string[]) => ({
    id: null,
    title: "Figures worked out from records",
    details: { ...counts, metrics },
  }),
);

type Background = { inBackground?: true };

export const metricImported = event(
  "metric.imported",
  { ...ofImport, details: z.looseObject({ metric: z.string(), ...counts }) },
  (
    { id, fileName, metricName: metric }: { id: string; fileName: string; metricName: string },
    counts: Counts,
    latest: Latest | null,
    background: Background,
  ) => ({
    id,
    title: `${fileName} imported`,
    details: { metric, ...counts, badLines: 0, latest: withoutChange(latest), ...background },
    line: {
      text: [`${words(metric)}: ${importSentence(counts)}`, ...changeText(latest).map((text) => ` ${text}`)],
      href: `/?import=${id}`,
      impact: "low",
      ...figureOf(latest),
    },
  }),
);

export const metricImportFailed = event(
  "metric.import_failed",
  { ...ofImport, details: z.looseObject({}), severity: "warning" },
  (id: string, title: string, details: object) => ({
    id,
    title,
    details: { ...details },
    line: { text: ["Nothing was imported"], href: `/?import=${id}`, impact: "medium" },
  }),
);

export const metricSourceChosen = event(
  "metric.source_chosen",
  {
    ...ofMetric,
    resource: "metric",
  },
  (metric: string, from: MetricSource | null, to: MetricSource | null) => ({
    id: null,
    title: `${words(metric)}: ${to ? `${sourceNames[to]} counts first` : "the usual order of sources counts"}`,
    details: { metric, from, to },
    line: {
      text: [{ by: "Chosen by " }, "."],
      href: `/records/figures/${encodeURIComponent(metric)}`,
      impact: "medium" as const,
    },
  }),
);
