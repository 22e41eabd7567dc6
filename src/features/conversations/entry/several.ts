import type { Line, Report } from "#contract/report.ts";

/** More questions than this are not answered at once. */
export const mostAtOnce = 3;

/** The questions of a text that asks several; none of one that asks one. */
export function questionsIn(text: string): string[] {
  const all = text
    .split(/(?<=\?)\s+|\n+/)
    .map((one) => one.trim())
    .filter((one) => one.endsWith("?") && /\p{L}{2}/u.test(one));
  return all.length > 1 ? all : [];
}

/** The reports of several questions as one, their sentences one after another; their figures keep apart. */
export function joined(reports: readonly Report[]): Report {
  const apart = reports.map((report, at) => {
    const idOf = (id: string): string => `${id}_${at + 1}`;
    const inLine = (line: Line): Line =>
      line.map((part) => (typeof part === "string" ? part : { figure: idOf(part.figure) }));
    return {
      ...report,
      headline: inLine(report.headline),
      figures: report.figures.map((one) => ({ ...one, id: idOf(one.id) })),
      // A table may name figures by their place, so only sentences are joined.
      sections: report.sections.flatMap(({ table, lines, ...section }) =>
        table === null ? [{ ...section, table, lines: lines.map(inLine) }] : [],
      ),
    };
  });
  return {
    headline: apart.flatMap(({ headline }, at) => (at === 0 ? headline : [" ", ...headline])),
    sections: apart.flatMap(({ sections }) => sections),
    figures: apart.flatMap(({ figures }) => figures),
    facts: apart.flatMap(({ facts }) => facts),
    missing: apart.flatMap(({ missing }) => missing),
    proposals: apart.flatMap(({ proposals }) => proposals),
  };
}
