import { daysBetween } from "#contract/days.ts";
import { type Figure, type Line, say } from "#contract/report.ts";
import type { Debtor, Open } from "#features/records/receivables/rows.ts";
import { measure, money } from "#features/workforce/topics/figures.ts";
import type { About, Conclusion, Today } from "#features/workforce/topics/topic.ts";

export type Receivables = { open: Open[]; debtors: Debtor[]; anyInvoices: boolean };

const bucketNames = [
  "Not due yet",
  "1 to 30 days late",
  "31 to 60 days late",
  "61 to 90 days late",
  "Over 90 days late",
];
const href = "/records/invoices?direction=receivable&status=open";

/** Takes what customers owe, gives what the CFO says of it; money of another currency is named beside, never added. */
export function concludeReceivables(facts: Receivables, { today, currency }: Today, about: About): Conclusion {
  const whose = about.customer ? `${about.customer.name}'s` : "customers'";
  const own = facts.open.find((row) => (row.currency ?? currency) === currency);
  const others = facts.open.filter((row) => row !== own);
  const section = { title: "Receivables", lines: [] as Line[], table: null as Conclusion["section"]["table"] };
  if (!facts.anyInvoices)
    return {
      headline: null,
      section: { ...section, lines: [say`No invoices are there: what customers owe cannot be said.`] },
      answers: {},
      figures: [],
      facts: [],
      missing: [{ what: "What customers owe", needed: "invoices", href: "/records/invoices" }],
      concerns: [],
      proposals: [],
    };
  const source = { label: `${own?.invoices ?? 0} open invoices`, href, asOf: today };
  const late = { label: `${own?.overdueInvoices ?? 0} overdue invoices`, href: `${href}&view=overdue`, asOf: today };
  const owed = money("owed", `Open of ${whose} invoices`, own?.amount ?? 0, currency, source);
  const overdue = money("overdue", "Overdue", own?.overdue ?? 0, currency, late, {
    formula: "sum of open invoices past their due day",
  });
  const count = measure("overdue_count", "Overdue invoices", own?.overdueInvoices ?? 0, "count", late);
  const share = measure(
    "overdue_share",
    "Overdue of all that is open",
    own && own.amount > 0 ? own.overdue / own.amount : 0,
    "share",
    late,
    {
      formula: "overdue ÷ open",
    },
  );
  const buckets = bucketNames.map((label, at) => money(`bucket_${at}`, label, own?.buckets[at] ?? 0, currency, source));
  const abroad = others.map((row) =>
    money(`owed_${row.currency}`, `Open in ${row.currency}`, row.amount, row.currency as never, {
      label: `${row.invoices} open invoices`,
      href,
      asOf: today,
    }),
  );
  const top = facts.debtors.slice(0, 5).map((debtor, at) => ({
    ...debtor,
    figure: money(`debtor_${at}`, `${debtor.name}, overdue`, debtor.amount, currency, {
      label: `${debtor.invoices} overdue invoices of ${debtor.name}`,
      href: debtor.customerId ? `/records/customers/${debtor.customerId}` : `${href}&view=overdue`,
      asOf: today,
    }),
    late: measure(`debtor_${at}_days`, `${debtor.name}, oldest`, daysBetween(debtor.oldestDueOn, today), "days", {
      label: `oldest due on ${debtor.oldestDueOn}`,
      asOf: today,
    }),
  }));
  const [first] = top;
  const headline =
    overdue.value === 0
      ? say`${owed} is open and none of it is overdue.`
      : say`${overdue} of ${owed} is overdue, in ${count} invoices.`;
  section.lines = [
    headline,
    ...(first ? [say`${first.name} owes most: ${first.figure}, the oldest for ${first.late}.`] : []),
    ...abroad.map((figure) => say`Besides, ${figure} is open; it is not added, as no rate is known.`),
  ];
  section.table = {
    columns: ["How late", "Open"],
    rows: buckets.map((figure) => [say`${figure.label}`, [{ figure: figure.id }]]),
  };
  return {
    headline,
    section,
    answers: {
      owed: say`${about.customer?.name ?? "Customers"} ${about.customer ? "owes" : "owe"} ${owed}; ${overdue} of it is overdue.`,
      overdue: say`${overdue} is overdue, in ${count} invoices: ${share} of all that is open.`,
      ...(first
        ? { debtors: say`${first.name} owes most: ${first.figure} overdue, the oldest for ${first.late}.` }
        : { debtors: say`Nobody owes anything that is overdue; ${owed} is open.` }),
    },
    figures: [
      owed,
      overdue,
      count,
      share,
      ...buckets,
      ...abroad,
      ...top.flatMap(({ figure, late: days }): Figure[] => [figure, days]),
    ],
    facts: top.map((debtor) => ({
      kind: "customer",
      reference: debtor.name,
      value: `${debtor.invoices} overdue invoices`,
      asOf: today,
      href: debtor.figure.source.href,
    })),
    missing: [],
    concerns: top.slice(0, 2).map((debtor) => ({
      key: `receivable:${debtor.customerId ?? debtor.name}`,
      kind: "priority",
      line: say`Collect ${debtor.figure} from ${debtor.name}, overdue for ${debtor.late}.`,
      amount: debtor.amount,
      dueOn: debtor.oldestDueOn,
      severity: Math.min(1, (debtor.late.value ?? 0) / 90),
      href: debtor.figure.source.href,
    })),
    proposals: [],
  };
}
