import { CircleCheckBig, DollarSign, Gauge, type LucideIcon, TrendingDown, TrendingUp, Users } from "lucide-react";
import type { ReactNode } from "react";
import { addDays } from "#contract/days.ts";
import { useCompany } from "#features/accounts/web/queries.ts";
import { RevenueFigure, revenueDate } from "#features/metrics/web/revenue-figure.tsx";
import type { Dashboard } from "#features/dashboard/contract.ts";
import { ReadAt, useFreshness } from "#features/records/web/source-note.tsx";
import { count, money, nothing, percent, plural } from "#ui/format.ts";
import { today } from "#ui/clock.ts";
import { AskMe } from "#ui/kit/ask-me.tsx";
import { Sparkline } from "#ui/kit/sparkline.tsx";
import { SkeletonBlock } from "#ui/kit/waiting.tsx";

type CardProps = {
  title: string;
  icon: LucideIcon;
  /** Null if there is no source; `text` then says so. */
  value: ReactNode | null;
  asOf?: string | undefined | null;
  /** The service it comes from, and how fresh it is. */
  from?: ReactNode;
  /** Green if positive, red if negative; plain grey if omitted. */
  positive?: boolean | undefined;
  change?: string | undefined;
  /** Before the change. */
  lead?: string | undefined;
  text: ReactNode;
  chart?: ReactNode;
};

function MetricCard({ title, icon: Icon, value, asOf, positive, change, lead, text, from, chart }: CardProps) {
  const Trend = positive ? TrendingUp : TrendingDown;
  return (
    <div className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)] content-start gap-x-2 border-line py-3 odd:pr-3.5 even:border-l even:pl-3.5 nth-[n+3]:border-t lg:border-l lg:px-4! lg:first:border-l-0 lg:first:pl-0! lg:last:pr-0! lg:nth-[n+3]:border-t-0">
      <dt className="col-span-2 flex items-center gap-[7px] text-sm whitespace-nowrap text-ink-2">
        {title}
        <span className="ml-auto flex items-center gap-2 text-xs whitespace-nowrap text-ink-3">
          {asOf}
          <Icon size={14} strokeWidth={1.75} aria-hidden className={asOf ? "max-md:hidden" : undefined} />
        </span>
      </dt>
      {value === null ? (
        <dd className="mt-1 text-[18px] leading-8 text-ink-3">{nothing}</dd>
      ) : (
        <dd className="num mt-1 text-[24px] leading-[30px] font-medium tracking-tighter md:text-fig">{value}</dd>
      )}
      {chart && <dd className="col-start-2 row-start-2 flex justify-end self-end">{chart}</dd>}
      <dd className="col-span-2 mt-1 text-xs text-pretty text-ink-3 tabular-nums">
        {lead}{" "}
        {change && (
          <span
            data-trend={positive ? "up" : "down"}
            className={`inline-flex items-center gap-[3px] align-bottom font-medium ${positive ? "text-success" : "text-danger"}`}
          >
            <Trend size={13} strokeWidth={2} aria-hidden />
            {change}
          </span>
        )}{" "}
        {text}
        {from && <span className="block">{from}</span>}
      </dd>
    </div>
  );
}

/** The change of a score, in points. */
const trend = (change: number | null | undefined) =>
  change == null ? {} : { change: `${change > 0 ? "+" : ""}${plural(change, "point")}`, positive: change >= 0 };

/** If the last figure is older than this, the period is named by its last day instead of "Last 30 days". */
const recentDays = 7;

/** "Last 30 days: £98,852, up 40.3% on the previous 30" */
function comparison({ date, currency, compared }: NonNullable<Dashboard["revenue"]>, today: string) {
  if (!compared) return { text: "Needs 60 days without a gap to compare" };
  const { total, change } = compared;
  const period = addDays(date, recentDays) >= today ? "Last 30 days" : `30 days to ${revenueDate(date)}`;
  const amount = `${period}: ${money(total, currency)},`;
  if (change === 0) return { lead: amount, text: "unchanged from the previous 30" };
  return {
    lead: amount,
    change: `${change > 0 ? "up" : "down"} ${percent(Math.abs(change), 1)}`,
    positive: change > 0,
    text: "on the previous 30",
  };
}

