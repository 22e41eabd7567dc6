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
import type { NormalDay } from "#features/oversight/detectors/detector.ts";
import { companyId, moment } from "#platform/db/columns.ts";
import { tag, tags } from "#platform/db/registry.ts";

/** The state of oversight; one row per company that has initialized it. */
export const oversightStates = pgTable("oversight_states", {
  companyId: companyId().primaryKey(),
  status: text().$type<SystemStatus>().notNull(),
  since: moment().notNull(),
  measuredUntil: moment(),
  /** Baseline for a usual day: runs started without a person, model costs in US dollars, and deliveries. */
  normal: jsonb().$type<NormalDay>().notNull(),
  lastCheckAt: moment(),
  lastCheckMs: doublePrecision(),
  /** The highest reading of each detector at the last check. */
  readings: jsonb().$type<Record<string, number>>().notNull(),
  /** The last journal record verified in the current pass; 0 starts the next pass. */
  verifiedSeq: integer().notNull().default(0),
});
tag(oversightStates, {
  companyId: tags.key,
  status: tags.operation,
  since: tags.operation,
  measuredUntil: tags.operation,
  normal: tags.operation,
  lastCheckAt: tags.operation,
  lastCheckMs: tags.operation,
  readings: tags.operation,
  verifiedSeq: tags.operation,
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
    companyId: tags.key,
    id: tags.key,
    detector: tags.operation,
    subject: tags.operation,
    agentId: tags.operation,
    occasion: tags.operation,
    state: tags.operation,
    level: tags.operation,
    title: tags.operation,
    detail: tags.operation,
    reading: tags.operation,
    runId: tags.operation,
    createdAt: tags.operation,
    closedBy: tags.link,
    closedAt: tags.operation,
    intervention: tags.operation,
    done: tags.operation,
    undoneAt: tags.operation,
    undoneBy: tags.link,
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
    companyId: tags.key,
    id: tags.key,
    at: retained,
    level: retained,
    message: retained,
    findingId: retained,
    status: retained,
    isQuiet: retained,
  },
  { onReset: "take all", ages: { from: "at" }, quotes: ["message"] },
);
