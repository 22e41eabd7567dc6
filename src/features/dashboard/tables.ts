import { date, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { companyId } from "#platform/db/columns.ts";
import { tag, tags } from "#platform/db/registry.ts";

/**
 * What happened on each day of the company, in its own time zone. Triggers on decisions and tasks keep it in the
 * transaction of the verb that changes them, so that nobody counts rows to show the control center.
 */
export const dashboardDays = pgTable(
  "dashboard_days",
  {
    companyId: companyId(),
    day: date({ mode: "string" }).notNull(),
    /** Decisions proposed. */
    proposed: integer().notNull().default(0),
    /** Decisions settled by people. */
    settled: integer().notNull().default(0),
    /** Tasks due that were not cancelled, and those of them completed in time. */
    due: integer().notNull().default(0),
    onTime: integer().notNull().default(0),
  },
  (row) => [primaryKey({ columns: [row.companyId, row.day] })],
);
tag(dashboardDays, {
  companyId: tags.key,
  day: tags.key,
  proposed: tags.operation,
  settled: tags.operation,
  due: tags.operation,
  onTime: tags.operation,
});

/** How many decisions wait, and how many people ever settled; kept like the days. */
export const dashboardTotals = pgTable("dashboard_totals", {
  companyId: companyId().primaryKey(),
  waiting: integer().notNull().default(0),
  settled: integer().notNull().default(0),
});
tag(dashboardTotals, { companyId: tags.key, waiting: tags.operation, settled: tags.operation });

/** The control center as it was last written, and of which program, version of the rows and day: of any other it is stale. */
export const dashboardPages = pgTable("dashboard_pages", {
  companyId: companyId().primaryKey(),
  program: text().notNull(),
  version: text().notNull(),
  day: date({ mode: "string" }).notNull(),
  body: text().notNull(),
});
tag(dashboardPages, {
  companyId: tags.key,
  program: tags.operation,
  version: tags.operation,
  day: tags.operation,
  body: tags.operation,
});
