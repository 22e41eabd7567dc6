import type { initiatives } from "#features/initiatives/tables.ts";
import { event } from "#platform/journal/event.ts";

type Initiative = Pick<
  typeof initiatives.$inferSelect,
  "id" | "title" | "description" | "priority" | "ownerAgentId" | "status"
>;

const common = {
  resource: "initiative",
  feed: "task",
  refreshes: ["initiatives", "plans", "orchestrator", "feed"],
} as const;
const href = "/orchestrator?tab=initiatives";

/** `cause`: the plan it belongs to. */
export const initiativeCreated = event(
  "initiative.created",
  common,
  ({ id, title, description, priority, ownerAgentId, status }: Initiative, cause: string | null) => ({
    id,
    agentId: ownerAgentId,
    title,
    details: { status },
    line: {
      title: `Initiative: ${title}`,
      href,
      impact: priority,
      status: "pending",
      cause,
      text: description ? [{ quote: { of: "initiatives.description", id } }] : ["Created", { by: " by " }],
    },
  }),
);

export const initiativeChanged = event(
  "initiative.changed",
  common,
  (
    { id, title, priority, ownerAgentId, status }: Initiative,
    changed: readonly string[],
    cause: string | null = null,
  ) => ({
    id,
    agentId: ownerAgentId,
    title: `${title}: ${changed.join(", ")} changed`.slice(0, 255).toWellFormed(),
    details: { changed: [...changed], status },
    line: {
      title: `Initiative: ${title}`,
      href,
      impact: priority,
      status:
        status === "completed" || status === "cancelled"
          ? "completed"
          : status === "pending"
            ? "pending"
            : "in_progress",
      cause,
      text: [changed.includes("status") ? `Now ${status}` : "Changed", { by: " by " }],
    },
  }),
);
