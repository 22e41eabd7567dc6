import { z } from "zod";
import { currencies, currency, truncate } from "#contract/words.ts";
import { known } from "#features/conversations/replies/skills.ts";
import * as store from "#features/conversations/store.ts";
import { isWordIn, type Match, meaningOf } from "#features/conversations/understanding/match.ts";
import * as knownNames from "#features/conversations/understanding/names.ts";
import { exclusionWord } from "#features/conversations/understanding/query/filters.ts";
import { meaningsOf } from "#features/conversations/understanding/meanings.ts";
import { hemisphereOf } from "#features/conversations/understanding/hemisphere.ts";
import { impossibleDate, pastWords } from "#features/conversations/understanding/dates.ts";
import { periodOf } from "#features/conversations/understanding/period.ts";
import { misspeltIn, misspeltWord } from "#features/conversations/understanding/spelling.ts";
import * as qualifiers from "#features/conversations/understanding/qualifiers.ts";
import { isVague, normalized, telling, wantsAction } from "#features/conversations/understanding/words.ts";
import * as accounts from "#features/accounts/store.ts";
import { nameKey } from "#features/records/naming/name-key.ts";
import * as naming from "#features/records/naming/store.ts";
import { readAsQuery } from "#features/conversations/queries/reader/skills.ts";
import { type Composed, composed } from "#features/conversations/queries/composed/composed.ts";
import { plannable } from "#features/conversations/queries/composed/budget/skills.ts";
import { mayBeBudget } from "#features/conversations/queries/composed/reading/budget.ts";
import { mayBeBetween } from "#features/conversations/queries/composed/reading/between.ts";
import { readOnce } from "#features/conversations/queries/composed/reading/read.ts";
import { mayBeOutcome } from "#features/conversations/queries/composed/reading/outcome.ts";
import { composedIn } from "#features/conversations/queries/composed/reading/skills.ts";
import { mayBePace } from "#features/conversations/queries/composed/reading/value.ts";
import { comparingIn } from "#features/conversations/queries/composed/reading/words.ts";
import { isStanding, queryReading } from "#features/conversations/queries/skills.ts";
import { isListed } from "#features/conversations/understanding/query/aliases.ts";
import type { Reading } from "#features/conversations/understanding/query/reading.ts";
import type { Lexicon } from "#features/conversations/understanding/query/lexicon.ts";
import { exactFit, prefersQuery } from "#features/conversations/understanding/query/prefers-query.ts";
import { recordKinds } from "#features/records/contract.ts";
import * as explore from "#features/explore/store.ts";
import { todayOf } from "#features/expertise/topics/skills.ts";
import { named, period } from "#features/expertise/topics/topic.ts";
import type { Tx } from "#platform/context.ts";
import { isEnglish } from "#platform/english.ts";
import { regionOf } from "#platform/reading/place.ts";

export const understanding = z.strictObject({
  /** The topic and its question; null if it was not understood. */
  topicId: z.string().nullable(),
  ask: z.string().nullable(),
  second: z.strictObject({ topicId: z.string(), ask: z.string() }).nullable(),
  customer: named,
  vendor: named,
  /** All spellings of a name that is only on records: queries can be narrowed to it, topics cannot. */
  unlisted: z
    .strictObject({ customer: z.array(z.string()), vendor: z.array(z.string()) })
    .default({ customer: [], vendor: [] }),
  period,
  /** Names that match no customer or vendor, or several. */
  strangers: z.array(z.string()).default([]),
  /** Conditions that no topic supports: a foreign currency, a number, a change over time. */
  currency: currency.nullable().default(null),
  limit: z.string().nullable().default(null),
  change: z.boolean().default(false),
  /** Words the topic does not use: named beside its answer, or the reason that there is none. */
  unused: z.array(z.string()).default([]),
  /** A name in it that is spelt otherwise, and the questions with the names it may mean: it was read with the only one. */
  misspelt: z
    .strictObject({ written: z.string(), meant: z.array(z.strictObject({ name: z.string(), question: z.string() })) })
    .nullable()
    .default(null),
  /** A date in the question that does not exist, as written. */
  noSuchDay: z.string().nullable().default(null),
  /** It asks what to do, so the answer may include proposals. */
  action: z.boolean(),
  /** The question as a query over the company's rows, unless a topic answers it better. */
  query: queryReading.nullable().default(null),
  /** It needs several queries. */
  composed: composed.nullable().default(null),
  /** A query that answers it if the topic cannot. */
  instead: queryReading.nullable().default(null),
  /** The nearest query if it does not cover every word of the question. */
  nearest: queryReading.nullable().default(null),
});
export type Understanding = z.infer<typeof understanding>;

/** The key under which the meaning of a question is remembered: its significant words, sorted. */
export const wordsOf = (question: string): string =>
  truncate([...new Set(telling(normalized(question)))].sort().join(" "), 500);

