import { sql } from "drizzle-orm";
import { index, jsonb, real, text, uuid } from "drizzle-orm/pg-core";
import type { Goal, KeyResult } from "#features/brain/goals/contract.ts";
import { moment, companyTable } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

export const brainGoals = companyTable(
  "brain_goals",
  {
    description: text().notNull(),
    timeframe: text(),
    priority: text().$type<Goal["priority"]>().notNull().default("medium"),
    status: text().$type<Goal["status"]>().notNull().default("active"),
    /** Percent. */
    progress: real().notNull().default(0),
    /** No foreign key: the agent may be deleted by a reset. */
    ownerAgentId: uuid(),
    blockers: text().array().notNull().default(sql`'{}'`),
    keyResults: jsonb().$type<KeyResult[]>().notNull().default([]),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (row) => [index("brain_goals_newest").on(row.companyId, row.createdAt, row.id)],
);
tag(brainGoals, {
  ...columns(
    tags.operation,
    "description timeframe priority status progress ownerAgentId blockers keyResults createdAt updatedAt",
  ),
});
