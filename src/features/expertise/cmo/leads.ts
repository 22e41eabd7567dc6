import { ask } from "#features/expertise/topics/ask.ts";
import { concluded } from "#features/expertise/topics/collect.ts";
import { pluralize } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import { toLine } from "#contract/report.ts";
import type { LeadCount, LeadMonth } from "#features/records/channels/rows.ts";
import { measure } from "#features/expertise/topics/figures.ts";
import { during, monthEnd, pastPeriod, type Period, periodBefore } from "#features/expertise/topics/period.ts";
import { rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { About, Ask, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { cell, changeFormula, changeInWords, withoutData, writtenMonth } from "#features/expertise/topics/words.ts";

export type Leads = { count: LeadCount; months: LeadMonth[]; anyDeals: boolean };

export const leadAsks: readonly Ask[] = [
  ask("leads", "period")`How many leads did we get? How many leads came in last month? Are leads going up or down? Do
    we get fewer leads than before? How has the number of leads developed? How many enquiries did we get this year?
    Are we getting enough leads? What is the trend in leads? Did we get more leads than last month? Why are leads
    down? Number of leads by month.`,
];

export function leadPeriods(today: string, about: About): { now: Period; before: Period } {
  const now = pastPeriod(about, today, 30);
  return { now, before: periodBefore(now) };
}

/** The first day of the month five months ago, for a table of half a year. */
export function halfYearBefore(today: string): string {
  let first = `${today.slice(0, 7)}-01`;
  for (let month = 0; month < 5; month += 1) first = `${addDays(first, -1).slice(0, 7)}-01`;
  return first;
}

/** With fewer previous leads, a change may be chance. */
const leastBefore = 10;

export function concludeLeads(facts: Leads, { today }: Today, about: About): Conclusion {
  const title = "Leads over time";
  if (!facts.anyDeals)
    return withoutData(title, "No deals are recorded, so the number of leads is unknown.", {
      what: "How many leads come",
      needed: "deals with the day they were opened",
      href: "/records/deals",
    });
  const { now, before } = leadPeriods(today, about);
  const { count } = facts;
  const openedHref = ({ from, to }: Pick<Period, "from" | "to">) => rowsOf("deals", { day: "openedOn", from, to });
  const href = openedHref(now);
  const source = { label: `${pluralize(count.leads, "deal")} opened ${during(now.label)}`, href, asOf: today };
  const leads = measure("leads", `Leads ${during(now.label)}`, count.leads, "count", source);
  const earlier = measure("before", `Leads ${during(before.label)}`, count.before, "count", {
    ...source,
    label: `${pluralize(count.before, "deal")} opened ${during(before.label)}`,
    href: openedHref(before),
  });
  const change = count.before > 0 ? count.leads / count.before - 1 : null;
  const share =
    change === null
      ? null
      : measure("change", change < 0 ? "Fewer than before" : "More than before", Math.abs(change), "share", source, {
          formula: changeFormula(String(count.leads), String(count.before), change),
        });
  const word = count.leads === 1 ? "lead" : "leads";
  const headline =
    count.leads === 0
      ? share
        ? toLine`No lead came ${during(now.label)}, after ${earlier} ${during(before.label)}.`
        : toLine`No lead came ${during(now.label)}, nor ${during(before.label)}.`
      : share
        ? [
            ...toLine`${leads} ${word} came ${during(now.label)}, `,
            ...changeInWords(share, change ?? 0, ["more than", "fewer than", "as many as"]),
            ...toLine` the ${earlier} ${during(before.label)}.`,
          ]
        : toLine`${leads} ${word} came ${during(now.label)}, after none ${during(before.label)}.`;
  const months = facts.months.map(({ month, leads: of }) => ({
    month,
    figure: measure(`month_${month}`, `Leads in ${writtenMonth(month)}`, of, "count", {
      label: pluralize(of, "deal"),
      href: openedHref({ from: `${month}-01`, to: month === today.slice(0, 7) ? today : monthEnd(month) }),
      asOf: today,
    }),
  }));
  return concluded({
    headline,
    section: {
      title,
      lines: [headline],
      table:
        months.length === 0
          ? null
          : {
              columns: ["Month", "Leads"],
              rows: months.map(({ month, figure }) => [toLine`${writtenMonth(month)}`, cell(figure)]),
            },
    },
    answers: { leads: headline },
    figures: [leads, earlier, ...(share ? [share] : []), ...months.map(({ figure }) => figure)],
    concerns:
      share && change !== null && change < -0.25 && count.before >= leastBefore
        ? [
            {
              key: "leads:fewer",
              kind: "risk",
              line: toLine`Fewer leads: ${leads} ${during(now.label)} after ${earlier} ${during(before.label)}.`,
              amount: null,
              dueOn: null,
              severity: Math.min(1, -change),
              href,
            },
          ]
        : [],
  });
}
