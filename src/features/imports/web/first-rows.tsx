import type { Preview } from "#features/imports/contract.ts";
import { count } from "#ui/format.ts";
import { cx } from "#ui/kit/cx.ts";
import { Fold } from "#ui/kit/fold.tsx";

/** The first rows as they will stand, and the lines that hold no record. */
export function FirstRows({ preview }: { preview: Preview }) {
  const { shown, rows, left, leftCount } = preview;
  const numeric = numericLabels(preview);
  const align = (label: string | undefined) => numeric.has(label ?? "") && "num text-right";
  return (
    <>
      {rows.length > 0 && (
        <div
          role="region"
          aria-label="First rows as they will stand"
          tabIndex={0}
          className="max-h-64 overflow-auto text-sm"
        >
          <table>
            <thead>
              <tr>
                <th scope="col">Line</th>
                {shown.map((label, at) => (
                  <th key={at} scope="col" className={cx("whitespace-nowrap", align(label))}>
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ line, cells, fault }) => (
                <tr key={line}>
                  <td className="num text-ink-3">{count(line)}</td>
                  {fault ? (
                    <td colSpan={shown.length} className="text-danger">
                      {fault}
                    </td>
                  ) : (
                    cells.map((cell, at) => (
                      <td key={at} className={cx("max-w-48 truncate whitespace-nowrap", align(shown[at]))}>
                        {cell}
                      </td>
                    ))
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {leftCount > 0 && (
        <Fold title={`Lines without a record (${count(leftCount)})`}>
          <ul className="max-h-48 overflow-auto pt-1">
            {left.map(({ line, why, text }) => (
              <li key={line} className="flex gap-3 border-t border-line py-1">
                <span className="num w-12 flex-none text-ink-3">{count(line)}</span>
                <span className="w-32 flex-none text-ink-2">{why}</span>
                <span className="min-w-0 truncate">{text}</span>
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </>
  );
}

function numericLabels({ columns, fields }: Preview): Set<string> {
  const isNumeric = (name: string) =>
    columns.some(({ field, reading }) => field === name && /^(amounts|numbers|percents)/.test(reading));
  return new Set(fields.filter(({ name }) => isNumeric(name)).map(({ label }) => label));
}
