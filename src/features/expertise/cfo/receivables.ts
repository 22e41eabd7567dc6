import { ask } from "#features/expertise/topics/ask.ts";
import { concluded } from "#features/expertise/topics/collect.ts";
import { pluralize, formatNumber, shortDay } from "#contract/format.ts";
import { addDays, daysBetween } from "#contract/days.ts";
import { type Figure, type Line, toLine } from "#contract/report.ts";
import type { Currency } from "#contract/words.ts";
import { definitions } from "#features/records/kinds/definitions.ts";
import { type Billed, type DaysToPay, type Debtor, nameless, type Open } from "#features/records/receivables/rows.ts";
import { measure, money } from "#features/expertise/topics/figures.ts";
import { inCurrency, ownCurrencyIfMixed, rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { About, Ask, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { otherCurrencyLine, cell, openRows, withoutData } from "#features/expertise/topics/words.ts";

/** `paid`: invoices of the last year with a day of payment, and the days from their issue to it on average. */
export type Receivables = { open: Open[]; debtors: Debtor[]; billed: Billed; paid: DaysToPay; anyInvoices: boolean };

/** Days of sales that open receivables are compared with. */
export const salesDays = 90;
/** Days whose payments tell how long customers take. */
export const paidDays = 365;

export const receivableAsks: readonly Ask[] = [
  ask("owed", "customer")`How much do customers owe us? What is outstanding? How much are we owed? What are our
    receivables? How much money is still out with customers? How much is unpaid? How much money are we still waiting
    for? How much does Acme owe us? Has Acme paid? Has Acme paid its invoice? What do we still have to collect? What
    has Acme not paid yet? How many unpaid invoices do we have? What is the total of our open invoices? Are there any
    open invoices from Acme?`,
  ask("overdue", "customer")`How much is overdue? Which invoices are overdue? How much are customers late with? Is
    Acme late with a payment? Which customer invoices are past due? How many invoices are late? How much of what we
    are owed is late? What share of our receivables is overdue? What is past due? What should already have been paid
    to us? Are there late payments from customers? Which customers pay late? Is Acme behind with its invoices?`,
  ask("debtors")`Who owes us the most? Which customers owe us money? Who has not paid us yet? Which clients have
    unpaid invoices? Who is our biggest debtor? Which customer has the largest outstanding balance? Who is late paying
    us? Whom should we remind to pay? Which customers should I chase for payment? Who still owes us?`,
  ask("dso", "customer")`How long do customers take to pay? How long until we get paid? What is our DSO? How quickly
    do customers pay? How many days does it take to collect an invoice? Are customers paying us faster than before?
    What is the average time to payment? How fast are our invoices paid? How long do we wait for our money?`,
];

const ageLabels = [
  "Not due yet",
  "1 to 30 days overdue",
  "31 to 60 days overdue",
  "61 to 90 days overdue",
  "Over 90 days overdue",
];
/** The days of each age group, counted back from today. */
const ageBounds: readonly { from?: number; to?: number }[] = [
  { from: 0 },
  { from: 30, to: 1 },
  { from: 60, to: 31 },
  { from: 90, to: 61 },
  { to: 91 },
];
const overdueHref = "/records/invoices?view=overdue";

/** Amounts in other currencies are listed separately, never added. */
export function concludeReceivables(facts: Receivables, { today, currency }: Today, { customer }: About): Conclusion {
  if (!facts.anyInvoices)
    return withoutData("Receivables", "No invoices are recorded, so what customers owe is unknown.", {
      what: "What customers owe",
      needed: "invoices",
      href: "/records/invoices",
    });
  const own = facts.open.find((row) => row.currency === currency);
  const filters = { customerId: customer?.id, currency: ownCurrencyIfMixed(facts.open, currency) };
  const open = rowsOf("invoices", { view: "receivable", ...filters });
  const openLabel = (row: Open | undefined) => openRows(row, "open invoice");
  const source = { label: openLabel(own), href: open, asOf: today };
  const overdueLabel = pluralize(own?.overdueInvoices ?? 0, "overdue invoice");
  const lateSource = { label: overdueLabel, href: rowsOf("invoices", { view: "overdue", ...filters }), asOf: today };
  const whose = customer ? `${customer.name}'s` : "customers'";
  const owed = money("owed", `Open of ${whose} invoices`, own?.amount ?? 0, currency, source);
  const overdue = money("overdue", "Overdue", own?.overdue ?? 0, currency, lateSource, {
    formula: `sum of ${definitions.overdue}`,
  });
  const count = measure("overdue_count", "Overdue invoices", own?.overdueInvoices ?? 0, "count", lateSource);
  const share = measure(
    "overdue_share",
    "Overdue of all that is open",
    own && ofInvoices(own) > 0 ? own.overdue / ofInvoices(own) : 0,
    "share",
    lateSource,
    { formula: own?.creditNotes ? "overdue ÷ open without credit notes" : "overdue ÷ open" },
  );
  const daysAgo = (days: number | undefined) => (days === undefined ? null : addDays(today, -days));
  const buckets = ageLabels.map((label, at) =>
    money(`bucket_${at}`, label, own?.buckets[at] ?? 0, currency, {
      label: `open invoices, ${label.toLowerCase()}`,
      href: rowsOf("invoices", {
        view: "receivable",
        ...filters,
        ...(own?.creditNotes ? { field: "document", is: "invoice" } : {}),
        from: daysAgo(ageBounds[at]?.from),
        to: daysAgo(ageBounds[at]?.to),
      }),
      asOf: today,
    }),
  );
  const disputed = money("disputed", "Disputed", own?.disputed ?? 0, currency, {
    label: "disputed invoices",
    href: rowsOf("invoices", { view: "disputed", type: "receivable", ...filters }),
    asOf: today,
  });
  const credits = own?.creditNotes
    ? money("credits", "Less credit notes not used yet", -own.credits, currency, {
        label: pluralize(own.creditNotes, "credit note"),
        href: rowsOf("invoices", { view: "credits", ...filters }),
        asOf: today,
      })
    : null;
  const creditsLine = credits ? toLine`Credit notes of ${credits} are taken off what is open.` : null;
  const otherCurrencyFigures = facts.open
    .filter((row) => row !== own)
    .map((row) =>
      money(`owed_${row.currency}`, `Open in ${row.currency}`, row.amount, row.currency as Currency, {
        label: openLabel(row),
        href: rowsOf("invoices", { view: "receivable", ...filters, currency: row.currency as Currency }),
        asOf: today,
      }),
    );
  const overdueInOtherCurrencies = facts.open
    .filter((row) => row !== own && row.overdueInvoices > 0)
    .map((row) =>
      money(`overdue_${row.currency}`, `Overdue in ${row.currency}`, row.overdue, row.currency as Currency, {
        label: pluralize(row.overdueInvoices, "overdue invoice"),
        href: rowsOf("invoices", { view: "overdue", ...filters, currency: row.currency as Currency }),
        asOf: today,
      }),
    );
  const otherCurrencySentences = otherCurrencyFigures.flatMap((figure): Line => {
    const past = overdueInOtherCurrencies.find((one) => one.currency === figure.currency);
    const line = past
      ? toLine`Besides, ${figure} is open, ${past} of it overdue; it is not added, as no rate is known.`
      : otherCurrencyLine(figure, "is open");
    return [" ", ...line];
  });
  const hasOnlyOthers = !own && otherCurrencyFigures.length > 0;
  const only = inCurrency(filters.currency);
  const { billed } = facts;
  const dso =
    !customer && billed.amount > 0
      ? measure(
          "dso",
          "Days sales outstanding",
          (owed.value ?? 0) / (billed.amount / salesDays),
          "days",
          {
            label: `${openLabel(own)}, ${pluralize(billed.invoices, "invoice")} of the last ${salesDays} days`,
            href: open,
            asOf: today,
          },
          { formula: `open ÷ billed in ${salesDays} days (${formatNumber(billed.amount)}) × ${salesDays}` },
        )
      : null;
  const most = facts.debtors.reduce<Debtor | null>(
    (one, other) => (one && one.amount >= other.amount ? one : other),
    null,
  );
  const named = facts.debtors.filter((debtor, at) => at < 5 || debtor === most);
  const top = named.map((debtor, at) => debtorOf(debtor, at, { today, currency }, filters.currency));
  const biggest = most && top[named.indexOf(most)];
  const [first] = top.filter(({ days }) => days);
  const invoiceNoun = `${count.value === 1 ? "invoice" : "invoices"}`;
  const who = customer ? `${customer.name} owes` : "Customers owe";
  const headline = hasOnlyOthers
    ? toLine`Nothing in ${currency} is open.`
    : overdue.value === 0
      ? toLine`${owed} is open and none of it is overdue.`
      : credits
        ? toLine`${overdue} is overdue, in ${count} ${invoiceNoun}; ${owed} is open after credit notes.`
        : toLine`${overdue} of ${owed} is overdue, in ${count} ${invoiceNoun}.`;
  const debtorLine = first?.days
    ? toLine`${first.name} has the most overdue: ${first.late}, the oldest for ${first.days}.`
    : null;
  const toPay =
    facts.paid.days === null
      ? null
      : measure(
          "days_to_pay",
          "Days to pay",
          facts.paid.days,
          "days",
          {
            label: `${pluralize(facts.paid.invoices, "invoice")} paid in the last ${paidDays} days`,
            href: rowsOf("invoices", {
              status: "paid",
              type: "receivable",
              customerId: customer?.id,
              day: "paidOn",
              from: addDays(today, 1 - paidDays),
              to: today,
            }),
            asOf: today,
          },
          { formula: "mean of the days from issue to payment" },
        );
  const payer = customer ? `${customer.name} takes` : "Customers take";
  const toPayLine = toPay
    ? toLine`${payer} ${toPay} to pay on average, by ${pluralize(facts.paid.invoices, "invoice")} paid in the last ${String(paidDays)} days.`
    : null;
  const dsoLine = dso
    ? toLine`Days sales outstanding are ${dso}: what is open, by sales of ${String(salesDays)} days.`
    : null;
  const paysLine = [
    ...(toPayLine ??
      toLine`No invoice was paid in the last ${String(paidDays)} days, so the days to pay are not known.`),
    ...(dsoLine ? [" ", ...dsoLine] : []),
  ];
  return concluded({
    headline,
    section: {
      title: "Receivables",
      lines: [
        headline,
        ...(creditsLine ? [creditsLine] : []),
        ...(debtorLine ? [debtorLine] : []),
        ...(toPayLine ? [toPayLine] : []),
        ...(dsoLine ? [dsoLine] : []),
        ...(disputed.value ? [toLine`${disputed} of what is open is disputed.`] : []),
        ...otherCurrencyFigures.map((figure) => otherCurrencyLine(figure, "is open")),
      ],
      table: {
        columns: ["How late", "Open"],
        rows: [...buckets, ...(credits ? [credits] : [])].map((figure) => [toLine`${figure.label}`, cell(figure)]),
      },
    },
    answers: {
      owed: [
        ...(hasOnlyOthers
          ? toLine`${who} nothing in ${currency}.`
          : credits
            ? toLine`${who} ${owed}, after credit notes of ${credits}; invoices of ${overdue} are overdue.`
            : toLine`${who} ${owed}; ${overdue} of it is overdue.`),
        ...otherCurrencySentences,
      ],
      overdue: [
        ...(hasOnlyOthers
          ? toLine`Nothing in ${currency} is overdue.`
          : toLine`${overdue} is overdue, in ${count} ${invoiceNoun}: ${share} of all that is open${only}.`),
        ...(creditsLine ? [" ", ...creditsLine] : []),
        ...otherCurrencySentences,
      ],
      debtors: [
        ...(biggest
          ? biggest.days
            ? toLine`${biggest.name} owes the most${only}: ${biggest.open}, of which ${biggest.late} is overdue, the oldest for ${biggest.days}. All customers: ${owed}.`
            : toLine`${biggest.name} owes the most${only}: ${biggest.open}, none of it overdue. All customers: ${owed}.`
          : hasOnlyOthers
            ? toLine`No customer owes anything in ${currency}.`
            : toLine`No customer owes anything overdue${only}; ${owed} is open.`),
        ...otherCurrencySentences,
      ],
      ...(dso || toPay ? { dso: paysLine } : {}),
    },
    figures: [
      owed,
      overdue,
      count,
      share,
      disputed,
      ...buckets,
      ...(credits ? [credits] : []),
      ...otherCurrencyFigures,
      ...overdueInOtherCurrencies,
      ...(dso ? [dso] : []),
      ...(toPay ? [toPay] : []),
      ...top.flatMap((debtor) => debtor.figures),
    ],
    facts: top.map((debtor) => ({
      kind: "customer",
      reference: debtor.name,
      value: pluralize(debtor.invoices, "open invoice"),
      asOf: today,
      href: debtor.href,
    })),
    concerns: top.slice(0, 2).flatMap(({ customerId, name, late: figure, days, oldestDueOn, href }) =>
      days
        ? [
            {
              key: `receivable:${customerId ?? name}`,
              kind: "priority" as const,
              line: toLine`Collect ${figure} from ${name}, overdue for ${days}.`,
              amount: figure.value,
              dueOn: oldestDueOn,
              severity: Math.min(1, (days.value ?? 0) / 90),
              href,
            },
          ]
        : [],
    ),
  });
}

/** What is open of invoices, without the credit notes. */
const ofInvoices = ({ amount, credits }: Open): number => amount - credits;

function debtorOf(
  debtor: Debtor,
  at: number,
  { today, currency }: Pick<Today, "today" | "currency">,
  only: Currency | null,
) {
  const { name, customerId, oldestDueOn } = debtor;
  const href = customerId ? `/records/customers/${customerId}` : overdueHref;
  const of = `${pluralize(debtor.invoices, "open invoice")} of ${name}`;
  const unnamed = name === nameless ? { unknown: "customerName" } : { field: "customerName", is: name };
  const rows = (view: string) =>
    rowsOf("invoices", { view, ...(customerId ? { customerId } : unnamed), currency: only });
  const open = money(`debtor_${at}_open`, `${name}, open`, debtor.amount, currency, {
    label: of,
    href: rows("receivable"),
    asOf: today,
  });
  const overdue = money(`debtor_${at}`, `${name}, overdue`, debtor.overdue, currency, {
    label: `what is overdue of ${of}`,
    href: rows("overdue"),
    asOf: today,
  });
  const days = oldestDueOn
    ? measure(`debtor_${at}_days`, `${name}, oldest`, daysBetween(oldestDueOn, today), "days", {
        label: `oldest due on ${shortDay(oldestDueOn)}`,
        href: rows("overdue"),
        asOf: today,
      })
    : null;
  const figures: Figure[] = [open, overdue, ...(days ? [days] : [])];
  return { ...debtor, href, open, late: overdue, days, figures };
}
