import type { RunSession } from "#agency/skill.ts";
import { exploreHref } from "#contract/query.ts";
import { toLine } from "#contract/report.ts";
import { shorten } from "#contract/words.ts";
import { pageOfRequest, swapPronouns } from "#features/chat/commands/request.ts";
import { suggestFollowUps, twoFollowUps } from "#features/chat/following/follow-ups.ts";
import type { Intent } from "#features/chat/following/topic/skills.ts";
import { briefReply } from "#features/chat/replies/brief/skills.ts";
import {
  completeReply,
  emptyTopic,
  type Output,
  replyInWords,
  topicOf,
  type Turn,
} from "#features/chat/replies/output/skills.ts";
import { explainQuery, explainTopic } from "#features/chat/replies/why/skills.ts";
import { answeredQuery, beforeRecords, queryReading } from "#features/conversations/queries/skills.ts";
import { decidedReply, pendingIn } from "#features/conversations/decided/skills.ts";
import type { Reply } from "#features/conversations/replies/reply.ts";
import { known } from "#features/conversations/replies/skills.ts";
import { voiced } from "#features/conversations/replies/voice.ts";
import { answerQuestion, withSpelling } from "#features/conversations/answering/skills.ts";
import { normalized, wantsAction } from "#features/conversations/understanding/words.ts";
import { namesOf, type Understanding } from "#features/conversations/understanding/skills.ts";

/** A word that was not understood is quoted up to this length. */
const maxQuoted = 60;

/** Answers a message by its intent, without a model. */
export async function replyTo(session: RunSession, intent: Intent, turn: Turn): Promise<Output> {
  const { message, before } = turn;
  switch (intent.kind) {
    case "command":
      return replyInWords(toLine`Prepared. Nothing changes until you confirm it.`, turn, {
        command: intent.command,
        topic: { ...(before ?? emptyTopic(message)), command: intent.command, names: intent.names, decisionIds: [] },
      });
    case "agreement": {
      const waiting = before?.decisionIds ?? [];
      const line =
        waiting.length > 0
          ? toLine`Confirm it on the card: I change nothing by myself.`
          : toLine`There is nothing to confirm here. I did nothing.`;
      return replyInWords(line, turn, { shown: waiting });
    }
    case "greeting":
      return replyInWords(
        toLine`Ask me about your records and figures, or tell me to prepare a task or a message.`,
        turn,
        {},
      );
    case "brief":
      return briefReply(session, turn);
    case "ambiguous": {
      const { word, names, messages } = intent;
      const line = toLine`"${shorten(word, maxQuoted)}" could be ${orList(names)}. Which do you mean?`;
      return { ...replyInWords(line, turn, {}), followUps: messages.map((label) => ({ label, href: null })) };
    }
    case "responsible":
      return replyInWords(intent.line, turn, {});
    case "request": {
      const page = pageOfRequest(intent.verb);
      const missing = page ? [{ what: "Where it is done", needed: `the ${page.name} page`, href: page.href }] : [];
      return replyInWords(toLine`I did nothing. I cannot ${swapPronouns(intent.verb)}.`, turn, { missing });
    }
    case "lost": {
      const words = intent.words.map((word) => `"${shorten(word, maxQuoted)}"`).join(", ");
      const line = before
        ? toLine`I could not read ${words} together with what we talked about. Ask it as a whole question.`
        : toLine`I do not know what ${words} refers to: nothing was said before. Ask it as a whole question.`;
      return replyInWords(line, turn, {});
    }
    case "why":
      return intent.reading ? explainQuery(session, intent, turn) : explainTopic(session, intent, turn);
    case "question": {
      const { understood } = intent;
      if (namesOf(understood).customer || namesOf(understood).vendor) session.reads("external");
      const decided = wantsAction(normalized(message)) ? await decidedReply(session, message) : null;
      if (decided) return decisionReply(voiced(session.agent, decided), turn);
      if (understood.query) return queryReply(session, intent, turn);
      const reply =
        (intent.records && (await beforeRecords(session, intent.records))) ??
        (await answerQuestion(session, message, understood));
      if (pendingIn(reply.report).length > 0) return decisionReply(reply, turn);
      const own = reply.answered ? [...reply.followUps, { label: "Why?", href: null }] : reply.followUps;
      const nextTopic =
        understood.topicId && understood.strangers.length === 0 ? topicOf(intent, { understood }) : before;
      return completeReply({ ...reply, followUps: own }, turn, {
        topic: nextTopic,
        understood: intent.isFollowUp ? describeQuestion(understood) : null,
      });
    }
  }
}

/** An answer about decisions, with the cards of those that are pending. */
function decisionReply(reply: Reply, turn: Turn): Output {
  const shown = pendingIn(reply.report);
  const topic = { ...(turn.before ?? emptyTopic(turn.message)), decisionIds: shown };
  return completeReply(reply, turn, { topic, shown });
}

async function queryReply(
  session: RunSession,
  intent: Extract<Intent, { kind: "question" }>,
  turn: Turn,
): Promise<Output> {
  const { message } = turn;
  const reading = queryReading.parse(intent.understood.query);
  const { reply, result, subject } = await answeredQuery(session, reading);
  return {
    ...completeReply(withSpelling(reply, intent.understood), turn, {
      topic: topicOf(intent, { reading }),
      understood: intent.isFollowUp ? result.title : null,
      exploreHref: exploreHref(reading.query),
    }),
    followUps: reply.answered ? suggestFollowUps(reading, subject, { message, result }) : twoFollowUps([], message),
  };
}

/** Describes an understood question: topic, customer, vendor and period. */
function describeQuestion({ topicId, customer, vendor, period }: Understanding): string | null {
  const title = known.find((one) => one.topicId === topicId)?.title;
  return [title, customer?.name, vendor?.name, period?.label].filter(Boolean).join(", ") || null;
}

/** "A, B or C" */
const orList = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} or ${names.at(-1) ?? ""}`;
