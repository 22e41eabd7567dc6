import { bigint, boolean, integer, jsonb, numeric, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import type { CycleCheck, CycleItem, cycleStatuses } from "#features/orchestrator/autopilot/contract.ts";
import { companyId, moment, companyTable } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** A company's auto-pilot: its settings, its pace and what its last cycle saw. */
export const autopilots = pgTable("autopilots", {
  companyId: companyId().primaryKey(),
  enabled: boolean().notNull(),
  /** Minutes, as set. */
  frequency: integer().notNull(),
  /** Minutes, as it runs now. */
  interval: integer().notNull(),
  /** Times of day in the company's zone; null: none. */
  quietFrom: text(),
  quietTo: text(),
  /** Runs of agents a day. */
  dailyCap: integer().notNull(),
  failures: integer().notNull().default(0),
  idle: integer().notNull().default(0),
  stopped: text(),
  /** The number of the last cycle. */
  cycles: integer().notNull().default(0),
  /** The journal's head and the day at the last cycle that looked, and the findings it saw. */
  seenSeq: bigint({ mode: "number" }).notNull().default(0),
  seenOn: text(),
  seen: jsonb().$type<string[]>().notNull().default([]),
  changedBy: uuid(),
});
tag(autopilots, {
  ...columns(
    tags.operation,
    "enabled frequency interval quietFrom quietTo dailyCap failures idle stopped cycles seenSeq seenOn seen",
  ),
  changedBy: tags.link,
});

/** One cycle of auto-pilot; a slot has at most one. */
export const autopilotCycles = companyTable(
  "autopilot_cycles",
  {
    number: integer().notNull(),
    slot: moment().notNull(),
    status: text().$type<(typeof cycleStatuses)[number]>().notNull(),
    /** The attempt that has the cycle; an older one starts and writes nothing more. Null before the first. */
    attempt: uuid(),
    /** Why it was skipped or failed. */
    sentence: text(),
    frequency: integer().notNull(),
    looked: jsonb().$type<CycleCheck[]>().notNull().default([]),
    did: jsonb().$type<CycleItem[]>().notNull().default([]),
    left: jsonb().$type<CycleItem[]>().notNull().default([]),
    runs: integer().notNull().default(0),
    costUsd: numeric({ precision: 12, scale: 6, mode: "number" }).notNull().default(0),
    events: integer().notNull().default(0),
    /** The journal's head as it began. */
    seq: bigint({ mode: "number" }).notNull(),
    startedAt: moment().notNull(),
    finishedAt: moment(),
  },
  (row) => [
    unique("autopilot_cycles_once").on(row.companyId, row.slot),
    unique("autopilot_cycles_numbered").on(row.companyId, row.number),
  ],
);
tag(autopilotCycles, {
  ...columns(tags.key, "number"),
  ...columns(
    tags.operation,
    "slot status attempt sentence frequency looked did left runs costUsd events seq startedAt finishedAt",
  ),
});
