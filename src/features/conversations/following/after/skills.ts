import { monthNames } from "#contract/months.ts";
import { spanOf } from "#contract/spans.ts";
import * as accounts from "#features/accounts/store.ts";
import * as changing from "#features/conversations/following/apply-change.ts";
import type { Cue } from "#features/conversations/following/cues.ts";
import { asTimePhrase, periodAfter } from "#features/conversations/following/periods.ts";
import * as topic from "#features/conversations/following/topic/skills.ts";
import { readAsQuery } from "#features/conversations/queries/reader/skills.ts";
import { known } from "#features/conversations/replies/skills.ts";
import { namesOf as partiesOf, understand, type Understanding } from "#features/conversations/understanding/skills.ts";
import { changeOf } from "#features/conversations/understanding/query/change.ts";
import { draftOf } from "#features/conversations/understanding/query/draft.ts";
import { namedIn } from "#features/conversations/understanding/query/filters.ts";
import type { Lexicon } from "#features/conversations/understanding/query/lexicon.ts";
import type { Term } from "#features/conversations/understanding/query/terms.ts";
import { normalized, telling } from "#features/conversations/understanding/words.ts";
import { todayOf } from "#features/expertise/topics/skills.ts";
import * as explore from "#features/explore/store.ts";
import type { Tx } from "#platform/context.ts";

export type Message = { message: string; cue: Cue; own: Understanding };

/** The previous query changed as the message asks, or the words that a query cannot express. */
export async function afterQuery(
  tx: Tx,
  before: topic.Topic & { reading: topic.Reading },
  { message, cue, own, today }: Message & { today: string },
): Promise<topic.Intent | null> {
  const subjects = await explore.subjects(tx);
  const fiscalYearStart = await accounts.fiscalYearStart(tx);
  const lexicon: Lexicon = { subjects, ...partiesOf(own), currency: own.currency, today, fiscalYearStart };
  const rest = asTimePhrase(cue.rest);
  const changeQuery = async (
    state: changing.PresentedQuery,
  ): Promise<changing.PresentedQuery | { lost: string[] } | null> => {
    const term: Term = { words: "", subject: state.query.subject };
    const draft = draftOf(rest, lexicon, term);
    if (!draft) return null;
    if (draft.term !== term) {
      const next = await readAsQuery(tx, rest, { ...lexicon, names: own.strangers });
      if (!next) return null;
      if (next.unused.length > 0) return { lost: next.unused };
      const subject = subjects.find(({ id }) => id === next.query.subject);
      // "Their" may stand for several names, and other rows cannot be narrowed to those.
      if (possessive.test(message) && !state.query.filters.some(changing.isParty)) return { lost: [rest] };
      return subject && cue.isFragment ? changing.carryOver(next, state.query, subject) : next;
    }
    const change = changeOf(draft, await explore.valuesOf(tx, draft.subject.id, namedIn(draft)));
    if (change.unused.length > 0) return { lost: change.unused };
    const isNamed = (name: string | null): boolean =>
      name === null || change.filters.some(({ values }) => values.includes(name));
    const isExpressed = isNamed(lexicon.customer) && isNamed(lexicon.vendor) && !(draft.group && !change.groupBy);
    if (!isExpressed) {
      const rows = topic.asRows(state.query);
      if (rows) return changeQuery({ ...state, query: rows });
      return { lost: [lexicon.customer ?? lexicon.vendor ?? rest] };
    }
    const span = state.query.period && spanOf(state.query.period, today);
    const named = change.period?.kind === "between" ? { from: change.period.from, to: change.period.to } : null;
    const period = named || cue.step ? (periodAfter(normalized(rest), cue, span, today) ?? named) : null;
    if (!changing.hasChange(change, cue)) return null;
    const cannotSetPeriod = period !== null && !draft.subject.day;
    // Only a name or a choice can be excluded, not a period or a condition.
    const cannotExclude =
      cue.excludes &&
      (period !== null || change.filters.length === 0 || change.filters.some(({ field }) => field === "view"));
    if (cannotSetPeriod || cannotExclude) return { lost: [cue.excludes ? `without ${cue.rest}` : cue.rest || message] };
    const next = changing.applyChange(state, { change, cue, period }, draft.subject);
    return JSON.stringify(next) === JSON.stringify(state) && !cue.compare ? null : next;
  };
  const next = await changeQuery(before.reading);
  if (!next) return null;
  if ("lost" in next) return { kind: "lost", words: next.lost };
  const reading: topic.Reading = { ...next, isMore: true, isNamed: false, unused: [], vague: [], unmet: [] };
  return topic.followUpQuestion(message, { ...own, query: reading, nearest: null, topicId: null, ask: null });
}

