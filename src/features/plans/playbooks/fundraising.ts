import { pluralize } from "#contract/format.ts";
import { type Line, toLine } from "#contract/report.ts";
import { stems } from "#features/plans/commands/reading.ts";
import { dayText, is, numberOf, type Playbook, view } from "./playbook.ts";

export const fundraising: Playbook = {
  id: "fundraising",
  label: "Raise funding",
  example: "Raise £500,000 from investors by the end of next quarter",
  verbs: stems("raise prepare close secure find pitch approach"),
  objects: stems(
    "fundraising funding seed+round funding+round investment+round capital investment investor investors equity loan money venture+capital bank+loan credit+line series+a",
  ),
  names: "free",
  unless: /\b(?:layoffs?|redundanc\w*)\b/,
  times: "target",
  asks: () => ({
    cash: { subject: "figures", filters: [is("name", "cash")], measure: { of: "latest" } },
    expenses: { subject: "figures", filters: [is("name", "expenses")], measure: { of: "latest" } },
    deals: { subject: "deals", filters: [view("open")], measure: { of: "sum" } },
    unsigned: { subject: "contracts", filters: [view("unsigned")] },
    customers: { subject: "customers", filters: [view("active")] },
  }),
  draft({ command, found, make, by, money, currency }) {
    const [cash, expenses, deals] = [found("cash"), found("expenses"), found("deals")];
    const [unsigned, customers] = [found("unsigned"), found("customers")];
    const balance =
      cash.count === 0
        ? null
        : make.money("cash", "Cash", cash.total, { label: "Cash, last entered", href: cash.href });
    const spent =
      expenses.count === 0
        ? null
        : make.money("expenses", "Expenses of the last month", expenses.total, {
            label: "Expenses, last entered",
            href: expenses.href,
          });
    const pipeline = make.money("pipeline", "Open deals", deals.total, {
      label: pluralize(deals.count, "open deal"),
      href: deals.href,
    });
    const amount = command.amount;
    const goal = amount ? `${amount.sign.length === 1 ? amount.sign : ""}${amount.value.toLocaleString("en")}` : null;
    const first: Line = balance
      ? toLine`You hold ${balance} in cash${goal ? `; the command asks for ${goal}` : ""}.`
      : toLine`Your cash balance is not known${goal ? `; the command asks for ${goal}` : ""}.`;
    const second: Line = spent ? toLine` Expenses were ${spent} in the last month.` : [];
    return {
      line: [
        ...first,
        ...second,
        ...(customers.count + deals.count > 0
          ? toLine` ${pluralize(customers.count, "active customer")} and ${pluralize(deals.count, "open deal")} worth ${pipeline} support the case.`
          : []),
      ],
      missing: balance ? [] : [{ what: "Cash balance", needed: "Add cash balance", href: "/records/figures" }],
      tasks: [
        {
          role: "CFO",
          title: goal
            ? `Write down what ${goal} is for and how long it lasts`
            : "Write down how much is needed and how long it lasts",
          reason: balance
            ? `Cash is ${money(cash.total)}${spent ? `, expenses ${money(expenses.total)} a month` : ""}.`
            : "Investors ask for cash and runway first.",
          priority: "high",
          dueOn: by(5),
          hours: 6,
          href: cash.count > 0 ? cash.href : null,
        },
        {
          role: "CEO",
          title: "Draft the investor presentation",
          reason: `${pluralize(customers.count, "active customer")} and the sales history are its evidence.`,
          priority: "high",
          dueOn: by(10),
          hours: 12,
          href: customers.href,
        },
        ...(deals.count > 0
          ? [
              {
                role: "Sales" as const,
                title: `Prepare the forecast of ${pluralize(deals.count, "open deal")}`,
                reason: `${money(deals.total)} is open.${largest(deals.rows, money)}`,
                priority: "medium" as const,
                dueOn: by(8),
                hours: 4,
                href: deals.href,
              },
            ]
          : []),
        ...(unsigned.count > 0
          ? [
              {
                role: "Legal" as const,
                title: `Get ${pluralize(unsigned.count, "unsigned contract")} signed before due diligence`,
                reason: "Investors' lawyers read every contract.",
                priority: "medium" as const,
                dueOn: by(14),
                hours: 5,
                href: unsigned.href,
              },
            ]
          : []),
      ],
      initiatives: [
        {
          role: "CEO",
          title: goal ? `Raise ${goal}` : "Raise funding",
          description: `Documents ready by ${dayText(by(14))}, first meetings after that. Amounts are in ${currency} unless named otherwise.`,
          priority: "high",
          targetOn: by(90),
        },
      ],
      recommendations: [
        {
          type: "Cash",
          title: "Collect overdue invoices first",
          description: 'It lowers the amount you need. Send "Collect everything that is overdue" to plan it.',
          priority: "medium",
        },
      ],
      proposals: [
        {
          role: "CEO",
          title: "Send the presentation to investors",
          reason: "It goes to investors, so it needs your approval.",
          decision: null,
          dueInDays: 21,
          hours: 3,
        },
      ],
    };
  },
};

const largest = (rows: readonly Parameters<typeof numberOf>[0][], money: (amount: number) => string): string => {
  const [row] = rows;
  const amount = row ? numberOf(row, "amount") : null;
  return row && amount !== null ? ` The largest is ${String(row.cells["name"])}, ${money(amount)}.` : "";
};
