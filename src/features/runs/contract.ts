import { z } from "zod";
import { cursor } from "#contract/cursor.ts";
import { endpoint } from "#contract/endpoint.ts";
import { runLine, runWhole } from "#contract/runs.ts";
import { id } from "#contract/words.ts";

/** What came out of a run besides its words. */
const ledTo = z.strictObject({
  kind: z.enum(["decision", "task", "message", "comment"]),
  id,
  title: z.string(),
  status: z.string(),
  /** Who gets the message, or what the comment is on; null for others. */
  about: z.string().nullable(),
  /** Another executive, where it was done by them for this run. */
  by: z.string().nullable(),
  /** What a message says; null for others. */
  content: z.string().nullable(),
  /** Its page, or where it leads; null where this page is all there is. */
  href: z.string().nullable(),
});

export const runPage = z.strictObject({
  run: runWhole,
  /** Pieces of it that other executives did. */
  delegated: z.array(runLine),
  ledTo: z.array(ledTo),
});
export type RunPage = z.infer<typeof runPage>;

export const listRuns = endpoint("GET", "/api/runs", {
  summary: "What executives worked on, newest first; at most 50 at a time.",
  query: { agentId: id.optional(), cursor },
  response: z.array(runLine),
  access: "viewer",
  rate: "normal",
});

export const getRun = endpoint("GET", "/api/runs/:id", {
  summary: "One piece of work of an executive: steps, what it said, what that stands on, what it led to.",
  params: { id },
  response: runPage,
  access: "viewer",
  rate: "polled",
});

export const stopRun = endpoint("POST", "/api/runs/:id/stop", {
  summary: "Stops a run: it ends within 5 seconds.",
  params: { id },
  response: runPage,
  access: "member",
  rate: "normal",
});
