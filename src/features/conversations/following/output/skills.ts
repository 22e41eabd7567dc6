import { type Line, type Report, toLine } from "#contract/report.ts";
import type { FollowUp } from "#features/conversations/contract.ts";
import type { Topic } from "#features/conversations/following/topic/skills.ts";
import type { Reply } from "#features/conversations/replies/reply.ts";

/** The text to answer, and what its thread is about before it. */
export type Turn = { message: string; before: Topic | null };

/** An answer in its thread. */
export type Output = Reply & {
  /** Texts to send next. */
  offers: FollowUp[];
  /** What was carried over from the text before; null if this one is complete in itself. */
  understood: string | null;
  exploreHref: string | null;
  /** What the next text may refer to. */
  topic: Topic | null;
  /** Pending decisions it is about. */
  shown: string[];
};

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

type More = Partial<Omit<Output, keyof Reply>>;

/** Fills in what a reply does not set; the texts to send are its own follow-ups. */
export const completeReply = (reply: Reply, { before }: Turn, more: More): Output => ({
  offers: reply.followUps.filter(({ href }) => href === null),
  understood: null,
  exploreHref: null,
  topic: before,
  shown: [],
  ...more,
  ...reply,
});

/** A reply of one sentence, without figures. */
export function replyInWords(
  line: Line,
  turn: Turn,
  { missing = [], ...more }: More & Partial<Pick<Report, "missing">> = {},
): Output {
  const report = { headline: line, sections: [], figures: [], facts: [], missing, proposals: [] };
  return completeReply({ answered: false, report, followUps: more.offers ?? [] }, turn, more);
}

export const greetingReply = (turn: Turn): Output =>
  replyInWords(toLine`Ask me about your records and figures, or tell me to prepare a task or a message.`, turn);
