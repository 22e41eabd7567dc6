import { daysBetween } from "#contract/days.ts";
import { lastDays } from "#contract/spans.ts";
import { bestPerDay, revenueMetric } from "#features/metrics/rules.ts";
import * as books from "#features/records/books/store.ts";
import * as metrics from "#features/metrics/store.ts";
import * as payables from "#features/records/payables/store.ts";
import * as payments from "#features/records/payments/store.ts";
import * as receivables from "#features/records/receivables/store.ts";
import * as records from "#features/records/store.ts";
import { concludeForecast, forecastAsks, forecastHistory } from "#features/expertise/cfo/forecast.ts";
import { bookFlows, monthFlows, wholeMonths } from "#features/expertise/cfo/month-flows.ts";
import { comparedDays, concludeOutliers, mostBills, outlierAsks } from "#features/expertise/cfo/outliers.ts";
import { concludePayables, payableAsks } from "#features/expertise/cfo/payables.ts";
import { concludeReceivables, paidDays, receivableAsks, salesDays } from "#features/expertise/cfo/receivables.ts";
import { concludeReceived, receivedAsks, receivedIn } from "#features/expertise/cfo/received.ts";
import { concludeProfit, profitAsks } from "#features/expertise/cfo/profit.ts";
import { concludeRevenue, revenueAsks, revenuePeriod } from "#features/expertise/cfo/revenue.ts";
import { concludeRunway, runwayAsks } from "#features/expertise/cfo/runway.ts";
import { concludeSpend, spendAsks, spendPeriods } from "#features/expertise/cfo/spend.ts";
import {
  bankPeriods,
  type BookedSpend,
  concludeBookedSpend,
  ledgerPeriods,
} from "#features/expertise/cfo/spend-books.ts";
import { concludeStaff, staffAsks } from "#features/expertise/cfo/staff.ts";
import { periodBefore } from "#features/expertise/topics/period.ts";
import { seriesOf, sumBetween } from "#features/expertise/topics/series.ts";
import type { Tx } from "#platform/context.ts";
import { type About, type Today, type Topic, topicOf } from "#features/expertise/topics/topic.ts";

const topic = topicOf("CFO");

/** The least days between two balances that tell whether cash is burned. */
const leastDaysOfCash = 28;

/** Costs by the ledger, else by the bank; null if neither has any in the period. */
async function bookedSpend(
  tx: Tx,
  about: About,
  { today, currency }: Pick<Today, "today" | "currency">,
): Promise<BookedSpend | null> {
  for (const from of ["ledger", "bank"] as const) {
    const last = await books.lastCost(tx, from, today);
    const periods = last && (from === "ledger" ? ledgerPeriods(last, about) : bankPeriods(last, about, today));
    if (!periods) continue;
    const costs = await books.bookedCosts(tx, from, periods.now, currency);
    if (costs.parts.length === 0) continue;
    return { from, ...periods, costs, earlier: await books.bookedCosts(tx, from, periods.before, currency) };
  }
  return null;
}

