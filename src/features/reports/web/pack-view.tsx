import type { ReactNode } from "react";
import { Link } from "wouter";
import { outcomeWords } from "#features/decisions/web/ledger-words.ts";
import { formatChange, formatShort, formatValue, type Measured } from "#features/explore/web/values.ts";
import type { BoardPack, PackFigure } from "#features/reports/contract.ts";
import { dayWithYear, nothing, plural, sentenceCase } from "#ui/format.ts";
import { cx } from "#ui/kit/cx.ts";
import { Section } from "#ui/kit/section.tsx";

/** `isOpen`: numbers lead to their rows, for people of the company. */
type Props = { pack: BoardPack; isOpen: boolean };

export function PackView({ pack, isOpen }: Props) {
  const { figures, months, forecast, decisions, risks, workforce, waiting } = pack;
  const year = pack.to.slice(0, 4);
  const moneyOf = (value: number | null, currency = pack.currency) => formatValue(value, { unit: "money", currency });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 md:gap-10 print:gap-6">
      <Section title="Figures" note={pack.isOpen ? "the period is not over" : undefined}>
        {figures.length === 0 ? (
          <None>No figures are recorded for {pack.label}.</None>
        ) : (
          <Table heads={["", "Amount", "Plan", "Against plan", "A year before", "Change", "Period before"]}>
            {figures.map((one) => (
              <tr key={one.label} className="border-t border-line">
                <th scope="row" className="py-2 pr-4 text-left font-normal">
                  {one.label}
                </th>
                <Cell strong>
                  <Opens isLink={isOpen} href={one.href}>
                    {formatValue(one.value, one)}
                  </Opens>
                </Cell>
                <Cell>{formatValue(one.plan, one)}</Cell>
                <Cell>{formatChange(one.value, one.plan, one)}</Cell>
                <Cell>{formatValue(one.lastYear, one)}</Cell>
                <Cell>{formatChange(one.value, one.lastYear, one)}</Cell>
                <Cell>{formatValue(one.before, one)}</Cell>
              </tr>
            ))}
          </Table>
        )}
      </Section>
      {months.length > 1 && <Months months={months} figure={figures[0]} />}
      <Section title="Forecast">
        {forecast ? (
          <p className="max-w-[70ch] border-t border-line pt-3 text-pretty">
            Revenue of the {forecast.days} days from {dayWithYear(forecast.from, year)}:{" "}
            <Opens isLink={isOpen} href={forecast.href}>
              <strong className="font-semibold">{moneyOf(forecast.value, forecast.currency)}</strong>
            </Opens>
            , with {Math.round(forecast.level * 100)}% probability between {moneyOf(forecast.low, forecast.currency)}{" "}
            and {moneyOf(forecast.high, forecast.currency)}.
            {forecast.method && <span className="block text-sm text-ink-2">{sentenceCase(forecast.method)}.</span>}
          </p>
        ) : (
          <None>Daily revenue of fewer than 28 days is known, so there is no forecast.</None>
        )}
      </Section>
      <Section title="Decisions" note={decisions.found || undefined}>
        {decisions.rows.length === 0 ? (
          <None>No decision was settled in {pack.label}.</None>
        ) : (
          <Table heads={["Decision", "Amount", "", "By", "Outcome"]}>
            {decisions.rows.map((one) => (
              <tr key={one.number} className="border-t border-line align-top">
                <th scope="row" className="py-2 pr-4 text-left font-normal wrap-anywhere">
                  <Opens isLink={isOpen} href={one.href}>
                    {one.title}
                  </Opens>
                  <span className="block text-xs text-ink-3">
                    D-{one.number}, {one.agent}
                  </span>
                </th>
                <Cell>{moneyOf(one.amount)}</Cell>
                <Cell>{isLapsed(one) ? outcomeWords[one.outcome] : sentenceCase(one.status)}</Cell>
                <Cell>
                  {one.by ?? nothing}
                  {one.on && <span className="block text-xs text-ink-3">{dayWithYear(one.on, year)}</span>}
                </Cell>
                <Cell>{one.status === "approved" ? outcomeWords[one.outcome] : nothing}</Cell>
              </tr>
            ))}
          </Table>
        )}
        {decisions.found > decisions.rows.length && (
          <p className="mt-2 text-sm text-ink-2">The largest {decisions.rows.length} are shown.</p>
        )}
      </Section>
      <Section title="Risks today">
        {risks.length === 0 ? (
          <None>Nothing recorded is overdue, and no recorded agreement ends soon.</None>
        ) : (
          <Table heads={["", "Number", "Amount"]}>
            {risks.map((one) => (
              <tr key={one.label} className="border-t border-line">
                <th scope="row" className="py-2 pr-4 text-left font-normal">
                  {one.label}
                </th>
                <Cell strong>
                  <Opens isLink={isOpen} href={one.href}>
                    {one.count}
                  </Opens>
                </Cell>
                <Cell>{one.unit === "money" ? formatValue(one.value, one) : nothing}</Cell>
              </tr>
            ))}
          </Table>
        )}
      </Section>
      <Section title="What the executives did">
        {workforce.length === 0 ? (
          <None>No agent worked in {pack.label}.</None>
        ) : (
          <Table heads={["Executive", "Pieces of work", "Tasks completed", "Cost of models"]}>
            {workforce.map((one) => (
              <tr key={one.agent} className="border-t border-line">
                <th scope="row" className="py-2 pr-4 text-left font-normal">
                  {one.agent}
                </th>
                <Cell strong>
                  <Opens isLink={isOpen} href={one.href}>
                    {one.runs}
                  </Opens>
                </Cell>
                <Cell>{one.tasks}</Cell>
                <Cell>{one.costUsd === 0 ? "none" : formatValue(one.costUsd, { unit: "money", currency: "USD" })}</Cell>
              </tr>
            ))}
          </Table>
        )}
      </Section>
      <Section title="What waits" note={waiting.length || undefined}>
        {waiting.length === 0 ? (
          <None>No decision waits.</None>
        ) : (
          <Table heads={["Decision", "Amount", "Until"]}>
            {waiting.map((one) => (
              <tr key={one.number} className="border-t border-line align-top">
                <th scope="row" className="py-2 pr-4 text-left font-normal wrap-anywhere">
                  <Opens isLink={isOpen} href={one.href}>
                    {one.title}
                  </Opens>{" "}
                  <span className="text-xs text-ink-3">D-{one.number}</span>
                </th>
                <Cell>{moneyOf(one.amount)}</Cell>
                <Cell>{dayWithYear(one.until, year)}</Cell>
              </tr>
            ))}
          </Table>
        )}
      </Section>
    </div>
  );
}

