import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { companyId, moment } from "#platform/db/columns.ts";
import { tag, tags } from "#platform/db/registry.ts";

/**
 * What was counted: a wrong password for a person of the company; a call refused by role; one over a rate limit; one
 * that named another company's rows.
 */
export type CountKind = "failed_sign_in" | "refused" | "blocked" | "foreign";

/** Security counts of a company by hour, so that days follow its time zone. */
export const securityCounts = pgTable(
  "security_counts",
  {
    companyId: companyId(),
    hour: moment().notNull(),
    kind: text().$type<CountKind>().notNull(),
    count: integer().notNull(),
  },
  (row) => [primaryKey({ columns: [row.companyId, row.hour, row.kind] })],
);
const kept = { ...tags.operation, retention: "90 days" } as const;
tag(securityCounts, { hour: tags.key, kind: tags.key, count: kept });

/** The operator's alerts that are open; of the installation, out of every company's reach. */
export const operatorAlerts = pgTable("operator_alerts", {
  kind: text().primaryKey(),
  openedAt: moment().notNull(),
  detail: text().notNull(),
});
tag(operatorAlerts, { kind: tags.audit, openedAt: tags.audit, detail: tags.audit });
