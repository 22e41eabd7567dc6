import { sql } from "drizzle-orm";
import { index, integer, text, unique } from "drizzle-orm/pg-core";
import { moment, companyTable } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** What a sweep found. The same finding, by its fingerprint, is one row. */
export const reflections = companyTable(
  "reflections",
  {
    fingerprint: text().notNull(),
    trigger: text().notNull(),
    observation: text().notNull(),
    analysis: text().notNull(),
    insight: text().notNull(),
    actionTaken: text().notNull(),
    /** Percent. */
    confidence: integer().notNull(),
    href: text(),
    times: integer().notNull().default(1),
    lastSeenAt: moment().notNull(),
    createdAt: moment().notNull(),
  },
  (row) => [
    unique("reflections_once").on(row.companyId, row.fingerprint),
    index("reflections_newest").on(row.companyId, row.lastSeenAt, row.id),
  ],
);
tag(
  reflections,
  {
    ...columns(tags.key, "fingerprint"),
    ...columns(
      tags.operation,
      "trigger observation analysis insight actionTaken confidence href times lastSeenAt createdAt",
    ),
  },
  // A reset deletes the decisions and agents these are about.
  {
    onReset: sql`split_part(${reflections.fingerprint}, ':', 1) IN ('approval-waiting', 'forecast-due', 'agent-failing', 'budget')`,
    whenMet: { merged: { times: "sum", createdAt: "least" } },
  },
);
