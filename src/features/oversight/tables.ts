import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import type { Intervention, LogLevel, SystemStatus } from "#features/oversight/contract.ts";
import type { NormalDay } from "#features/oversight/detectors/detector.ts";
import { companyId, moment, companyTable } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** The state of oversight; one row per company that has initialized it. */
export const oversightStates = pg.pgTable("oversight_states", {
  companyId: companyId().primaryKey(),
  status: pg.text().$type<SystemStatus>().notNull(),
  since: moment().notNull(),
  measuredUntil: moment(),
  /** Baseline for a usual day: runs started without a person, model costs in US dollars, and deliveries. */
  normal: pg.jsonb().$type<NormalDay>().notNull(),
  lastCheckAt: moment(),
  lastCheckMs: pg.doublePrecision(),
  /** The highest reading of each detector at the last check. */
  readings: pg.jsonb().$type<Record<string, number>>().notNull(),
  /** The last journal record verified in the current pass; 0 starts the next pass. */
  verifiedSeq: pg.integer().notNull().default(0),
});
tag(oversightStates, {
  ...columns(tags.operation, "status since measuredUntil normal lastCheckAt lastCheckMs readings verifiedSeq"),
});

/** What a detector found, with what was done about it. */
export const oversightFindings = companyTable(
  "oversight_findings",
  {
    detector: pg.text().notNull(),
    /** The agent's id, or "company"; "company:<occasion>" for a lasting finding. */
    subject: pg.text().notNull(),
    agentId: pg.uuid(),
    /** Distinguishes repeated occurrences, for example by a run's id or a year. */
    occasion: pg.text().notNull(),
    /** "closed" by a person, while it may still fire; "over" once it no longer fires or a newer finding replaced it. */
    state: pg.text().$type<"open" | "closed" | "over">().notNull(),
    level: pg.text().$type<LogLevel>().notNull(),
    title: pg.text().notNull(),
    detail: pg.text().notNull(),
    reading: pg.doublePrecision().notNull(),
    runId: pg.uuid(),
    createdAt: moment().notNull(),
    closedBy: pg.uuid(),
    closedAt: moment(),
    intervention: pg.text().$type<Intervention>(),
    done: pg.text().notNull(),
    undoneAt: moment(),
    undoneBy: pg.uuid(),
  },
  (row) => [
    pg
      .uniqueIndex("oversight_findings_once")
      .on(row.companyId, row.detector, row.subject)
      .where(sql`${row.state} <> 'over'`),
    pg.index("oversight_findings_newest").on(row.companyId, row.createdAt),
  ],
);
tag(
  oversightFindings,
  {
    ...columns(
      tags.operation,
      "detector subject agentId occasion state level title detail reading runId createdAt closedAt intervention",
      "done undoneAt",
    ),
    ...columns(tags.link, "closedBy undoneBy"),
  },
  // A newer finding about the same subject replaced it.
  { onReset: "take all", whenMet: { besides: { state: "over" } } },
);

/** Oversight's log. Scheduled checks that find nothing new update the newest line instead of adding lines. */
export const oversightLogs = companyTable(
  "oversight_logs",
  {
    at: moment().notNull(),
    level: pg.text().$type<LogLevel>().notNull(),
    message: pg.text().notNull(),
    findingId: pg.uuid(),
    /** The status after this line. */
    status: pg.text().$type<SystemStatus>().notNull(),
    isQuiet: pg.boolean().notNull().default(false),
  },
  (row) => [pg.index("oversight_logs_newest").on(row.companyId, row.at, row.id)],
);
const retained = { ...tags.operation, retention: "90 days" } as const;
tag(
  oversightLogs,
  {
    ...columns(retained, "at level message findingId status isQuiet"),
  },
  { onReset: "take all", ages: { from: "at" }, quotes: ["message"] },
);
