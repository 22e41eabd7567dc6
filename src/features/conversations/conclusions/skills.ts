import type { RunSession } from "#agency/skill.ts";
import { type Line, toLine } from "#contract/report.ts";
import type { FollowUp } from "#features/conversations/contract.ts";
import { quoted } from "#features/conversations/replies/quoted.ts";
import { known } from "#features/conversations/replies/skills.ts";
import { asksForChange } from "#features/conversations/understanding/qualifiers.ts";
import type { Understanding } from "#features/conversations/understanding/skills.ts";
import { concludeTopic, topics } from "#features/expertise/skills.ts";
import { todayOf } from "#features/expertise/topics/skills.ts";
import type { About, Conclusion, Heeded } from "#features/expertise/topics/topic.ts";

export type Asked = { topicId: string; ask: string; understood: Understanding };

export const heedsOf = (topicId: string, ask: string): readonly Heeded[] =>
  known.find((one) => one.topicId === topicId && one.ask.id === ask)?.ask.heeds ?? [];

/** What the answer is about, as far as its question can be narrowed. */
export function aboutOf({ customer, vendor, period: time }: Understanding, topicId: string, ask: string): About {
  const heeds = heedsOf(topicId, ask);
  return {
    ask,
    customer: heeds.includes("customer") ? customer : null,
    vendor: heeds.includes("vendor") ? vendor : null,
    period: heeds.includes("period") ? time : null,
  };
}

export async function conclusionOf(session: RunSession, topicId: string, about: About): Promise<Conclusion | null> {
  const topic = topics.find(({ id }) => id === topicId);
  return topic ? concludeTopic(session, topic, about) : null;
}

export const answerOf = (conclusion: Conclusion | null, ask: string | null): Line | null =>
  (ask && conclusion?.answers[ask]) || null;

/** Whether a question of a topic asks about a change, by its own words. */
function asksAboutChange(topicId: string, ask: string): boolean {
  const one = known.find((each) => each.topicId === topicId && each.ask.id === ask)?.ask;
  return [one?.example ?? "", ...(one?.like ?? [])].some(asksForChange);
}

/** Adds to an answer which conditions of the question it ignores. */
export function addScopeNotes(session: RunSession, found: Line, conclusion: Conclusion, asked: Asked): Line {
  const { understood, topicId, ask } = asked;
  const about = aboutOf(understood, topicId, ask);
  const time = understood.period && !about.period ? understood.period.label : null;
  const { currency: own } = todayOf(session.ctx);
  const { currency: foreign, limit, change } = understood;
  const amounts = conclusion.figures.filter(
    ({ id, unit }) => unit === "money" && found.some((part) => typeof part !== "string" && part.figure === id),
  );
  const currencyNote = amounts.length > 0 ? `in ${own}, not in ${foreign}` : `not narrowed to ${foreign}`;
  const isInForeign = amounts.some((amount) => amount.currency === foreign) || limit?.includes(foreign ?? "");
  return [
    ...found,
    ...(time ? toLine` It is how things stand today, not narrowed to ${time}.` : []),
    ...(limit ? toLine` It is not narrowed to ${limit}.` : []),
    ...(foreign && !isInForeign ? toLine` It is ${currencyNote}.` : []),
    ...(understood.unused.length > 0 ? toLine` I did not use: ${quoted(understood.unused)}.` : []),
    ...(change && !asksAboutChange(topicId, ask) ? toLine` How it changed over time is not known.` : []),
  ];
}

/** Other questions of the same topic that can be answered now. */
export const relatedQuestions = ({ answers }: Conclusion, topicId: string, asked: string): FollowUp[] =>
  known
    .filter(({ topicId: of, ask }) => of === topicId && ask.id !== asked && answers[ask.id])
    .filter(({ ask: { example } }) => !/\b(?:Acme|Hostly)\b/.test(example))
    .slice(0, 2)
    .map(({ ask }) => ({ label: ask.example, href: null }));
