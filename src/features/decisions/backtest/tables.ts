import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { Backtest, BacktestCase, BacktestResult } from "#features/decisions/backtest/contract.ts";
import type { Limits } from "#features/authority/versions/rules.ts";
import { companyId, moment, refers, companyTable } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** Trials of changed limits on past requests; kept for a day. */
export const backtests = companyTable(
  "backtests",
  {
    startedBy: uuid().notNull(),
    status: text().$type<Backtest["status"]>().notNull(),
    days: integer().notNull(),
    base: integer().notNull(),
    assumption: text().$type<Backtest["assumption"]>().notNull(),
    limits: jsonb().$type<{ now: Limits[]; tried: Limits[] }>().notNull(),
    differences: jsonb().$type<Backtest["differences"]>().notNull(),
    since: moment().notNull(),
    recordedSince: moment(),
    done: integer().notNull(),
    total: integer().notNull(),
    result: jsonb().$type<BacktestResult>(),
    createdAt: moment().notNull(),
  },
  (row) => [index("backtests_by_time").on(row.companyId, row.createdAt)],
);
tag(
  backtests,
  {
    startedBy: tags.link,
    ...columns(
      tags.decision,
      "status days base assumption limits differences since recordedSince done total result createdAt",
    ),
  },
  { onReset: "take all", ages: { from: "createdAt" } },
);

/** Requests that a trial answers differently, or can't judge. */
export const backtestCases = pgTable(
  "backtest_cases",
  {
    companyId: companyId(),
    backtestId: uuid().notNull(),
    kind: text().$type<"changed" | "unjudged">().notNull(),
    position: integer().notNull(),
    shown: jsonb().$type<BacktestCase>().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.backtestId, row.kind, row.position] }),
    refers("backtest_cases_of", [row.companyId, row.backtestId], [backtests.companyId, backtests.id]).onDelete(
      "cascade",
    ),
  ],
);
tag(
  backtestCases,
  {
    ...columns(tags.key, "backtestId kind position"),
    shown: tags.decision,
  },
  { onReset: "take all" },
);
