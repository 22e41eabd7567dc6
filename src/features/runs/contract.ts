import { z } from "zod";
import { cursor } from "#contract/cursor.ts";
import { endpoint } from "#contract/endpoint.ts";
import { draft, runLine, runWhole } from "#contract/runs.ts";
import { cost, engine, id, lengths, text } from "#contract/words.ts";

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
  /** Null if it has no page. */
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
});

export const getRun = endpoint("GET", "/api/runs/:id", {
  summary: "One run: steps, report, evidence and effects.",
  params: { id },
  response: runPage,
  access: "viewer",
  rate: "polled",
});

export const getDraft = endpoint("GET", "/api/drafts/:id", {
  summary: "The text a language model has written so far in a run; empty before and after.",
  params: { id },
  response: draft.extend({ runId: id }),
  access: "viewer",
  rate: "polled",
});

export const replayRun = endpoint("GET", "/api/runs/:id/replay", {
  summary:
    "Replays a finished run from its recorded steps, without a model or effects: whether the result is the same, and the model's requests.",
  params: { id },
  response: z.strictObject({
    runId: id,
    /** Where the replay differs from the record, in a sentence; null if the result is the same. */
    difference: z.string().nullable(),
    /** The model's instructions; null if no model was called. */
    instructions: z.string().nullable(),
    /** Each request with its new messages, and the reply. */
    calls: z.array(
      z.strictObject({
        title: z.string(),
        messages: z.array(z.strictObject({ role: z.enum(["user", "tool"]), text: z.string() })),
        reply: z.string(),
      }),
    ),
  }),
  access: "viewer",
});

export const stopRun = endpoint("POST", "/api/runs/:id/stop", {
  summary: "Stops a run within 5 seconds.",
  params: { id },
  response: runPage,
  access: "member",
});

const whatIf = z.strictObject({
  /** Null: the model of the skill's purpose. */
  model: text(200).trim().min(1, "Name a model").nullable(),
  /** In place of the owner's instructions; null: unchanged. */
  instructions: text(lengths.text).nullable(),
  /** Actions the agent may not use. */
  withoutActions: z.array(text(64)).max(50, "Use at most 50 actions"),
});

export const tryRunAgain = endpoint("POST", "/api/runs/:id/what-if", {
  summary:
    "Works on a finished run again with another model, other instructions or without some actions, and compares the results. Nothing follows from it; its model calls are paid.",
  params: { id },
  body: whatIf,
  response: z.strictObject({
    runId: id,
    /** The changes that were tried. */
    whatIf,
    engine,
    cost,
    milliseconds: z.number(),
    /** Why rules finished it; null if the model did. */
    sentence: z.string().nullable(),
    /** The line difference between the recorded result and the new one. */
    lines: z.array(z.strictObject({ change: z.enum(["same", "added", "removed"]), text: z.string() })),
    steps: z.strictObject({ before: z.array(z.string()), after: z.array(z.string()) }),
  }),
  access: "admin",
  rate: "model",
  cost: "model",
});