/** Understands a question in this company; a name that is misspelt is read as the only one it is nearest to. */
export async function understand(tx: Tx, asked: string, at = tx.now): Promise<Understanding> {
  const plain = await understandAs(tx, asked, at);
  const left = plain.nearest?.unused ?? (plain.topicId ? plain.unused : normalized(asked).split(" "));
  const isRead = (plain.query ?? plain.composed) !== null;
  const unknown = isRead ? [] : [...plain.strangers, ...left];
  const misspelt =
    unknown.length > 0
      ? misspeltIn(asked, await withoutPeople(tx, unknown), await naming.partyNames(tx), isWordIn(known))
      : null;
  // "Green cofee spend with Nordic Green Coffee": the name stands there already.
  const isSaid = misspelt?.names.some((name) => name === plain.customer?.name || name === plain.vendor?.name);
  if (!misspelt || isSaid) return isRead ? plain : spelled(tx, asked, at, plain);
  const words = misspelt.written.split(/\s+/).map((word) => word.replaceAll(/[^\p{L}\p{N}]/gu, "."));
  const found = new RegExp(`(?<![\\p{L}\\p{N}])${words.join(String.raw`[^\p{L}\p{N}]+`)}(?![\\p{L}\\p{N}])`, "iu");
  const meant = misspelt.names.map((name) => ({ name, question: asked.replace(found, () => name) }));
  const [only, another] = meant;
  if (another) return { ...plain, misspelt: { written: misspelt.written, meant } };
  const again = only && only.question !== asked ? await understandAs(tx, only.question, at) : null;
  return again && (again.query ?? again.composed ?? again.topicId)
    ? { ...again, misspelt: { written: misspelt.written, meant } }
    : plain;
}

/** Words of one question that are spelt otherwise. */
const mostMisspelt = 2;

/** A question with words that are spelt otherwise, read as it is meant; as it is written, where that says no more. */
async function spelled(tx: Tx, asked: string, at: Date, plain: Understanding): Promise<Understanding> {
  const read: { written: string; word: string }[] = [];
  let question = asked;
  let found = plain;
  // Topics read past a wrong letter, but not the other words.
  const isOpen = ({ query, composed }: Understanding) => (query ?? composed) === null;
  while (isOpen(found) && read.length < mostMisspelt) {
    const said = new Set(found.strangers.flatMap((name) => normalized(name).split(" ")));
    const left = (found.nearest?.unused ?? normalized(question).split(" ")).flatMap((one) => one.split(" "));
    const one = misspeltWord(
      left.filter((word) => !said.has(word)),
      await heldWords(tx),
      isEnglish,
    );
    if (!one) break;
    read.push(one);
    question = question.replace(new RegExp(`(?<!\\p{L})${one.written}(?!\\p{L})`, "iu"), one.word);
    found = await understandAs(tx, question, at);
  }
  if (read.length === 0 || (isOpen(found) && found.topicId === null)) return plain;
  const written = read.map((one) => one.written).join("” and “");
  return { ...found, misspelt: { written, meant: [{ name: read.map(({ word }) => word).join(" and "), question }] } };
}

/** What the company's rows can be named by: their names, headings, choices and short texts. */
async function heldWords(tx: Tx): Promise<string[]> {
  const subjects = (await explore.subjects(tx)).filter(({ id }) => recordKinds.some((kind) => kind === id));
  const held: string[] = [];
  for (const { id, one, many, alsoCalled, fields } of subjects) {
    const listed = fields.filter((field) => isListed(id, field));
    const values = await explore.valuesOf(
      tx,
      id,
      listed.map(({ name }) => name),
    );
    held.push(one, many, ...alsoCalled, ...[...values.values()].flat());
    for (const field of fields)
      held.push(
        field.label,
        ...field.alsoCalled,
        ...field.choices.flatMap((each) => [each.label, ...(each.alsoCalled ?? [])]),
      );
  }
  return held;
}

/** Words that are no part of the name of a person of the company. */
async function withoutPeople(tx: Tx, words: readonly string[]): Promise<string[]> {
  const people = new Set((await explore.people(tx)).flatMap((name) => normalized(name).split(" ")));
  return words.filter(
    (one) =>
      !normalized(one)
        .split(" ")
        .some((word) => people.has(word)),
  );
}

