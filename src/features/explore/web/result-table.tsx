import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Order, Query, QueryResult, QuerySubject, Span } from "#contract/query.ts";
import { count, percent, plural, sentenceCase } from "#ui/format.ts";
import { cx } from "#ui/kit/cx.ts";
import { Section } from "#ui/kit/section.tsx";
import { leadersOf } from "./answer.ts";
import { formatChange, formatRows, formatValue } from "./values.ts";
import { groupNames, measureHead } from "./words.ts";

type Props = { subject: QuerySubject; result: QueryResult; onOrder: (order: Order) => void };

/** Every group with its values and a link to its rows; sortable by column. */
export function ResultTable({ subject, result, onOrder }: Props) {
  const { groups, groupCount, query, period, compared, total } = result;
  if (!groups) return null;
  const names = groupNames(subject, query);
  const head = measureHead(subject, query);
  const isCount = query.measure.of === "count";
  const hasShare = groups.some(({ share }) => share !== null);
  const { leaders } = leadersOf(groups, query);
  const best = leaders.length === 1 && groups.length > 1 ? leaders[0] : undefined;
  const amount = groupCount > groups.length ? `${count(groups.length)} of ` : "";
  const note = `${amount}${plural(groupCount, names.many.replace(/s$/, ""), names.many)}, ${formatRows(total.rows, subject)}`;
  const wide = "hidden md:table-cell";
  return (
    <Section title="Result" note={note}>
      <table aria-label={result.title}>
        <thead>
          <tr>
            <OrderHead query={query} down="last" up="first" onOrder={onOrder}>
              {names.one}
            </OrderHead>
            <OrderHead query={query} down="largest" up="smallest" isFigure onOrder={onOrder}>
              {compared && period ? shortSpan(period) : head}
            </OrderHead>
            {hasShare && (
              <th scope="col" className={cx("text-right!", wide)}>
                Share
              </th>
            )}
            {compared && (
              <>
                <th scope="col" title={compared.label} className={cx("text-right!", wide)}>
                  {shortSpan(compared)}
                </th>
                <th scope="col" className="text-right!">
                  Change
                </th>
              </>
            )}
            {!isCount && (
              <th scope="col" className="text-right!">
                {sentenceCase(subject.needs ? "days" : subject.many)}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => {
            const { key, label, value, previous, share, rows, href } = group;
            return (
              <tr key={key} className={cx("hover:bg-sunken", group === best && "font-semibold")}>
                <th
                  scope="row"
                  className={cx(
                    "h-row-dense min-w-24 border-t border-line py-1! text-sm! whitespace-normal! text-ink! wrap-anywhere",
                    group === best ? "font-semibold!" : key === null && "text-ink-3!",
                  )}
                >
                  {label}
                </th>
                <td className="num text-right">
                  {isCount ? <RowsLink href={href} rows={value ?? 0} of={label} /> : formatValue(value, result)}
                </td>
                {hasShare && (
                  <td className={cx("num text-right text-ink-2", wide)}>
                    {share === null ? "" : percent(share * 100, 1)}
                  </td>
                )}
                {compared && (
                  <>
                    <td className={cx("num text-right text-ink-2", wide)}>{formatValue(previous, result)}</td>
                    <td className="num text-right">{formatChange(value, previous, result)}</td>
                  </>
                )}
                {!isCount && (
                  <td className="num text-right">
                    <RowsLink href={href} rows={rows} of={label} />
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr className="font-semibold *:border-t-line-strong!">
            <th scope="row" className="h-row-dense border-t py-1! text-sm! font-semibold! text-ink!">
              {groupCount > groups.length ? "Total of all" : "Total"}
            </th>
            <td className="num text-right">{formatValue(total.value, result)}</td>
            {hasShare && <td className={cx("num text-right font-normal text-ink-2", wide)}>100%</td>}
            {compared && (
              <>
                <td className={cx("num text-right font-normal text-ink-2", wide)}>
                  {formatValue(total.previous, result)}
                </td>
                <td className="num text-right">{formatChange(total.value, total.previous, result)}</td>
              </>
            )}
            {!isCount && <td className="num text-right">{count(total.rows)}</td>}
          </tr>
        </tfoot>
      </table>
    </Section>
  );
}

/** A period in a column heading: "2026", "24 Oct–22 Nov 2026". */
const shortSpan = ({ label }: Span): string => label.replace(" to ", "–");

function RowsLink({ href, rows, of }: { href: string; rows: number; of: string }) {
  if (rows === 0) return <span className="text-ink-3">0</span>;
  return (
    <Link href={href} aria-label={`${count(rows)}, show the rows of ${of}`} className="inline-block min-w-6 leading-6">
      {count(rows)}
    </Link>
  );
}

type HeadProps = {
  query: Query;
  /** The orders of this column. */
  down: Order;
  up: Order;
  isFigure?: boolean;
  className?: string;
  onOrder: (order: Order) => void;
  children: ReactNode;
};

/** A sortable column heading: descending first, then ascending. */
export function OrderHead({ query: { order }, down, up, isFigure, className, onOrder, children }: HeadProps) {
  const Arrow = order === down ? ArrowDown : ArrowUp;
  const isOn = order === down || order === up;
  const first = isFigure ? down : up;
  return (
    <th
      scope="col"
      aria-sort={order === down ? "descending" : order === up ? "ascending" : undefined}
      className={cx(isFigure && "text-right!", className)}
    >
      <button
        type="button"
        onClick={() => onOrder(isOn ? (order === down ? up : down) : first)}
        className={cx(
          "inline-flex items-center gap-1 rounded-badge whitespace-normal hover:text-ink",
          isFigure && "text-right",
          isOn && "text-ink-2",
        )}
      >
        {children}
        {isOn && <Arrow size={12} strokeWidth={2} aria-hidden />}
      </button>
    </th>
  );
}
