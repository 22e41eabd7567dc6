import type { ModelText } from "#agency/model/desk.ts";
import type { Line } from "#contract/report.ts";
import type { Origin } from "#contract/origins.ts";
import type { Conclusion } from "./topic.ts";

const inText = (line: Line): string =>
  line.map((part) => (typeof part === "string" ? part : `{${part.figure}}`)).join("");

/** Every figure can be cited by the model. */
export function describeConclusion(conclusion: Conclusion, origins: readonly Origin[]): ModelText {
  const { headline, section, answers, figures, facts, missing, concerns } = conclusion;
  const sentences = [headline ?? [], ...Object.values(answers), ...section.lines, ...concerns.map(({ line }) => line)];
  const table = section.table?.rows.map((row) => row.map(inText).join("; ")) ?? [];
  const text = [
    section.title,
    ...new Set(sentences.map(inText).filter(Boolean)),
    ...table.map((row) => `- ${row}`),
    "Figures:",
    ...figures.map(({ id, label }) => `- ${label}: {${id}}`),
    ...missing.map(({ what, needed }) => `Missing: ${what}; needed: ${needed}`),
  ].join("\n");
  return { text, figures, facts, origins };
}
