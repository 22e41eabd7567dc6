import { z } from "zod";
import type { RunSession } from "#agency/skill.ts";
import { report, toLine } from "#contract/report.ts";
import type { ChatIntent } from "#features/chat/commands/skills.ts";
import { pageOfRequest, swapPronouns } from "#features/chat/commands/request.ts";
import { chatReply } from "#features/chat/contract.ts";
import { briefReply } from "#features/chat/replies/brief/skills.ts";
import { twoFollowUps } from "#features/chat/replies/offers.ts";
import { followUp } from "#features/conversations/contract.ts";
import { questionsIn } from "#features/conversations/entry/several.ts";
import { answerText, replyTo } from "#features/conversations/entry/skills.ts";
import {
  emptyTopic,
  replyInWords,
  type Output as Reply,
  type Turn,
} from "#features/conversations/following/output/skills.ts";
import { topic } from "#features/conversations/following/topic/skills.ts";
import type { PlanMade } from "#features/conversations/skills.ts";

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
  /** The plan that the message became. */
  planId: z.uuid().nullable().default(null),
});
export type Output = z.output<typeof output>;

/** A reply as the chat shows it: two sections, and two messages to send next unless one of several names is asked for. */
const completed = (
  { answered, offers, understood, exploreHref, topic: next, shown, report: { sections, ...rest } }: Reply,
  { message }: Turn,
  more: Partial<Output> = {},
): Output => ({
  command: null,
  brief: null,
  planId: null,
  answered,
  understood,
  exploreHref,
  topic: next,
  shown,
  report: { ...rest, sections: sections.slice(0, 2) },
  followUps: twoFollowUps(offers, message),
  ...more,
});

/** A plan as the answer to a command. */
export const planReply = ({ id, line, figures, missing, examples }: PlanMade, turn: Turn): Output => {
  const reply = replyInWords(line, turn, { missing });
  const made = { ...reply, answered: true, report: { ...reply.report, figures } };
  const isEmpty = examples.length > 0;
  return completed(made, turn, {
    planId: isEmpty ? null : id,
    ...(isEmpty && { followUps: examples.map((label) => ({ label, href: null })) }),
  });
};

/** Answers a message by its intent, without a model. */
export async function chatReplyTo(session: RunSession, intent: ChatIntent, turn: Turn): Promise<Output> {
  const { message, before } = turn;
  switch (intent.kind) {
    case "command":
      return completed(replyInWords(toLine`Prepared. Nothing changes until you confirm it.`, turn), turn, {
        command: intent.command,
        topic: { ...(before ?? emptyTopic(message)), command: intent.command, names: intent.names, decisionIds: [] },
      });
    case "agreement": {
      const waiting = before?.decisionIds ?? [];
      const line =
        waiting.length > 0
          ? toLine`Confirm it on the card: I change nothing by myself.`
          : toLine`There is nothing to confirm here. I did nothing.`;
      return completed(replyInWords(line, turn, { shown: waiting }), turn);
    }
    case "brief": {
      const { brief, report: made } = await briefReply(session);
      return completed({ ...replyInWords([], turn), answered: true, report: made }, turn, { brief });
    }
    case "request": {
      const page = pageOfRequest(intent.verb);
      const missing = page ? [{ what: "Where it is done", needed: `the ${page.name} page`, href: page.href }] : [];
      return completed(
        replyInWords(toLine`I did nothing. I cannot ${swapPronouns(intent.verb)}.`, turn, { missing }),
        turn,
      );
    }
    default: {
      const isOne = questionsIn(message).length < 2;
      const reply = isOne ? await replyTo(session, intent, turn) : await answerText(session, { text: message, before });
      return completed(reply, turn, intent.kind === "ambiguous" ? { followUps: reply.offers } : {});
    }
  }
}
