import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, numeric, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { Draft, GivenPart, RunStatus, StepStatus, Trigger } from "#contract/runs.ts";
import type { Fact } from "#contract/report.ts";
import type { Origin } from "#contract/origins.ts";
import type { AgentRoleId } from "#contract/roles.ts";
import { companyId, moment, companyTable } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** One piece of an agent's work: the request, progress, result and evidence. */
export const runs = companyTable(
  "agent_runs",
  {
    agentId: uuid().notNull(),
    /** Copied at the start, because the agent may be removed. */
    agentName: text().notNull(),
    agentRole: text().$type<AgentRoleId>().notNull(),
    skill: text().notNull(),
    label: text().notNull(),
    trigger: text().$type<Trigger>().notNull(),
    /** The person who asked for it, if any. */
    askedBy: uuid(),
    /** The only person who may read it; null: everyone in the company. */
    privateTo: uuid(),
    /** The run that delegated it. */
    parentId: uuid(),
    depth: integer().notNull().default(0),
    input: jsonb().$type<unknown>().notNull(),
    /** The prompt at the start, for a language model; null if there was none. */
    given: jsonb().$type<GivenPart[]>(),
    /** Skill and input in one line: a run never delegates to itself. */
    fingerprint: text().notNull(),
    origin: text().$type<Origin>().notNull(),
    /** The origin at the start; what the run reads can only make it less trusted. Null: of an earlier version. */
    startOrigin: text().$type<Origin>(),
    status: text().$type<RunStatus>().notNull(),
    engine: text().notNull(),
    /** A language model failed and rules did the work; the sentence says why. */
    degraded: boolean().notNull().default(false),
    costState: text().$type<"zero" | "billed" | "imputed" | "unknown">().notNull().default("zero"),
    costUsd: numeric({ precision: 12, scale: 6, mode: "number" }).default(0),
    /** What a model has written so far; null before and after. */
    draft: jsonb().$type<Draft>(),
    output: jsonb().$type<unknown>(),
    facts: jsonb().$type<Fact[]>().notNull().default([]),
    /** Why it failed, stopped or was done by rules in place of a model, for people. */
    sentence: text(),
    attempts: integer().notNull().default(0),
    /** Its worker's token; only the holder may finish it. */
    leaseToken: uuid(),
    leaseUntil: moment(),
    stopAskedBy: uuid(),
    stopAskedAt: moment(),
    createdAt: moment().notNull(),
    /** The earliest start. */
    notBefore: moment(),
    startedAt: moment(),
    finishedAt: moment(),
  },
  (row) => [
    index("agent_runs_newest").on(row.companyId, row.createdAt, row.id),
    index("agent_runs_of_agent").on(row.companyId, row.agentId, row.createdAt, row.id),
    index("agent_runs_under_way").on(row.companyId, row.createdAt).where(sql`${row.status} IN ('queued', 'running')`),
    index("agent_runs_of_parent").on(row.companyId, row.parentId).where(sql`${row.parentId} IS NOT NULL`),
  ],
);
tag(
  runs,
  {
    ...columns(
      tags.decision,
      "agentId agentName agentRole skill label trigger parentId depth input given fingerprint origin",
      "startOrigin status engine degraded costState costUsd draft output facts sentence createdAt startedAt",
      "finishedAt",
    ),
    ...columns(tags.link, "askedBy privateTo stopAskedBy"),
    ...columns(tags.operation, "attempts leaseToken leaseUntil stopAskedAt notBefore"),
  },
  {
    onReset: "take all",
    owner: "privateTo",
    quotes: ["sentence"],
    quotesInJson: ["input", "given", "draft", "output", "facts"],
    copies: { columns: ["output", "sentence"], run: "id" },
    quoted: { asked: { column: "input", keys: ["question", "query"], privateTo: "privateTo" } },
    ages: { from: "createdAt", where: sql`${runs.finishedAt} IS NOT NULL` },
  },
);

/** A run's steps with their results, so that finished steps are not repeated after a crash. */
export const runSteps = pgTable(
  "agent_run_steps",
  {
    companyId: companyId(),
    runId: uuid().notNull(),
    position: integer().notNull(),
    /** The step's title and input; an equal key has the same result. */
    key: text().notNull(),
    title: text().notNull(),
    /** The action used, if any. */
    action: text("tool"),
    status: text().$type<StepStatus>().notNull(),
    /** Its result, in a sentence. */
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
    ...columns(tags.key, "runId position"),
    ...columns(tags.decision, "key title action status detail result startedAt finishedAt"),
  },
  { onReset: "take all", partOf: { table: runs, column: "runId" }, quotes: ["detail"], quotesInJson: ["result"] },
);

/** One row per company, locked to claim a run: this limits concurrent runs across instances. */
export const runGates = pgTable("agent_run_gates", { companyId: companyId().primaryKey() });
tag(runGates, {});
