import type { Preview } from "#features/imports/contract.ts";
import { count } from "#ui/format.ts";

/** The first rows as they will stand, and the lines that hold no record. */
export function FirstRows({ preview: { shown, rows, left, leftCount } }: { preview: Preview }) {
  return (
    <>
      {rows.length > 0 && (
        <div role="region" aria-label="First rows as they will stand" tabIndex={0} className="overflow-x-auto text-sm">
          <table>
            <thead>
              <tr>
                <th scope="col">Line</th>
                {shown.map((label, at) => (
                  <th key={at} scope="col" className="whitespace-nowrap">
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
                      <td key={at} className="max-w-48 truncate whitespace-nowrap">
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
        <details className="text-sm">
          <summary className="font-medium">Lines without a record ({count(leftCount)})</summary>
          <ul className="max-h-48 overflow-auto pt-1">
            {left.map(({ line, why, text }) => (
              <li key={line} className="flex gap-3 border-t border-line py-1">
                <span className="num w-12 flex-none text-ink-3">{count(line)}</span>
                <span className="w-32 flex-none text-ink-2">{why}</span>
                <span className="min-w-0 truncate">{text}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
