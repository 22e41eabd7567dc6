import { ask } from "#features/expertise/topics/ask.ts";
import { pluralize, formatNumber, shortDay } from "#contract/format.ts";
import { addDays, daysBetween } from "#contract/days.ts";
import { sentences, toLine } from "#contract/report.ts";
import type { Currency } from "#contract/words.ts";
import { definitions } from "#features/records/kinds/definitions.ts";
import { type Billed, type DaysToPay, type Debtor, nameless, type Open } from "#features/records/receivables/rows.ts";
import { openElsewhere } from "#features/expertise/cfo/open-elsewhere.ts";
import { collect, fact, gap, noun, withoutData } from "#features/expertise/topics/collect.ts";
import { inCurrency, ownCurrencyIfMixed, rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { About, Ask, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { openRows } from "#features/expertise/topics/words.ts";

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

/** Age groups with their days, counted back from today. */
const ages: readonly { label: string; from?: number; to?: number }[] = [
  { label: "Not due yet", from: 0 },
  { label: "1 to 30 days overdue", from: 30, to: 1 },
  { label: "31 to 60 days overdue", from: 60, to: 31 },
  { label: "61 to 90 days overdue", from: 90, to: 61 },
  { label: "Over 90 days overdue", to: 91 },
];

/** Amounts in other currencies are listed separately, never added. */
export function concludeReceivables(facts: Receivables, { today, currency }: Today, { customer }: About): Conclusion {
  if (!facts.anyInvoices)
    return withoutData(
      "Receivables",
      "No invoices are recorded, so what customers owe is unknown.",
      gap("What customers owe", "invoices", "/records/invoices"),
    );
  const make = collect(currency, today);
  const { billed, paid } = facts;
  const own = facts.open.find((row) => row.currency === currency);
  const others = facts.open.filter((row) => row !== own);
  const filters = { customerId: customer?.id, currency: ownCurrencyIfMixed(facts.open, currency) };
  const list = (view: string, more: object = {}) => rowsOf("invoices", { view, ...filters, ...more });
  const openLabel = openRows(own, "open invoice");
  const lateCount = own?.overdueInvoices ?? 0;
  const lateSource = [pluralize(lateCount, "overdue invoice"), list("overdue")] as const;
  const owed = make.money(
    "owed",
    `Open of ${customer ? `${customer.name}'s` : "customers'"} invoices`,
    own?.amount ?? 0,
    [openLabel, list("receivable")],
  );
  const overdue = make.money("overdue", "Overdue", own?.overdue ?? 0, lateSource, `sum of ${definitions.overdue}`);
  const count = make.count("overdue_count", "Overdue invoices", lateCount, lateSource);
  // Credit notes are not overdue, so they do not count in the share.
  const ofInvoices = own ? own.amount - own.credits : 0;
  const share = make.measure(
    "overdue_share",
    "Overdue of all that is open",
    own && ofInvoices > 0 ? own.overdue / ofInvoices : 0,
    "share",
    lateSource,
    own?.creditNotes ? "overdue ÷ open without credit notes" : "overdue ÷ open",
  );
  const disputed = make.money("disputed", "Disputed", own?.disputed ?? 0, [
    "disputed invoices",
    list("disputed", { type: "receivable" }),
  ]);
  const daysAgo = (days: number | undefined) => (days === undefined ? null : addDays(today, -days));
  const buckets = ages.map(({ label, from, to }, at) => {
    const document = own?.creditNotes ? { field: "document", is: "invoice" } : {};
    const href = list("receivable", { ...document, from: daysAgo(from), to: daysAgo(to) });
    const amount = own?.buckets[at] ?? 0;
    return make.money(`bucket_${at}`, label, amount, [`open invoices, ${label.toLowerCase()}`, href]);
  });
  const credits = own?.creditNotes
    ? make.money("credits", "Less credit notes not used yet", -own.credits, [
        pluralize(own.creditNotes, "credit note"),
        list("credits"),
      ])
    : null;
  const creditsLine = credits && toLine`Credit notes of ${credits} are taken off what is open.`;
  const words = { label: "Open", one: "invoice", verb: "is open", open: "receivable", overdue: "overdue" };
  const elsewhere = openElsewhere(make, others, words, (view, of) => list(view, { currency: of }));
  const besides = elsewhere.map(({ full }) => full);
  const hasOnlyOthers = !own && others.length > 0;
  const only = inCurrency(filters.currency);
  const dso =
    !customer && billed.amount > 0
      ? make.measure(
          "dso",
          "Days sales outstanding",
          (owed.value ?? 0) / (billed.amount / salesDays),
          "days",
          [`${openLabel}, ${pluralize(billed.invoices, "invoice")} of the last ${salesDays} days`, list("receivable")],
          `open ÷ billed in ${salesDays} days (${formatNumber(billed.amount)}) × ${salesDays}`,
        )
      : null;
  const paidIn = { status: "paid", type: "receivable", customerId: customer?.id, day: "paidOn" };
  const paidLabel = `${pluralize(paid.invoices, "invoice")} paid in the last ${paidDays} days`;
  const toPay =
    paid.days !== null &&
    make.measure(
      "days_to_pay",
      "Days to pay",
      paid.days,
      "days",
      [paidLabel, rowsOf("invoices", { ...paidIn, from: addDays(today, 1 - paidDays), to: today })],
      "mean of the days from issue to payment",
    );
  const most = facts.debtors.reduce<Debtor | null>(
    (one, other) => (one && one.amount >= other.amount ? one : other),
    null,
  );
  const named = facts.debtors.filter((debtor, at) => at < 5 || debtor === most);
  const top = named.map((debtor, at) => debtorOf(make, debtor, at, today, filters.currency));
  const biggest = most && top[named.indexOf(most)];
  const first = top.find(({ days }) => days);
  const inInvoices = toLine`in ${count} ${noun(lateCount, "invoice")}`;
  const who = customer ? `${customer.name} owes` : "Customers owe";
  const headline = hasOnlyOthers
    ? toLine`Nothing in ${currency} is open.`
    : overdue.value === 0
      ? toLine`${owed} is open and none of it is overdue.`
      : credits
        ? toLine`${overdue} is overdue, ${inInvoices}; ${owed} is open after credit notes.`
        : toLine`${overdue} of ${owed} is overdue, ${inInvoices}.`;
  const payer = customer ? `${customer.name} takes` : "Customers take";
  const toPayLine = toPay && toLine`${payer} ${toPay} to pay on average, by ${paidLabel}.`;
  const dsoLine =
    dso && toLine`Days sales outstanding are ${dso}: what is open, by sales of ${String(salesDays)} days.`;
  const unpaid = `No invoice was paid in the last ${paidDays} days, so the days to pay are not known.`;
  const biggestLine = !biggest
    ? hasOnlyOthers
      ? toLine`No customer owes anything in ${currency}.`
      : toLine`No customer owes anything overdue${only}; ${owed} is open.`
    : biggest.days
      ? toLine`${biggest.name} owes the most${only}: ${biggest.open}, of which ${biggest.late} is overdue, the oldest for ${biggest.days}. All customers: ${owed}.`
      : toLine`${biggest.name} owes the most${only}: ${biggest.open}, none of it overdue. All customers: ${owed}.`;
  const owedLine = hasOnlyOthers
    ? toLine`${who} nothing in ${currency}.`
    : credits
      ? toLine`${who} ${owed}, after credit notes of ${credits}; invoices of ${overdue} are overdue.`
      : toLine`${who} ${owed}; ${overdue} of it is overdue.`;
  const overdueLine = hasOnlyOthers
    ? toLine`Nothing in ${currency} is overdue.`
    : toLine`${overdue} is overdue, ${inInvoices}: ${share} of all that is open${only}.`;
  return make.conclude({
    title: "Receivables",
    headline,
    lines: [
      headline,
      creditsLine,
      first && toLine`${first.name} has the most overdue: ${first.late}, the oldest for ${first.days}.`,
      toPayLine,
      dsoLine,
      own?.disputed && toLine`${disputed} of what is open is disputed.`,
      ...elsewhere.map(({ short }) => short),
    ],
    columns: ["How late", "Open"],
    rows: [...buckets, ...(credits ? [credits] : [])].map((figure) => [figure.label, figure]),
    answers: {
      owed: sentences(owedLine, ...besides),
      overdue: sentences(overdueLine, creditsLine, ...besides),
      debtors: sentences(biggestLine, ...besides),
      dso: (dso || toPay) && sentences(toPayLine || unpaid, dsoLine),
    },
    facts: top.map(({ name, invoices, href }) => fact("customer", name, pluralize(invoices, "open invoice"), href)),
    concerns: top.slice(0, 2).map(
      ({ customerId, name, late, days, oldestDueOn, href }) =>
        days && {
          key: `receivable:${customerId ?? name}`,
          kind: "priority",
          line: toLine`Collect ${late} from ${name}, overdue for ${days}.`,
          amount: late.value,
          dueOn: oldestDueOn,
          severity: Math.min(1, (days.value ?? 0) / 90),
          href,
        },
    ),
  });
}

function debtorOf(
  make: ReturnType<typeof collect>,
  debtor: Debtor,
  at: number,
  today: string,
  currency: Currency | null,
) {
  const { name, customerId, oldestDueOn } = debtor;
  const of = `${pluralize(debtor.invoices, "open invoice")} of ${name}`;
  const unnamed = name === nameless ? { unknown: "customerName" } : { field: "customerName", is: name };
  const list = (view: string) => rowsOf("invoices", { view, ...(customerId ? { customerId } : unnamed), currency });
  return {
    ...debtor,
    href: customerId ? `/records/customers/${customerId}` : rowsOf("invoices", { view: "overdue" }),
    open: make.money(`debtor_${at}_open`, `${name}, open`, debtor.amount, [of, list("receivable")]),
    late: make.money(`debtor_${at}`, `${name}, overdue`, debtor.overdue, [`what is overdue of ${of}`, list("overdue")]),
    days:
      oldestDueOn === null
        ? null
        : make.measure(`debtor_${at}_days`, `${name}, oldest`, daysBetween(oldestDueOn, today), "days", [
            `oldest due on ${shortDay(oldestDueOn)}`,
            list("overdue"),
          ]),
  };
}
