import { ask } from "#features/expertise/topics/ask.ts";
import { pluralize, shortDay } from "#contract/format.ts";
import { type Line, toLine } from "#contract/report.ts";
import type { Currency } from "#contract/words.ts";
import type { Payer, Payment, Received } from "#features/records/payments/rows.ts";
import { nameless } from "#features/records/receivables/rows.ts";
import { collect, noun, concluded } from "#features/expertise/topics/collect.ts";
import { during, pastPeriod, type Period } from "#features/expertise/topics/period.ts";
import { inCurrency, ownCurrencyIfMixed, rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { About, Ask, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { otherCurrencyLine, withoutData } from "#features/expertise/topics/words.ts";

export type Receipts = { received: Received[]; payers: Payer[]; last: Payment | null; anyInvoices: boolean };

export const receivedAsks: readonly Ask[] = [
  ask("received", "customer", "period")`How much did customers pay us this year? How much did Acme pay us this year?
    What has Acme paid us so far? How much money did we get from Acme last month? What have customers paid us this
    month? How much have we received from customers? What did we receive from Acme last quarter? How much money came
    in from customers last month? How much have we been paid this month? What payments did we get from Acme? How many
    payments came in last week?`,
  ask("last_payment", "customer")`When did Acme last pay us? When was the last time Acme paid us? Did Acme pay their
    last invoice? When did we last get money from Acme? What was the last payment we received? Who paid us last? When
    did the last payment come in? Has Acme paid the latest invoice?`,
  ask("billed", "customer", "period")`How much did we invoice last month? How many invoices did we send last month?
    What did we bill Acme this year? How much have we invoiced this year? How much did we bill our customers in May?
    How many invoices did we write this week? How many invoices have we sent to Acme? What is the total we invoiced
    last quarter?`,
  ask("payers", "period")`Which customers paid us the most this year? Who is our best customer by revenue? Who are our
    biggest customers? Which customer brings in the most money? What are our top customers by revenue? Who pays us the
    most? Which client is our most important one? Who is our best customer? From which customers does most of our
    money come?`,
];

const defaultDays = 365;

export const receivedIn = (today: string, about: Pick<About, "period">): Period =>
  pastPeriod(about, today, defaultDays);

const sentences = (...lines: readonly Line[]): Line => lines.flatMap((line, at) => (at === 0 ? line : [" ", ...line]));

export function concludeReceived(facts: Receipts, { today, currency }: Today, about: About): Conclusion {
  const title = "Payments from customers";
  if (!facts.anyInvoices)
    return withoutData(title, "No invoices are recorded, so what customers paid is unknown.", {
      what: "What customers paid",
      needed: "invoices to customers, with the day each was paid",
      href: "/records/invoices",
    });
  const { customer } = about;
  const { from, to, label } = receivedIn(today, about);
  const make = collect(currency, today, about);
  const own = facts.received.find((row) => row.currency === currency);
  const only = ownCurrencyIfMixed(facts.received, currency);
  const days = `${shortDay(from)} to ${shortDay(to)}`;
  const paidRows = (
    of: Currency | null,
    whose: { customerId?: string; field?: string; is?: string; unknown?: string } = {},
  ) => rowsOf("invoices", { status: "paid", type: "receivable", currency: of, day: "paidOn", from, to, ...whose });
  const paidSource = { label: `${pluralize(own?.payments ?? 0, "invoice")} paid ${days}`, href: paidRows(only) };
  const paid = make.money("received", `Paid by customers ${during(label)}`, own?.paid ?? 0, paidSource, {
    formula: "sum of customers' invoices by the day they were paid",
  });
  const payments = make.measure("payments", "Invoices paid", own?.payments ?? 0, "count", paidSource);
  const billedRows = (of: Currency | null) =>
    rowsOf("invoices", { view: "billed", currency: of, day: "issuedOn", from, to });
  const billedSource = { label: `${pluralize(own?.bills ?? 0, "invoice")} issued ${days}`, href: billedRows(only) };
  const billed = make.money("billed", `Billed to customers ${during(label)}`, own?.billed ?? 0, billedSource, {
    formula:
      "sum of customers' invoices by their day of issue, less credit notes; without drafts and what was voided or written off",
  });
  const bills = make.measure("bills", "Invoices issued", own?.bills ?? 0, "count", billedSource);
  const { last } = facts;
  const lastPaid =
    last &&
    make.money(
      "last_payment",
      `Last payment, in ${last.currency}`,
      last.amount,
      {
        label: `invoice ${last.number}, paid on ${shortDay(last.paidOn)}`,
        href: `/records/invoices/${last.id}`,
      },
      { in: last.currency },
    );
  const top = facts.payers.map(({ customerId, name, payments: number, paid: amount }, at) => ({
    name,
    figure: make.money(`payer_${at}`, `${name}, paid`, amount, {
      label: `${pluralize(number, "invoice")} of ${name} paid ${days}`,
      href: paidRows(
        only,
        customerId
          ? { customerId }
          : name === nameless
            ? { unknown: "customerName" }
            : { field: "customerName", is: name },
      ),
    }),
  }));
  const who = customer?.name ?? "Customers";
  const whom = customer ? customer.name : "customers";
  const others = facts.received.filter((row) => row !== own);
  const paidInOtherCurrencies = others
    .filter((row) => row.payments > 0)
    .map(({ currency: of, paid: amount, payments: rows }) => {
      const source = { label: `${pluralize(rows, "invoice")} paid ${days}`, href: paidRows(of as Currency) };
      const figure = make.money(`received_${of}`, `Paid by customers in ${of}`, amount, source, { in: of });
      return otherCurrencyLine(figure, `was paid, in ${pluralize(rows, "invoice")}`);
    });
  const billedInOtherCurrencies = others
    .filter((row) => row.bills > 0)
    .map(({ currency: of, billed: amount, bills: rows }) => {
      const source = { label: `${pluralize(rows, "invoice")} issued ${days}`, href: billedRows(of as Currency) };
      const figure = make.money(`billed_${of}`, `Billed to customers in ${of}`, amount, source, { in: of });
      return otherCurrencyLine(figure, `was billed, in ${pluralize(rows, "invoice")}`);
    });
  const invoices = noun(own?.payments ?? 0, "invoice");
  const headline = own?.payments
    ? toLine`${who} paid ${paid} ${during(label)}, for ${payments} ${invoices}.`
    : paidInOtherCurrencies.length > 0
      ? toLine`${who} paid nothing in ${currency} ${during(label)}.`
      : toLine`${who} paid nothing ${during(label)}, according to invoices.`;
  const lastLine: Line =
    last && lastPaid
      ? toLine`The last payment of ${customer?.name ?? last.name} was on ${shortDay(last.paidOn)}: ${lastPaid}, for invoice ${last.number}.`
      : toLine`No payment of ${whom} is on record.`;
  const billedLine =
    !own?.bills && billedInOtherCurrencies.length > 0
      ? toLine`Nothing was billed to ${whom} in ${currency} ${during(label)}.`
      : toLine`${billed} was billed to ${whom} ${during(label)}, in ${bills} ${noun(own?.bills ?? 0, "invoice")}.`;
  const listed = top
    .slice(0, 3)
    .flatMap(({ name, figure }, at): Line => [at === 0 ? "" : "; ", `${name} `, { figure: figure.id }]);
  const payersLine: Line =
    listed.length > 0
      ? [`${during(label, true)} most was paid${inCurrency(only)} by `, ...listed, "; ", ...toLine`${paid} in all.`]
      : headline;
  return concluded({
    headline,
    section: {
      title,
      lines: [headline, ...paidInOtherCurrencies, lastLine, billedLine, ...billedInOtherCurrencies],
      table:
        top.length === 0
          ? null
          : {
              columns: ["Customer", "Paid"],
              rows: top.map(({ name, figure }) => [toLine`${name}`, toLine`${figure}`]),
            },
    },
    answers: {
      received: sentences(headline, ...paidInOtherCurrencies),
      last_payment: sentences(lastLine, headline, ...paidInOtherCurrencies),
      billed: sentences(billedLine, ...billedInOtherCurrencies),
      payers: sentences(payersLine, ...paidInOtherCurrencies),
    },
    figures: make.figures,
    facts: last
      ? [
          {
            kind: "invoice",
            reference: last.number,
            value: `paid on ${shortDay(last.paidOn)}`,
            asOf: today,
            href: `/records/invoices/${last.id}`,
          },
        ]
      : [],
  });
}
