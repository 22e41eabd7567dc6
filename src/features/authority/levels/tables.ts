import { index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { agents } from "#features/agents/tables.ts";
import type { EarnedLevel } from "#features/authority/levels/contract.ts";
import { companyId, moment, refers, companyTable } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** How far each agent may go alone with each type of decision. */
export const authorityLevels = pgTable(
  "authority_levels",
  {
    companyId: companyId(),
    agentId: uuid().notNull(),
    decisionType: text().notNull(),
    /** Null: what the agent's autonomy gives. */
    level: text().$type<EarnedLevel>(),
    /** How many outcomes there were at the last look. */
    lookedAt: integer().notNull().default(0),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.agentId, row.decisionType] }),
    refers("authority_levels_agent", [row.companyId, row.agentId], [agents.companyId, agents.id]).onDelete("cascade"),
  ],
);
tag(
  authorityLevels,
  {
    ...columns(tags.key, "agentId decisionType"),
    ...columns(tags.decision, "level lookedAt"),
  },
  { onReset: "take all" },
);

/** Every change of a level; a trigger refuses to rewrite one. */
export const authorityLevelChanges = companyTable(
  "authority_level_changes",
  {
    agentId: uuid().notNull(),
    decisionType: text().notNull(),
    from: text().$type<EarnedLevel>().notNull(),
    to: text().$type<EarnedLevel>().notNull(),
    reason: text().notNull(),
    good: integer().notNull(),
    resolved: integer().notNull(),
    /** The decision that raised it, or whose undone approval lowered it. */
    decisionId: uuid(),
    /** The finding of oversight that lowered it. */
    findingId: uuid(),
    at: moment().notNull(),
  },
  (row) => [
    index("authority_level_changes_newest").on(row.companyId, row.agentId, row.decisionType, row.at),
    refers("authority_level_changes_agent", [row.companyId, row.agentId], [agents.companyId, agents.id]).onDelete(
      "cascade",
    ),
  ],
);
tag(
  authorityLevelChanges,
  {
    ...columns(tags.decision, "agentId decisionType from to reason good resolved decisionId findingId at"),
  },
  { onReset: "take all", ages: { from: "at" } },
);
