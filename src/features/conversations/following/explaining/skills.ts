import type { RunSession } from "#agency/skill.ts";
import { exploreHref, spelledOut } from "#contract/query.ts";
import { formatFigure, formatLine, type Line, toLine } from "#contract/report.ts";
import { explainTotal, breakdownOf } from "#features/conversations/following/explain-total.ts";
import { suggestFollowUps } from "#features/conversations/following/offers.ts";
import type { Intent } from "#features/conversations/following/topic/skills.ts";
import {
  completeReply,
  type Output,
  replyInWords,
  topicOf,
  type Turn,
} from "#features/conversations/following/output/skills.ts";
import { answerQuestion } from "#features/conversations/answering/skills.ts";
import { runQuery } from "#features/explore/skills.ts";

type QuestionIntent = Extract<Intent, { kind: "question" | "why" }>;

/** Breaks a total down: which customers, categories or kinds make it up or changed it. */
export async function explainQuery(
  session: RunSession,
  intent: Extract<Intent, { kind: "why" }>,
  turn: Turn,
): Promise<Output> {
  const { reading, subject } = intent;
  if (!reading || !subject) throw new Error("There is nothing to explain.");
  const topic = topicOf(intent, { reading });
  const breakdown = breakdownOf(reading.query, subject);
  const found = breakdown && (await session.use(runQuery, breakdown));
  if (found) session.reads(...found.origins);
  const explanation = found && explainTotal(found.result, subject);
  const offers = suggestFollowUps(reading, subject, { message: turn.message, result: found?.result ?? null });
  if (!found || !explanation || !breakdown) {
    const line = toLine`The records say how much it is, not why: nothing in them takes it apart.`;
    return replyInWords(line, turn, { topic, offers });
  }
  const substitution = intent.figure
    ? toLine`${spelledOut(intent.figure)} itself cannot be taken apart, so this is of ${subject.many}. `
    : [];
  const report = {
    headline: [...substitution, ...explanation.line],
    sections: [],
    figures: explanation.figures,
    facts: [],
    missing: [],
    proposals: [],
  };
  return completeReply({ answered: true, report, followUps: [] }, turn, {
    topic,
    exploreHref: exploreHref(breakdown),
    understood: found.result.title,
    offers,
  });
}

const maxReasons = 3;

/** Explains an executive's answer: its further lines, or the formulas of its figures if it has none. */
export async function explainTopic(session: RunSession, intent: QuestionIntent, turn: Turn): Promise<Output> {
  const { understood } = intent;
  if (!understood) return replyInWords(toLine`I do not know what to explain: nothing was said before.`, turn);
  const { ran: _, ...reply } = await answerQuestion(session, intent.question, understood);
  if (!reply.answered) return completeReply(reply, turn, { topic: turn.before });
  const { sections, figures, headline } = reply.report;
  const answerText = formatLine(headline, figures);
  const reasons = sections
    .flatMap(({ lines }) => lines)
    .filter((line) => !answerText.includes(formatLine(line, figures)));
  const formulas = figures
    .filter(({ formula, id }) => formula && headline.some((part) => typeof part !== "string" && part.figure === id))
    .map((figure) => `${figure.label}: ${formatFigure(figure)}. How it is worked out: ${figure.formula}.`);
  const line: Line =
    reasons.length > 0
      ? reasons.slice(0, maxReasons).flatMap((one, at) => (at === 0 ? one : [" ", ...one]))
      : formulas.length > 0
        ? [formulas.join(" ")]
        : ["The records say that it is so, not why."];
  return completeReply({ ...reply, report: { ...reply.report, headline: line, proposals: [] } }, turn, {
    topic: topicOf(intent, { understood }),
    understood: sections[0]?.title ?? null,
  });
}
