import { Link } from "wouter";
import type { Gap, Report, Section as ReportSection } from "#contract/report.ts";
import { Section } from "#ui/kit/section.tsx";
import { LineText } from "./figure-mark.tsx";

type Known = ReadonlyMap<string, Report["figures"][number]>;

/** What an executive said, every number with its source. */
export function ReportView({ report }: { report: Report }) {
  const figures: Known = new Map(report.figures.map((figure) => [figure.id, figure]));
  return (
    <>
      {report.sections.map((section) => (
        <SectionView key={section.title} section={section} figures={figures} />
      ))}
      <Gaps missing={report.missing} />
    </>
  );
}

export const Headline = ({ report, className }: { report: Report; className?: string }) => (
  <p className={className}>
    <LineText line={report.headline} figures={new Map(report.figures.map((figure) => [figure.id, figure]))} />
  </p>
);

function SectionView({ section, figures }: { section: ReportSection; figures: Known }) {
  const { title, lines, table } = section;
  return (
    <Section title={title}>
      <div className="border-t border-line py-1">
        {lines.map((line, at) => (
          <p key={at} className="max-w-[72ch] py-1.5 wrap-anywhere">
            <LineText line={line} figures={figures} />
          </p>
        ))}
      </div>
      {table && (
        <div className="overflow-x-auto" role="region" aria-label={`${title}, table`} tabIndex={0}>
          <table>
            <thead>
              <tr>
                {table.columns.map((column, at) => (
                  <th key={column} scope="col" className={at > 0 ? "text-right!" : undefined}>
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map((row, at) => (
                <tr key={at}>
                  {row.map((cell, place) => (
                    <td key={place} className={place > 0 ? "text-right" : "wrap-anywhere"}>
                      <LineText line={cell} figures={figures} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
}

/** What could not be said, and what it would take. */
function Gaps({ missing }: { missing: readonly Gap[] }) {
  if (missing.length === 0) return null;
  return (
    <Section title="What is missing" note={missing.length}>
      <ul>
        {missing.map(({ what, needed, href }) => (
          <li key={`${what} ${needed}`} className="flex flex-wrap gap-x-3 border-t border-line py-[9px]">
            <span className="min-w-0 flex-1 basis-64">{what}</span>
            <span className="text-ink-3">Needs {href ? <Link href={href}>{needed}</Link> : needed}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
