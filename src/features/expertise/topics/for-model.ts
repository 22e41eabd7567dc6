import type { ModelText } from "#agency/model/desk.ts";
import type { Line } from "#contract/report.ts";
import type { Origin } from "#contract/origins.ts";
import type { Conclusion } from "./topic.ts";

const lineText = (line: Line): string =>
  line.map((part) => (typeof part === "string" ? part : `{${part.figure}}`)).join("");

/** Lists every figure of the conclusion, so that the model can cite it. */
export function describeConclusion(conclusion: Conclusion, origins: readonly Origin[]): ModelText {
  const { headline, section, answers, figures, facts, missing, concerns } = conclusion;
  const lines = [headline ?? [], ...Object.values(answers), ...section.lines, ...concerns.map(({ line }) => line)];
  const sentences = [...new Set(lines.map(lineText).filter(Boolean))];
  const { table } = section;
  const rows = table
    ? [table.columns, ...table.rows.map((row) => row.map(lineText))].map((row) => row.join(" | "))
    : [];
  const body = [
    section.title,
    // Answers repeat sentences of the section.
    ...sentences.filter((one) => !sentences.some((other) => other !== one && other.includes(one))),
    ...rows,
  ].join("\n");
  const others = figures.filter(({ id }) => !body.includes(`{${id}}`));
  const text = [
    body,
    ...(others.length > 0 ? ["More figures:", ...others.map(({ id, label }) => `- ${label}: {${id}}`)] : []),
    ...missing.map(({ what, needed }) => `Missing: ${what}; needed: ${needed}`),
  ].join("\n");
  return { text, figures, facts, origins };
}
