import { cx } from "#ui/kit/cx.ts";

/** The first rows of a file, with the chosen columns highlighted. */
export function PreviewTable({ rows, marked }: { rows: readonly string[][]; marked: readonly string[] }) {
  const [heading = [], ...body] = rows;
  const tone = (column: number) =>
    cx("max-w-48 truncate whitespace-nowrap", !marked.includes(heading[column] ?? "") && "text-ink-3");
  return (
    <div role="region" aria-label="First rows of the file" tabIndex={0} className="overflow-x-auto">
      <table>
        <thead>
          <tr>
            {heading.map((name, column) => (
              <th
                key={column}
                scope="col"
                className={cx(tone(column), marked.includes(name) && "font-medium! text-ink!")}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row, at) => (
            <tr key={at}>
              {heading.map((_, column) => (
                <td key={column} className={tone(column)}>
                  {row[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