/** An executive's question for another customer, vendor or period, or the whole question with the message added. */
export async function afterTopic(
  tx: Tx,
  before: topic.Topic & { understood: Understanding },
  { message, cue, own, at }: Message & { at: Date },
): Promise<topic.Intent | null> {
  const { understood } = before;
  const { today } = todayOf({ ...tx, now: at });
  const rest = asTimePhrase(cue.rest);
  const period = periodAfter(normalized(rest), cue, understood.period, today);
  const answered = known.find(({ topicId, ask }) => topicId === understood.topicId && ask.id === understood.ask);
  const heeds = answered?.ask.heeds ?? [];
  const mentions = {
    customer: own.customer !== null,
    vendor: own.vendor !== null,
    period: period !== null,
  };
  const changes = (["customer", "vendor", "period"] as const).filter((each) => mentions[each]);
  const names = [own.customer?.name, own.vendor?.name].flatMap((name) => (name ? normalized(name).split(" ") : []));
  const timeWords = own.period?.label
    ? normalized(rest)
        .split(" ")
        .filter((word) => /^(?:20\d\d|q[1-4])$/.test(word))
    : [];
  const leftover = telling(normalized(rest)).filter(
    (word) => !names.includes(word) && !timeWords.includes(word) && !timeWord.test(word),
  );
  if (cue.wants === "rows" && leftover.length === 0)
    return { kind: "why", question: before.asked, reading: null, subject: null, understood, figure: null };
  const isPlain = leftover.length === 0 && !cue.excludes;
  if (isPlain && changes.length > 0 && changes.every((each) => heeds.includes(each)))
    return topic.followUpQuestion(before.asked, {
      ...understood,
      customer: own.customer ?? (own.vendor ? null : understood.customer),
      vendor: own.vendor ?? (own.customer ? null : understood.vendor),
      period: period ? { ...period, label: spanOf({ kind: "between", ...period }, today).label } : understood.period,
      strangers: own.strangers,
    });
  const reading = await topic.asQuery(tx, before.asked, understood, at);
  const follows = reading && (await afterQuery(tx, { ...before, reading }, { message, cue, own, today }));
  if (follows && follows.kind !== "lost") return follows;
  if (cue.excludes) return { kind: "lost", words: [`without ${rest}`] };
  const first = await understand(tx, before.asked, at);
  // A joined question has the customer, vendor and period of the first one, so these must still apply.
  if (hasSameScope(first, understood)) {
    const joined = await understand(tx, `${before.asked.replace(/(?<![?!.\s])[?!.\s]+$/, "")} ${rest}`, at);
    const isDifferent = JSON.stringify(joined.query?.query) !== JSON.stringify(reading?.query);
    if (joined.query && isDifferent)
      return topic.followUpQuestion(message, { ...joined, query: changing.withoutSingleGroup(joined.query) });
  }
  if (leftover.length > 0 || changes.length === 0)
    return { kind: "lost", words: leftover.length > 0 ? leftover : [message.trim()] };
  // The answer states what it cannot be narrowed to.
  return topic.followUpQuestion(before.asked, {
    ...understood,
    ...(own.customer ? { customer: own.customer } : {}),
    ...(own.vendor ? { vendor: own.vendor } : {}),
    period: period ? (own.period ?? understood.period) : understood.period,
  });
}

const possessive = /\b(?:their|its|his|her)\b/i;

/** Whether two questions have the same customer, vendor and period. */
const hasSameScope = (one: Understanding, other: Understanding): boolean =>
  one.customer?.name === other.customer?.name &&
  one.vendor?.name === other.vendor?.name &&
  one.period?.from === other.period?.from &&
  one.period?.to === other.period?.to;

const timeWord = new RegExp(`^(?:${monthNames}|spring|summer|autumn|winter|quarters?)$`);
