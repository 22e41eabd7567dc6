import { type SQL, sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import type { Origin } from "#contract/origins.ts";
import type { Priority } from "#contract/words.ts";
import { agents } from "#features/agents/tables.ts";
import { grants } from "#features/authority/tables.ts";
import type { TaskStatus } from "#features/tasks/contract.ts";
import { moment, refers, companyTable } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

const hours = () => pg.numeric({ precision: 10, scale: 2, mode: "number" });

/** 0 for open, 1 for closed; shared, because the index only serves the identical expression. */
export const closedOf = (status: pg.PgColumn | SQL): SQL<number> =>
  sql<number>`(CASE WHEN ${status} IN ('pending', 'in_progress') THEN 0 ELSE 1 END)`;

/** Higher for an earlier effect of a decision, lowest for other tasks. */
export const effectOrderOf = (effectIndex: pg.PgColumn | SQL): SQL<number> =>
  sql<number>`(-coalesce(${effectIndex}, 2147483647))`;

/** The plan a task waits for, or null. */
export const heldBy = (metadata: pg.PgColumn | SQL): SQL<string | null> =>
  sql<string | null>`(${metadata} ->> 'awaitsPlan')`;

type Columns<Name extends string> = Record<Name, pg.PgColumn | SQL>;

/** Open work: neither completed nor cancelled, and not waiting for its plan. The status wins over every date. */
export const isOpenWork = ({ status, metadata }: Columns<"status" | "metadata">): SQL =>
  sql`(${closedOf(status)} = 0 AND ${heldBy(metadata)} IS NULL)`;

/** Open work whose moment has passed. */
export const isOverdueWork = (now: Date, row: Columns<"status" | "metadata" | "dueDate">): SQL =>
  sql`(${isOpenWork(row)} AND ${row.dueDate} < ${now.toISOString()}::timestamptz)`;

/** A task before a bulk change. */
type Undo = {
  until: string;
  was: {
    status: TaskStatus;
    startedAt: string | null;
    completionDate: string | null;
    completedBy: string | null;
    actualHours: number | null;
    assignedAgentId: string | null;
    assignedUserId: string | null;
  };
};

export const tasks = companyTable(
  "tasks",
  {
    title: pg.text().notNull(),
    description: pg.text().notNull().default(""),
    assignedAgentId: pg.uuid(),
    /** A person; a task has one assignee at most. */
    assignedUserId: pg.uuid(),
    status: pg.text().$type<TaskStatus>().notNull().default("pending"),
    priority: pg.text().$type<Priority>().notNull().default("medium"),
    dueDate: moment(),
    startedAt: moment(),
    completionDate: moment(),
    completedBy: pg.uuid(),
    estimatedHours: hours(),
    actualHours: hours(),
    /** The decision that created it, and its position among the effects. */
    decisionId: pg.uuid(),
    effectIndex: pg.integer(),
    grantId: pg.uuid().notNull(),
    runId: pg.uuid(),
    origin: pg.text().$type<Origin>().notNull().default("system"),
    metadata: pg.jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** The state before the last change, if that was a bulk change; kept until it can no longer be undone. */
    undo: pg.jsonb().$type<Undo>(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (row) => [
    pg.unique("tasks_once_per_effect").on(row.companyId, row.decisionId, row.effectIndex),
    pg.index("tasks_by_status").on(row.companyId, row.status, row.createdAt, effectOrderOf(row.effectIndex), row.id),
    pg
      .index("tasks_open_first")
      .on(
        row.companyId,
        closedOf(row.status),
        row.createdAt.desc().nullsFirst(),
        sql`${effectOrderOf(row.effectIndex)} DESC`,
        row.id.desc().nullsFirst(),
      ),
    pg.check("tasks_one_assignee", sql`${row.assignedAgentId} IS NULL OR ${row.assignedUserId} IS NULL`),
    pg.index("tasks_of_agent").on(row.companyId, row.assignedAgentId).where(sql`${row.assignedAgentId} IS NOT NULL`),
    pg.index("tasks_of_run").on(row.companyId, row.runId).where(sql`${row.runId} IS NOT NULL`),
    refers("tasks_agent", [row.companyId, row.assignedAgentId], [agents.companyId, agents.id]),
    refers("tasks_grant", [row.companyId, row.grantId], [grants.companyId, grants.id]),
  ],
);
tag(
  tasks,
  {
    title: tags.title,
    ...columns(
      tags.operation,
      "description assignedAgentId status priority dueDate startedAt completionDate estimatedHours actualHours",
      "decisionId effectIndex runId origin metadata createdAt updatedAt",
    ),
    ...columns(tags.link, "assignedUserId completedBy undo"),
    grantId: tags.audit,
  },
  {
    quoted: {
      title: { column: "title" },
      description: { column: "description" },
      // The lines after the first name its sources.
      result: { column: "metadata", keys: ["result"], isFirstLine: true },
    },
    copies: { columns: ["title", "description", "metadata"], run: "runId" },
  },
);
