import { pluralize } from "#contract/format.ts";
import { toLine } from "#contract/report.ts";
import { stems } from "#features/plans/commands/reading.ts";
import {
  dayText,
  daysLate,
  is,
  nothingToDo,
  numberOf,
  partyOf,
  type Playbook,
  priorityAt,
  textOf,
  view,
  namesIn,
} from "./playbook.ts";

/** Initiative targets are round: half of what is overdue, in hundreds. */
const halfOf = (amount: number): number => Math.max(100, Math.round(amount / 200) * 100);

const overdue = { subject: "invoices", filters: [view("overdue")], measure: { of: "sum" as const }, day: "dueOn" };
/** Disputed invoices are settled before payment is requested. */
const undisputed = {
  ...overdue,
  filters: [...overdue.filters, { field: "status", test: "isNot" as const, values: ["disputed"] }],
};
/** The queries for the oldest invoices of each customer that is asked to pay. */
/** Letters of one plan. */
const mostLetters = 10;
const perCustomer = ["own0", "own1", "own2"];

export const receivables: Playbook = {
  id: "receivables",
  label: "Collect receivables",
  example: "Collect everything that is overdue",
  verbs: stems("collect chase recover retrieve pursue bring remind clear speed"),
  strong: stems("chase collect recover pursue remind"),
  narrows: { queries: ["overdue", "customers", "asked", "disputed", ...perCustomer], one: "overdue invoice" },
  objects: stems(
    "overdue invoice invoices receivable receivables debt debts debtor debtors payment payments unpaid outstanding owed owe cash+in money+in",
  ),
  asks: () => ({
    overdue: { ...overdue, order: "first", limit: 100 },
    customers: { ...overdue, groupBy: { field: "customerName" }, limit: 100 },
    asked: { ...undisputed, groupBy: { field: "customerName" }, limit: 100 },
    disputed: { ...overdue, filters: [...overdue.filters, is("status", "disputed")], limit: 5 },
    credits: {
      subject: "invoices",
      filters: [view("credits")],
      measure: { of: "sum" },
      groupBy: { field: "customerName" },
      limit: 100,
    },
    billed: { subject: "invoices", filters: [is("direction", "receivable")] },
  }),
  asksAbout: (_command, _today, found) =>
    Object.fromEntries(
      found("asked")
        .groups.slice(0, perCustomer.length)
        .map(({ key }, at) => [
          perCustomer[at],
          { ...undisputed, filters: [...undisputed.filters, is("customerName", key)], order: "first", limit: 3 },
        ]),
    ),
  draft({ command, found, make, today, by, money, canWrite }) {
    const { rows, total, count, href } = found("overdue");
    const { groups, href: customersHref } = found("customers");
    if (count === 0)
      return found("billed").count === 0
        ? nothingToDo(toLine`You have no invoices yet, so nothing can be collected.`, [
            { what: "What customers owe", needed: "Import invoices", href: "/records/invoices" },
          ])
        : nothingToDo(toLine`No invoice is overdue. There is nothing to collect.`);
    const source = { label: pluralize(count, "overdue invoice"), href };
    const owed = make.money("overdue", "Overdue", total, source, {
      formula: "sum of customers' open invoices past their due day",
    });
    const [first] = groups;
    const top = make.money("largest", `Overdue from ${first?.label ?? "customers without a name"}`, first?.value ?? 0, {
      label: pluralize(first?.rows ?? 0, "overdue invoice"),
      href: first?.href ?? customersHref,
    });
    const share = make.measure(
      "share",
      "Share of the largest debtor",
      total > 0 ? (first?.value ?? 0) / total : 0,
      "share",
      source,
      {
        formula: "largest debtor ÷ overdue",
      },
    );
    const oldest = Math.max(...rows.map((row) => daysLate(row, "dueOn", today)), 0);
    const owing = found("asked").groups;
    const written = canWrite ? owing.slice(0, mostLetters) : [];
    const asked = canWrite ? [] : owing.slice(0, perCustomer.length);
    const others = owing.slice(canWrite ? mostLetters : perCustomer.length);
    const left = others.reduce((sum, { value }) => sum + value, 0);
    const disputes = found("disputed");
    const [disputed] = disputes.rows;
    const [name] = command.names;
    // Collecting part of what a customer owes is different work from collecting all of it.
    const isPart = (label: string): boolean =>
      name !== undefined && !label.toLowerCase().includes(name.toLowerCase()) && owing.length === 1;
    const scope = name === undefined ? "overdue invoices" : `overdue invoices of ${first?.label ?? name}`;
    const plans = toLine` The plan ${[
      ...(asked.length > 0
        ? [`asks ${namesIn(asked.map(({ label }) => label))} for payment by ${dayText(by(asked.length))}`]
        : []),
      ...(written.length > 0
        ? [`writes to ${namesIn(written.map(({ label }) => label).slice(0, 3), written.length)}`]
        : []),
      ...(disputed ? [`settles ${pluralize(disputes.count, "disputed invoice")} first`] : []),
    ].join(" and ")}.`;
    const target = halfOf(total);
    const targetOn = by(28);
    return {
      line: [
        ...(groups.length > 1
          ? toLine`${owed} is overdue on ${pluralize(count, "invoice")}, ${share} of it (${top}) from ${first?.label ?? "one customer"}.`
          : toLine`${owed} is overdue on ${pluralize(count, "invoice")} from ${first?.label ?? "one customer"}.`),
        ...plans,
      ],
      missing: [],
      tasks: [
        ...asked.map(({ key, label, value, rows: invoices, href: address }, at) => {
          const oldestOnes = found(perCustomer[at] ?? "").rows;
          const numbers = oldestOnes.map((row) => textOf(row, "number")).join(", ");
          const credit = found("credits").groups.find(({ key: of }) => of === key)?.value ?? 0;
          const days = Math.max(...oldestOnes.map((row) => daysLate(row, "dueOn", today)), 0);
          return {
            role: at === 0 ? ("CFO" as const) : ("Customer Success" as const),
            title: `Ask ${label} to pay ${isPart(label) ? `${numbers}, ` : ""}${money(value)}`,
            reason: `${numbers}: ${pluralize(invoices, "overdue invoice")}, the oldest ${pluralize(days, "day")} overdue.${credit < 0 ? ` Credit notes of ${money(-credit)} are not used yet: take them off first.` : ""}`,
            priority: priorityAt(at),
            dueOn: by(1 + at),
            hours: 1,
            href: address,
          };
        }),
        ...(written.length > 0
          ? [
              {
                role: "CFO" as const,
                title: `Look who has paid of ${pluralize(written.length, "customer")} that got a reminder`,
                reason: "Who has neither paid nor answered by then is better called.",
                priority: "medium" as const,
                dueOn: by(8),
                hours: 1,
                href,
              },
            ]
          : []),
        ...(disputed
          ? [
              {
                role: "Legal" as const,
                title:
                  disputes.count === 1
                    ? `Settle the dispute about ${textOf(disputed, "number")} with ${partyOf(disputed)}`
                    : `Settle ${disputes.count} disputed invoices, ${textOf(disputed, "number")} of ${partyOf(disputed)} first`,
                reason: `${money(numberOf(disputed, "openAmount") ?? 0)} is disputed and ${pluralize(daysLate(disputed, "dueOn", today), "day")} overdue.`,
                priority: "medium" as const,
                dueOn: by(7),
                hours: 2,
                href: disputes.count === 1 ? disputed.href : disputes.href,
              },
            ]
          : []),
      ],
      initiatives: [
        {
          role: "CFO",
          title: `Bring ${scope} below ${money(target)}`,
          description: `From ${money(total)} on ${dayText(today)}. Progress follows the tasks of this plan.`,
          priority: "high",
          targetOn,
        },
      ],
      recommendations: [
        ...(first
          ? [
              {
                type: "Terms",
                title: `Ask ${first.label} for payment up front`,
                description: `${first.label} owes ${money(first.value)}, the largest overdue amount.`,
                priority: "high" as const,
              },
            ]
          : []),
        {
          type: "Reminders",
          title: "Send the first reminder on the due day",
          description: `${count === 1 ? "The overdue invoice" : `The oldest of ${count} overdue invoices`} is ${pluralize(oldest, "day")} overdue.`,
          priority: "medium",
        },
      ],
      proposals: [
        ...written.map(({ key, label, value, rows: invoices }) => {
          const numbers = found(perCustomer[owing.findIndex((one) => one.key === key)] ?? "").rows.map((row) =>
            textOf(row, "number"),
          );
          return {
            role: "CFO" as const,
            title: `Remind ${label} of ${isPart(label) ? `${numbers.join(", ")}, ` : ""}${money(value)}`,
            reason: `${pluralize(invoices, "overdue invoice")}. An email to the address on its record, which you approve word by word.`,
            decision: null,
            dueInDays: 3,
            hours: 0,
            letter: { kind: "reminder" as const, party: key, numbers: isPart(label) ? numbers : null },
          };
        }),
        ...(others.length === 0
          ? []
          : [
              {
                role: "CFO" as const,
                title: `Send reminders to ${pluralize(others.length, "more customer")}, ${money(left)}`,
                reason: `Overdue too: ${namesIn(
                  others.map(({ label }) => label).slice(0, 3),
                  others.length,
                )}. Reminders go to customers, so they need your approval.`,
                decision: null,
                dueInDays: 3,
                hours: 2,
              },
            ]),
      ],
    };
  },
};
