import { event } from "#platform/journal/event.ts";

const common = { resource: "goal", feed: null, refreshes: ["brain"] } as const;
type Goal = { id: string; status: string; progress: number };
const forGoal = (verb: string) => (goal: Goal) => ({
  id: goal.id,
  title: `Goal ${verb}`,
  details: { status: goal.status, progress: goal.progress },
});

export const goalAdded = event("goal.added", common, forGoal("added"));
export const goalChanged = event("goal.changed", common, forGoal("changed"));
export const goalDeleted = event("goal.deleted", common, forGoal("deleted"));
