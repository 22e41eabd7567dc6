import type { RunSession } from "#agency/skill.ts";
import { toLine } from "#contract/report.ts";
import { shorten } from "#contract/words.ts";
import { bestSentence } from "#features/brain/answering/rules.ts";
import { recallAction, sourceOf } from "#features/brain/skills.ts";
import type { Reply } from "#features/conversations/replies/reply.ts";

/** Content that people added. Messages and earlier questions would only be repeated. */
const givenTypes = ["document", "table", "note"];
/** The least share of the question's words in a passage. Below it, the passage is about something else. */
const leastRelevance = 0.6;
const mostQuoted = 3;

/** An answer quoted from the Company Brain, for a question that rows and figures do not answer; null if it has none. */
export async function recalledReply(session: RunSession, question: string): Promise<Reply | null> {
  const { passages } = await session.use(recallAction, { question });
  const quoted = passages
    .filter(({ contentType, relevance }) => givenTypes.includes(contentType) && relevance >= leastRelevance)
    .slice(0, mostQuoted);
  const [first, ...more] = quoted;
  if (!first) return null;
  session.reads(...quoted.map(({ origin }) => origin));
  const facts = quoted.map(sourceOf);
  session.cites(...facts);
  const lineOf = ({ title, content }: typeof first) =>
    toLine`“${shorten(bestSentence(content, question), 400)}” (${title})`;
  return {
    answered: true,
    report: {
      headline: ["From the Company Brain: ", ...lineOf(first)],
      sections: more.length > 0 ? [{ title: "Also in the Company Brain", lines: more.map(lineOf), table: null }] : [],
      figures: [],
      facts,
      missing: [],
      proposals: [],
    },
    followUps: quoted.flatMap(({ title, href }) => (href ? [{ label: `Open ${shorten(title, 60)}`, href }] : [])),
  };
}
