import { exploreHref } from "#contract/query.ts";
import { type Gap, type Line, toLine } from "#contract/report.ts";
import type { Act } from "#features/conversations/understanding/acts.ts";
import { closest, type Known } from "#features/conversations/understanding/match.ts";
import { leaving } from "#features/conversations/understanding/query/filters.ts";
import type { Reading } from "#features/conversations/understanding/query/reading.ts";
import { supposes } from "#features/conversations/understanding/qualifiers.ts";
import { topics } from "#features/expertise/skills.ts";
import type { Reply } from "./reply.ts";

/** Every question the topics of the executives answer. */
export const known: readonly Known[] = topics.flatMap(({ id, role, title, asks }) =>
  asks.map((ask) => ({ topicId: id, role, title, ask })),
);

const offered = 3;

/** A refusal that offers questions which can be answered. */
const refused = (headline: Line, questions: readonly string[], missing: Gap[]): Reply => ({
  answered: false,
  report: { headline, sections: [], figures: [], facts: [], missing, proposals: [] },
  followUps: questions.map((label) => ({ label, href: null })),
});

/** The reply to a question that was not understood. */
export function notUnderstood(question: string, today: string): Reply {
  const on = { known, names: [], today };
  const near = closest(question, on, offered);
  if (supposes(question))
    return refused(toLine`I can't answer hypothetical questions. Your records show only what happened.`, near, []);
  return refused(toLine`I can't answer this: none of your records or figures match the question.`, near, []);
}

/** The reply where words are left that the query of a question does not stand for: what it can show without them. */
export function nearly({ query, unused, unmet }: Pick<Reading, "query" | "unused" | "unmet">): Reply {
  const words = [...new Set(unused)].map((word) => `"${word}"`).join(", ");
  const headline = toLine`I cannot answer this: nothing in the records fits ${words}.`;
  const made = refused(headline, [], []);
  const label = unmet.some((one) => one.startsWith(leaving)) ? "Show them all" : `Show without ${words}`;
  return { ...made, followUps: [{ label, href: exploreHref(query) }] };
}

/** The reply where a name is not in the records, or several of them fit: never an answer about everybody. */
export function unknownName(name: string, question: string, today: string): Reply {
  const headline = toLine`I cannot answer this. I found no single customer or vendor named ${name}.`;
  return refused(headline, closest(question, { known, names: [], today }, offered), [
    { what: name, needed: "customers and vendors", href: "/records/customers" },
  ]);
}

/** The reply where what is known cannot be narrowed to the customer or vendor that was named. */
export function notAbout(name: string, question: string, today: string): Reply {
  const headline = toLine`I cannot answer this about ${name} alone, only about the whole company.`;
  const words = new Set(name.toLowerCase().split(" "));
  const whole = question.split(/\s+/).filter((word) => !words.has(word.toLowerCase().replaceAll(/[^\p{L}\d]/gu, "")));
  return refused(headline, closest(whole.join(" "), { known, names: [], today }, offered), []);
}

/** The reply to a request to act: nothing was done, and where the person can do it. */
export function declineAction({ verb, page }: Act): Reply {
  const headline = toLine`I can't do that here. You can ${verb} yourself.`;
  const reply = refused(headline, [], []);
  return page ? { ...reply, followUps: [{ label: `Open ${page.name}`, href: page.href }] } : reply;
}
