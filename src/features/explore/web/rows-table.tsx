import { shortDay } from "#contract/format.ts";
import { Link } from "wouter";
import type { FieldType, Order, QueryResult, QuerySubject } from "#contract/query.ts";
import type { Currency } from "#contract/words.ts";
import { count, money, nothing, percent } from "#ui/format.ts";
import { cx } from "#ui/kit/cx.ts";
import { Section } from "#ui/kit/section.tsx";
import { useNarrow } from "#ui/narrow.ts";
import { OrderHead } from "./result-table.tsx";
import { formatRows } from "./values.ts";
import { isNumeric, measuredField } from "./words.ts";

type Props = { subject: QuerySubject; result: QueryResult; onOrder: (order: Order) => void };
/** A column and its index in a row's cells. */
type Column = NonNullable<QueryResult["rows"]>["columns"][number] & { at: number };
type Row = NonNullable<QueryResult["rows"]>["rows"][number];

function shown(cell: Row["cells"][number] | undefined, type: FieldType, currency: Currency | null): string {
  if (cell === null || cell === undefined || cell === "") return nothing;
  if (typeof cell === "boolean") return cell ? "Yes" : "No";
  if (typeof cell === "string") return type === "day" ? shortDay(cell) : cell;
  if (type === "money" && currency) return money(cell, currency, "cents");
  return type === "share"
    ? percent(Math.round(cell * 1_000) / 10, 1).replace(".0%", "%")
    : count(Math.round(cell * 100) / 100);
}

/** Omits empty columns; of figures the day comes first, because the name is always the same. */
function columnsOf(subject: QuerySubject, { rows, query }: QueryResult): Column[] {
  if (!rows) return [];
  const measured = measuredField(subject, query)?.name;
  const isFilled = (at: number): boolean => rows.rows.some(({ cells }) => cells[at] != null && cells[at] !== "");
  const filled = rows.columns
    .map((column, at) => ({ ...column, at }))
    .filter(({ name, at }) => name !== subject.needs && (name === measured || isFilled(at)));
  const isFirst = ({ name }: Column): boolean => subject.needs !== null && name === subject.day;
  return [...filled.filter(isFirst), ...filled.filter((column) => !isFirst(column))];
}

/** Rows with links to their pages; two lines each on a phone. */
export function RowsTable({ subject, result, onOrder }: Props) {
  const narrow = useNarrow();
  const { rows, total, query } = result;
  if (!rows || rows.rows.length === 0) return null;
  const columns = columnsOf(subject, result);
  const measured = measuredField(subject, query)?.name;
  const day = query.day ?? subject.day;
  const isTruncated = rows.rows.length < total.rows;
  const note = isTruncated
    ? `${count(rows.rows.length)} of ${formatRows(total.rows, subject)}`
    : formatRows(total.rows, subject);
  return (
    <Section title="Rows" note={note}>
      {narrow ? (
        <Lines columns={columns} rows={rows.rows} measured={measured} label={result.title} />
      ) : (
        <div role="region" aria-label={result.title} tabIndex={0} className="overflow-x-auto">
          <table>
            <thead>
              <tr>
                {columns.map((column, place) => {
                  const { name, label } = column;
                  const space = follows(columns, place) ? "pl-4!" : undefined;
                  if (name === measured)
                    return (
                      <OrderHead key={name} query={query} down="largest" up="smallest" isFigure onOrder={onOrder}>
                        {label}
                      </OrderHead>
                    );
                  if (name === day)
                    return (
                      <OrderHead
                        key={name}
                        query={{ ...query, order: measured ? query.order : inTime(query.order) }}
                        down="last"
                        up="first"
                        {...(space ? { className: space } : {})}
                        onOrder={onOrder}
                      >
                        {label}
                      </OrderHead>
                    );
                  return (
                    <th key={name} scope="col" className={isNumeric(column) ? "text-right!" : space}>
                      {label}
                    </th>
                  );
                })}
              </tr>
            </thead>
            <tbody>
              {rows.rows.map((row, at) => (
                <tr key={row.href ?? at} className="hover:bg-sunken">
                  {columns.map((column, place) => (
                    <td
                      key={column.name}
                      className={cx(
                        isNumeric(column) || column.type === "day"
                          ? "num"
                          : place === 0
                            ? "max-w-80 min-w-32 truncate"
                            : "max-w-52 truncate",
                        isNumeric(column) && "text-right",
                        follows(columns, place) && "pl-4",
                        place > 0 && column.name !== measured && "text-ink-2",
                      )}
                    >
                      <Cell row={row} column={column} isFirst={place === 0} />
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

/** Text after a number needs more space. */
const follows = (columns: readonly Column[], place: number): boolean => {
  const [before, column] = [columns[place - 1], columns[place]];
  return !!before && isNumeric(before) && !!column && !isNumeric(column);
};

/** Counted rows are ordered by date, in the direction of the query's order. */
const inTime = (order: Order): Order => (order === "smallest" || order === "first" ? "first" : "last");

/** The first column links to the row's page. */
function Cell({ row, column, isFirst }: { row: Row; column: Column; isFirst: boolean }) {
  const text = shown(row.cells[column.at], column.type, row.currency);
  if (!isFirst || row.href === null) return text;
  return (
    <Link href={row.href} className="font-medium text-ink">
      {text}
    </Link>
  );
}

type LinesProps = { columns: readonly Column[]; rows: readonly Row[]; measured: string | undefined; label: string };

function Lines({ columns, rows, measured, label }: LinesProps) {
  const [title] = columns;
  const figure = columns.find(({ name }) => name === measured);
  const text = (row: Row, { at, type }: Column): string => shown(row.cells[at], type, row.currency);
  if (!title) return null;
  return (
    <ul aria-label={label}>
      {rows.map((row, at) => (
        <li key={row.href ?? at} className="border-t border-line py-2">
          <div className="flex items-baseline gap-3">
            <span className="min-w-0 flex-1 truncate">
              <Cell row={row} column={title} isFirst />
            </span>
            {figure && figure !== title && <span className="num flex-none font-medium">{text(row, figure)}</span>}
          </div>
          <div className="text-sm wrap-anywhere text-ink-2">
            {columns
              .filter((column) => column !== title && column !== figure && text(row, column) !== nothing)
              .map((column) => text(row, column))
              .join(" · ")}
          </div>
        </li>
      ))}
    </ul>
  );
}
