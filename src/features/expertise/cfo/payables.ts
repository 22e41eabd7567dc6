import { ask } from "#features/expertise/topics/ask.ts";
import { concluded } from "#features/expertise/topics/collect.ts";
import { nextDays } from "#contract/spans.ts";
import { pluralize, shortDay } from "#contract/format.ts";
import type { Currency } from "#contract/words.ts";
import { type Line, toLine } from "#contract/report.ts";
import { definitions } from "#features/records/kinds/definitions.ts";
import { type Creditor, type Due, nameless } from "#features/records/payables/rows.ts";
import { measure, money } from "#features/expertise/topics/figures.ts";
import { inCurrency, ownCurrencyIfMixed, rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { About, Ask, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { otherCurrencyLine, cell, openRows, withoutData } from "#features/expertise/topics/words.ts";

export type Payables = { due: Due[]; creditors: Creditor[]; anyPayables: boolean };

export const payableAsks: readonly Ask[] = [
  ask("due", "vendor")`What do we have to pay this week? How much do we owe? Which bills are due? What do we have to
    pay next month? What payments are coming up? How much do we owe Hostly? What do we still have to pay our
    suppliers? Which supplier invoices are due soon? What are our payables? What bills do we have to settle? What
    needs paying? Have we paid Hostly?`,
  ask("late", "vendor")`Which bills are we late with? Are we late paying any supplier? Which bills have we not paid on
    time? Do we have overdue bills? Are we behind on our payments? Which supplier invoices are overdue? Which vendors
    have we kept waiting for payment? Did we forget to pay anyone?`,
  ask("creditors")`Whom do we owe the most? Which supplier do we owe the most money? Who is our biggest creditor?
    Which vendors are waiting for our money? Who do we still have to pay? To whom do we owe money?`,
];

export function concludePayables(facts: Payables, { today, currency }: Today, { vendor }: About): Conclusion {
  if (!facts.anyPayables)
    return withoutData("Bills to pay", "No bills are recorded, so what the company owes is unknown.", {
      what: "What the company owes",
      needed: "invoices from vendors (direction: payable)",
      href: "/records/invoices",
    });
  const own = facts.due.find((row) => row.currency === currency);
  const filters = { view: "payable", vendorId: vendor?.id, currency: ownCurrencyIfMixed(facts.due, currency) };
  const link = rowsOf("invoices", filters);
  const source = { label: openRows(own, "open bill"), href: link, asOf: today };
  const lateSource = {
    ...source,
    label: pluralize(own?.overdueInvoices ?? 0, "overdue bill"),
    href: rowsOf("invoices", { ...filters, view: "overdueBills" }),
  };
  const within = (days: number) => ({
    ...source,
    label: `open bills due within ${days} days`,
    href: rowsOf("invoices", {
      ...filters,
      ...(own?.creditNotes ? { field: "document", is: "invoice" } : {}),
      ...nextDays(days, today),
    }),
  });
  const owed = money("owed", "Bills to pay", own?.amount ?? 0, currency, source);
  const overdue = money("overdue", "Bills past their due day", own?.overdue ?? 0, currency, lateSource, {
    formula: `sum of ${definitions.overdueBills}`,
  });
  const count = measure("overdue_count", "Overdue bills", own?.overdueInvoices ?? 0, "count", lateSource);
  const week = money("within_7", "Due within 7 days", own?.within7 ?? 0, currency, within(7));
  const month = money("within_30", "Due within 30 days", own?.within30 ?? 0, currency, within(30));
  const credits = own?.creditNotes
    ? money("credits", "Less vendors' credit notes not used yet", -own.credits, currency, {
        label: pluralize(own.creditNotes, "credit note"),
        href: rowsOf("invoices", { ...filters, view: "vendorCredits" }),
        asOf: today,
      })
    : null;
  const otherCurrencyFigures = facts.due
    .filter((row) => row !== own)
    .map((row) =>
      money(`owed_${row.currency}`, `To pay in ${row.currency}`, row.amount, row.currency as Currency, {
        ...source,
        label: openRows(row, "open bill"),
        href: rowsOf("invoices", { ...filters, currency: row.currency as Currency }),
      }),
    );
  const top = facts.creditors.slice(0, 5).map((creditor, at) => {
    const { name, vendorId } = creditor;
    const unnamed = name === nameless ? { unknown: "vendorName" } : { field: "vendorName", is: name };
    const rows = rowsOf("invoices", { ...filters, ...(vendorId ? { vendorId } : unnamed) });
    const of = vendorId ? `/records/vendors/${vendorId}` : rows;
    const label = `${pluralize(creditor.invoices, "open bill")} of ${creditor.name}`;
    return {
      ...creditor,
      href: of,
      figure: money(`creditor_${at}`, `${creditor.name}, to pay`, creditor.amount, currency, {
        label,
        href: rows,
        asOf: today,
      }),
    };
  });
  const [first] = top;
  const to = vendor ? ` to ${vendor.name}` : "";
  const overdueInOtherCurrencies = facts.due
    .filter((row) => row !== own && row.overdueInvoices > 0)
    .map((row) =>
      money(`overdue_${row.currency}`, `Overdue in ${row.currency}`, row.overdue, row.currency as Currency, {
        ...lateSource,
        label: pluralize(row.overdueInvoices, "overdue bill"),
        href: rowsOf("invoices", { ...filters, view: "overdueBills", currency: row.currency as Currency }),
      }),
    );
  const otherCurrencySentences = otherCurrencyFigures.flatMap((figure): Line => {
    const past = overdueInOtherCurrencies.find((one) => one.currency === figure.currency);
    const line = past
      ? toLine`Besides, ${figure} is to be paid, ${past} of it overdue; it is not added, as no rate is known.`
      : otherCurrencyLine(figure, "is to be paid");
    return [" ", ...line];
  });
  const hasOnlyOthers = !own && otherCurrencyFigures.length > 0;
  const only = inCurrency(filters.currency);
  const headline = hasOnlyOthers
    ? toLine`No bill${vendor ? ` of ${vendor.name}` : ""} in ${currency} is open.`
    : toLine`${week} is to be paid${to} within 7 days, ${month} within 30 days.`;
  const late =
    overdue.value === 0
      ? toLine`No bill${only} is overdue; ${owed} is open${credits ? ", after credit notes of " : ""}${credits ?? ""}.`
      : credits
        ? toLine`${overdue} is overdue, in ${count} ${count.value === 1 ? "bill" : "bills"}; ${owed} is open after credit notes of ${credits}.`
        : toLine`${overdue} is overdue, in ${count} ${count.value === 1 ? "bill" : "bills"}, of ${owed} that is open.`;
  return concluded({
    headline,
    section: {
      title: "Bills to pay",
      lines: [headline, late, ...otherCurrencyFigures.map((figure) => otherCurrencyLine(figure, "is to be paid"))],
      table:
        top.length === 0
          ? null
          : {
              columns: ["Vendor", "To pay", "First due"],
              rows: top.map(({ name, figure, firstDueOn }) => [
                toLine`${name}`,
                cell(figure),
                firstDueOn === null ? toLine`No day` : toLine`${shortDay(firstDueOn)}`,
              ]),
            },
    },
    answers: {
      due: [...headline, ...(hasOnlyOthers ? [] : [" ", ...late]), ...otherCurrencySentences],
      late: [...late, ...otherCurrencySentences],
      creditors: [
        ...(first
          ? toLine`You owe ${first.name} the most${only}: ${first.figure}${first.firstDueOn === null ? "" : `, the first of it due on ${shortDay(first.firstDueOn)}`}. All open bills${only}: ${owed}.`
          : hasOnlyOthers
            ? headline
            : toLine`No bill is open.`),
        ...otherCurrencySentences,
      ],
    },
    figures: [
      owed,
      overdue,
      count,
      week,
      month,
      ...(credits ? [credits] : []),
      ...otherCurrencyFigures,
      ...overdueInOtherCurrencies,
      ...top.map(({ figure }) => figure),
    ],
    facts: top.map(({ name, invoices, href: of }) => ({
      kind: "vendor",
      reference: name,
      value: pluralize(invoices, "open bill"),
      asOf: today,
      href: of,
    })),
    concerns: overdue.value
      ? [
          {
            key: "payables:overdue",
            kind: "priority",
            line: toLine`Pay or settle ${overdue} of bills that are overdue.`,
            amount: overdue.value,
            dueOn: today,
            severity: 0.4,
            href: lateSource.href,
          },
        ]
      : [],
  });
}
