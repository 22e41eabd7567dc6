import type { RunSession } from "#agency/skill.ts";
import { exploreHref } from "#contract/query.ts";
import { pluralize } from "#contract/format.ts";
import { toLine } from "#contract/report.ts";
import { shorten } from "#contract/words.ts";
import { answerQuestion } from "#features/conversations/answering/skills.ts";
import type { Found } from "#features/conversations/queries/skills.ts";
import { decidedReply, pendingIn } from "#features/conversations/decided/skills.ts";
import { joined, mostAtOnce, questionsIn } from "#features/conversations/entry/several.ts";
import { explainQuery, explainTopic } from "#features/conversations/following/explaining/skills.ts";
import { suggestFollowUps } from "#features/conversations/following/offers.ts";
import * as output from "#features/conversations/following/output/skills.ts";
import { intentOf } from "#features/conversations/following/skills.ts";
import type { Intent, Topic } from "#features/conversations/following/topic/skills.ts";
import { known } from "#features/conversations/replies/skills.ts";
import { namesOf, type Understanding } from "#features/conversations/understanding/skills.ts";
import { readDear } from "#platform/db/transaction.ts";

/** A word that was not understood is quoted up to this length. */
const maxQuoted = 60;

type Asked = { text: string; at?: Date | undefined; before: Topic | null };
export type Answered = output.Output & { intent: Intent };

/** Answers a text in its thread: the one understanding and the one set of answers behind every box. */
export async function answerText(session: RunSession, { text, at, before }: Asked): Promise<Answered> {
  const several = questionsIn(text);
  if (several.length > mostAtOnce) {
    const line = toLine`You asked ${pluralize(several.length, "question")}. Ask up to ${String(mostAtOnce)} at once.`;
    const offers = several.slice(0, mostAtOnce).map((label) => ({ label, href: null }));
    return { ...output.replyInWords(line, { message: text, before }, { offers }), intent: { kind: "greeting" } };
  }
  const [first, ...more] = several;
  if (!first) return answerOne(session, { text, at, before });
  let last = await answerOne(session, { text: first, at, before });
  const answers = [last];
  for (const next of more) {
    last = await answerOne(session, { text: next, at, before: last.topic });
    answers.push(last);
  }
  return {
    ...last,
    answered: answers.some(({ answered }) => answered),
    report: joined(answers.map(({ report }) => report)),
    understood: answers[0]?.understood ?? null,
    intent: { kind: "greeting" },
  };
}

async function answerOne(session: RunSession, { text, at, before }: Asked): Promise<Answered> {
  const intent = await session.step(
    "Understand the question",
    (ctx) => readDear(ctx, (tx) => intentOf(tx, text, at ?? tx.now, before), { holdsOthers: true }),
    { given: text, detail: understoodAs },
  );
  return { ...(await replyTo(session, intent, { message: text, before })), intent };
}

export async function replyTo(session: RunSession, intent: Intent, turn: output.Turn): Promise<output.Output> {
  const { message, before } = turn;
  switch (intent.kind) {
    case "greeting":
      return output.greetingReply(turn);
    case "ambiguous": {
      const { word, names, messages } = intent;
      const line = toLine`"${shorten(word, maxQuoted)}" could be ${orList(names)}. Which do you mean?`;
      return output.replyInWords(line, turn, { offers: messages.map((label) => ({ label, href: null })) });
    }
    case "responsible":
      return output.replyInWords(intent.line, turn);
    case "lost": {
      const words = intent.words.map((word) => `"${shorten(word, maxQuoted)}"`).join(", ");
      return output.replyInWords(
        before
          ? toLine`I could not read ${words} together with what we talked about. Ask it as a whole question.`
          : toLine`I do not know what ${words} refers to: nothing was said before. Ask it as a whole question.`,
        turn,
      );
    }
    case "why":
      return intent.reading ? explainQuery(session, intent, turn) : explainTopic(session, intent, turn);
    case "question": {
      const { understood, isFollowUp, isAgain } = intent;
      // A record, and so its name, may come from outside.
      if (namesOf(understood).customer || namesOf(understood).vendor) session.reads("external");
      const { ran, ...reply } = await (isAgain
        ? decidedAgain(session, intent.question)
        : answerQuestion(session, message, understood, intent.records ?? null));
      const shown = pendingIn(reply.report);
      if (shown.length > 0)
        return output.completeReply(reply, turn, {
          topic: { ...(before ?? output.emptyTopic(message)), decisionIds: shown },
          shown,
        });
      if (isAgain || reply.report.facts.some(({ kind }) => kind === "decision"))
        return output.completeReply(reply, turn, {
          topic: output.topicOf(intent, {}),
          understood: isAgain ? intent.question : null,
        });
      if (ran)
        return output.completeReply(reply, turn, {
          topic: output.topicOf(intent, { reading: ran.reading }),
          understood: isFollowUp ? ran.result.title : null,
          exploreHref: exploreHref(ran.reading.query),
          offers: reply.answered ? suggestFollowUps(ran.reading, ran.subject, { message, result: ran.result }) : [],
        });
      const own = reply.followUps.filter(({ href }) => href === null);
      return output.completeReply(reply, turn, {
        topic:
          understood.topicId && understood.strangers.length === 0 ? output.topicOf(intent, { understood }) : before,
        understood: isFollowUp ? describeQuestion(understood) : null,
        offers: reply.answered ? [...own, { label: "Why?", href: null }] : own,
      });
    }
  }
}

/** The decisions that the question before named, with who settled them and how they came out. */
const decidedAgain = async (session: RunSession, question: string): Promise<Found> =>
  (await decidedReply(session, question)) ?? noDecision;

const noDecision: Found = {
  answered: false,
  report: {
    headline: ["I can't answer this: no decision is recorded about it."],
    sections: [],
    figures: [],
    facts: [],
    missing: [],
    proposals: [],
  },
  followUps: [{ label: "Open Decisions", href: "/decisions" }],
};

/** How a text was understood, as a line of the run. */
function understoodAs(intent: Intent): string {
  if (intent.kind !== "question") return kinds[intent.kind];
  const { topicId, ask, query } = intent.understood;
  if (query) return `A query over ${query.query.subject}`;
  const one = known.find((each) => each.topicId === topicId && each.ask.id === ask);
  return one ? `${one.title}: ${one.ask.example}` : "It was not understood.";
}

const kinds: Record<Exclude<Intent["kind"], "question">, string> = {
  greeting: "A greeting",
  ambiguous: "An ambiguous name",
  responsible: "A question about who is responsible",
  why: "A question for reasons",
  lost: "A part of it was not understood.",
};

/** Describes an understood question: topic, customer, vendor and period. */
function describeQuestion({ topicId, customer, vendor, period }: Understanding): string | null {
  const title = known.find((one) => one.topicId === topicId)?.title;
  return [title, customer?.name, vendor?.name, period?.label].filter(Boolean).join(", ") || null;
}

/** "A, B or C" */
const orList = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} or ${names.at(-1) ?? ""}`;
