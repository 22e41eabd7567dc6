import { z } from "zod";
import { type Line, report, type Report } from "#contract/report.ts";
import { chatReply } from "#features/chat/contract.ts";
import { twoFollowUps } from "#features/chat/following/follow-ups.ts";
import { topic, type Topic } from "#features/chat/following/topic/skills.ts";
import { followUp } from "#features/conversations/contract.ts";
import type { Reply } from "#features/conversations/replies/reply.ts";

export const output = z.strictObject({
  answered: z.boolean(),
  report,
  followUps: z.array(followUp),
  understood: z.string().nullable(),
  exploreHref: z.string().nullable(),
  topic: topic.nullable(),
  /** The action to be confirmed, if the message asks for one. */
  command: z.strictObject({ action: z.string(), input: z.record(z.string(), z.unknown()) }).nullable(),
  /** Decisions of earlier answers whose cards are shown again. */
  shown: z.array(z.uuid()),
  brief: chatReply.shape.brief.unwrap().nullable(),
});

export type Output = z.output<typeof output>;

/** The message to answer, and what the conversation is about before it. */
export type Turn = { message: string; before: Topic | null };

export const emptyTopic = (asked: string): Topic => ({
  asked,
  reading: null,
  understood: null,
  command: null,
  names: [],
  decisionIds: [],
});

export const topicOf = (
  { question }: { question: string },
  { reading = null, understood = null }: Partial<Pick<Topic, "reading" | "understood">>,
): Topic => ({ ...emptyTopic(question), reading, understood });

type OutputFields = Partial<Pick<Output, "command" | "topic" | "shown" | "exploreHref" | "brief">> & {
  understood?: string | null | undefined;
};

/** Fills in the fields of the output that a reply does not set. */
export function completeReply(
  reply: Pick<Reply, "answered" | "report" | "followUps">,
  { message, before }: Turn,
  more: OutputFields,
): Output {
  const own = reply.followUps.filter(({ href }) => href === null);
  return {
    answered: reply.answered,
    report: { ...reply.report, sections: reply.report.sections.slice(0, 2) },
    followUps: twoFollowUps(own, message),
    topic: before,
    command: null,
    shown: [],
    exploreHref: null,
    brief: null,
    ...more,
    understood: more.understood ?? null,
  };
}

/** A reply of one sentence, without figures. */
export function replyInWords(
  line: Line,
  turn: Turn,
  { missing = [], ...more }: OutputFields & Partial<Pick<Report, "missing">>,
): Output {
  const lineReport = { headline: line, sections: [], figures: [], facts: [], missing, proposals: [] };
  return completeReply({ answered: false, report: lineReport, followUps: [] }, turn, more);
}
