import { type Figure, formatFigure, formatLine, type Section } from "#contract/report.ts";
import { LineText } from "#ui/kit/report-line.tsx";

type Props = { section: Section; figures: ReadonlyMap<string, Figure> };

const calendar = new Set(["day", "week", "month", "quarter", "year"]);
const minColumns = 3;

/** The rows of an answer: a chart for calendar periods, otherwise a folded table. */
export function AnswerTable({ section, figures }: Props) {
  const { title, lines, table } = section;
  const known = [...figures.values()];
  if (!table || table.rows.length === 0)
    return lines.length > 0 && table === null && title.startsWith("Second opinion") ? (
      <p className="max-w-[76ch] text-sm text-ink-2">
        {title}: {lines.map((line) => formatLine(line, known)).join(" ")}
      </p>
    ) : null;
  const columns = calendar.has(table.columns[0] ?? "")
    ? table.rows.flatMap(([label = [], value = []]) => {
        const [part] = value;
        const figure = typeof part === "object" ? figures.get(part.figure) : undefined;
        return figure?.value == null ? [] : [{ label: formatLine(label, known), figure }];
      })
    : [];
  if (columns.length >= minColumns) return <Columns title={title} columns={columns} />;
  return (
    <details className="group min-w-0">
      <summary className="inline-block rounded-badge py-1 text-sm text-accent select-none">
        {table.rows.length === 1 ? "Show the row" : `Show ${table.rows.length} rows`}
      </summary>
      <div className="overflow-x-auto" role="region" aria-label={`${title}, table`} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {table.columns.map((column) => (
                <th key={column} scope="col" className="first-letter:uppercase">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row, at) => (
              <tr key={at}>
                {row.map((cell, place) => (
                  <td key={place} className="wrap-break-word">
                    <LineText line={cell} figures={figures} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** Columns in calendar order, the highest highlighted with its value. */
function Columns({ title, columns }: { title: string; columns: readonly { label: string; figure: Figure }[] }) {
  const values = columns.map(({ figure }) => figure.value ?? 0);
  const most = Math.max(...values, 0);
  if (most <= 0) return null;
  const highest = values.indexOf(most);
  const words = columns.map(({ label, figure }) => `${label} ${formatFigure(figure)}`).join(", ");
  return (
    <div role="img" aria-label={`${title}: ${words}`} className="max-w-[480px] pt-1 text-xs">
      <div aria-hidden className="flex h-28 items-end gap-1.5 border-b border-line-strong">
        {columns.map(({ label, figure }, at) => (
          <div
            key={label}
            className="flex h-full min-w-0 flex-1 flex-col items-center justify-end"
            title={`${label}: ${formatFigure(figure)}`}
          >
            {at === highest && <span className="num -mx-8 pb-0.5 font-medium">{formatFigure(figure)}</span>}
            <div
              className={`w-full max-w-9 rounded-t-[2px] ${at === highest ? "bg-accent" : "bg-ink-3/70"}`}
              style={{ height: `${Math.max(0, ((figure.value ?? 0) / most) * 80)}%` }}
            />
          </div>
        ))}
      </div>
      <div aria-hidden className="flex justify-between gap-2 pt-1 text-ink-3">
        <span>{columns[0]?.label}</span>
        <span>{columns.at(-1)?.label}</span>
      </div>
    </div>
  );
}
