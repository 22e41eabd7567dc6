import { z } from "zod";
import { event } from "#platform/journal/event.ts";

/** The scheduled daily brief. */
export const briefReady = event(
  "brief.ready",
  { resource: "run", feed: null, refreshes: ["dashboard"], details: z.strictObject({ lines: z.number().int() }) },
  (run: { runId: string; agent: { id: string } }, lines: number) => ({
    id: run.runId,
    agentId: run.agent.id,
    title: "Daily brief ready",
    details: { lines },
  }),
);
