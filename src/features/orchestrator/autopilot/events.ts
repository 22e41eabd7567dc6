import { z } from "zod";
import { pluralize } from "#contract/format.ts";
import { event } from "#platform/journal/event.ts";

const common = { resource: "autopilot", feed: "analysis", refreshes: ["orchestrator", "feed"] } as const;

export const autopilotChanged = event(
  "autopilot.changed",
  {
    ...common,
    complianceRelevant: true,
  },
  (company: string, details: { enabled: boolean; frequency: number; quietHours?: string; dailyCap?: number }) => {
    const { enabled, frequency, quietHours, dailyCap } = details;
    const cap = dailyCap && `at most ${pluralize(dailyCap, "run")} a day`;
    const [title, text] = cap
      ? [`Auto-pilot: ${cap}`, `Set to ${cap}`]
      : quietHours
        ? [`Auto-pilot quiet hours ${quietHours}`, `Quiet hours set to ${quietHours}`]
        : enabled
          ? [`Auto-pilot on, every ${frequency} minutes`, `Set to every ${frequency} minutes`]
          : ["Auto-pilot off", "Switched off"];
    return {
      id: company,
      title,
      details,
      line: { text: [text, { by: " by " }], href: "/orchestrator", impact: "medium", status: "completed" },
    };
  },
);

/** A cycle that was skipped is on no page but auto-pilot's own. */
export const cycleFinished = event(
  "autopilot.cycle",
  common,
  (id: string, number: number, summary: string, details: { status: string; did: number; left: number }) => ({
    id,
    title: `Auto-pilot cycle ${number}: ${summary}`,
    details,
    line: {
      title: `Auto-pilot cycle ${number}`,
      text: [summary],
      href: `/orchestrator/cycles/${id}`,
      impact: "low",
      status: "completed",
    },
  }),
);

export const autopilotStopped = event(
  "autopilot.stopped",
  { ...common, details: z.strictObject({ sentence: z.string() }), severity: "warning" },
  (id: string, sentence: string) => ({
    id,
    title: "Auto-pilot switched itself off",
    details: { sentence },
    line: { text: [sentence], href: `/orchestrator/cycles/${id}`, impact: "high", status: "completed" },
  }),
);
