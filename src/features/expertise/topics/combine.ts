import type { Figure, Line, Report, Section } from "#contract/report.ts";
import type { Conclusion } from "./topic.ts";

const prefixLine = (line: Line, prefix: string): Line =>
  line.map((part) => (typeof part === "string" ? part : { figure: `${prefix}${part.figure}` }));

const prefixSection = (section: Section, prefix: string): Section => ({
  title: section.title,
  lines: section.lines.map((line) => prefixLine(line, prefix)),
  table: section.table && {
    columns: section.table.columns,
    rows: section.table.rows.map((row) => row.map((cell) => prefixLine(cell, prefix))),
  },
});

/** Prefixes figure ids with the topic, so that they are unique across topics. */
export function prefixFigureIds(id: string, conclusion: Conclusion): Conclusion {
  const prefix = `${id}.`;
  const { headline, answers } = conclusion;
  return {
    ...conclusion,
    headline: headline && prefixLine(headline, prefix),
    section: prefixSection(conclusion.section, prefix),
    answers: Object.fromEntries(Object.entries(answers).map(([ask, line]) => [ask, prefixLine(line, prefix)])),
    figures: conclusion.figures.map((figure): Figure => ({ ...figure, id: `${prefix}${figure.id}` })),
    concerns: conclusion.concerns.map((concern) => ({ ...concern, line: prefixLine(concern.line, prefix) })),
  };
}

/** Says in whatever is told of a conclusion that a source has not been read for a while. */
export function withSilences(conclusion: Conclusion, silent: readonly string[]): Conclusion {
  if (silent.length === 0) return conclusion;
  const { headline, answers, section } = conclusion;
  const told = silent.map((sentence) => ` ${sentence}`);
  return {
    ...conclusion,
    headline: headline && [...headline, ...told],
    section: { ...section, lines: [...section.lines, ...silent.map((sentence): Line => [sentence])] },
    answers: Object.fromEntries(Object.entries(answers).map(([ask, line]) => [ask, [...line, ...told]])),
  };
}

const mostProposals = 3;

/** One report of several topics; their ids must be unique (see `prefixFigureIds`). */
export function combined(headline: Line, conclusions: readonly Conclusion[]): Report {
  return {
    headline,
    sections: conclusions.flatMap(({ section }) => (section.lines.length > 0 ? [section] : [])),
    figures: conclusions.flatMap(({ figures }) => figures),
    facts: conclusions.flatMap(({ facts }) => facts),
    missing: conclusions.flatMap(({ missing }) => missing),
    proposals: conclusions.flatMap(({ proposals }) => proposals).slice(0, mostProposals),
  };
}
