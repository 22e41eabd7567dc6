import { ask } from "#features/expertise/topics/ask.ts";
import { pluralize } from "#contract/format.ts";
import { type Line, toLine } from "#contract/report.ts";
import type { Budgeted, ProfitMonth } from "#features/records/books/rows.ts";
import { collect, concludeAbsent, concluded } from "#features/expertise/topics/collect.ts";
import { monthEnd } from "#features/expertise/topics/period.ts";
import { rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { About, Ask, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { cell, listed, writtenMonth } from "#features/expertise/topics/words.ts";

/** Months up to the newest whole one, and the budgeted costs of that. */
export type Profit = { months: ProfitMonth[]; budgeted: Budgeted[]; elsewhere: readonly string[] };

export const profitAsks: readonly Ask[] = [
  ask("profit")`What does our profit and loss look like? Show me the profit and loss. How does the profit and loss
    statement look? What do the books say for last month?`,
  ask("margin")`What is our gross margin? How high is our margin? What margin do we make? What are our margins? Is our
    gross margin good?`,
  ask("budget")`Which accounts are over budget in the ledger? Ledger accounts over their budget. Compare the ledger
    with the budget. What is our budget variance?`,
];

const title = "Profit and loss";
const inMonth = (month: string, type?: string) =>
  rowsOf("ledger", { type, day: "month", from: `${month}-01`, to: monthEnd(month) });

export function concludeProfit(
  { months, budgeted, elsewhere }: Profit,
  { today, currency }: Today,
  about: About,
): Conclusion {
  const last = months.at(-1);
  if (!last)
    return concludeAbsent(
      title,
      {
        what: "Profit and loss",
        needed: "ledger lines by account and month, from your accounting program",
        href: "/records/ledger",
      },
      about,
    );
  const make = collect(currency, today);
  const name = writtenMonth(last.month);
  const of = (id: string, label: string, value: number | null, formula: string | null, type?: string) =>
    value === null
      ? null
      : make.money(
          id,
          `${label} in ${name}`,
          value,
          { label: `ledger lines of ${name}`, href: inMonth(last.month, type) },
          { formula },
        );
  const income = of("income", "Income", last.income, "sum of income accounts", "income");
  const sales = of(
    "cost_of_sales",
    "Cost of sales",
    last.costOfSales,
    "sum of cost of sales accounts",
    "cost of sales",
  );
  const expenses = of("expenses", "Expenses", last.expenses, "sum of expense accounts", "expense");
  const profit = of(
    "profit",
    last.profit < 0 ? "Loss" : "Profit",
    Math.abs(last.profit),
    "income and other income − cost of sales, expenses and other expenses",
  );
  const isKnown = last.income !== null && last.costOfSales !== null && last.income > 0;
  const margin = isKnown
    ? make.measure(
        "margin",
        `Gross margin in ${name}`,
        ((last.income ?? 0) - (last.costOfSales ?? 0)) / (last.income ?? 1),
        "share",
        { label: `ledger lines of ${name}`, href: inMonth(last.month) },
        { formula: "(income − cost of sales) ÷ income" },
      )
    : null;
  const profitLine: Line = [
    ...toLine`${last.profit < 0 ? "The loss" : "Profit"} in ${name} was ${profit ?? ""} by the ledger`,
    ...(income ? toLine`: ${income} came in` : []),
    ...(income && sales ? toLine`, ${sales} was cost of sales` : []),
    ...(income && expenses ? toLine`, ${expenses} expenses` : []),
    ".",
  ];
  const marginLine: Line = margin
    ? toLine`The gross margin in ${name} was ${margin}.`
    : toLine`The gross margin is unknown: the ledger has no ${last.income === null ? "income" : "cost of sales"} in ${name}.`;
  const over = budgeted.filter(({ actual, budget }) => actual > budget);
  const lines = over.slice(0, 8).map(({ account, actual, budget }, at) => {
    const source = {
      label: `ledger lines of ${account} in ${name}`,
      href: rowsOf("ledger", {
        field: "account",
        is: account,
        day: "month",
        from: `${last.month}-01`,
        to: monthEnd(last.month),
      }),
    };
    return {
      account,
      value: actual - budget,
      budget,
      actual: make.money(`actual_${at}`, `${account}, actual`, actual, source, { formula: "sum of actuals" }),
      planned: make.money(`budget_${at}`, `${account}, budget`, budget, source, { formula: "sum of budgets" }),
      excess: make.money(`over_${at}`, `${account}, over budget`, actual - budget, source, {
        formula: "actual − budget",
      }),
    };
  });
  const all = over.reduce((sum, { actual, budget }) => sum + actual - budget, 0);
  const total = make.money(
    "over_sum",
    `Over budget in ${name}`,
    all,
    { label: `${pluralize(budgeted.length, "cost account")} with a budget`, href: inMonth(last.month) },
    { formula: "actual − budget, of each account over its budget" },
  );
  const budgetLine: Line =
    budgeted.length === 0
      ? toLine`No cost account has both an actual and a budget in ${name}.`
      : over.length === 0
        ? toLine`No cost account ran over its budget in ${name}.`
        : [
            ...toLine`In ${name} ${pluralize(over.length, "cost account")} ran over budget by ${total}`,
            ...lines
              .slice(0, 3)
              .flatMap(
                ({ account, actual, planned }, at) =>
                  toLine`${at === 0 ? ": " : "; "}${account}, ${actual} against ${planned}`,
              ),
            ".",
          ];
  const others =
    elsewhere.length > 0 ? [toLine`Ledger lines in ${listed(elsewhere)} are not in it, as no rate is known.`] : [];
  const [first] = lines;
  return concluded({
    headline: profitLine,
    section: {
      title,
      lines: [profitLine, marginLine, budgetLine, ...others],
      table:
        lines.length === 0
          ? null
          : {
              columns: ["Account", "Actual", "Budget", "Over"],
              rows: lines.map(({ account, actual, planned, excess }) => [
                toLine`${account}`,
                cell(actual),
                cell(planned),
                cell(excess),
              ]),
            },
    },
    answers: {
      profit: [...profitLine, " ", ...marginLine, ...others.flatMap((line) => [" ", ...line])],
      margin: [...marginLine, ...others.flatMap((line) => [" ", ...line])],
      budget: budgetLine,
    },
    figures: make.figures,
    missing:
      budgeted.length === 0
        ? [
            {
              what: "Whether costs are over budget",
              needed: "a budget beside the actuals of the ledger",
              href: "/records/ledger",
            },
          ]
        : [],
    concerns: first
      ? [
          {
            key: `ledger:${first.account}`,
            kind: "risk",
            line: [
              ...toLine`${first.account} was ${first.excess} over budget in ${name}`,
              ...(over.length > 1 ? [`, and ${pluralize(over.length - 1, "more account")} with it.`] : ["."]),
            ],
            amount: all,
            dueOn: null,
            severity: Math.min(1, first.value / Math.max(1, first.budget)),
            href: inMonth(last.month),
          },
        ]
      : [],
  });
}
