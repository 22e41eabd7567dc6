import { longDay } from "#contract/format.ts";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { type Figure, type Gap, type Line, written } from "#contract/report.ts";
import { AskMe } from "#ui/kit/ask-me.tsx";

const level = (share: number): string => `${Math.round(share * 100)}%`;

/** A figure that says where it comes from. */
function FigureMark({ figure }: { figure: Figure }) {
  const { source, range, formula } = figure;
  const at = (value: number) => written({ ...figure, value });
  const rows: [string, ReactNode][] = [
    ["Source", source.href ? <Link href={source.href}>{source.label}</Link> : source.label],
    ...(source.asOf ? [["As of", longDay(source.asOf)] as [string, ReactNode]] : []),
    ...(range
      ? [[`Between (${level(range.level)})`, `${at(range.low)} and ${at(range.high)}`] as [string, ReactNode]]
      : []),
    ...(formula ? [["Worked out", formula] as [string, ReactNode]] : []),
  ];
  return (
    <AskMe title={figure.label} rows={rows}>
      <span className="num font-medium">{written(figure)}</span>
    </AskMe>
  );
}

/** What it would take, with the way to the page where it is brought. */
export const Bringing = ({ needed, href }: Pick<Gap, "needed" | "href">) =>
  href ? <Link href={href}>{needed}</Link> : needed;

/** What stays beside a figure where a line ends: brackets and quotes before it, and the marks after it. */
const opening = /(?<![(“])[(“]+$/;
const closing = /^[.,;:)%”]+/;

/** A line of a report: words, and figures that can be asked where they come from. */
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
