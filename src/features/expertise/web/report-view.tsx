import type { Gap, Report, Section as ReportSection } from "#contract/report.ts";
import { SourceNote } from "#features/records/web/source-note.tsx";
import { Section } from "#ui/kit/section.tsx";
import { Bringing, LineText } from "#ui/kit/report-line.tsx";

type Known = ReadonlyMap<string, Report["figures"][number]>;

/** A report whose every number links to its source. */
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
    <SourceNote hrefs={report.figures.map(({ source }) => source.href)} />
  </p>
);

function SectionView({ section, figures }: { section: ReportSection; figures: Known }) {
  const { title, lines, table } = section;
  const isCounted = (column: number): boolean =>
    table?.rows.some((row) => row[column]?.some((part) => typeof part !== "string")) ?? false;
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
        <div className="mt-2 overflow-x-auto" role="region" aria-label={`${title}, table`} tabIndex={0}>
          <table>
            <thead>
              <tr>
                {table.columns.map((column, at) => (
                  <th key={column} scope="col" className={isCounted(at) ? "text-right!" : undefined}>
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map((row, at) => (
                <tr key={at}>
                  {row.map((cell, place) => (
                    <td key={place} className={isCounted(place) ? "text-right" : "wrap-break-word"}>
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

/** What is missing, and what would provide it. */
function Gaps({ missing }: { missing: readonly Gap[] }) {
  if (missing.length === 0) return null;
  // Several topics may miss the same data.
  const needs = Map.groupBy(missing, ({ needed }) => needed);
  return (
    <Section title="What is missing" note={needs.size}>
      <ul>
        {[...needs].map(([needed, gaps]) => (
          <li key={needed} className="border-t border-line py-[9px]">
            {[...new Set(gaps.map(({ what }) => what))].join(", ")}
            <span className="block text-sm text-ink-3">
              Needs <Bringing needed={needed} href={gaps[0]?.href ?? null} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
