import { boolean, index, jsonb, text, uuid } from "drizzle-orm/pg-core";
import type { AgentRoleId } from "#contract/roles.ts";
import type { Authorization } from "#features/authority/contract.ts";
import type { AskedOf } from "#features/authority/requests/rules.ts";
import { moment, companyTable } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** Every question to the policy with all its inputs and the answer; a trigger keeps the rows as they were written. */
export const authorizations = companyTable(
  "authorizations",
  {
    agentId: uuid().notNull(),
    role: text().$type<AgentRoleId>().notNull(),
    decisionId: uuid().notNull(),
    /** The type of decision or the action. */
    decisionType: text().notNull(),
    /** "again": a second check before the effects of what the policy approved. */
    occasion: text().$type<"asked" | "again">().notNull(),
    isTest: boolean().notNull(),
    /** The parameters of `authorize`, in order. */
    inputs: jsonb().$type<AskedOf>().notNull(),
    answer: jsonb().$type<Authorization>().notNull(),
    createdAt: moment().notNull(),
  },
  (row) => [
    index("authorizations_by_time").on(row.companyId, row.createdAt, row.id),
    index("authorizations_by_decision").on(row.companyId, row.decisionId),
  ],
);
tag(
  authorizations,
  {
    ...columns(tags.decision, "agentId role decisionId decisionType occasion isTest inputs answer createdAt"),
  },
  { onReset: "take all", ages: { from: "createdAt" } },
);
