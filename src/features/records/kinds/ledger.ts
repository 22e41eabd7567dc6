import * as field from "#features/records/fields/field.ts";
import { firstOfMonth, keyOf, kind, view } from "#features/records/kinds/kind.ts";

export const ledger = kind({
  one: "ledger line",
  many: "ledger lines",
  tab: "Ledger",
  hint: "Profit and loss by account and month, with the budget beside it. Revenue, costs, margin and profit come from here.",
  fields: [
    field.needed(field.line("account", "Account", "accountname glaccount ledgeraccount lineitem description")),
    { ...field.needed(field.day("month", "Month", "period date accountingperiod monthending")), clean: firstOfMonth },
    field.needed(
      field.choice("type", "Type", "accounttype category section group class", {
        income: "revenue sales turnover tradingincome",
        "cost of sales": "costofgoodssold cogs directcosts lesscostofsales",
        expense: "expenses operatingexpenses lessoperatingexpenses administrativecosts overhead overheads",
        "other income": "plusotherincome",
        "other expense": "",
        asset: "assets",
        liability: "liabilities",
        equity: "",
      }),
    ),
    field.signed(field.money("actual", "Actual", "actuals amount total value net balance")),
    field.signed(field.money("budget", "Budget", "budgeted plan planned target forecast")),
    field.currency,
    field.line("team", "Team", "department costcenter division"),
    field.notes,
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
  key: keyOf("account month type team currency"),
  day: "month",
  columns: ["type", "month", "team", "budget", "actual"],
  views: [
    view("budgeted", "With a budget", { field: "budget", known: true }),
    view("costs", "Costs", { field: "type", in: ["cost of sales", "expense", "other expense"] }),
  ],
  fault: ({ actual, budget }) =>
    (actual ?? budget ?? null) === null ? { field: "actual", sentence: "Enter the actual, the budget, or both" } : null,
  examples: [
    { account: "Product sales", month: "2026-09-01", type: "income", actual: 92_400, budget: 90_000 },
    { account: "Hosting", month: "2026-09-01", type: "cost of sales", actual: 7_150.4, budget: 6_500 },
    { account: "Rent", month: "2026-09-01", type: "expense", actual: 4_800, budget: 4_800 },
  ],
});
