import { daysBetween } from "#contract/days.ts";
import { formatMoney, pluralize, shortDay } from "#contract/format.ts";
import { unitName } from "#contract/spans.ts";
import { type Currency, lengths } from "#contract/words.ts";
import type { GivenEvidence } from "#features/decisions/types/context.ts";
import type { Overdue, OverBudget, Renewing, StaleDeal } from "#features/records/calling/rows.ts";

/** What rows call for, as the request of a decision type. */

const cents = (amount: number, currency: string): string => formatMoney(amount, currency as Currency, "cents");
const name = (text: string): string => text.slice(0, lengths.name).toWellFormed().trim();
/** More invoices than this are summed in one row of evidence. */
const mostListed = 12;

export function collectRequest(
  { customerId, name: customer, currency, invoices, amount, credits, disputed }: Overdue,
  today: string,
): Record<string, unknown> {
  const listed = invoices.length > mostListed ? invoices.slice(0, mostListed - 1) : invoices;
  const rest = invoices.slice(listed.length);
  const evidence: GivenEvidence[] = listed.map(({ id, number, dueOn, open }) => ({
    kind: "Invoice",
    reference: `${number}, due ${shortDay(dueOn)}`.slice(0, lengths.title),
    value: cents(open, currency),
    asOf: today,
    href: `/records/invoices/${id}`,
  }));
  if (rest.length > 0)
    evidence.push({
      kind: "Invoice",
      reference: `${pluralize(rest.length, "more overdue invoice")}, due ${shortDay(rest[0]?.dueOn ?? today)} or later`,
      value: cents(rest.reduce((sum, { open }) => sum + Math.round(open * 100), 0) / 100, currency),
      asOf: today,
      ...(customerId && { href: `/records/customers/${customerId}` }),
    });
  return {
    counterparty: name(customer),
    amount,
    invoices: invoices.length,
    daysOverdue: Math.min(10_000, daysBetween(invoices[0]?.dueOn ?? today, today)),
    ...(credits > 0 && { credits }),
    ...(disputed > 0 && { disputed }),
    evidence,
    rows: invoices.map(({ id }) => id),
    currency,
  };
}

export function staleRequest(deal: StaleDeal, today: string): Record<string, unknown> {
  const days = (since: string) => Math.min(10_000, daysBetween(since, today));
  return {
    subject: deal.name.slice(0, 200).toWellFormed().trim() || "Deal",
    ...(deal.customerName?.trim() && { counterparty: name(deal.customerName) }),
    dealValue: deal.amount,
    stage: deal.stage,
    daysPast: days(deal.closeOn),
    daysStill: days(deal.movedOn),
    evidence: [
      {
        kind: "Deal",
        reference:
          `${deal.stageName ?? deal.stage}, to close ${shortDay(deal.closeOn)}, last activity ${shortDay(deal.movedOn)}`.slice(
            0,
            lengths.title,
          ),
        value: cents(deal.amount, deal.currency),
        asOf: today,
        href: `/records/deals/${deal.id}`,
      },
    ],
    rows: [deal.id],
    currency: deal.currency,
  };
}

export function overBudgetRequest(of: OverBudget, today: string): Record<string, unknown> {
  const { account, type, month, actual, budget, monthsOver, rows, currency } = of;
  return {
    account: name(account),
    actual,
    budget,
    month,
    monthsOver,
    type,
    evidence: [
      {
        kind: "Ledger",
        reference: `${account}, ${unitName(month, "month")}`.slice(0, lengths.title),
        value: `${cents(actual, currency)} of ${cents(budget, currency)}`,
        asOf: today,
        ...(rows[0] && { href: `/records/ledger/${rows[0]}` }),
      },
    ],
    rows: rows.slice(0, 200),
    currency,
  };
}

/** No other price is known, so it goes on at the one it has. */
export function renewalRequest(of: Renewing, today: string): Record<string, unknown> {
  const { id, title, vendor, yearlyValue, endsOn, noticeBy, noticeDays, months, currency } = of;
  return {
    subject: title.slice(0, 200).toWellFormed().trim() || "Contract",
    counterparty: name(vendor),
    currentPrice: yearlyValue,
    newPrice: yearlyValue,
    endsOn,
    ...(noticeDays !== null && { noticeDays }),
    ...(months > 0 && { term: months }),
    evidence: [
      {
        kind: "Contract",
        reference: `${title}, ends ${shortDay(endsOn)}, notice by ${shortDay(noticeBy)}`.slice(0, lengths.title),
        value: `${cents(yearlyValue, currency)} a year`,
        asOf: today,
        href: `/records/contracts/${id}`,
      },
    ],
    rows: [id],
    currency,
  };
}
