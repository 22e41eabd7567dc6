import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { figure, line } from "#contract/report.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { id, instant } from "#contract/words.ts";

/** A line of a brief where it is shown in short. */
export const shownLine = z.strictObject({
  kind: z.enum(["changed", "waits", "priority", "risk"]),
  line,
  /** What it is based on; null if its figures name their own sources. */
  source: z.string().nullable(),
  /** The role that raised it. */
  role: z.enum(agentRoleIds).nullable(),
  href: z.string().nullable(),
});

/** A finished brief in short. */
export const shownBrief = z.strictObject({
  runId: id,
  agentName: z.string(),
  at: instant,
  /** What a model says matters most that day, with which the headline begins; empty if rules wrote the brief. */
  opening: line,
  headline: line,
  lines: z.array(shownLine),
  figures: z.array(figure),
});
export type ShownBrief = z.infer<typeof shownBrief>;

export const startBriefing = endpoint("POST", "/api/agents/:id/brief", {
  summary: "Starts an executive's briefing in the background.",
  params: { id },
  response: z.strictObject({ runId: id }),
  access: "member",
  rate: "model",
});

export const startDailyBrief = endpoint("POST", "/api/brief", {
  summary: "Starts the CEO's daily brief in the background: changes, pending decisions and risks.",
  response: z.strictObject({ runId: id }),
  access: "member",
  rate: "model",
});

export const getDailyBrief = endpoint("GET", "/api/brief", {
  summary:
    "The CEO's newest daily brief, or a newer briefing in short, each number with its source; at most 30 days old.",
  response: z.strictObject({ brief: shownBrief.nullable() }),
  access: "viewer",
  tool: {
    name: "get_daily_brief",
    effect: "read",
    resource: { uri: "boardroom://daily-brief", title: "Daily brief" },
  },
});

export const listAsks = endpoint("GET", "/api/agents/asks", {
  summary: "Questions the executives can answer, each with an example.",
  response: z.array(z.strictObject({ role: z.enum(agentRoleIds), topic: z.string(), example: z.string() })),
  access: "viewer",
});
