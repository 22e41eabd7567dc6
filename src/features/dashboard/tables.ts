import { date, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bytes, companyId } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/**
 * Counts per company day. Triggers on decisions and tasks update them in the same transaction, so no read has to count
 * rows.
 */
export const dashboardDays = pgTable(
  "dashboard_days",
  {
    companyId: companyId(),
    day: date({ mode: "string" }).notNull(),
    /** Decisions proposed, without tests. */
    proposed: integer().notNull().default(0),
    /** Decisions settled by people, without tests. */
    settled: integer().notNull().default(0),
    /** Due tasks that were not cancelled, and those completed on time. */
    due: integer().notNull().default(0),
    onTime: integer().notNull().default(0),
  },
  (row) => [primaryKey({ columns: [row.companyId, row.day] })],
);
tag(dashboardDays, {
  ...columns(tags.key, "day"),
  ...columns(tags.operation, "proposed settled due onTime"),
});

/** Pending decisions except tests, and all decisions ever settled by people, including tests; kept like the days. */
export const dashboardTotals = pgTable("dashboard_totals", {
  companyId: companyId().primaryKey(),
  waiting: integer().notNull().default(0),
  settled: integer().notNull().default(0),
});
tag(dashboardTotals, { waiting: tags.operation, settled: tags.operation });

/** The cached control center, valid only for its program version, row version and day. */
export const dashboardPages = pgTable("dashboard_pages", {
  companyId: companyId().primaryKey(),
  program: text().notNull(),
  version: text().notNull(),
  day: date({ mode: "string" }).notNull(),
  /** Null if an earlier version cached the page. */
  gzip: bytes(),
});
tag(
  dashboardPages,
  {
    ...columns(tags.operation, "program version day gzip"),
  },
  { isDerived: true },
);
