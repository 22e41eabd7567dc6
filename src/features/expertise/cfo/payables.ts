import { ask } from "#features/expertise/topics/ask.ts";
import { nextDays } from "#contract/spans.ts";
import { pluralize, shortDay } from "#contract/format.ts";
import { sentences, toLine } from "#contract/report.ts";
import { definitions } from "#features/records/kinds/definitions.ts";
import { type Creditor, type Due, nameless } from "#features/records/payables/rows.ts";
import { openElsewhere } from "#features/expertise/cfo/open-elsewhere.ts";
import { collect, fact, gap, noun, withoutData } from "#features/expertise/topics/collect.ts";
import { inCurrency, ownCurrencyIfMixed, rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { About, Ask, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { openRows } from "#features/expertise/topics/words.ts";

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
  const title = "Bills to pay";
  if (!facts.anyPayables)
    return withoutData(
      title,
      "No bills are recorded, so what the company owes is unknown.",
      gap("What the company owes", "invoices from vendors (direction: payable)", "/records/invoices"),
    );
  const make = collect(currency, today);
  const own = facts.due.find((row) => row.currency === currency);
  const others = facts.due.filter((row) => row !== own);
  const filters = { view: "payable", vendorId: vendor?.id, currency: ownCurrencyIfMixed(facts.due, currency) };
  const list = (more: object = {}) => rowsOf("invoices", { ...filters, ...more });
  const lateCount = own?.overdueInvoices ?? 0;
  const lateHref = list({ view: "overdueBills" });
  const lateSource = [pluralize(lateCount, "overdue bill"), lateHref] as const;
  const document = own?.creditNotes ? { field: "document", is: "invoice" } : {};
  const within = (days: 7 | 30) =>
    make.money(`within_${days}`, `Due within ${days} days`, own?.[`within${days}`] ?? 0, [
      `open bills due within ${days} days`,
      list({ ...document, ...nextDays(days, today) }),
    ]);
  const owed = make.money("owed", "Bills to pay", own?.amount ?? 0, [openRows(own, "open bill"), list()]);
  const formula = `sum of ${definitions.overdueBills}`;
  const overdue = make.money("overdue", "Bills past their due day", own?.overdue ?? 0, lateSource, formula);
  const count = make.count("overdue_count", "Overdue bills", lateCount, lateSource);
  const [week, month] = [within(7), within(30)];
  const credits =
    own?.creditNotes &&
    make.money("credits", "Less vendors' credit notes not used yet", -own.credits, [
      pluralize(own.creditNotes, "credit note"),
      list({ view: "vendorCredits" }),
    ]);
  const words = { label: "To pay", one: "bill", verb: "is to be paid", open: "payable", overdue: "overdueBills" };
  const elsewhere = openElsewhere(make, others, words, (view, of) => list({ view, currency: of }));
  const besides = elsewhere.map(({ full }) => full);
  const top = facts.creditors.slice(0, 5).map((creditor, at) => {
    const { name, vendorId, invoices, amount, firstDueOn } = creditor;
    const unnamed = name === nameless ? { unknown: "vendorName" } : { field: "vendorName", is: name };
    const rows = list(vendorId ? { vendorId } : unnamed);
    const source = [`${pluralize(invoices, "open bill")} of ${name}`, rows] as const;
    return {
      ...creditor,
      href: vendorId ? `/records/vendors/${vendorId}` : rows,
      firstDay: firstDueOn && shortDay(firstDueOn),
      figure: make.money(`creditor_${at}`, `${name}, to pay`, amount, source),
    };
  });
  const [first] = top;
  const hasOnlyOthers = !own && others.length > 0;
  const only = inCurrency(filters.currency);
  const headline = hasOnlyOthers
    ? toLine`No bill${vendor && ` of ${vendor.name}`} in ${currency} is open.`
    : toLine`${week} is to be paid${vendor && ` to ${vendor.name}`} within 7 days, ${month} within 30 days.`;
  const overdueBills = toLine`${overdue} is overdue, in ${count} ${noun(lateCount, "bill")}`;
  const afterCredits = credits && toLine` after credit notes of ${credits}`;
  const late =
    overdue.value === 0
      ? toLine`No bill${only} is overdue; ${owed} is open${afterCredits && toLine`,${afterCredits}`}.`
      : afterCredits
        ? toLine`${overdueBills}; ${owed} is open${afterCredits}.`
        : toLine`${overdueBills}, of ${owed} that is open.`;
  const most = first
    ? toLine`You owe ${first.name} the most${only}: ${first.figure}${first.firstDay && `, the first of it due on ${first.firstDay}`}. All open bills${only}: ${owed}.`
    : hasOnlyOthers
      ? headline
      : toLine`No bill is open.`;
  return make.conclude({
    title,
    headline,
    lines: [headline, late, ...elsewhere.map(({ short }) => short)],
    columns: ["Vendor", "To pay", "First due"],
    rows: top.map(({ name, figure, firstDay }) => [name, figure, firstDay ?? "No day"]),
    answers: {
      due: sentences(headline, !hasOnlyOthers && late, ...besides),
      late: sentences(late, ...besides),
      creditors: sentences(most, ...besides),
    },
    facts: top.map(({ name, invoices, href }) => fact("vendor", name, pluralize(invoices, "open bill"), href)),
    concerns: [
      own?.overdue && {
        key: "payables:overdue",
        kind: "priority",
        line: toLine`Pay or settle ${overdue} of bills that are overdue.`,
        amount: overdue.value,
        dueOn: today,
        severity: 0.4,
        href: lateHref,
      },
    ],
  });
}
