import { sql } from "drizzle-orm";
import { index, integer, jsonb, numeric, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { GivenPart, RunStatus, StepStatus, Trigger } from "#contract/runs.ts";
import type { Fact } from "#contract/report.ts";
import type { Origin } from "#contract/origins.ts";
import type { AgentRoleId } from "#contract/roles.ts";
import { companyId, moment } from "#platform/db/columns.ts";
import { tag, tags } from "#platform/db/registry.ts";

/** One piece of work of an agent: what was asked, how far it is, what came out and what it stood on. */
export const runs = pgTable(
  "agent_runs",
  {
    companyId: companyId(),
    id: uuid().notNull(),
    agentId: uuid().notNull(),
    /** As they were called when it began; the agent may go. */
    agentName: text().notNull(),
    agentRole: text().$type<AgentRoleId>().notNull(),
    skill: text().notNull(),
    label: text().notNull(),
    trigger: text().$type<Trigger>().notNull(),
    /** The person who asked for it, where one did. */
    askedBy: uuid(),
    /** The run that delegated it. */
    parentId: uuid(),
    depth: integer().notNull().default(0),
    input: jsonb().$type<unknown>().notNull(),
    /** What the executive was given at its start, for a language model to read; null where nothing was. */
    given: jsonb().$type<GivenPart[]>(),
    /** Skill and input in one line: a run never delegates to itself. */
    fingerprint: text().notNull(),
    origin: text().$type<Origin>().notNull(),
    status: text().$type<RunStatus>().notNull(),
    engine: text().notNull(),
    costState: text().$type<"zero" | "billed" | "imputed" | "unknown">().notNull().default("zero"),
    costUsd: numeric({ precision: 12, scale: 6, mode: "number" }).default(0),
    output: jsonb().$type<unknown>(),
    facts: jsonb().$type<Fact[]>().notNull().default([]),
    /** Why it failed or stopped, for the person who reads it. */
    sentence: text(),
    attempts: integer().notNull().default(0),
    /** Whoever works on it holds this; it may finish only with it. */
    leaseToken: uuid(),
    leaseUntil: moment(),
    stopAskedBy: uuid(),
    stopAskedAt: moment(),
    createdAt: moment().notNull(),
    /** It waits at least until then. */
    notBefore: moment(),
    startedAt: moment(),
    finishedAt: moment(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.id] }),
    index("agent_runs_newest").on(row.companyId, row.createdAt, row.id),
    index("agent_runs_of_agent").on(row.companyId, row.agentId, row.createdAt, row.id),
    index("agent_runs_under_way").on(row.companyId, row.createdAt).where(sql`${row.status} IN ('queued', 'running')`),
    index("agent_runs_of_parent").on(row.companyId, row.parentId).where(sql`${row.parentId} IS NOT NULL`),
  ],
);
tag(
  runs,
  {
    companyId: tags.key,
    id: tags.key,
    agentId: tags.decision,
    agentName: tags.decision,
    agentRole: tags.decision,
    skill: tags.decision,
    label: tags.decision,
    trigger: tags.decision,
    askedBy: tags.link,
    parentId: tags.decision,
    depth: tags.decision,
    input: tags.decision,
    given: tags.decision,
    fingerprint: tags.decision,
    origin: tags.decision,
    status: tags.decision,
    engine: tags.decision,
    costState: tags.decision,
    costUsd: tags.decision,
    output: tags.decision,
    facts: tags.decision,
    sentence: tags.decision,
    attempts: tags.operation,
    leaseToken: tags.operation,
    leaseUntil: tags.operation,
    stopAskedBy: tags.link,
    stopAskedAt: tags.operation,
    createdAt: tags.decision,
    notBefore: tags.operation,
    startedAt: tags.decision,
    finishedAt: tags.decision,
  },
  { onReset: "take all" },
);

/** The steps of a run with their results: what is done is not done again after a crash. */
export const runSteps = pgTable(
  "agent_run_steps",
  {
    companyId: companyId(),
    runId: uuid().notNull(),
    position: integer().notNull(),
    /** What the step does, with what; the same key has the same result. */
    key: text().notNull(),
    title: text().notNull(),
    /** The action it took, where it took one. */
    action: text("tool"),
    status: text().$type<StepStatus>().notNull(),
    /** What it came to, in a sentence. */
    detail: text(),
    result: jsonb().$type<unknown>(),
    startedAt: moment().notNull(),
    finishedAt: moment(),
  },
  (row) => [primaryKey({ columns: [row.companyId, row.runId, row.position] })],
);
tag(
  runSteps,
  {
    companyId: tags.key,
    runId: tags.key,
    position: tags.key,
    key: tags.decision,
    title: tags.decision,
    action: tags.decision,
    status: tags.decision,
    detail: tags.decision,
    result: tags.decision,
    startedAt: tags.decision,
    finishedAt: tags.decision,
  },
  { onReset: "take all" },
);

/** One row a company: whoever claims a run locks it, so that no number of instances runs more at once than it may. */
export const runGates = pgTable("agent_run_gates", { companyId: companyId().primaryKey() });
tag(runGates, { companyId: tags.key });