/** The query of a question with the names in it, whether or not it uses every word. */
async function readIn(tx: Tx, asked: string, at: Date, isClause = false) {
  const text = normalized(asked);
  const written = knownNames.writtenNames(asked, isWordIn(known));
  const candidates = knownNames.nameCandidates(asked);
  const found = await naming.named(tx, candidates, knownNames.nameBeginnings(asked, written));
  const customer = knownNames.matchName(found.customers, candidates, written);
  const vendor = customer ? null : knownNames.matchName(found.vendors, candidates, written);
  const { today, currency: own } = todayOf({ ...tx, now: at });
  const fiscalYearStart = await accounts.fiscalYearStart(tx);
  // A fiscal year is named after its start in Japan, after its end elsewhere; answers say its months.
  const isNamedByStart = own === "JPY";
  const hemisphere = hemisphereOf(regionOf({ timeZone: tx.timeZone, currency: own }));
  const time = periodOf(text, today, fiscalYearStart, { isNamedByStart, hemisphere });
  const one = customer ?? vendor;
  // FY26 is a time, not a name.
  const isTime = (name: string): boolean =>
    normalized(name)
      .split(" ")
      .every((word) => time?.words.includes(word));
  const ofOne = new Set(one ? normalized(one.name).split(" ") : []);
  const isOfOne = (name: string): boolean =>
    normalized(name)
      .split(" ")
      .some((word) => ofOne.has(word));
  // "Rent with Kadense": the other is a name too, of whatever.
  const strangers = written.filter((name) => !isTime(name) && !isOfOne(name));
  const onRecords = await naming.unlisted(tx, strangers.map(nameKey));
  const asCustomer = knownNames.spellingsOf(onRecords.customers, strangers);
  const unlisted = {
    customer: asCustomer,
    vendor: asCustomer.length > 0 ? [] : knownNames.spellingsOf(onRecords.vendors, strangers),
  };
  const names = [...(one ? [one.name] : []), ...written].flatMap((name) => normalized(name).split(" "));
  const plain = withoutWords(asked, names);
  const about = { customer, vendor, unlisted };
  const read = qualifiers.isHypothetical(asked)
    ? null
    : await readAsQuery(tx, asked, {
        ...namesOf(about),
        currency: qualifiers.currencyIn(plain, own),
        today,
        fiscalYearStart,
        isNamedByStart,
        hemisphere,
        names: strangers,
        isClause,
      });
  return { ...about, text, time, strangers, names, plain, today, own, fiscalYearStart, read };
}

/** Understands a question as it is written, using earlier readings of the same words. */
async function understandAs(tx: Tx, asked: string, at: Date): Promise<Understanding> {
  const before = await store.meanings(tx, wordsOf(asked));
  const { text, time, strangers, names, plain, today, own, read, customer, vendor, unlisted } = await readIn(
    tx,
    asked,
    at,
  );
  const likely = meaningOf(asked, { known, names, today, before });
  const isKnown = likely !== null && (read?.unmet ?? []).every((words) => knowsUnmet(likely.first, words));
  const noSuchDay = impossibleDate(text);
  // Two currencies ask for a rate, which no topic has.
  const isOfCurrencies = currencies.filter((code) => new RegExp(`\\b${code}\\b`, "i").test(plain)).length > 1;
  const isCovered =
    noSuchDay === null &&
    !isOfCurrencies &&
    likely?.first.unused.words.every(isVague) === true &&
    likely.first.unused.narrowing.length === 0;
  const covered = isKnown && isCovered && !read?.namesOwn && !excludesName(text, names) ? likely : null;
  // What revenue will be is a forecast.
  const isAhead = time !== null && time.from > today && covered?.first.topicId === revenueTopic;
  const best =
    isAhead && forecastOfRevenue ? { ...covered, first: { ...covered.first, ...forecastOfRevenue } } : covered;
  const isAnswered =
    read &&
    noSuchDay === null &&
    !isAhead &&
    !(best?.first.topicId === costTopic && isPlainCost(read)) &&
    prefersQuery(read, best && topicOf(best.first, unlisted), text) &&
    !isStanding(read, plain);
  const several =
    noSuchDay === null
      ? await composedFor(tx, asked, { at, isRead: isAnswered === true, read, topic: best !== null })
      : null;
  if (several) return { ...nothing, composed: several, customer, vendor, unlisted };
  return {
    composed: null,
    query: isAnswered ? read : null,
    instead: !isAnswered && best && !isAhead && noSuchDay === null && read?.unused.length === 0 ? read : null,
    nearest: isAnswered || best || read?.unused.length === 0 ? null : read,
    topicId: best?.first.topicId ?? null,
    ask: best?.first.ask.id ?? null,
    second: best?.second ? { topicId: best.second.topicId, ask: best.second.ask.id } : null,
    customer,
    vendor,
    unlisted,
    unused: (best ? best.first.unused.words : likely?.first.unused.narrowing) ?? [],
    misspelt: null,
    noSuchDay,
    // "Owed today" is how things stand.
    period:
      time && (time.to !== today || time.from !== today || pastWords.test(text))
        ? {
            from: time.from,
            to: time.to,
            label: time.label,
            ...(time.rolls?.kind === "last" ? { rolls: { count: time.rolls.count, unit: time.rolls.unit } } : {}),
          }
        : null,
    strangers,
    currency: qualifiers.currencyIn(plain, own),
    limit: qualifiers.limitIn(plain),
    change: qualifiers.asksForChange(plain) && !wantsAction(text),
    action: wantsAction(text),
  };
}

