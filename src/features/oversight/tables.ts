import { sql } from "drizzle-orm";
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { Intervention, LogLevel, SystemStatus } from "#features/oversight/contract.ts";
import { companyId, moment } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** The state of oversight; one row per company that has initialized it. */
export const oversightStates = pgTable("oversight_states", {
  companyId: companyId().primaryKey(),
  status: text().$type<SystemStatus>().notNull(),
  since: moment().notNull(),
  measuredUntil: moment(),
  /** Baseline for a usual day: runs started without a person, and model costs in US dollars. */
  normal: jsonb().$type<{ alone: number; usd: number }>().notNull(),
  lastCheckAt: moment(),
  lastCheckMs: doublePrecision(),
  /** The highest reading of each detector at the last check. */
  readings: jsonb().$type<Record<string, number>>().notNull(),
  /** The last journal record verified in the current pass; 0 starts the next pass. */
  verifiedSeq: integer().notNull().default(0),
});
tag(oversightStates, {
  companyId: tags.key,
  ...columns(tags.operation, "status since measuredUntil normal lastCheckAt lastCheckMs readings verifiedSeq"),
});

/** What a detector found, with what was done about it. */
export const oversightFindings = pgTable(
  "oversight_findings",
  {
    companyId: companyId(),
    id: uuid().notNull(),
    detector: text().notNull(),
    /** The agent's id, or "company"; "company:<occasion>" for a lasting finding. */
    subject: text().notNull(),
    agentId: uuid(),
    /** Distinguishes repeated occurrences, for example by a run's id or a year. */
    occasion: text().notNull(),
    /** "closed" by a person, while it may still fire; "over" once it no longer fires or a newer finding replaced it. */
    state: text().$type<"open" | "closed" | "over">().notNull(),
    level: text().$type<LogLevel>().notNull(),
    title: text().notNull(),
    detail: text().notNull(),
    reading: doublePrecision().notNull(),
    runId: uuid(),
    createdAt: moment().notNull(),
    closedBy: uuid(),
    closedAt: moment(),
    intervention: text().$type<Intervention>(),
    done: text().notNull(),
    undoneAt: moment(),
    undoneBy: uuid(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.id] }),
    uniqueIndex("oversight_findings_once")
      .on(row.companyId, row.detector, row.subject)
      .where(sql`${row.state} <> 'over'`),
    index("oversight_findings_newest").on(row.companyId, row.createdAt),
  ],
);
tag(
  oversightFindings,
  {
    ...columns(tags.key, "companyId id"),
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
export const oversightLogs = pgTable(
  "oversight_logs",
  {
    companyId: companyId(),
    id: uuid().notNull(),
    at: moment().notNull(),
    level: text().$type<LogLevel>().notNull(),
    message: text().notNull(),
    findingId: uuid(),
    /** The status after this line. */
    status: text().$type<SystemStatus>().notNull(),
    isQuiet: boolean().notNull().default(false),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.id] }),
    index("oversight_logs_newest").on(row.companyId, row.at, row.id),
  ],
);
const retained = { ...tags.operation, retention: "90 days" } as const;
tag(
  oversightLogs,
  {
    ...columns(tags.key, "companyId id"),
    ...columns(retained, "at level message findingId status isQuiet"),
  },
  { onReset: "take all", ages: { from: "at" }, quotes: ["message"] },
);