/** Nobody answered in time, or what it was about is gone. */
const isLapsed = ({ outcome }: BoardPack["decisions"]["rows"][number]): boolean =>
  outcome === "expired" || outcome === "withdrawn";

const Opens = ({ isLink, href, children }: { isLink: boolean; href: string; children: ReactNode }) =>
  isLink ? (
    <Link href={href} className="link-quiet">
      {children}
    </Link>
  ) : (
    children
  );

const None = ({ children }: { children: ReactNode }) => (
  <p className="border-t border-line pt-3 text-ink-2">{children}</p>
);

/** The first column holds names, all others are numbers or short words; on a narrow window it scrolls inside itself. */
const Table = ({ heads, children }: { heads: readonly string[]; children: ReactNode }) => (
  <div className="relative -mx-4 overflow-x-auto px-4 md:mx-0 md:px-0 print:overflow-visible" tabIndex={-1}>
    <table className="w-full text-base md:text-sm">
      <thead>
        <tr className="text-xs text-ink-2">
          {heads.map((head, at) => (
            <th
              key={head || at}
              scope="col"
              className={cx("py-1.5 font-normal", at === 0 ? "pr-4 text-left" : "pl-4 text-right")}
            >
              {head || <span className="sr-only">{at === 0 ? "Name" : "Standing"}</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);

const Cell = ({ strong, children }: { strong?: boolean; children: ReactNode }) => (
  <td className={cx("py-2 pl-4 text-right whitespace-nowrap tabular-nums", strong ? "font-medium" : "text-ink-2")}>
    {children}
  </td>
);

/** Revenue by month; the last one is the pack's. */
function Months({ months, figure }: { months: BoardPack["months"]; figure: PackFigure | undefined }) {
  const measured: Measured = figure ?? { unit: "number", currency: null };
  const most = Math.max(...months.map(({ value }) => value ?? 0), 1);
  return (
    <Section title="Revenue by month">
      <ol className="flex h-44 items-end gap-1 border-t border-line pt-4 md:gap-2">
        {months.map(({ label, value }, at) => (
          <li
            key={label}
            className={cx(
              "flex h-full min-w-0 flex-1 flex-col justify-end gap-1 text-center text-xs text-ink-3",
              at < months.length - 7 && "max-sm:hidden",
            )}
          >
            <span className="truncate tabular-nums">{value === null ? nothing : formatShort(value, measured)}</span>
            <span className="flex min-h-0 flex-1 items-end">
              <span
                className={cx("w-full rounded-t-[2px]", at === months.length - 1 ? "bg-accent" : "bg-line-control")}
                style={{
                  height: `${(Math.max(value ?? 0, 0) / most) * 100}%`,
                  minHeight: 1,
                  printColorAdjust: "exact",
                }}
              />
            </span>
            <span className="truncate">{label.replace(/^(\p{L}{3})\p{L}* (?:20)?(\d\d)$/u, "$1 $2")}</span>
          </li>
        ))}
      </ol>
      <p className="sr-only">{plural(months.length, "month")}</p>
    </Section>
  );
}
