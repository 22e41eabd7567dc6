import { isNull, sql } from "drizzle-orm";
import {
  boolean,
  check,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { AgentRoleId, AuthorityLevel } from "#contract/roles.ts";
import type { AgentStatus, AutonomyLevel, Escalation, ResponseLength, VoiceStyle } from "#features/agents/contract.ts";
import { companyId, moment } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

export const agents = pgTable(
  "agents",
  {
    companyId: companyId(),
    id: uuid().notNull(),
    name: text().notNull(),
    role: text().$type<AgentRoleId>().notNull(),
    capabilities: jsonb().$type<Record<string, boolean>>().notNull(),
    autonomy: text().$type<AutonomyLevel>().notNull().default("assist"),
    authority: text().$type<AuthorityLevel>().notNull(),
    /** Per calendar year, in the company's currency. */
    budget: numeric({ precision: 20, scale: 2, mode: "number" }).notNull(),
    customInstructions: text().notNull().default(""),
    voiceStyle: text().$type<VoiceStyle>().notNull().default("strategic"),
    responseLength: text().$type<ResponseLength>().notNull().default("medium"),
    escalation: text().$type<Escalation>().notNull().default("conservative"),
    /** 0 to 100: the share of a limit it may use alone is 50% to 100%. */
    riskTolerance: integer().notNull().default(50),
    /** The type of the tasks it opens; empty until it is set. */
    defaultTaskType: text().notNull().default(""),
    reportsTo: uuid(),
    emailAddress: text(),
    status: text().$type<AgentStatus>().notNull().default("active"),
    /** Oversight paused it or lowered its autonomy, and no person has changed that since. */
    pausedByOversight: boolean().notNull().default(false),
    loweredByOversight: boolean().notNull().default(false),
    performance: numeric({ precision: 5, scale: 2, mode: "number" }),
    lastActivity: moment(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    retiredAt: moment(),
    retiredReason: text(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.id] }),
    check("agents_risk_tolerance", sql`${row.riskTolerance} BETWEEN 0 AND 100`),
    uniqueIndex("agents_one_serves_per_role").on(row.companyId, row.role).where(isNull(row.retiredAt)),
  ],
);
tag(
  agents,
  {
    ...columns(tags.key, "companyId id"),
    name: tags.title,
    ...columns(
      tags.operation,
      "role capabilities autonomy authority budget customInstructions voiceStyle responseLength escalation",
      "riskTolerance reportsTo emailAddress status pausedByOversight loweredByOversight performance",
      "lastActivity createdAt updatedAt retiredAt",
    ),
    defaultTaskType: tags.setting,
    retiredReason: tags.decision,
  },
  { onReset: "take all" },
);
