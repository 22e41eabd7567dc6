import { longDay } from "#contract/format.ts";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { exploreRowsHref } from "#contract/query.ts";
import { type Figure, type Gap, type Line, formatFigure } from "#contract/report.ts";
import { AskMe } from "./ask-me.tsx";

const level = (share: number): string => `${Math.round(share * 100)}%`;

/** A figure with a link to its source. */
function FigureMark({ figure }: { figure: Figure }) {
  const { source, range, formula } = figure;
  const at = (value: number) => formatFigure({ ...figure, value });
  const explore = exploreRowsHref(source.href, figure.unit === "money");
  const opened = explore && <Link href={explore}>Open in Explore</Link>;
  const rows: [string, ReactNode][] = [
    ["Source", source.href ? <Link href={source.href}>{source.label}</Link> : source.label],
    ...(source.asOf ? [["As of", longDay(source.asOf)] as [string, ReactNode]] : []),
    ...(range
      ? [[`Between (${level(range.level)})`, `${at(range.low)} and ${at(range.high)}`] as [string, ReactNode]]
      : []),
    ...(formula ? [["Worked out", formula] as [string, ReactNode]] : []),
    ...(opened ? [["Rows", opened] as [string, ReactNode]] : []),
  ];
  return (
    <AskMe title={figure.label} rows={rows}>
      <span className="num font-medium">{formatFigure(figure)}</span>
    </AskMe>
  );
}

/** What would close the gap, with a link to the page that adds it. */
export const Bringing = ({ needed, href }: Pick<Gap, "needed" | "href">) =>
  href ? (
    // In a sentence color alone is not enough.
    <Link href={href} className="underline underline-offset-2">
      {needed}
    </Link>
  ) : (
    needed
  );

/** Punctuation that must not wrap away from a figure: brackets and quotes before it, marks after it. */
const opening = /(?<![(“])[(“]+$/;
const closing = /^[.,;:)%”]+/;

/** A line of a report, whose figures show their source on request. */
export function LineText({ line, figures }: { line: Line; figures: ReadonlyMap<string, Figure> }) {
  const beside = (part: Line[number] | undefined, mark: RegExp): string =>
    typeof part === "string" ? (mark.exec(part)?.[0] ?? "") : "";
  return (
    <>
      {line.map((part, at) => {
        const [before, after] = [line[at - 1], line[at + 1]];
        if (typeof part === "string") {
          const start = typeof before === "object" ? part.replace(closing, "") : part;
          return typeof after === "object" ? start.replace(opening, "") : start;
        }
        const figure = figures.get(part.figure);
        return (
          <span key={`${part.figure} ${at}`} className="whitespace-nowrap">
            {beside(before, opening)}
            {figure ? <FigureMark figure={figure} /> : "an unknown figure"}
            {beside(after, closing)}
          </span>
        );
      })}
    </>
  );
}