export function MetricStrip({ dashboard }: { dashboard: Dashboard }) {
  const { currency, timeZone } = useCompany();
  const { metrics, revenue, efficiency, decisionsSettled, decisionsPerDay } = dashboard;
  const idle = metrics.totalAgents - metrics.activeAgents;
  const noAgents = metrics.totalAgents === 0;
  const fresh = useFreshness().data?.find(({ source }) => source === revenue?.source);
  return (
    <dl className="grid grid-cols-2 border-t border-b border-t-line-strong border-b-line lg:grid-cols-4">
      <MetricCard
        title="Daily Revenue"
        icon={DollarSign}
        asOf={revenue && revenueDate(revenue.date)}
        value={
          metrics.dailyRevenue === null ? null : (
            <RevenueFigure
              value={metrics.dailyRevenue}
              {...(revenue ? { origin: revenue } : {})}
              {...(fresh && { from: <ReadAt of={fresh} /> })}
              currency={revenue?.currency ?? currency}
            />
          )
        }
        {...(revenue ? comparison(revenue, today(timeZone)) : { text: "No source connected" })}
        from={fresh && <ReadAt of={fresh} />}
        chart={revenue && <Sparkline values={revenue.last30} label="Daily revenue, last 30 days" />}
      />
      <MetricCard
        title="Active Agents"
        icon={Users}
        value={
          noAgents ? null : (
            <>
              {count(metrics.activeAgents)}
              <span className="text-lg leading-none font-normal tracking-[-0.01em] text-ink-3">
                {" "}
                / {count(metrics.totalAgents)}
              </span>
            </>
          )
        }
        text={noAgents ? "No agents yet" : idle === 0 ? "all active" : `${idle} inactive or paused`}
      />
      <MetricCard
        title="Decisions Today"
        icon={CircleCheckBig}
        value={noAgents && metrics.decisionsToday === 0 ? null : count(metrics.decisionsToday)}
        text={
          noAgents && metrics.decisionsToday === 0
            ? "No proposals yet"
            : `${decisionsSettled.byPeople} decided by you, ${decisionsSettled.waiting} pending`
        }
        chart={!noAgents && <Sparkline values={decisionsPerDay} label="Decisions per day, last 30 days" />}
      />
      <MetricCard
        title="Efficiency Score"
        icon={Gauge}
        value={
          metrics.efficiencyScore === null ? null : (
            <AskMe
              title="Efficiency Score"
              rows={[
                ["Source", "tasks due in the last 7 days"],
                ["Left out", "due today, or overdue for longer"],
                ["Formula", `${efficiency.onTime} on time ÷ ${efficiency.due} due`],
              ]}
            >
              {percent(Math.round(metrics.efficiencyScore))}
            </AskMe>
          )
        }
        {...trend(efficiency.change)}
        text={
          metrics.efficiencyScore === null ? (
            "No tasks were due in the last 7 days"
          ) : (
            <>
              {`${efficiency.onTime} of ${plural(efficiency.due, "task")} on time, last 7 days`}
              {efficiency.before.due > 0 && (
                <span className="max-md:sr-only">{`; ${efficiency.before.onTime} of ${efficiency.before.due} in the 7 before`}</span>
              )}
            </>
          )
        }
      />
    </dl>
  );
}

/** Same height as the loaded strip. */
export const MetricStripSkeleton = () => (
  <div
    aria-hidden
    className="grid grid-cols-2 gap-4 border-t border-b border-t-line-strong border-b-line py-4 lg:grid-cols-4"
  >
    {[1, 2, 3, 4].map((each) => (
      <div key={each} className="grid h-[76px] content-start gap-3">
        <SkeletonBlock className="h-2.5 w-24" />
        <SkeletonBlock className="h-6 w-20" />
        <SkeletonBlock className="h-2.5 w-32" />
      </div>
    ))}
  </div>
);
