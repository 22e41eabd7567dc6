import { index, integer, numeric, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { agents } from "#features/agents/tables.ts";
import type { promotionTypes, RoleTier } from "#features/identity/promotions/contract.ts";
import type { RuledTier } from "#features/identity/promotions/rules.ts";
import { companyId, moment, refers, companyTable } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

const percent = () => numeric({ precision: 5, scale: 2, mode: "number" });

/** Versions of the rules for a tier; without a row the defaults apply as version 1. */
export const promotionRules = pgTable(
  "promotion_rules",
  {
    companyId: companyId(),
    tier: text().$type<RuledTier>().notNull(),
    version: integer().notNull(),
    minTaskCount: integer().notNull(),
    maxErrorRate: percent().notNull(),
    minPerformanceScore: percent().notNull(),
    changedBy: uuid().notNull(),
    createdAt: moment().notNull(),
  },
  (row) => [primaryKey({ columns: [row.companyId, row.tier, row.version] })],
);
tag(promotionRules, {
  ...columns(tags.key, "tier version"),
  ...columns(tags.operation, "minTaskCount maxErrorRate minPerformanceScore createdAt"),
  changedBy: tags.link,
});

/** Every change of an agent's tier; a trigger refuses to change a row. */
export const promotionHistory = companyTable(
  "promotion_history",
  {
    agentId: uuid().notNull(),
    /** Null: the profile was created. */
    fromRole: text().$type<RoleTier>(),
    toRole: text().$type<RoleTier>().notNull(),
    promotionType: text().$type<(typeof promotionTypes)[number]>().notNull(),
    reason: text().notNull(),
    performanceAtPromotion: percent(),
    approvedBy: uuid(),
    decisionId: uuid(),
    createdAt: moment().notNull(),
  },
  (row) => [
    index("promotion_history_of_agent").on(row.companyId, row.agentId, row.createdAt),
    uniqueIndex("promotion_history_once").on(row.companyId, row.decisionId),
    refers("promotion_history_agent", [row.companyId, row.agentId], [agents.companyId, agents.id]).onDelete("cascade"),
  ],
);
tag(
  promotionHistory,
  {
    ...columns(
      tags.decision,
      "agentId fromRole toRole promotionType reason performanceAtPromotion decisionId createdAt",
    ),
    approvedBy: tags.link,
  },
  { onReset: "take all", ages: { from: "createdAt" } },
);
