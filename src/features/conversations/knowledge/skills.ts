import type { RunSession } from "#agency/skill.ts";
import { toLine } from "#contract/report.ts";
import { shorten } from "#contract/words.ts";
import { recallAction, sourceOf } from "#features/brain/skills.ts";
import type { Reply } from "#features/conversations/replies/reply.ts";

/** Content that people added. Messages and earlier questions would only be repeated. */
const givenTypes = ["document", "table", "note"];

/** The confidence from which documents answer a question that reads as one about records. */
const surely = 0.6;

/** An answer quoted from the Company Brain, for a question that rows and figures do not answer; null if it has none. */
export async function recalledReply(
  session: RunSession,
  question: string,
  isOfRecords: boolean,
): Promise<Reply | null> {
  const { passages, sentences, confidence } = await session.use(recallAction, { question });
  if (isOfRecords && confidence < surely) return null;
  const quoted = sentences.flatMap(({ text, passage }) => {
    const source = passages[passage];
    return source && givenTypes.includes(source.contentType) ? [{ ...source, sentence: text }] : [];
  });
  const [first, ...more] = quoted;
  if (!first) return null;
  session.reads(...quoted.map(({ origin }) => origin));
  const facts = quoted.map(sourceOf);
  session.cites(...facts);
  const lineOf = ({ title, sentence }: typeof first) => toLine`“${sentence}” (${title})`;
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
