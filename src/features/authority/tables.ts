import { boolean, index, integer, jsonb, numeric, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { AgentRoleId } from "#contract/roles.ts";
import { agents } from "#features/agents/tables.ts";
import type { ExposureKind } from "#contract/actions.ts";
import type { Authorization } from "#features/authority/contract.ts";
import { companyId, moment, refers, companyTable } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

const money = () => numeric({ precision: 20, scale: 2, mode: "number" });

/** Oversight state; every hold raises `holdEpoch`, and effects of an older epoch stay held. */
export const authorityStates = pgTable("authority_states", {
  companyId: companyId().primaryKey(),
  oversight: text().$type<"INACTIVE" | "ACTIVE">().notNull().default("INACTIVE"),
  holdEpoch: integer().notNull().default(0),
  /** Since when nothing starts or acts on its own; null: not held. */
  heldAt: moment(),
});
tag(authorityStates, {
  ...columns(tags.operation, "oversight holdEpoch heldAt"),
});

/** Every save of limits is one version of the company's policy; the newest applies. */
export const policyVersions = pgTable(
  "policy_versions",
  {
    companyId: companyId(),
    version: integer().notNull(),
    note: text().notNull(),
    /** Null: the defaults. */
    changedBy: uuid(),
    /** The version whose limits this one brought back. */
    restores: integer(),
    createdAt: moment().notNull(),
  },
  (row) => [primaryKey({ columns: [row.companyId, row.version] })],
);
tag(policyVersions, {
  ...columns(tags.key, "version"),
  ...columns(tags.operation, "note restores createdAt"),
  changedBy: tags.link,
});

/** The limits a version set. A role's apply to every type without limits of its own. */
export const policies = pgTable(
  "policies",
  {
    companyId: companyId(),
    role: text().$type<AgentRoleId>().notNull(),
    /** The type of decision or the action; empty: every type of the role. */
    decisionType: text().notNull().default(""),
    version: integer().notNull(),
    perDecision: money(),
    discountPercent: numeric({ precision: 5, scale: 2, mode: "number" }),
    /** The most the agent may do without a person, even if its authority allows more; null: as its authority allows. */
    alone: money(),
    aloneDiscountPercent: numeric({ precision: 5, scale: 2, mode: "number" }),
    /** The type has no limits of its own any more. */
    isRemoved: boolean().notNull().default(false),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.role, row.decisionType, row.version] }),
    index("policies_by_version").on(row.companyId, row.version),
  ],
);
tag(policies, {
  ...columns(tags.key, "role decisionType version"),
  ...columns(tags.operation, "perDecision discountPercent alone aloneDiscountPercent isRemoved"),
});

/** Permissions that effects refer to: who allowed what, under which policy. */
export const grants = companyTable("grants", {
  grantedBy: text().$type<"person" | "policy">().notNull(),
  personId: uuid(),
  agentId: uuid(),
  decisionId: uuid(),
  effect: text().notNull(),
  answer: jsonb().$type<Authorization>().notNull(),
  createdAt: moment().notNull(),
});
tag(grants, {
  ...columns(tags.audit, "grantedBy agentId decisionId effect answer createdAt"),
  personId: tags.link,
});

/** Amounts agents asked for, reserved, committed or released; without model costs. */
export const exposures = companyTable(
  "exposures",
  {
    agentId: uuid().notNull(),
    decisionId: uuid().notNull(),
    kind: text().$type<ExposureKind>().notNull(),
    amount: money().notNull(),
    /** Normalized keys that are summed over 30 days. */
    counterparty: text(),
    purpose: text(),
    decisionType: text().notNull(),
    state: text().$type<"asked" | "reserved" | "committed" | "released">().notNull(),
    year: integer().notNull(),
    createdAt: moment().notNull(),
    closedAt: moment(),
  },
  (row) => [
    index("exposures_by_agent").on(row.companyId, row.agentId, row.createdAt),
    index("exposures_by_decision").on(row.companyId, row.decisionId),
    refers("exposures_agent", [row.companyId, row.agentId], [agents.companyId, agents.id]).onDelete("cascade"),
  ],
);
tag(
  exposures,
  {
    ...columns(
      tags.decision,
      "agentId decisionId kind amount counterparty purpose decisionType state year createdAt closedAt",
    ),
  },
  { onReset: "take all", ages: { from: "closedAt" } },
);

/**
 * Reserved and committed money per agent and year. Triggers maintain it, so that a policy check doesn't sum a year.
 */
export const exposureTotals = pgTable(
  "exposure_totals",
  {
    companyId: companyId(),
    agentId: uuid().notNull(),
    year: integer().notNull(),
    reserved: money().notNull().default(0),
    committed: money().notNull().default(0),
  },
  (row) => [primaryKey({ columns: [row.companyId, row.agentId, row.year] })],
);
tag(exposureTotals, {
  ...columns(tags.key, "agentId year"),
  ...columns(tags.decision, "reserved committed"),
});
