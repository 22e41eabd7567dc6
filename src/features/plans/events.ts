import { pluralize } from "#contract/format.ts";
import type { TextPart } from "#contract/events.ts";
import type { plans } from "#features/plans/tables.ts";
import { event } from "#platform/journal/event.ts";

type Plan = Pick<typeof plans.$inferSelect, "id" | "agentId">;
type Counts = { tasks: number; initiatives: number; proposals: number };

const common = { resource: "plan", feed: "decision", refreshes: ["plans", "orchestrator", "feed"] } as const;

const planEvent = (
  plan: Plan,
  word: string,
  status: "pending" | "in_progress" | "completed",
  text: readonly TextPart[],
) => ({
  id: plan.id,
  agentId: plan.agentId,
  title: word,
  line: {
    title: word,
    quote: { of: "plans.prompt", id: plan.id },
    href: `/console?plan=${plan.id}`,
    impact: "medium" as const,
    status,
    /** Tasks and initiatives of the plan follow it in the feed. */
    cause: plan.id,
    text,
  },
});

const parts = ({ tasks, initiatives, proposals }: Counts): string =>
  [
    pluralize(tasks, "task"),
    ...(initiatives > 0 ? [pluralize(initiatives, "initiative")] : []),
    ...(proposals > 0 ? [pluralize(proposals, "proposal")] : []),
  ].join(", ");

export const planProposed = event("plan.proposed", common, (plan: Plan, of: Counts) => ({
  ...planEvent(plan, "Plan", "pending", [`${parts(of)}. Nothing starts until you accept the plan.`]),
  details: of,
}));

/** A command without tasks; only in the audit. */
export const commandNotPlanned = event(
  "plan.empty",
  { resource: "plan", feed: null, refreshes: ["plans"] },
  ({ id, agentId, playbook }: Plan & { playbook: string | null }) => ({
    id,
    agentId,
    title: "Command without tasks",
    details: { playbook },
  }),
);

export const planAccepted = event(
  "plan.accepted",
  { ...common, refreshes: [...common.refreshes, "tasks", "initiatives"] },
  (plan: Plan, of: Counts) => ({
    ...planEvent(plan, "Plan accepted", "completed", [`${parts(of)}`, { by: ", accepted by " }]),
    details: of,
  }),
);

const withTasks = { ...common, refreshes: [...common.refreshes, "tasks", "initiatives"] };

export const planUndone = event("plan.undone", withTasks, (plan: Plan) => ({
  ...planEvent(plan, "Plan undone", "pending", ["Waits for you again", { by: ", undone by " }]),
  details: {},
}));

export const planDiscarded = event("plan.discarded", withTasks, (plan: Plan) => ({
  ...planEvent(plan, "Plan discarded", "completed", ["Its tasks that had not started were cancelled", { by: " by " }]),
  details: {},
}));

export const planExpired = event("plan.expired", withTasks, (plan: Plan) => ({
  ...planEvent(plan, "Plan expired", "completed", [
    "Nobody accepted it within 7 days. Its tasks that had not started were cancelled.",
  ]),
  details: {},
}));

export const planItemDropped = event(
  "plan.item_changed",
  {
    resource: "plan",
    feed: null,
    refreshes: ["plans"],
  },
  ({ id, agentId }: Plan, item: string, isDropped: boolean) => ({
    id,
    agentId,
    title: "Plan changed",
    details: { item, isDropped },
  }),
);
