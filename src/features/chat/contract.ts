import { z } from "zod";
import { cursor } from "#contract/cursor.ts";
import { endpoint } from "#contract/endpoint.ts";
import { figure, gap, line, section } from "#contract/report.ts";
import { runStatuses } from "#contract/runs.ts";
import { cost, engine, id, instant, lengths, text } from "#contract/words.ts";
import { followUp } from "#features/conversations/contract.ts";
import { shownLine } from "#features/expertise/contract.ts";

export const replyTypes = ["text", "decision", "analysis"] as const;
export type ReplyType = (typeof replyTypes)[number];

/** The CEO's answer, as stored. */
export const chatReply = z.strictObject({
  line,
  figures: z.array(figure),
  sections: z.array(section),
  missing: z.array(gap),
  /** What to click next: a message to send, or a page to open. */
  followUps: z.array(followUp),
  /** How a follow-up was understood; null if the message was complete in itself. */
  understood: z.string().nullable(),
  /** Opens the same rows in Explore. */
  exploreHref: z.string().nullable(),
  /** The decisions whose cards it shows. */
  decisionIds: z.array(id),
  /** The daily brief, if it was asked for; `runId` is null if this answer created it. */
  brief: z.strictObject({ runId: id.nullable(), lines: z.array(shownLine) }).optional(),
  /** The plan that the message became. */
  planId: id.optional(),
});
export type ChatReply = z.infer<typeof chatReply>;

/** A message of a person and the CEO's answer to it. */
export const turn = z.strictObject({
  id,
  message: z.string(),
  sentAt: instant,
  runId: id,
  status: z.enum(runStatuses),
  /** Why there is no answer, if it failed or was stopped. */
  sentence: z.string().nullable(),
  answer: chatReply
    .extend({ response: z.string(), type: z.enum(replyTypes), answeredAt: instant, engine, cost })
    .nullable(),
});
export type Turn = z.infer<typeof turn>;

const blankMessage = "Write a message";

export const sendMessage = endpoint("POST", "/api/agents/ceo/chat", {
  summary:
    "Sends the CEO a message and gives the answer, or that it is still being worked out. Nothing changes: an action becomes a pending decision.",
  body: z.strictObject({
    message: text(lengths.reason).refine((value) => value.trim() !== "", blankMessage),
  }),
  response: z.strictObject({ response: z.string(), type: z.enum(replyTypes), turn }),
  access: "member",
  scope: "propose",
  rate: "model",
  cost: "model",
});

export const listTurns = endpoint("GET", "/api/agents/ceo/chat", {
  summary: "The person's own conversation with the CEO, newest first, at most 30 turns at a time; `q` searches it.",
  query: { q: text(lengths.name).trim().min(1, "Type what to search for").optional(), cursor },
  response: z.array(turn),
  access: "viewer",
  rate: "polled",
});
