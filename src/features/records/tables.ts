import { sql } from "drizzle-orm";
import { type ExtraConfigColumn, index, text, uuid } from "drizzle-orm/pg-core";
import { recordTable } from "#features/records/kinds/tables.ts";

type Column = (name: string) => ExtraConfigColumn;

/** Amounts without a currency, which only earlier versions wrote. */
const withoutCurrency = (name: string, money: string) => (column: Column) => [
  index(`${name}_without_currency`)
    .on(column("companyId"))
    .where(sql`${column("currency")} IS NULL AND ${column(money)} IS NOT NULL`),
];
const byKey = (name: string) => (column: Column) =>
  index(`${name}_by_key`).on(column("companyId"), column("nameKey").op("text_pattern_ops"));

export const customers = recordTable(
  "customers",
  { by: { by_name: "name" }, state: "lastContactOn", more: (column) => [byKey("customers")(column)] },
  { nameKey: text().notNull() },
);
export const vendors = recordTable(
  "vendors",
  {
    by: { by_name: "name" },
    more: (column) => [byKey("vendors")(column), ...withoutCurrency("vendors", "yearlyBudget")(column)],
  },
  { nameKey: text().notNull() },
);
export const deals = recordTable("deals", {
  by: { by_stage: "stage expectedCloseOn", by_opening: "openedOn" },
  state: "own",
  more: (column) => [
    ...withoutCurrency("deals", "amount")(column),
    index("deals_by_own_stage")
      .on(column("companyId"), column("stage"), column("stageName"))
      .where(sql`${column("stageName")} IS NOT NULL`),
    index("deals_in_state").on(
      column("companyId"),
      column("stage"),
      column("updatedAt"),
      column("id"),
      column("expectedCloseOn"),
      sql`coalesce(${column("lastActivityOn")}, ${column("openedOn")})`,
    ),
  ],
});
export const invoices = recordTable(
  "invoices",
  {
    by: { by_status: "direction status dueOn", by_day: "direction issuedOn", by_payment: "paidOn" },
    state: "direction dueOn",
    more: withoutCurrency("invoices", "amount"),
  },
  { document: text().$type<"invoice" | "credit note">().default("invoice") },
);
export const contracts = recordTable("contracts", {
  by: { by_end: "status endsOn" },
  state: "endsOn signedOn",
  more: withoutCurrency("contracts", "yearlyValue"),
});
export const subscriptions = recordTable("subscriptions", {
  by: { by_renewal: "status renewsOn", by_kind: "kind renewsOn" },
  state: "renewsOn",
  more: withoutCurrency("subscriptions", "amount"),
});
export const tickets = recordTable("tickets", { by: { by_status: "kind status dueOn" }, state: "kind dueOn" });
export const people = recordTable("people");
export const bankAccounts = recordTable("bankAccounts");
/** `ruleId`: the rule that gave it its category; null if the file or a person did. */
export const transactions = recordTable("transactions", {}, { ruleId: uuid() });
export const ledger = recordTable("ledger");
export const payments = recordTable("payments");
export const entries = recordTable("entries", { by: { by_table: "table called" } });
