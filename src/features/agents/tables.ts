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
import { tag, tags } from "#platform/db/registry.ts";

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
    companyId: tags.key,
    id: tags.key,
    name: tags.title,
    role: tags.operation,
    capabilities: tags.operation,
    autonomy: tags.operation,
    authority: tags.operation,
    budget: tags.operation,
    customInstructions: tags.operation,
    voiceStyle: tags.operation,
    responseLength: tags.operation,
    escalation: tags.operation,
    riskTolerance: tags.operation,
    defaultTaskType: tags.setting,
    reportsTo: tags.operation,
    emailAddress: tags.operation,
    status: tags.operation,
    pausedByOversight: tags.operation,
    loweredByOversight: tags.operation,
    performance: tags.operation,
    lastActivity: tags.operation,
    createdAt: tags.operation,
    updatedAt: tags.operation,
    retiredAt: tags.operation,
    retiredReason: tags.decision,
  },
  { onReset: "take all" },
);
