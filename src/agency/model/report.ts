import { z } from "zod";
import type { Desk, ModelText } from "#agency/model/desk.ts";
import type { Origin } from "#contract/origins.ts";
import { type Line, type Report, toLine } from "#contract/report.ts";

/** The report schema for models. */
export const writtenReport = z.strictObject({
  answered: z.boolean().describe("Whether the facts answer what was asked."),
  headline: z.string().min(1).max(1_000).describe("The answer in one or two sentences, facts cited as {f1}."),
  points: z.array(z.string().max(1_000)).max(12).describe("More sentences, only where they are needed."),
  missing: z
    .array(z.strictObject({ what: z.string().max(300), needed: z.string().max(300) }))
    .max(5)
    .describe("Data that would be needed and is not there."),
});
export type WrittenReport = z.output<typeof writtenReport>;

/** A model's report with its citations bound to figures the run has read. */
export function bindReport(
  { headline, points, missing }: Pick<WrittenReport, "headline" | "points" | "missing">,
  desk: Desk,
): Report {
  const first = desk.bind(headline);
  const lines = points.map((point) => desk.bind(point));
  const figures = desk.cited([first, ...lines]);
  const without = toLine` This is based on none of your company's data.`;
  return {
    headline: figures.length > 0 || desk.facts.length > 0 ? first : [...first, ...without],
    sections: lines.length > 0 ? [{ title: "Details", lines, table: null }] : [],
    figures,
    facts: [...desk.facts],
    missing: missing.map(({ what, needed }) => ({ what: desk.write(what), needed: desk.write(needed), href: null })),
    proposals: [],
  };
}

const asText = (line: Line): string =>
  line.map((part) => (typeof part === "string" ? part : `{${part.figure}}`)).join("");

/** A report as text for a model; `more` are lines with the same figures. */
export function describeReport(of: Report, origins: readonly Origin[], more: readonly Line[] = []): ModelText {
  const sections = of.sections.map(({ title, lines, table }) => {
    const rows = table ? [table.columns.join(" | "), ...table.rows.map((row) => row.map(asText).join(" | "))] : [];
    return [`## ${title}`, ...lines.map(asText), ...rows].join("\n");
  });
  const missing = of.missing.map(({ what, needed }) => `Missing for ${what}: ${needed}`);
  const text = [asText(of.headline), ...more.map(asText), ...sections, ...missing].join("\n\n");
  return { text, figures: of.figures, facts: of.facts, origins };
}
