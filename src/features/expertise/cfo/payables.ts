import { counted, shortDay } from "#contract/format.ts";
import type { Currency } from "#contract/words.ts";
import { addDays } from "#contract/days.ts";
import { type Line, say } from "#contract/report.ts";
import { type Creditor, type Due, nameless } from "#features/records/payables/rows.ts";
import { measure, money } from "#features/expertise/topics/figures.ts";
import { inOwn, onlyOwn, rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { About, Ask, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { besides, cell, unsaid } from "#features/expertise/topics/words.ts";

export type Payables = { due: Due[]; creditors: Creditor[]; anyPayables: boolean };

export const payableAsks: readonly Ask[] = [
  {
    id: "due",
    example: "What do we have to pay this week?",
    heeds: ["vendor"],
    like: [
      "How much do we owe?",
      "Which bills are due?",
      "What do we have to pay next month?",
      "What payments are coming up?",
      "How much do we owe Hostly?",
      "What do we still have to pay our suppliers?",
      "Which supplier invoices are due soon?",
      "What are our payables?",
      "What bills do we have to settle?",
      "What needs paying?",
      "Have we paid Hostly?",
    ],
    words: [["to pay", "bills due", "payable", "payments due", "bills", "must we pay", "do we owe", "we owe"]],
    not: ["take to pay", "takes to pay", "customers", "overdue", "late", "who"],
  },
  {
    id: "late",
    example: "Which bills are we late with?",
    heeds: ["vendor"],
    like: [
      "Are we late paying any supplier?",
      "Which bills have we not paid on time?",
      "Do we have overdue bills?",
      "Are we behind on our payments?",
      "Which supplier invoices are overdue?",
      "Which vendors have we kept waiting for payment?",
      "Did we forget to pay anyone?",
    ],
    words: [
      ["bill", "payable", "we owe", "vendor invoice", "supplier invoice", "are we late", "our payments"],
      ["overdue", "late", "behind", "past due"],
    ],
    not: ["incident", "ticket", "task", "promise"],
  },
  {
    id: "creditors",
    example: "Whom do we owe the most?",
    like: [
      "Which supplier do we owe the most money?",
      "Who is our biggest creditor?",
      "Which vendors are waiting for our money?",
      "Who do we still have to pay?",
      "To whom do we owe money?",
    ],
    words: [
      ["who", "which vendor", "which supplier", "largest creditor", "biggest creditor", "top creditor"],
      ["we owe", "creditor", "waits for our money", "waiting for our money", "we have to pay"],
    ],
  },
];

/** Takes what the company has to pay, gives what the CFO says of it. */
export function concludePayables(facts: Payables, { today, currency }: Today, { vendor }: About): Conclusion {
  if (!facts.anyPayables)
    return unsaid("Bills to pay", "No bills are there: what the company owes cannot be said.", {
      what: "What the company owes",
      needed: "invoices from vendors (direction: payable)",
      href: "/records/invoices",
    });
  const own = facts.due.find((row) => row.currency === currency);
  const mine = { view: "payable", vendorId: vendor?.id, currency: onlyOwn(facts.due, currency) };
  const link = rowsOf("invoices", mine);
  const source = { label: counted(own?.invoices ?? 0, "open bill"), href: link, asOf: today };
  const lateSource = {
    ...source,
    label: counted(own?.overdueInvoices ?? 0, "overdue bill"),
    href: rowsOf("invoices", { ...mine, to: addDays(today, -1) }),
  };
  const within = (days: number) => ({
    ...source,
    label: `open bills due within ${days} days`,
    href: rowsOf("invoices", { ...mine, from: today, to: addDays(today, days) }),
  });
  const owed = money("owed", "Bills to pay", own?.amount ?? 0, currency, source);
  const overdue = money("overdue", "Bills past their due day", own?.overdue ?? 0, currency, lateSource);
  const count = measure("overdue_count", "Overdue bills", own?.overdueInvoices ?? 0, "count", lateSource);
  const week = money("within_7", "Due within 7 days", own?.within7 ?? 0, currency, within(7));
  const month = money("within_30", "Due within 30 days", own?.within30 ?? 0, currency, within(30));
  const abroad = facts.due
    .filter((row) => row !== own)
    .map((row) =>
      money(`owed_${row.currency}`, `To pay in ${row.currency}`, row.amount, row.currency as Currency, {
        ...source,
        label: counted(row.invoices, "open bill"),
        href: rowsOf("invoices", { ...mine, currency: row.currency as Currency }),
      }),
    );
  const top = facts.creditors.slice(0, 5).map((creditor, at) => {
    const { name, vendorId } = creditor;
    const unnamed = name === nameless ? { unknown: "vendorName" } : { field: "vendorName", is: name };
    const rows = rowsOf("invoices", { ...mine, ...(vendorId ? { vendorId } : unnamed) });
    const of = vendorId ? `/records/vendors/${vendorId}` : rows;
    const label = `${counted(creditor.invoices, "open bill")} of ${creditor.name}`;
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
  const lateAbroad = facts.due
    .filter((row) => row !== own && row.overdueInvoices > 0)
    .map((row) =>
      money(`overdue_${row.currency}`, `Overdue in ${row.currency}`, row.overdue, row.currency as Currency, {
        ...lateSource,
        label: counted(row.overdueInvoices, "overdue bill"),
        href: rowsOf("invoices", { ...mine, to: addDays(today, -1), currency: row.currency as Currency }),
      }),
    );
  const besidesOwn = abroad.flatMap((figure): Line => {
    const past = lateAbroad.find((one) => one.currency === figure.currency);
    const line = past
      ? say`Besides, ${figure} is to be paid, ${past} of it overdue; it is not added, as no rate is known.`
      : besides(figure, "is to be paid");
    return [" ", ...line];
  });
  const hasOnlyOthers = !own && abroad.length > 0;
  const only = inOwn(mine.currency);
  const headline = hasOnlyOthers
    ? say`No bill${vendor ? ` of ${vendor.name}` : ""} in ${currency} is open.`
    : say`${week} is to be paid${to} within 7 days, ${month} within 30 days.`;
  const late =
    overdue.value === 0
      ? say`No bill${only} is overdue; ${owed} is open.`
      : say`${overdue} is overdue, in ${count} ${count.value === 1 ? "bill" : "bills"}, of ${owed} that is open.`;
  return {
    headline,
    section: {
      title: "Bills to pay",
      lines: [headline, late, ...abroad.map((figure) => besides(figure, "is to be paid"))],
      table:
        top.length === 0
          ? null
          : {
              columns: ["Vendor", "To pay", "First due"],
              rows: top.map(({ name, figure, firstDueOn }) => [
                say`${name}`,
                cell(figure),
                say`${shortDay(firstDueOn)}`,
              ]),
            },
    },
    answers: {
      due: [...headline, ...(hasOnlyOthers ? [] : [" ", ...late]), ...besidesOwn],
      late: [...late, ...besidesOwn],
      creditors: [
        ...(first
          ? say`${first.name} waits for most${only}: ${first.figure}, the first of it due on ${shortDay(first.firstDueOn)}. All bills${only} together come to ${owed}.`
          : hasOnlyOthers
            ? headline
            : say`Nobody waits for money: no bill is open.`),
        ...besidesOwn,
      ],
    },
    figures: [owed, overdue, count, week, month, ...abroad, ...lateAbroad, ...top.map(({ figure }) => figure)],
    facts: top.map(({ name, invoices, href: of }) => ({
      kind: "vendor",
      reference: name,
      value: counted(invoices, "open bill"),
      asOf: today,
      href: of,
    })),
    missing: [],
    concerns: overdue.value
      ? [
          {
            key: "payables:overdue",
            kind: "priority",
            line: say`Pay or settle ${overdue} of bills that are overdue.`,
            amount: overdue.value,
            dueOn: today,
            severity: 0.4,
            href: lateSource.href,
          },
        ]
      : [],
    proposals: [],
  };
}
