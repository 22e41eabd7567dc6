import { pluralize } from "#contract/format.ts";
import { shorten } from "#contract/words.ts";
import { event } from "#platform/journal/event.ts";

const common = { resource: "orchestrator", feed: "analysis", refreshes: ["orchestrator", "feed"] } as const;

export const queryAnswered = event(
  "orchestrator.answered",
  common,
  (runId: string, agentId: string, summary: string, details: { priority: string; answered: boolean }) => ({
    id: runId,
    agentId,
    title: "Query answered",
    details,
    line: {
      title: "",
      quote: { of: "agent_runs.asked", id: runId },
      text: [shorten(summary, 300)],
      // Runs of other agents it asked share its line.
      cause: runId,
      href: "/orchestrator",
      impact: "low",
      status: "completed",
    },
  }),
);

export const companyMonitored = event(
  "orchestrator.monitored",
  common,
  (company: string, found: number, added: number) => ({
    id: company,
    title: "Monitoring completed",
    details: { found, added },
    line: {
      text: [`${pluralize(found, "finding")}, ${added} new`],
      href: "/orchestrator?tab=reflections",
      impact: added > 0 ? "medium" : "low",
      status: "completed",
    },
  }),
);
