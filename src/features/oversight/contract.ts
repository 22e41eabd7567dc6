import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { id, instant } from "#contract/words.ts";

export const systemStatuses = ["NORMAL", "MONITORING", "ALERT", "CRITICAL", "INACTIVE"] as const;
export type SystemStatus = (typeof systemStatuses)[number];

export const logLevels = ["info", "WARNING", "ERROR", "INTERVENTION", "CRITICAL"] as const;
export type LogLevel = (typeof logLevels)[number];

export const interventions = ["pause", "lower_autonomy", "hold"] as const;
export type Intervention = (typeof interventions)[number];

export const checkMinutes = 15;
/** How long normal ranges are measured after oversight is initialized. */
export const measuringHours = 24;

const logEntry = z.strictObject({
  id,
  level: z.enum(logLevels),
  timestamp: instant,
  message: z.string(),
  findingId: id.nullable(),
});
export type LogEntry = z.infer<typeof logEntry>;

const agentStatus = z.strictObject({
  agentId: id,
  name: z.string(),
  role: z.enum(agentRoleIds),
  status: z.enum(["normal", "watched", "paused", "inactive"]),
  /** The label of the detector that fired; null without an open finding. */
  note: z.string().nullable(),
});
export type AgentStatus = z.infer<typeof agentStatus>;

export const oversightStatus = z.strictObject({
  systemStatus: z.enum(systemStatuses),
  /** When this status began; null if oversight was never initialized. */
  since: instant.nullable(),
  /** When measuring the normal ranges ends; null before and after. */
  measuredUntil: instant.nullable(),
  /** When the hold on autonomous work began; null without a hold. */
  heldAt: instant.nullable(),
  lastCheck: z.strictObject({ at: instant, milliseconds: z.number() }).nullable(),
  nextCheckAt: instant.nullable(),
  detectors: z.number().int(),
  openFindings: z.number().int(),
  agentStatuses: z.array(agentStatus),
  /** The newest 50. */
  recentLogs: z.array(logEntry),
});
export type OversightStatus = z.infer<typeof oversightStatus>;

const finding = z.strictObject({
  id,
  detector: z.string(),
  detectorLabel: z.string(),
  agent: z.strictObject({ id, name: z.string(), role: z.enum(agentRoleIds) }).nullable(),
  level: z.enum(logLevels),
  title: z.string(),
  detail: z.string(),
  at: instant,
  watches: z.string(),
  firesAt: z.string(),
  reading: z.string(),
  intervention: z.enum(interventions).nullable(),
  done: z.string(),
  /** Whether the intervention is still in effect and can be undone. */
  stands: z.boolean(),
  undoneAt: instant.nullable(),
  runId: id.nullable(),
});
export type Finding = z.infer<typeof finding>;

const detectorRow = z.strictObject({
  id: z.string(),
  label: z.string(),
  watches: z.string(),
  firesAt: z.string(),
  /** The highest reading of the last check; null before the first check. */
  reading: z.string().nullable(),
  isFiring: z.boolean(),
  level: z.enum(logLevels),
  intervention: z.enum(interventions).nullable(),
  lastFiredAt: instant.nullable(),
});
export type DetectorRow = z.infer<typeof detectorRow>;

export const oversightPage = z.strictObject({
  status: oversightStatus,
  findings: z.array(finding),
  detectors: z.array(detectorRow),
  /** Of the last 30 days. */
  interventions: z.strictObject({ total: z.number().int(), undone: z.number().int() }),
  /** Findings whose intervention can be undone, including closed and ended ones. */
  undoable: z.array(id),
  /** Changes of the status within the last 7 days; the first entry is the status 7 days ago. */
  timeline: z.array(z.strictObject({ at: instant, status: z.enum(systemStatuses), message: z.string().nullable() })),
});
export type OversightPage = z.infer<typeof oversightPage>;

const changed = { response: oversightStatus } as const;

export const initializeOversight = endpoint("POST", "/api/agi/initialize", {
  summary: "Turns oversight on: measures the normal ranges and starts the detectors. While it is on, ends a hold.",
  access: "admin",
  scope: "decide",
  ...changed,
});

export const getOversightStatus = endpoint("GET", "/api/agi/status", {
  summary: "The state of oversight, how each agent stands, and the newest 50 entries of its log.",
  response: oversightStatus,
  access: "viewer",
  rate: "polled",
});

export const checkOversight = endpoint("POST", "/api/agi/check", {
  summary: "Runs every detector now; while oversight is off, nothing is checked.",
  access: "member",
  ...changed,
});

export const stopOversight = endpoint("POST", "/api/agi/stop", {
  summary:
    "Stops everything autonomous: runs end within 5 seconds, nothing starts on its own, and agents can only propose.",
  access: "member",
  ...changed,
});

export const getOversightPage = endpoint("GET", "/api/agi/overview", {
  summary: "Open findings, detectors with their readings, and the status over the last 7 days.",
  response: oversightPage,
  access: "viewer",
  rate: "polled",
});

const decided = { params: { id }, response: oversightPage } as const;

export const undoIntervention = endpoint("POST", "/api/agi/findings/:id/undo", {
  summary: "Undoes what oversight did about a finding, and closes it.",
  access: "admin",
  scope: "decide",
  ...decided,
});

export const closeFinding = endpoint("POST", "/api/agi/findings/:id/close", {
  summary: "Closes a finding; what was done about it stays.",
  access: "admin",
  ...decided,
});
