import { z } from "zod";
import type { Line } from "#contract/events.ts";
import { pluralize } from "#contract/format.ts";
import type { Intervention, LogLevel } from "#features/oversight/contract.ts";
import { event } from "#platform/journal/event.ts";

const common = {
  resource: "oversight",
  feed: null,
  refreshes: ["agi", "authority"],
  complianceRelevant: true,
} as const;
/** The start and the stop are on the feed and on the orchestrator's page. */
const startOrStop = { ...common, feed: "analysis", refreshes: [...common.refreshes, "orchestrator", "feed"] } as const;
const lineOf = (text: string): Line => ({
  text: [text, { by: " by " }],
  href: "/oversight",
  impact: "high",
  status: "completed",
});
const initializedDetails = z.strictObject({ detectors: z.number(), agents: z.number() });

export const oversightInitialized = event(
  "oversight.initialized",
  startOrStop,
  (details: z.infer<typeof initializedDetails>) => ({
    id: null,
    title: "AGI oversight initialized",
    details,
    line: lineOf(`${pluralize(details.detectors, "detector")} watch ${pluralize(details.agents, "agent")}, started`),
  }),
);

export const oversightResumed = event("oversight.resumed", { ...startOrStop, severity: "warning" }, () => ({
  id: null,
  title: "Autonomous work resumed",
  details: {},
  line: lineOf("Resumed"),
}));

const stoppedDetails = z.strictObject({ runs: z.number(), holdEpoch: z.number() });
export const oversightStopped = event(
  "oversight.stopped",
  {
    ...startOrStop,
    severity: "warning",
    refreshes: [...startOrStop.refreshes, "runs", "agents"],
  },
  (details: z.infer<typeof stoppedDetails>) => ({
    id: null,
    title: "AGI oversight stopped; autonomous work is on hold",
    details,
    line: lineOf(`${details.runs === 0 ? "No run was under way" : `${pluralize(details.runs, "run")} ended`}, stopped`),
  }),
);

const checkedDetails = z.strictObject({ detectors: z.number(), fired: z.array(z.string()), over: z.number() });
export const oversightChecked = event(
  "oversight.checked",
  { ...common, complianceRelevant: false },
  (details: z.infer<typeof checkedDetails>) => ({ id: null, title: "AGI oversight checked", details }),
);

const foundDetails = z.strictObject({
  title: z.string(),
  detector: z.string(),
  level: z.string(),
  reading: z.number(),
  intervention: z.string().nullable(),
  detail: z.string(),
});
type NewFinding = {
  id: string;
  agentId: string | null;
  title: string;
  detector: string;
  level: LogLevel;
  reading: number;
  intervention: Intervention | null;
  detail: string;
};
export const oversightFound = event(
  "oversight.found",
  { ...common, details: foundDetails, severity: "warning", isPublic: true },
  ({ id, agentId, title, detector, level, reading, intervention, detail }: NewFinding) => ({
    id,
    agentId,
    title,
    severity: level === "CRITICAL" ? ("critical" as const) : ("warning" as const),
    details: { title, detector, level, reading, intervention, detail },
  }),
);

type ClosedFinding = {
  id: string;
  agentId: string | null;
  detector: string;
  title: string;
  intervention: Intervention | null;
};

export const interventionUndone = event(
  "oversight.undone",
  { ...common, severity: "warning", refreshes: ["agi", "authority", "agents"] },
  ({ id, agentId, detector, title, intervention }: ClosedFinding, reverted: boolean) => ({
    id,
    agentId,
    title: `Intervention undone: ${title}`,
    details: { detector, intervention, reverted },
  }),
);

export const findingClosed = event(
  "oversight.closed",
  common,
  ({ id, agentId, detector, title, intervention }: ClosedFinding) => ({
    id,
    agentId,
    title: `Finding closed: ${title}`,
    details: { detector, intervention, reverted: false },
  }),
);
