import type { ReactNode } from "react";
import { Link } from "wouter";
import { exploreHref, type QueryInput } from "#contract/query.ts";
import type { Answer } from "#contract/endpoint.ts";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { getLedgerSummary } from "#features/decisions/ledger/contract.ts";
import { AskMe } from "#ui/kit/ask-me.tsx";
import { cx } from "#ui/kit/cx.ts";
import { count, money, plural, wholePercent } from "#ui/format.ts";
import { Columns } from "#ui/kit/columns.tsx";

export type Summary = Answer<typeof getLedgerSummary>;

/** With fewer resolved forecasts no reliability is shown. */
export const enoughForecasts = 10;

const Cell = ({
  title,
  value,
  wide,
  children,
}: {
  title: string;
  value?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}) => (
  <div
    className={cx(
      "min-w-0 border-line py-3.5 pr-4 lg:not-first:border-l lg:not-first:pl-5",
      wide ? "max-lg:col-span-2 max-lg:border-t" : "max-lg:nth-2:border-l max-lg:nth-2:pl-4",
    )}
  >
    <dt className="text-xs text-ink-3">{title}</dt>
    {value && <dd className="num mt-1 text-fig leading-tight font-medium tracking-tighter">{value}</dd>}
    <dd className="mt-0.5 text-xs text-ink-3">{children}</dd>
  </div>
);

type FigureProps = { name: string; source: string; query: QueryInput; children: string };

/** A figure with its label and a link to its rows. */
function SummaryFigure({ name, source, query, children }: FigureProps) {
  const rows = <Link href={exploreHref(query)}>Open in Explore</Link>;
  return (
    <AskMe
      title={name}
      rows={[
        ["Source", source],
        ["Left out", "tests"],
        ["Rows", rows],
      ]}
    >
      {children}
    </AskMe>
  );
}

const pendingQuery: QueryInput = {
  subject: "decisions",
  filters: [{ field: "view", test: "is", values: ["pending"] }],
};
const total = { of: "sum", field: "amount" } as const;
const settledQuery: QueryInput = {
  subject: "decisions",
  filters: [{ field: "status", test: "isNot", values: ["pending"] }],
  period: { kind: "last", count: 365, unit: "day" },
  day: "settledOn",
  groupBy: { field: "status", unit: null },
};
const resolvedQuery: QueryInput = {
  subject: "forecasts",
  filters: [{ field: "view", test: "is", values: ["resolved"] }],
  groupBy: { field: "held", unit: null },
};

/** Pending, settled, forecasts that came true, and claimed against actual; without tests. */
export function LedgerSummary({ summary }: { summary: Summary }) {
  const { currency } = useCompany();
  const { pending, settled, forecasts, buckets } = summary;
  const all = settled.approved + settled.rejected + settled.expired;
  const { resolved, held, claimed } = forecasts;
  const few = `${plural(resolved, "forecast")} resolved so far. Shown from ${enoughForecasts} resolved forecasts.`;
  return (
    <dl className="mb-5 grid grid-cols-2 border-t border-b border-t-line-strong border-b-line lg:grid-cols-4">
      <Cell
        title="Pending"
        value={
          <SummaryFigure name="Pending" source="proposals that wait for you" query={pendingQuery}>
            {count(pending.count)}
          </SummaryFigure>
        }
      >
        {pending.amount > 0 ? (
          <>
            <SummaryFigure
              name="Pending amount"
              source="what they commit to"
              query={{ ...pendingQuery, measure: total }}
            >
              {money(pending.amount, currency)}
            </SummaryFigure>{" "}
            in total
          </>
        ) : (
          "No money waits"
        )}
      </Cell>
      <Cell
        title="Settled, 12 months"
        value={
          <SummaryFigure name="Settled, 12 months" source="decisions settled in the last 365 days" query={settledQuery}>
            {count(all)}
          </SummaryFigure>
        }
      >
        {`${count(settled.approved)} approved, ${count(settled.rejected)} rejected, ${count(settled.expired)} expired`}
      </Cell>
      <Cell
        wide
        title="Held"
        value={
          resolved >= enoughForecasts ? (
            <SummaryFigure name="Held" source="resolved forecasts of approved decisions" query={resolvedQuery}>
              {wholePercent(held / resolved)}
            </SummaryFigure>
          ) : (
            "—"
          )
        }
      >
        {resolved >= enoughForecasts && claimed !== null
          ? `${count(held)} of ${plural(resolved, "forecast")}; ${wholePercent(claimed)} claimed`
          : few}
      </Cell>
      <Cell wide title="Claimed against held">
        {resolved >= enoughForecasts ? <Reliability buckets={buckets} /> : few}
      </Cell>
    </dl>
  );
}

const bar = 38;
const slot = 49;
const base = 62;
const y = (share: number): number => base - share * 56;

/**
 * For each tenth of claimed probability, a column as tall as the share that came true, and a dashed line at the claim.
 */
function Reliability({ buckets }: { buckets: Summary["buckets"] }) {
  const width = Math.max(buckets.length, 1) * slot;
  return (
    <>
      <span className="mb-1 flex gap-3" aria-hidden>
        <span className="inline-flex items-center gap-1.5">
          <svg width="14" height="4">
            <path d="M0 2h14" className="stroke-ink-3" strokeDasharray="3 2" />
          </svg>
          claimed
        </span>
        <span className="inline-flex items-center gap-1.5">
          <svg width="14" height="4">
            <path d="M0 2h14" className="stroke-accent" strokeWidth="2" />
          </svg>
          held
        </span>
      </span>
      <svg viewBox={`0 0 ${width} 84`} className="block h-[84px] max-w-full" aria-hidden>
        {buckets.map(({ from, count: size, claimed, held }, at) => (
          <g key={from} transform={`translate(${at * slot} 0)`}>
            <title>{`${size} forecasts`}</title>
            <rect x="5" y={y(held)} width={bar} height={base - y(held)} className="fill-pressed" />
            <path d={`M5 ${y(held)}h${bar}`} className="stroke-accent" strokeWidth="2" />
            <path d={`M3 ${y(claimed)}h${bar + 4}`} className="stroke-ink-3" strokeDasharray="3 2" />
            <text x={5 + bar / 2} y="78" textAnchor="middle" className="fill-ink-2 text-[12px]">
              {wholePercent(claimed)}
            </text>
          </g>
        ))}
        <path d={`M0 ${base}h${width}`} className="stroke-line-control" />
      </svg>
      <table className="sr-only">
        <caption>Claimed against held</caption>
        <Columns of={["Claimed", "Held", "Forecasts"]} />
        <tbody>
          {buckets.map(({ from, count: size, claimed, held }) => (
            <tr key={from}>
              <td>{wholePercent(claimed)}</td>
              <td>{wholePercent(held)}</td>
              <td>{size}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
