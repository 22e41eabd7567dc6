import { ask } from "#features/expertise/topics/ask.ts";
import { pluralize, shortDay } from "#contract/format.ts";
import { joinLines, type Line, sentences, toLine } from "#contract/report.ts";
import type { Currency } from "#contract/words.ts";
import type { Payer, Payment, Received } from "#features/records/payments/rows.ts";
import { nameless } from "#features/records/receivables/rows.ts";
import { collect, gap, noun, withoutData } from "#features/expertise/topics/collect.ts";
import { during, pastPeriod, type Period } from "#features/expertise/topics/period.ts";
import { inCurrency, ownCurrencyIfMixed, rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { About, Ask, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { otherCurrencyLine } from "#features/expertise/topics/words.ts";

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

export function concludeReceived(facts: Receipts, { today, currency }: Today, about: About): Conclusion {
  const title = "Payments from customers";
  if (!facts.anyInvoices)
    return withoutData(
      title,
      "No invoices are recorded, so what customers paid is unknown.",
      gap("What customers paid", "invoices to customers, with the day each was paid", "/records/invoices"),
    );
  const { customer } = about;
  const { from, to, label } = receivedIn(today, about);
  const when = during(label);
  const make = collect(currency, today, about);
  const { last, received } = facts;
  const own = received.find((row) => row.currency === currency);
  const only = ownCurrencyIfMixed(received, currency);
  const days = `${shortDay(from)} to ${shortDay(to)}`;
  const paidRows = (of: string | null, whose: object = {}) =>
    rowsOf("invoices", {
      status: "paid",
      type: "receivable",
      currency: of as Currency,
      day: "paidOn",
      from,
      to,
      ...whose,
    });
  const billedRows = (of: string | null) =>
    rowsOf("invoices", { view: "billed", currency: of as Currency, day: "issuedOn", from, to });
  const paidSource = (rows: number, href: string, whose = "") =>
    [`${pluralize(rows, "invoice")}${whose} paid ${days}`, href] as const;
  const billedSource = (rows: number, of: string | null) =>
    [`${pluralize(rows, "invoice")} issued ${days}`, billedRows(of)] as const;
  const [payments, bills] = [own?.payments ?? 0, own?.bills ?? 0];
  const ownPaid = paidSource(payments, paidRows(only));
  const ownBilled = billedSource(bills, only);
  const paidFormula = "sum of customers' invoices by the day they were paid";
  const paid = make.money("received", `Paid by customers ${when}`, own?.paid ?? 0, ownPaid, paidFormula);
  const paidCount = make.count("payments", "Invoices paid", payments, ownPaid);
  const billedFormula =
    "sum of customers' invoices by their day of issue, less credit notes; without drafts and what was voided or written off";
  const billed = make.money("billed", `Billed to customers ${when}`, own?.billed ?? 0, ownBilled, billedFormula);
  const billCount = make.count("bills", "Invoices issued", bills, ownBilled);
  const lastHref = `/records/invoices/${last?.id}`;
  const lastDay = last && `paid on ${shortDay(last.paidOn)}`;
  const lastPaid =
    last &&
    make.money(
      "last_payment",
      `Last payment, in ${last.currency}`,
      last.amount,
      [`invoice ${last.number}, ${lastDay}`, lastHref],
      null,
      last.currency,
    );
  const top = facts.payers.map(({ customerId, name, payments: number, paid: amount }, at) => {
    const unnamed = name === nameless ? { unknown: "customerName" } : { field: "customerName", is: name };
    const source = paidSource(number, paidRows(only, customerId ? { customerId } : unnamed), ` of ${name}`);
    return { name, figure: make.money(`payer_${at}`, `${name}, paid`, amount, source) };
  });
  const whom = customer?.name ?? "customers";
  const who = customer?.name ?? "Customers";
  const others = received.filter((row) => row !== own);
  const paidElsewhere = others
    .filter((row) => row.payments > 0)
    .map(({ currency: of, paid: amount, payments: rows }) => {
      const source = paidSource(rows, paidRows(of));
      const figure = make.money(`received_${of}`, `Paid by customers in ${of}`, amount, source, null, of);
      return otherCurrencyLine(figure, `was paid, in ${pluralize(rows, "invoice")}`);
    });
  const billedElsewhere = others
    .filter((row) => row.bills > 0)
    .map(({ currency: of, billed: amount, bills: rows }) => {
      const figure = make.money(
        `billed_${of}`,
        `Billed to customers in ${of}`,
        amount,
        billedSource(rows, of),
        null,
        of,
      );
      return otherCurrencyLine(figure, `was billed, in ${pluralize(rows, "invoice")}`);
    });
  const headline = payments
    ? toLine`${who} paid ${paid} ${when}, for ${paidCount} ${noun(payments, "invoice")}.`
    : paidElsewhere.length > 0
      ? toLine`${who} paid nothing in ${currency} ${when}.`
      : toLine`${who} paid nothing ${when}, according to invoices.`;
  const lastLine = last
    ? toLine`The last payment of ${customer?.name ?? last.name} was on ${shortDay(last.paidOn)}: ${lastPaid}, for invoice ${last.number}.`
    : toLine`No payment of ${whom} is on record.`;
  const billedLine =
    bills === 0 && billedElsewhere.length > 0
      ? toLine`Nothing was billed to ${whom} in ${currency} ${when}.`
      : toLine`${billed} was billed to ${whom} ${when}, in ${billCount} ${noun(bills, "invoice")}.`;
  const listed = joinLines(
    "; ",
    top.slice(0, 3).map(({ name, figure }) => toLine`${name} ${figure}`),
  );
  const payersLine: Line =
    top.length > 0
      ? toLine`${during(label, true)} most was paid${inCurrency(only)} by ${listed}; ${paid} in all.`
      : headline;
  return make.conclude({
    title,
    headline,
    lines: [headline, ...paidElsewhere, lastLine, billedLine, ...billedElsewhere],
    columns: ["Customer", "Paid"],
    rows: top.map(({ name, figure }) => [name, figure]),
    answers: {
      received: sentences(headline, ...paidElsewhere),
      last_payment: sentences(lastLine, headline, ...paidElsewhere),
      billed: sentences(billedLine, ...billedElsewhere),
      payers: sentences(payersLine, ...paidElsewhere),
    },
    facts: last ? [{ kind: "invoice", reference: last.number, value: lastDay, href: lastHref }] : [],
  });
}