/** A question that needs several queries, unless one query or a topic answers it. */
async function composedFor(
  tx: Tx,
  asked: string,
  { at, isRead, read, topic }: { at: Date; isRead: boolean; read: Reading | null; topic: boolean },
): Promise<Composed | null> {
  const isCompared = read !== null && read.query.compare !== null && !/\bboth\b/i.test(asked);
  const isSeveral =
    comparingIn(asked) !== null ||
    ofSeveral.test(asked) ||
    mayBeBetween(asked) ||
    mayBePace(asked) ||
    mayBeBudget(asked) ||
    mayBeOutcome(asked);
  if (asked.length > longestComposed) return null;
  if (qualifiers.isHypothetical(asked) || (isRead && (isCompared || !isSeveral)) || (topic && !isSeveral)) return null;
  return composedIn(asked, {
    read: readOnce(async (text) => (await readIn(tx, text, at, true)).read),
    question: readOnce(async (text) => (await readIn(tx, text, at)).read),
    isRead,
    subjects: await explore.subjects(tx, { withRelated: true }),
    today: todayOf({ ...tx, now: at }).today,
    fiscalYearStart: await accounts.fiscalYearStart(tx),
    plannable: () => plannable(tx),
    owners: async () => (await explore.valuesOf(tx, "deals", ["ownerName"])).get("ownerName") ?? [],
    isWord: isWordIn(known),
  });
}

/** A longer text is no single question. */
const longestComposed = 300;

/** What one query would merge or narrow to a part. */
const ofSeveral = /\b(?:of (?:which|them|those)|both)\b/i;

/** Of a question that neither a topic nor one query answers. */
const nothing = understanding.parse({
  topicId: null,
  ask: null,
  second: null,
  customer: null,
  vendor: null,
  period: null,
  action: false,
});

/** The customer and the vendor a query is narrowed to. */
export function namesOf({
  customer,
  vendor,
  unlisted,
}: Pick<Understanding, "customer" | "vendor" | "unlisted">): Pick<Lexicon, "customer" | "vendor" | "spellings"> {
  const [unlistedCustomer = null] = unlisted.customer;
  const [unlistedVendor = null] = unlisted.vendor;
  const spellings = [...unlisted.customer, ...unlisted.vendor];
  return {
    customer: customer?.name ?? unlistedCustomer,
    vendor: vendor?.name ?? unlistedVendor,
    ...(spellings.length > 0 ? { spellings } : {}),
  };
}

/** Costs are answered by their topic, which names bills and recorded expenses beside each other. */
const costTopic = "cfo.spend";
const isPlainCost = ({ query: { subject, filters, part, groupBy, compare } }: Reading): boolean =>
  groupBy === null &&
  compare === null &&
  part.length === 0 &&
  filters.length === 1 &&
  (subject === "figures" ? filters[0]?.values[0] === "expenses" : filters[0]?.values[0] === "bills");

const revenueTopic = "cfo.revenue";
const forecastOfRevenue = known.find(({ topicId }) => topicId === "cfo.forecast");

/** Whether a normalized text excludes one of these names. */
const excludesName = (text: string, names: readonly string[]): boolean =>
  names.includes(new RegExp(`${qualifiers.excluding.source} (?:the |for )?(\\S+)`).exec(text)?.[1] ?? "");

/** Whether a topic covers a group or exclusion that no query can express: "customers without a contract". */
function knowsUnmet({ fit, ask: { example, like = [] } }: Match, words: string): boolean {
  if (fit >= exactFit || !words.startsWith(exclusionWord)) return fit >= exactFit;
  const ownMeanings = new Set([example, ...like].flatMap((one) => [...meaningsOf(normalized(one))]));
  return [...meaningsOf(words)].every((meaning) => ownMeanings.has(meaning));
}

const topicOf = (
  { fit, isOfPart = false, ask: { heeds = [], example, like = [] } }: Match,
  { customer, vendor }: Understanding["unlisted"],
) => ({
  fit,
  isOfPart,
  heeds: customer.length + vendor.length > 0 ? heeds.filter((one) => one === "period") : heeds,
  examples: [example, ...like],
});

/** A question without the words of names: a customer called Euro Foods is not a currency. */
const withoutWords = (question: string, words: readonly string[]): string =>
  question
    .split(/\s+/)
    .filter(
      (word) =>
        !normalized(word)
          .split(" ")
          .some((one) => one !== "" && words.includes(one)),
    )
    .join(" ");
