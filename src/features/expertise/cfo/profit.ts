import { ask } from "#features/expertise/topics/ask.ts";
import { pluralize } from "#contract/format.ts";
import { joinLines, sentences, toLine } from "#contract/report.ts";
import type { Budgeted, ProfitMonth } from "#features/records/books/rows.ts";
import { collect, concludeAbsent, gap, sumOf } from "#features/expertise/topics/collect.ts";
import { monthEnd } from "#features/expertise/topics/period.ts";
import { rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { About, Ask, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { listed, writtenMonth } from "#features/expertise/topics/words.ts";

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

export function concludeProfit(
  { months, budgeted, elsewhere }: Profit,
  { today, currency }: Today,
  about: About,
): Conclusion {
  const last = months.at(-1);
  if (!last) {
    const needed = "ledger lines by account and month, from your accounting program";
    return concludeAbsent(title, gap("Profit and loss", needed, "/records/ledger"), about);
  }
  const make = collect(currency, today);
  const name = writtenMonth(last.month);
  const ledger = (more: object = {}) =>
    rowsOf("ledger", { ...more, day: "month", from: `${last.month}-01`, to: monthEnd(last.month) });
  const source = (type?: string) => [`ledger lines of ${name}`, ledger({ type })] as const;
  const of = (id: string, label: string, value: number | null, formula: string, type?: string) =>
    value !== null && make.money(id, `${label} in ${name}`, value, source(type), formula);
  const salesFormula = "sum of cost of sales accounts";
  const income = of("income", "Income", last.income, "sum of income accounts", "income");
  const sales = of("cost_of_sales", "Cost of sales", last.costOfSales, salesFormula, "cost of sales");
  const expenses = of("expenses", "Expenses", last.expenses, "sum of expense accounts", "expense");
  const isLoss = last.profit < 0;
  const profitFormula = "income and other income − cost of sales, expenses and other expenses";
  const profit = of("profit", isLoss ? "Loss" : "Profit", Math.abs(last.profit), profitFormula);
  const margin =
    last.income !== null &&
    last.costOfSales !== null &&
    last.income > 0 &&
    make.measure(
      "margin",
      `Gross margin in ${name}`,
      (last.income - last.costOfSales) / last.income,
      "share",
      source(),
      "(income − cost of sales) ÷ income",
    );
  const cost = toLine`${sales && toLine`, ${sales} was cost of sales`}${expenses && toLine`, ${expenses} expenses`}`;
  const parts = income && toLine`: ${income} came in${cost}`;
  const profitLine = toLine`${isLoss ? "The loss" : "Profit"} in ${name} was ${profit} by the ledger${parts}.`;
  const marginLine = margin
    ? toLine`The gross margin in ${name} was ${margin}.`
    : toLine`The gross margin is unknown: the ledger has no ${last.income === null ? "income" : "cost of sales"} in ${name}.`;
  const over = budgeted.filter(({ actual, budget }) => actual > budget);
  const lines = over.slice(0, 8).map(({ account, actual, budget }, at) => {
    const from = [`ledger lines of ${account} in ${name}`, ledger({ field: "account", is: account })] as const;
    return {
      account,
      severity: Math.min(1, (actual - budget) / Math.max(1, budget)),
      actual: make.money(`actual_${at}`, `${account}, actual`, actual, from, "sum of actuals"),
      planned: make.money(`budget_${at}`, `${account}, budget`, budget, from, "sum of budgets"),
      excess: make.money(`over_${at}`, `${account}, over budget`, actual - budget, from, "actual − budget"),
    };
  });
  const all = sumOf(over, ({ actual, budget }) => actual - budget);
  const total = make.money(
    "over_sum",
    `Over budget in ${name}`,
    all,
    [`${pluralize(budgeted.length, "cost account")} with a budget`, ledger()],
    "actual − budget, of each account over its budget",
  );
  const worst = lines.slice(0, 3).map((one) => toLine`${one.account}, ${one.actual} against ${one.planned}`);
  const budgetLine =
    budgeted.length === 0
      ? toLine`No cost account has both an actual and a budget in ${name}.`
      : over.length === 0
        ? toLine`No cost account ran over its budget in ${name}.`
        : toLine`In ${name} ${pluralize(over.length, "cost account")} ran over budget by ${total}: ${joinLines("; ", worst)}.`;
  const others = elsewhere.length > 0 && `Ledger lines in ${listed(elsewhere)} are not in it, as no rate is known.`;
  const more = over.length > 1 && `, and ${pluralize(over.length - 1, "more account")} with it`;
  return make.conclude({
    title,
    headline: profitLine,
    lines: [profitLine, marginLine, budgetLine, others],
    columns: ["Account", "Actual", "Budget", "Over"],
    rows: lines.map(({ account, actual, planned, excess }) => [account, actual, planned, excess]),
    answers: {
      profit: sentences(profitLine, marginLine, others),
      margin: sentences(marginLine, others),
      budget: budgetLine,
    },
    missing: [
      budgeted.length === 0 &&
        gap("Whether costs are over budget", "a budget beside the actuals of the ledger", "/records/ledger"),
    ],
    concerns: lines.slice(0, 1).map(({ account, excess, severity }) => ({
      key: `ledger:${account}`,
      kind: "risk",
      line: toLine`${account} was ${excess} over budget in ${name}${more}.`,
      amount: all,
      severity,
      href: ledger(),
    })),
  });
}
