import { choice, currency, day, line, money, needed, notes, signed } from "#features/records/fields/field.ts";
import { firstOfMonth, type Kind } from "#features/records/kinds/kind.ts";

const ledgerTypes = [
  "income",
  "cost of sales",
  "expense",
  "other income",
  "other expense",
  "asset",
  "liability",
  "equity",
] as const;

export const ledger: Kind = {
  one: "ledger line",
  many: "ledger lines",
  tab: "Ledger",
  hint: "Profit and loss by account and month, with the budget beside it. Revenue, costs, margin and profit come from here.",
  fields: [
    needed(line("account", "Account", "accountname", "glaccount", "ledgeraccount", "lineitem", "description")),
    { ...needed(day("month", "Month", "period", "date", "accountingperiod", "monthending")), clean: firstOfMonth },
    needed(
      choice(
        "type",
        "Type",
        ledgerTypes,
        {
          revenue: "income",
          sales: "income",
          turnover: "income",
          "cost of goods sold": "cost of sales",
          cogs: "cost of sales",
          "direct costs": "cost of sales",
          expenses: "expense",
          "operating expenses": "expense",
          overhead: "expense",
          overheads: "expense",
          assets: "asset",
          liabilities: "liability",
        },
        ["accounttype", "category", "section", "group", "class"],
      ),
    ),
    signed(money("actual", "Actual", "actuals", "amount", "total", "value", "net", "balance")),
    signed(money("budget", "Budget", "budgeted", "plan", "planned", "target", "forecast")),
    currency,
    line("team", "Team", "department", "costcenter", "division"),
    notes,
  ],
  roles: {
    title: "account",
    type: "type",
    money: "actual",
    sum: { by: "type" },
    day: "month",
    newest: "month",
    search: ["account", "team"],
  },
  defaults: {},
  key: ({ account, month, type, team, currency: unit }) => [account, month, type, team, unit],
  day: "month",
  columns: ["type", "month", "team", "budget", "actual"],
  views: [
    { id: "budgeted", label: "With a budget", all: [{ field: "budget", known: true }] },
    {
      id: "costs",
      label: "Costs",
      all: [{ field: "type", in: ["cost of sales", "expense", "other expense"] }],
    },
  ],
  fault: ({ actual, budget }) =>
    (actual ?? budget ?? null) === null ? { field: "actual", sentence: "Enter the actual, the budget, or both" } : null,
  examples: [
    { account: "Product sales", month: "2026-09-01", type: "income", actual: 92_400, budget: 90_000 },
    { account: "Hosting", month: "2026-09-01", type: "cost of sales", actual: 7_150.4, budget: 6_500 },
    { account: "Rent", month: "2026-09-01", type: "expense", actual: 4_800, budget: 4_800 },
  ],
};
