import { date, integer, jsonb, numeric, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { agents } from "#features/agents/tables.ts";
import type { RoleTier } from "#features/identity/promotions/contract.ts";
import type { Inputs } from "#features/identity/scores/rules.ts";
import { companyId, moment, refers } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

const score = () => numeric({ precision: 5, scale: 2, mode: "number" });

/** An agent's identity; it has one once a person initialized it. */
export const agentProfiles = pgTable(
  "agent_profiles",
  {
    companyId: companyId(),
    agentId: uuid().notNull(),
    roleTier: text().$type<RoleTier>().notNull().default("executive"),
    promotionCount: integer().notNull().default(0),
    lastPromotionAt: moment(),
    createdAt: moment().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.agentId] }),
    refers("agent_profiles_agent", [row.companyId, row.agentId], [agents.companyId, agents.id]).onDelete("cascade"),
  ],
);
tag(
  agentProfiles,
  {
    ...columns(tags.key, "agentId"),
    ...columns(tags.operation, "roleTier promotionCount lastPromotionAt createdAt"),
  },
  { onReset: "take all" },
);

/** What an agent's scores are calculated from, kept up to date by events. */
export const agentScores = pgTable(
  "agent_scores",
  {
    companyId: companyId(),
    agentId: uuid().notNull(),
    /** Approvals that were undone and completed tasks that were opened again. */
    reversals: integer().notNull().default(0),
    inputs: jsonb().$type<Inputs>(),
    updatedAt: moment().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.agentId] }),
    refers("agent_scores_agent", [row.companyId, row.agentId], [agents.companyId, agents.id]).onDelete("cascade"),
  ],
);
tag(
  agentScores,
  {
    ...columns(tags.key, "agentId"),
    ...columns(tags.operation, "reversals inputs updatedAt"),
  },
  { onReset: "take all" },
);

/** The performance an agent had at the end of each week. */
export const agentScoreWeeks = pgTable(
  "agent_score_weeks",
  {
    companyId: companyId(),
    agentId: uuid().notNull(),
    /** Its Monday. */
    week: date({ mode: "string" }).notNull(),
    performance: score().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.agentId, row.week] }),
    refers("agent_score_weeks_agent", [row.companyId, row.agentId], [agents.companyId, agents.id]).onDelete("cascade"),
  ],
);
tag(agentScoreWeeks, { agentId: tags.key, week: tags.key, performance: tags.operation }, { onReset: "take all" });