export const cfoTopics: readonly Topic[] = [
  topic("cfo.revenue", "Revenue", "financial_analysis", {
    asks: revenueAsks,
    async gather(tx, { currency, today }, about) {
      const last = await metrics.lastDay(tx, revenueMetric);
      const now = last && revenuePeriod(last, about, today);
      const points = now ? await metrics.series(tx, revenueMetric, periodBefore(now).from, now.to) : [];
      return { facts: { series: seriesOf(points, currency), last }, origins: [] };
    },
    conclude: concludeRevenue,
  }),
  topic("cfo.runway", "Cash and runway", "financial_analysis", {
    asks: runwayAsks,
    async gather(tx, { today, currency }) {
      const balances = await metrics.lastDays(tx, "cash", 1);
      const cash = seriesOf(balances, currency);
      const { from, to } = wholeMonths(today);
      // Expenses of the ledger leave out cost of sales; its months are read as they are, below.
      const typed = (points: Awaited<ReturnType<typeof metrics.series>>) =>
        points.filter(({ source }) => source !== "records");
      const expenses = seriesOf(typed(await metrics.series(tx, "expenses", from, to)), currency);
      const daily = await metrics.series(tx, revenueMetric, from, to);
      const revenue = seriesOf(
        daily.length > 0 ? daily : typed(await metrics.series(tx, "revenue", from, to)),
        currency,
      );
      const isWhole = expenses.points.length > 0 && revenue.points.length > 0;
      const paid = isWhole ? [] : await payables.paidByMonth(tx, { from, to }, currency);
      const otherCurrencies = isWhole ? [] : await payables.paidElsewhere(tx, { from, to }, currency);
      const [other] = bestPerDay(balances);
      const elsewhere = {
        cash: other?.currency
          ? { value: other.metricValue, currency: other.currency, day: other.measurementDate }
          : null,
        flows: [...new Set([...(expenses.elsewhere ?? []), ...(revenue.elsewhere ?? []), ...otherCurrencies])].sort(),
      };
      const [last] = cash.points;
      const balancesOf = last ? await metrics.series(tx, "cash", from, last.day) : [];
      const [first] = seriesOf(balancesOf, currency).points;
      const bank = await books.bankMonths(tx, { from, to }, currency);
      const ledger = await books.ledgerMonths(tx, { from, to }, currency);
      const flows = bookFlows(bank, ledger, balancesOf, currency) ?? monthFlows(expenses, revenue, paid);
      const unknownAccounts = last ? [] : await books.unknownAccounts(tx, today, currency);
      const isLong = first && last && daysBetween(first.day, last.day) >= leastDaysOfCash;
      const held = last ? { value: last.value, day: last.day, source: cash.source } : null;
      return {
        facts: { ...flows, cash: held, cashBefore: isLong ? first : null, elsewhere, unknownAccounts },
        origins: paid.flatMap((row) => row.origins),
      };
    },
    conclude: concludeRunway,
  }),
  topic("cfo.receivables", "Receivables", "financial_analysis", {
    asks: receivableAsks,
    async gather(tx, { today, currency }, { customer }) {
      const open = await receivables.openByCurrency(tx, today, currency, customer?.id ?? null);
      const debtors = customer ? [] : await receivables.debtors(tx, today, currency);
      const billed = await receivables.billed(tx, today, currency, salesDays);
      const paid = await receivables.daysToPay(tx, today, paidDays, customer?.id ?? null);
      const anyInvoices = open.length > 0 || (await records.anyInvoice(tx, "receivable"));
      return { facts: { open, debtors, billed, paid, anyInvoices }, origins: open.flatMap((row) => row.origins) };
    },
    conclude: concludeReceivables,
  }),
  topic("cfo.received", "Payments from customers", "financial_analysis", {
    asks: receivedAsks,
    raises: false,
    async gather(tx, { today, currency }, about) {
      const id = about.customer?.id ?? null;
      const days = receivedIn(today, about);
      const received = await payments.inPeriod(tx, days, currency, id);
      const payers = id ? [] : await payments.payers(tx, days, currency);
      const last = await payments.last(tx, today, currency, id);
      const anyInvoices = received.length > 0 || (await records.anyInvoice(tx, "receivable"));
      return { facts: { received, payers, last, anyInvoices }, origins: received.flatMap((row) => row.origins) };
    },
    conclude: concludeReceived,
  }),
  topic("cfo.payables", "Bills to pay", "financial_analysis", {
    asks: payableAsks,
    async gather(tx, { today, currency }, { vendor }) {
      const due = await payables.dueByCurrency(tx, today, currency, vendor?.id ?? null);
      const creditors = vendor ? [] : await payables.creditors(tx, today, currency);
      const anyPayables = due.length > 0 || (await records.anyInvoice(tx, "payable"));
      return { facts: { due, creditors, anyPayables }, origins: due.flatMap((row) => row.origins) };
    },
    conclude: concludePayables,
  }),
  topic("cfo.spend", "Spending", "budget_management", {
    asks: spendAsks,
    raises: false,
    async gather(tx, { today, currency }, about) {
      const { now, before } = spendPeriods(today, about);
      const { vendor } = about;
      const spent = await payables.spent(tx, now, before, currency, vendor?.id ?? null);
      const vendors = vendor ? [] : await payables.parts(tx, "vendor", now, before, currency);
      const categories = vendor ? [] : await payables.parts(tx, "category", now, before, currency);
      const anyPayables = spent.length > 0 || (await records.anyInvoice(tx, "payable"));
      const expenses = seriesOf(vendor ? [] : await metrics.series(tx, "expenses", now.from, now.to), currency);
      const { sum: amount, days } = sumBetween(expenses, now.from, now.to);
      const recorded = days > 0 ? { amount, days, source: expenses.source } : null;
      const booked = anyPayables || vendor ? null : await bookedSpend(tx, about, { today, currency });
      const facts = { spent, vendors, categories, anyPayables, recorded, booked };
      return { facts, origins: spent.flatMap((row) => row.origins) };
    },
    conclude: ({ booked, ...facts }, today, about) =>
      booked ? concludeBookedSpend(booked, today) : concludeSpend(facts, today, about),
  }),
  topic("cfo.profit", "Profit and loss", "financial_analysis", {
    asks: profitAsks,
    async gather(tx, { today, currency }) {
      const months = await books.profitMonths(tx, wholeMonths(today).to, currency);
      const last = months.at(-1);
      const budgeted = last ? await books.budgeted(tx, last.month, currency) : [];
      return { facts: { months, budgeted, elsewhere: await books.ledgerElsewhere(tx, currency) }, origins: [] };
    },
    conclude: concludeProfit,
  }),
  topic("cfo.people", "People and payroll", "financial_analysis", {
    asks: staffAsks,
    raises: false,
    gather: async (tx, { today, currency }) => ({ facts: await books.staff(tx, today, currency), origins: [] }),
    conclude: concludeStaff,
  }),
  topic("cfo.outliers", "Unusual spending", "risk_assessment", {
    asks: outlierAsks,
    async gather(tx, { today, currency }) {
      const year = lastDays(comparedDays, today);
      const { bills, origins } = await payables.newest(tx, year, currency, mostBills);
      const anyPayables = bills.length > 0 || (await records.anyInvoice(tx, "payable"));
      const elsewhere = (await payables.billedElsewhere(tx, year, currency)).sort();
      return { facts: { bills, anyPayables, elsewhere }, origins };
    },
    conclude: concludeOutliers,
  }),
  topic("cfo.forecast", "Revenue forecast", "financial_analysis", {
    asks: forecastAsks,
    raises: false,
    async gather(tx, { currency }) {
      const points = await metrics.lastDays(tx, revenueMetric, forecastHistory);
      return { facts: seriesOf(points, currency), origins: [] };
    },
    conclude: concludeForecast,
  }),
];
