import type { ReactNode } from "react";
import { Link } from "wouter";
import { longDay } from "#contract/format.ts";
import type { Currency } from "#contract/words.ts";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { MetricSource } from "#features/metrics/contract.ts";
import { revenueMetric } from "#features/metrics/rules.ts";
import { today } from "#ui/clock.ts";
import { figureHref } from "./figure-href.ts";
import { dayWithYear, exactTime, money } from "#ui/format.ts";
import { AskMe } from "#ui/kit/ask-me.tsx";

const sources: Record<MetricSource, string> = {
  manual: "entered manually",
  stripe: "Stripe",
  quickbooks: "QuickBooks",
  records: "Records",
  api: "API",
  csv: "CSV import",
};

/** The day of a figure, with its year unless it is this year. */
export const revenueDate = (day: string): string => dayWithYear(day, today("UTC").slice(0, 4));

type Props = {
  /** The source and how fresh it is; by default its name. */
  from?: ReactNode;
  value: number;
  currency: Currency;
  origin?: { date: string; source: MetricSource; recordedAt: string };
};

const byMonth = <Link href={figureHref(revenueMetric)}>Open in Explore</Link>;

/** A day's revenue with its source on request. */
export function RevenueFigure({ from, value, currency, origin }: Props) {
  const { timeZone } = useCompany();
  const figure = money(value, currency);
  if (!origin) return figure;
  return (
    <AskMe
      title={`Daily Revenue, ${longDay(origin.date)}`}
      rows={[
        ["Source", from ?? sources[origin.source]],
        ["Exact", money(value, currency, "cents")],
        ["Recorded", exactTime(origin.recordedAt, timeZone)],
        ["Day", origin.date === today(timeZone) ? "today" : "latest imported day"],
        ["By month", byMonth],
      ]}
    >
      {figure}
    </AskMe>
  );
}
