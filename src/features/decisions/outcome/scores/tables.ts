import { integer, numeric, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { companyId } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** An exact decimal, so that the stored sum equals a recomputation to the last digit. */
const sum = () => numeric({ precision: 24, scale: 8, mode: "number" }).notNull().default(0);

/**
 * Resolved forecasts of approved decisions without tests, per agent, type and tenth of the claimed probability.
 * Triggers maintain it (decision 60), so no view recomputes a score.
 */
export const forecastScores = pgTable(
  "forecast_scores",
  {
    companyId: companyId(),
    agentId: uuid().notNull(),
    decisionType: text().notNull(),
    /** 0 for claims below 10%, 9 for claims from 90%. */
    bin: integer().notNull(),
    resolved: integer().notNull().default(0),
    held: integer().notNull().default(0),
    claimed: sum(),
    brier: sum(),
    /** Of the forecasts that froze a base rate: their number, and the Brier sum of those base rates. */
    baseResolved: integer().notNull().default(0),
    baseBrier: sum(),
    /** Of the forecasts without one: how many came true. */
    heldWithoutBase: integer().notNull().default(0),
  },
  (row) => [primaryKey({ columns: [row.companyId, row.agentId, row.decisionType, row.bin] })],
);
tag(forecastScores, {
  ...columns(tags.key, "agentId decisionType bin"),
  ...columns(tags.decision, "resolved held claimed brier baseResolved baseBrier heldWithoutBase"),
});
