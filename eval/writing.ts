import { formatLine, type Line, type Report } from "#contract/report.ts";
import type { RunPage } from "#features/runs/contract.ts";
import { withoutDays } from "./grade.ts";

/** What code can say against sentences of a report; with `must` their numbers cannot be relied on. */
export type WritingFaults = { must: readonly string[]; should: readonly string[] };

const number = /(\d[\d,]*(?:\.\d+)?)(?:\s?%|[kmb]n?\b)?( \(unverified\))?/gi;

/** Checks that every number is bound to a fact with a source or marked, and that no sentence is too long. */
export function checkWriting({ run }: RunPage, report: Report, lines: readonly Line[], longest: number): WritingFaults {
  const must: string[] = [];
  const should: string[] = [];
  const figures = new Map(report.figures.map((one) => [one.id, one]));
  const read = textsRead(run.given ?? [], report, lines);
  for (const line of lines) {
    for (const part of line) {
      if (typeof part !== "string") {
        if (!figures.get(part.figure)?.source.label) must.push(`the figure ${part.figure} has no source`);
        continue;
      }
      if (part.includes("(no such fact)")) must.push("cites a fact that does not exist");
      for (const [, found = "", mark] of withoutDays(part).matchAll(number))
        if (mark) should.push(`${found} is unverified`);
        else if (!read.includes(found)) must.push(`${found} is neither bound nor marked`);
    }
    const { length } = formatLine(line, report.figures);
    if (length > longest) should.push(`${length} characters, at most ${longest}`);
  }
  return { must, should };
}

/** What the agent has read outside of figures: numbers in names, periods and the request are no claims. */
function textsRead(given: NonNullable<RunPage["run"]["given"]>, report: Report, checked: readonly Line[]): string {
  const lines = report.sections.flatMap(({ lines: own, table }) => [...own, ...(table?.rows.flat() ?? [])]);
  const texts = lines.filter((line) => !checked.includes(line)).flat();
  return [
    ...given.map(({ text }) => text),
    ...texts.filter((part) => typeof part === "string"),
    ...report.figures.flatMap(({ label, source, formula }) => [label, source.label, formula ?? ""]),
    ...report.facts.flatMap(({ reference, value }) => [reference, value ?? ""]),
  ].join("\n");
}
