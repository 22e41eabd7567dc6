import { boolean, index, integer, jsonb, text, uuid } from "drizzle-orm/pg-core";
import type { Origin } from "#contract/origins.ts";
import type { Fact, Figure, Gap, Line } from "#contract/report.ts";
import type { Cost } from "#contract/words.ts";
import type { PlanStatus } from "#features/plans/contract.ts";
import type { DraftProposal, Recommendation } from "#features/plans/playbooks/playbook.ts";
import { moment, refers, companyTable } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** What a command became. A reset keeps plans, as it keeps their tasks. */
export const plans = companyTable(
  "plans",
  {
    prompt: text().notNull(),
    /** The prompt in lower case with single spaces, to find repeated commands. */
    promptKey: text().notNull(),
    /** Null: no playbook understood the command. */
    playbook: text(),
    status: text().$type<PlanStatus>().notNull(),
    line: jsonb().$type<Line>().notNull(),
    figures: jsonb().$type<Figure[]>().notNull(),
    missing: jsonb().$type<Gap[]>().notNull(),
    examples: jsonb().$type<string[]>().notNull(),
    facts: jsonb().$type<Fact[]>().notNull(),
    engine: text().notNull(),
    cost: jsonb().$type<Cost>().notNull(),
    agentId: uuid().notNull(),
    runId: uuid().notNull(),
    origin: text().$type<Origin>().notNull(),
    createdBy: uuid().notNull(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    acceptedAt: moment(),
    acceptedBy: uuid(),
  },
  (row) => [index("plans_newest").on(row.companyId, row.createdAt, row.id)],
);
tag(
  plans,
  {
    ...columns(
      tags.operation,
      "prompt promptKey playbook status line figures missing examples facts engine cost agentId runId origin",
      "createdAt expiresAt acceptedAt",
    ),
    ...columns(tags.link, "createdBy acceptedBy"),
  },
  { quoted: { prompt: { column: "prompt" } } },
);

/** The text of a task or initiative. */
export type Wording = { title: string; description: string };

/** A linked row with outdated amounts: its text once the plan is accepted, and its text before. */
type Restated = { restated?: { to: Wording; from: Wording | null } };

/** The data of an item in addition to its row. */
export type ItemContent =
  | ({ kind: "task"; reason: string; href: string | null } & Restated)
  | ({ kind: "initiative" } & Restated)
  | ({ kind: "recommendation" } & Recommendation)
  | ({ kind: "proposal"; refused: string | null } & DraftProposal);

/** The parts of plans. Tasks, initiatives and decisions are rows of their own rooms. */
export const planItems = companyTable(
  "plan_items",
  {
    planId: uuid().notNull(),
    position: integer().notNull(),
    content: jsonb().$type<ItemContent>().notNull(),
    taskId: uuid(),
    initiativeId: uuid(),
    decisionId: uuid(),
    /** The task or initiative was open before the plan. */
    isLinked: boolean().notNull().default(false),
    isDropped: boolean().notNull().default(false),
  },
  (row) => [
    index("plan_items_of_plan").on(row.companyId, row.planId, row.position),
    refers("plan_items_plan", [row.companyId, row.planId], [plans.companyId, plans.id]),
  ],
);
tag(planItems, {
  ...columns(tags.key, "planId"),
  ...columns(tags.operation, "position content taskId initiativeId decisionId isLinked isDropped"),
});
