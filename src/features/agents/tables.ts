import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import type { AgentRoleId, AuthorityLevel } from "#contract/roles.ts";
import type { AgentStatus, AutonomyLevel, Escalation, ResponseLength, VoiceStyle } from "#features/agents/contract.ts";
import { moment, companyTable } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

export const agents = companyTable(
  "agents",
  {
    name: pg.text().notNull(),
    role: pg.text().$type<AgentRoleId>().notNull(),
    capabilities: pg.jsonb().$type<Record<string, boolean>>().notNull(),
    autonomy: pg.text().$type<AutonomyLevel>().notNull().default("assist"),
    authority: pg.text().$type<AuthorityLevel>().notNull(),
    /** Per calendar year, in the company's currency. */
    budget: pg.numeric({ precision: 20, scale: 2, mode: "number" }).notNull(),
    customInstructions: pg.text().notNull().default(""),
    voiceStyle: pg.text().$type<VoiceStyle>().notNull().default("strategic"),
    responseLength: pg.text().$type<ResponseLength>().notNull().default("medium"),
    escalation: pg.text().$type<Escalation>().notNull().default("conservative"),
    /** 0 to 100: the share of a limit it may use alone is 50% to 100%. */
    riskTolerance: pg.integer().notNull().default(50),
    /** The type of the tasks it opens; empty until it is set. */
    defaultTaskType: pg.text().notNull().default(""),
    reportsTo: pg.uuid(),
    /** A program of someone else's proposes as it; no run but the evaluation of its proposals is its own. */
    isOutside: pg.boolean().notNull().default(false),
    /** The person whose programs propose as it. */
    operatorId: pg.uuid(),
    emailAddress: pg.text(),
    status: pg.text().$type<AgentStatus>().notNull().default("active"),
    /** Oversight paused it or lowered its autonomy, and no person has changed that since. */
    pausedByOversight: pg.boolean().notNull().default(false),
    loweredByOversight: pg.boolean().notNull().default(false),
    performance: pg.numeric({ precision: 5, scale: 2, mode: "number" }),
    lastActivity: moment(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    retiredAt: moment(),
    retiredReason: pg.text(),
  },
  (row) => [
    pg.check("agents_risk_tolerance", sql`${row.riskTolerance} BETWEEN 0 AND 100`),
    pg
      .uniqueIndex("agents_one_serves_per_role")
      .on(row.companyId, row.role)
      .where(sql`${row.retiredAt} IS NULL AND NOT ${row.isOutside}`),
  ],
);
tag(
  agents,
  {
    name: tags.title,
    ...columns(
      tags.operation,
      "role capabilities autonomy authority budget customInstructions voiceStyle responseLength escalation",
      "riskTolerance reportsTo isOutside emailAddress status pausedByOversight loweredByOversight performance",
      "lastActivity createdAt updatedAt retiredAt",
    ),
    operatorId: tags.link,
    defaultTaskType: tags.setting,
    retiredReason: tags.decision,
  },
  { onReset: "take all" },
);
