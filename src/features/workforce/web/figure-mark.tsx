import type { ReactNode } from "react";
import { Link } from "wouter";
import { type Figure, type Gap, type Line, written } from "#contract/report.ts";
import { AskMe } from "#ui/kit/ask-me.tsx";
import { longDay } from "#ui/format.ts";

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

/** What stays with the figure before it at the end of a line. */
const closing = /^[.,;:)%”]+/;

/** A line of a report: words, and figures that can be asked where they come from. */
export function LineText({ line, figures }: { line: Line; figures: ReadonlyMap<string, Figure> }) {
  return (
    <>
      {line.map((part, at) => {
        if (typeof part === "string") return typeof line[at - 1] === "object" ? part.replace(closing, "") : part;
        const figure = figures.get(part.figure);
        if (!figure) return "an unknown figure";
        const next = line[at + 1];
        const end = typeof next === "string" && closing.exec(next)?.[0];
        return (
          <span key={`${part.figure} ${at}`} className="whitespace-nowrap">
            <FigureMark figure={figure} />
            {end}
          </span>
        );
      })}
    </>
  );
}
