import { z } from "zod";
import { cursor } from "#contract/cursor.ts";
import { endpoint } from "#contract/endpoint.ts";
import { runLine, runWhole } from "#contract/runs.ts";
import { id } from "#contract/words.ts";

/** An effect of a run. */
const ledTo = z.strictObject({
  kind: z.enum(["decision", "task", "message", "comment"]),
  id,
  title: z.string(),
  status: z.string(),
  /** A message's recipient or a comment's subject. */
  about: z.string().nullable(),
  /** Another agent that did it for this run. */
  by: z.string().nullable(),
  /** A message's text. */
  content: z.string().nullable(),
  /** Null without a page of its own. */
  href: z.string().nullable(),
});

export const runPage = z.strictObject({
  run: runWhole,
  /** Runs of other agents for this one. */
  delegated: z.array(runLine),
  ledTo: z.array(ledTo),
});
export type RunPage = z.infer<typeof runPage>;

export const listRuns = endpoint("GET", "/api/runs", {
  summary: "Agents' runs, newest first; at most 50 at a time.",
  query: { agentId: id.optional(), cursor },
  response: z.array(runLine),
  access: "viewer",
  rate: "normal",
});

export const getRun = endpoint("GET", "/api/runs/:id", {
  summary: "One run: steps, report, evidence and effects.",
  params: { id },
  response: runPage,
  access: "viewer",
  rate: "polled",
});

export const stopRun = endpoint("POST", "/api/runs/:id/stop", {
  summary: "Stops a run within 5 seconds.",
  params: { id },
  response: runPage,
  access: "member",
  rate: "normal",
});
