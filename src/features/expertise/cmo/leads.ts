import { ask } from "#features/expertise/topics/ask.ts";
import { pluralize } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import { toLine } from "#contract/report.ts";
import type { LeadCount, LeadMonth } from "#features/records/channels/rows.ts";
import { collect, gap, noun, withoutData } from "#features/expertise/topics/collect.ts";
import { during, monthEnd, pastPeriod, type Period, periodBefore } from "#features/expertise/topics/period.ts";
import { rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { About, Ask, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { changeFormula, changeInWords, writtenMonth } from "#features/expertise/topics/words.ts";

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

export function concludeLeads(facts: Leads, { today, currency }: Today, about: About): Conclusion {
  const title = "Leads over time";
  if (!facts.anyDeals)
    return withoutData(
      title,
      "No deals are recorded, so the number of leads is unknown.",
      gap("How many leads come", "deals with the day they were opened", "/records/deals"),
    );
  const make = collect(currency, today);
  const { now, before } = leadPeriods(today, about);
  const { count } = facts;
  const openedIn = ({ from, to }: Pick<Period, "from" | "to">) => rowsOf("deals", { day: "openedOn", from, to });
  const [when, past] = [during(now.label), during(before.label)];
  const source = [`${pluralize(count.leads, "deal")} opened ${when}`, openedIn(now)] as const;
  const leads = make.count("leads", `Leads ${when}`, count.leads, source);
  const beforeSource = [`${pluralize(count.before, "deal")} opened ${past}`, openedIn(before)] as const;
  const earlier = make.count("before", `Leads ${past}`, count.before, beforeSource);
  const change = count.leads / count.before - 1;
  const share =
    count.before > 0 &&
    make.measure(
      "change",
      change < 0 ? "Fewer than before" : "More than before",
      Math.abs(change),
      "share",
      source,
      changeFormula(String(count.leads), String(count.before), change),
    );
  const word = noun(count.leads, "lead");
  const headline =
    count.leads === 0
      ? toLine`No lead came ${when}, ${share ? toLine`after ${earlier}` : "nor"} ${past}.`
      : share
        ? toLine`${leads} ${word} came ${when}, ${changeInWords(share, change, ["more than", "fewer than", "as many as"])} the ${earlier} ${past}.`
        : toLine`${leads} ${word} came ${when}, after none ${past}.`;
  return make.conclude({
    title,
    headline,
    lines: [headline],
    columns: ["Month", "Leads"],
    rows: facts.months.map(({ month, leads: of }) => {
      const to = month === today.slice(0, 7) ? today : monthEnd(month);
      const name = writtenMonth(month);
      const rows = [pluralize(of, "deal"), openedIn({ from: `${month}-01`, to })] as const;
      return [name, make.count(`month_${month}`, `Leads in ${name}`, of, rows)];
    }),
    answers: { leads: headline },
    concerns: [
      change < -0.25 &&
        count.before >= leastBefore && {
          key: "leads:fewer",
          kind: "risk",
          line: toLine`Fewer leads: ${leads} ${when} after ${earlier} ${past}.`,
          severity: Math.min(1, -change),
          href: openedIn(now),
        },
    ],
  });
}
