import { foreignKey, index, integer, numeric, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { agents } from "#features/agents/tables.ts";
import type { promotionTypes, RoleTier } from "#features/identity/promotions/contract.ts";
import type { RuledTier } from "#features/identity/promotions/rules.ts";
import { companyId, moment } from "#platform/db/columns.ts";
import { tag, tags } from "#platform/db/registry.ts";

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
  companyId: tags.key,
  tier: tags.key,
  version: tags.key,
  minTaskCount: tags.operation,
  maxErrorRate: tags.operation,
  minPerformanceScore: tags.operation,
  changedBy: tags.link,
  createdAt: tags.operation,
});

/** Every change of an agent's tier; a trigger refuses to change a row. */
export const promotionHistory = pgTable(
  "promotion_history",
  {
    companyId: companyId(),
    id: uuid().notNull(),
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
    primaryKey({ columns: [row.companyId, row.id] }),
    index("promotion_history_of_agent").on(row.companyId, row.agentId, row.createdAt),
    uniqueIndex("promotion_history_once").on(row.companyId, row.decisionId),
    foreignKey({
      name: "promotion_history_agent",
      columns: [row.companyId, row.agentId],
      foreignColumns: [agents.companyId, agents.id],
    }).onDelete("cascade"),
  ],
);
tag(
  promotionHistory,
  {
    companyId: tags.key,
    id: tags.key,
    agentId: tags.decision,
    fromRole: tags.decision,
    toRole: tags.decision,
    promotionType: tags.decision,
    reason: tags.decision,
    performanceAtPromotion: tags.decision,
    approvedBy: tags.link,
    decisionId: tags.decision,
    createdAt: tags.decision,
  },
  { onReset: "take all", ages: { from: "createdAt" } },
);
