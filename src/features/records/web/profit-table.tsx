import { shortDay } from "#contract/format.ts";
import type { ProfitTable as Table } from "#features/records/books/contract.ts";
import { type ProfitRow, profitRows } from "#features/records/books/profit.ts";
import { rowsOfMonth } from "#features/records/books/links.ts";
import { money, nothing, percent } from "#ui/format.ts";
import { useNarrow } from "#ui/narrow.ts";
import { cx } from "#ui/kit/cx.ts";
import { Link } from "wouter";

/** Profit and loss: accounts down, months across, with totals and how far they are from the budget. */
export function ProfitTable({ table }: { table: Table }) {
  const narrow = useNarrow();
  // A phone shows two months at a time: the newest first.
  const inOrder = <Value,>(values: readonly Value[]) => (narrow ? values.toReversed() : values);
  const rows = profitRows(table);
  const hasBudget = rows.some(({ budget }) => budget !== null);
  const show = (value: number | null) => (value === null ? nothing : money(value, table.currency));
  return (
    <div role="region" aria-label="Profit and loss by month" tabIndex={0} className="overflow-x-auto">
      <table>
        <thead>
          <tr>
            <th scope="col" className="sticky left-0 bg-canvas">
              Account
            </th>
            {inOrder(table.months).map((month) => (
              <th key={month} scope="col" className="text-right! whitespace-nowrap">
                <Link href={rowsOfMonth(month)} className="text-ink-2">
                  {shortDay(month).slice(2)}
                </Link>
              </th>
            ))}
            <th scope="col" className="text-right!">
              Total
            </th>
            {hasBudget && (
              <>
                <th scope="col" className="text-right!">
                  Budget
                </th>
                <th scope="col" className="text-right!">
                  Variance
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at} className={cx(row.kind !== "account" && "font-medium", row.kind === "result" && "bg-sunken")}>
              <td
                className={cx(
                  "sticky left-0 max-w-32 truncate md:max-w-64",
                  row.kind === "result" ? "bg-sunken" : "bg-canvas",
                  row.kind === "account" && "pl-4! text-ink-2",
                )}
                title={row.label}
              >
                {row.label}
              </td>
              {inOrder(row.amounts).map((value, month) => (
                <td key={month} className={cx("num text-right whitespace-nowrap", (value ?? 0) < 0 && "text-danger")}>
                  {show(value)}
                </td>
              ))}
              <td className="num text-right whitespace-nowrap">{show(row.total)}</td>
              {hasBudget && (
                <>
                  <td className="num text-right whitespace-nowrap text-ink-2">{show(row.budget)}</td>
                  <td className={cx("num text-right whitespace-nowrap", row.isWorse && "text-danger")}>
                    <Variance row={row} show={show} />
                  </td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Variance({ row: { variance, budget }, show }: { row: ProfitRow; show: (value: number | null) => string }) {
  if (variance === null) return nothing;
  const share = budget
    ? ` (${variance > 0 ? "+" : ""}${percent(Math.round((variance / Math.abs(budget)) * 100))})`
    : "";
  return `${variance > 0 ? "+" : ""}${show(variance)}${share}`;
}
