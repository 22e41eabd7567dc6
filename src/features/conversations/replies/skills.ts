import { exploreHref } from "#contract/query.ts";
import { type Gap, type Line, toLine } from "#contract/report.ts";
import type { Act } from "#features/conversations/understanding/acts.ts";
import { closest, type Known } from "#features/conversations/understanding/match.ts";
import { exclusionWord } from "#features/conversations/understanding/query/filters.ts";
import type { Reading } from "#features/conversations/understanding/query/reading.ts";
import { isHypothetical } from "#features/conversations/understanding/qualifiers.ts";
import { topics } from "#features/expertise/skills.ts";
import { quoted } from "./quoted.ts";
import type { Reply } from "./reply.ts";

/** All questions the executives' topics answer. */
export const known: readonly Known[] = topics.flatMap(({ id, role, title, asks }) =>
  asks.map((ask) => ({ topicId: id, role, title, ask })),
);

const maxSuggestions = 3;

/** A refusal that suggests questions it can answer. */
const refused = (headline: Line, questions: readonly string[], missing: Gap[]): Reply => ({
  answered: false,
  report: { headline, sections: [], figures: [], facts: [], missing, proposals: [] },
  followUps: questions.map((label) => ({ label, href: null })),
});

export function notUnderstood(question: string, today: string, unused: readonly string[] = []): Reply {
  const on = { known, names: [], today };
  const near = closest(question, on, maxSuggestions);
  if (isHypothetical(question))
    return refused(toLine`I can't answer hypothetical questions. Your records show only what happened.`, near, []);
  if (unused.length > 0)
    return refused(toLine`I can't answer this: nothing in the records fits ${quoted(unused)}.`, near, []);
  return refused(toLine`I can't answer this: none of your records or figures match the question.`, near, []);
}

/** The reply to a question in another language. */
export const notEnglish = (question: string, today: string): Reply =>
  refused(
    toLine`I read English so far. Please ask in English; names can stay as they are.`,
    closest(question, { known, names: [], today }, maxSuggestions),
    [],
  );

/** The reply to a question about a date that does not exist. */
export const noSuchDay = (written: string): Reply =>
  refused(
    toLine`I can't answer this: there is no ${written.replace(/[a-z]{3,}/, (name) => name.charAt(0).toUpperCase() + name.slice(1))}.`,
    [],
    [],
  );

/** The reply if a query does not cover every word: it offers the query without them. */
export function offerNearestQuery({ query, unused, unmet }: Pick<Reading, "query" | "unused" | "unmet">): Reply {
  const words = quoted(unused);
  const headline = toLine`I cannot answer this: nothing in the records fits ${words}.`;
  const made = refused(headline, [], []);
  const label = unmet.some((one) => one.startsWith(exclusionWord)) ? "Show them all" : `Show without ${words}`;
  return { ...made, followUps: [{ label, href: exploreHref(query) }] };
}

/** Asks which of the names that are nearly the same is meant. */
export const askWhichName = ({
  written,
  meant,
}: {
  written: string;
  meant: readonly { name: string; question: string }[];
}): Reply =>
  refused(
    toLine`Which one do you mean by “${written}”: ${meant.map(({ name }) => name).join(" or ")}?`,
    meant.map(({ question }) => question),
    [],
  );

/** The reply if a name is unknown or ambiguous; it never answers for all customers instead. */
export function unknownName(name: string, question: string, today: string): Reply {
  const headline = toLine`I cannot answer this. I found no single customer or vendor named ${name}.`;
  return refused(headline, closest(question, { known, names: [], today }, maxSuggestions), [
    { what: name, needed: "customers and vendors", href: "/records/customers" },
  ]);
}

/** The reply if the answer cannot be narrowed to the named customer or vendor. */
export function notAbout(name: string, question: string, today: string): Reply {
  const headline = toLine`I cannot answer this about ${name} alone, only about the whole company.`;
  const words = new Set(name.toLowerCase().split(" "));
  const whole = question.split(/\s+/).filter((word) => !words.has(word.toLowerCase().replaceAll(/[^\p{L}\d]/gu, "")));
  return refused(headline, closest(whole.join(" "), { known, names: [], today }, maxSuggestions), []);
}

/** The reply to a request to act: nothing was done, and the page where the person can do it. */
export function declineAction({ verb, page }: Act): Reply {
  const headline = toLine`I can't do that here. You can ${verb} yourself.`;
  const reply = refused(headline, [], []);
  return page ? { ...reply, followUps: [{ label: `Open ${page.name}`, href: page.href }] } : reply;
}
