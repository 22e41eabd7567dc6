import type { RunSession } from "#agency/skill.ts";
import type { Origin } from "#contract/origins.ts";
import { addDays } from "#contract/days.ts";
import { exploreHref, type Filter, type Query, query, type QueryInput, type QueryResult } from "#contract/query.ts";
import * as accounts from "#features/accounts/store.ts";
import { readAsQuery } from "#features/conversations/queries/reader/skills.ts";
import * as names from "#features/conversations/understanding/names.ts";
import type { Reading } from "#features/conversations/understanding/query/reading.ts";
import { distance, stem } from "#features/conversations/understanding/stem.ts";
import { normalized, telling } from "#features/conversations/understanding/words.ts";
import { todayOf } from "#features/expertise/topics/skills.ts";
import { runQueries } from "#features/explore/skills.ts";
import * as explore from "#features/explore/store.ts";
import {
  type Found,
  foundIn,
  type FoundRow,
  is,
  namesIn,
  partyOf,
  textOf,
} from "#features/plans/playbooks/playbook.ts";
import { nameKey } from "#features/records/naming/name-key.ts";
import * as naming from "#features/records/naming/store.ts";
import type { Tx } from "#platform/context.ts";

/** Runs a query as a step of a run, which cites it. */
export async function find(session: RunSession, asked: QueryInput): Promise<{ result: QueryResult; found: Found }> {
  const [found] = await findAll(session, [asked]);
  if (!found) throw new Error("A query gives one result.");
  return found;
}

/** Runs queries as one step of a run, which cites them. */
export async function findAll(
  session: RunSession,
  all: readonly QueryInput[],
): Promise<{ result: QueryResult; found: Found }[]> {
  const results = await session.use(
    runQueries,
    all.map((one) => query.parse(one)),
  );
  return results.map(({ result, origins }, at) => cited(session, all[at] as QueryInput, result, origins));
}

function cited(session: RunSession, asked: QueryInput, result: QueryResult, origins: readonly Origin[]) {
  session.reads(...origins);
  const href = exploreHref(asked);
  session.cites({
    kind: result.query.subject,
    reference: result.title,
    value: String(result.total.rows),
    asOf: result.asOf,
    href,
  });
  return { result, found: foundIn(result, href, todayOf(session.ctx).currency) };
}

/** The customer or vendor that a text names, in all spellings of its records, and names of neither. */
export type Parties = {
  customer: string | null;
  vendor: string | null;
  spellings: string[];
  strangers: string[];
  /** What they are called together. */
  label: string | null;
  /** The text with "the customer" or "the supplier" in the name's place. */
  unnamed: string;
};

export async function partiesIn(tx: Tx, text: string, isWord: (word: string) => boolean): Promise<Parties> {
  const written = names.writtenNames(text, isWord);
  const candidates = names.nameCandidates(text);
  const found = await naming.named(tx, candidates, names.nameBeginnings(text, written));
  const customer = names.matchName(found.customers, candidates, written);
  const vendor = customer ? null : names.matchName(found.vendors, candidates, written);
  const several = severalOf(found, candidates);
  const one = customer ?? vendor ?? several[0] ?? null;
  const strangers = one ? [] : written;
  const onRecords = await naming.unlisted(
    tx,
    candidates.filter((key) => key.length > 2),
  );
  const spelled = one ? [] : names.spellingsOf(onRecords.customers, longestOf(onRecords.customers, candidates));
  const spelledVendor =
    one || spelled.length > 0 ? [] : names.spellingsOf(onRecords.vendors, longestOf(onRecords.vendors, candidates));
  const spellings = several.length > 1 ? several.map(({ name }) => name) : [...spelled, ...spelledVendor];
  const isOfCustomers = customer !== null || (several.length > 1 && found.customers.includes(several[0] as never));
  const said = one?.name ?? spellings[0] ?? null;
  return {
    customer: isOfCustomers ? (customer?.name ?? several[0]?.name ?? null) : (spelled[0] ?? null),
    vendor: isOfCustomers ? null : (vendor?.name ?? several[0]?.name ?? spelledVendor[0] ?? null),
    spellings,
    strangers: said === null ? strangers : [],
    label: several.length > 1 ? namesIn(spellings) : said,
    unnamed: [said, ...spellings].reduce<string>(
      (left, name) =>
        name ? withoutName(left, name, isOfCustomers || spelled.length > 0 ? "the customer" : "the supplier") : left,
      text,
    ),
  };
}

/** Two or more customers, or vendors, whose whole names a text has; longer names hide those within them. */
function severalOf(
  found: { customers: naming.Named[]; vendors: naming.Named[] },
  candidates: readonly string[],
): naming.Named[] {
  for (const rows of [found.customers, found.vendors]) {
    const whole = rows.filter(({ name }) => candidates.includes(nameKey(name)));
    const own = whole.filter(
      ({ name }) => !whole.some((other) => other.name !== name && nameKey(other.name).includes(nameKey(name))),
    );
    if (own.length > 1) return own;
  }
  return [];
}

const longestOf = (rows: readonly { key: string }[], candidates: readonly string[]): string[] =>
  candidates.filter((key) => rows.some((row) => row.key === key));

/** A text with other words for a name, of which it may write only the beginning. */
function withoutName(text: string, name: string, instead: string): string {
  const own = new Set(normalized(name).split(" "));
  const words = text.split(/\s+/);
  const at = words.findIndex((word) => own.has(normalized(word)));
  if (at < 0) return text;
  let end = at;
  while (end < words.length && own.has(normalized(words[end] ?? ""))) end += 1;
  return [...words.slice(0, at), instead, ...words.slice(end)].join(" ");
}

/** What a command narrows the rows of a plan to. */
export type Conditions = {
  query: Query | null;
  /** Words that carry a meaning and narrow nothing. */
  unused: string[];
};

/** Fields of the state of rows, which the plan itself decides. */
const states = new Set(["view", "status", "direction", "stage", "kind", "document"]);

/** "Not spoken to since September" is before it. */
const notSince = /\b(?:not|no|never|without|nothing|\w+nt)\b.*\bsince\b/;

/**
 * Reads the rows that a command names as a question about them is read. `noun` is what the plan is about; `isOwn` tells
 * words of the plan itself, such as its verbs, which narrow nothing.
 */
export async function conditionsIn(
  tx: Tx,
  text: string,
  { customer, vendor, spellings, strangers }: Parties,
  { noun, subject, isOwn }: { noun: string; subject: string | null; isOwn: (word: string) => boolean },
): Promise<Conditions> {
  const { today } = todayOf(tx);
  const about = {
    customer,
    vendor,
    ...(spellings.length > 0 && { spellings }),
    currency: null,
    today,
    fiscalYearStart: await accounts.fiscalYearStart(tx),
    names: strangers,
  };
  const isAbout = (one: Reading | null) => (one && (subject === null || one.query.subject === subject) ? one : null);
  const whole = isAbout(await readAsQuery(tx, `${noun} ${text}`, about));
  if (subject === null) return { query: whole?.query ?? null, unused: whole ? [...whole.unused, ...whole.unmet] : [] };
  const rest = text
    .split(/\s+/)
    .filter((word) => !isOwn(normalized(word)))
    .join(" ");
  const others = isAbout(await readAsQuery(tx, `${noun} ${rest}`, about));
  const plain = isAbout(
    await readAsQuery(tx, noun, { ...about, customer: null, vendor: null, spellings: [], names: [] }),
  );
  // Read as other rows or as none, nothing it says narrows these.
  if (!whole || !others) return { query: null, unused: telling(normalized(rest)) };
  const unused = [...others.unused, ...others.unmet, ...others.vague].filter((word) =>
    [...whole.unused, ...whole.unmet, ...whole.vague].includes(word),
  );
  const byValue = others.query.search === null ? await valuesNamed(tx, whole.query.subject, unused) : null;
  const isNew = (filter: Filter) => !plain?.query.filters.some((one) => JSON.stringify(one) === JSON.stringify(filter));
  const filters = [
    ...(byValue?.filters ?? []),
    ...whole.query.filters.filter(({ field }) => !states.has(field)),
    ...others.query.filters,
  ].filter(
    (one, at, all) => isNew(one) && all.findIndex((other) => JSON.stringify(one) === JSON.stringify(other)) === at,
  );
  const { period } = whole.query;
  const isBefore = period?.kind === "between" && period.to >= today && notSince.test(normalized(text));
  return {
    query: {
      ...whole.query,
      filters,
      search: others.query.search,
      period: isBefore ? { ...period, from: "1900-01-01", to: addDays(period.from, -1) } : period,
    },
    unused: byValue?.unused ?? unused,
  };
}

/** Text fields whose values a word of a command can name. */
const valued = new Set([
  "category",
  "segment",
  "channel",
  "team",
  "role",
  "location",
  "title",
  "name",
  "ownerName",
  "stageName",
  "description",
]);

/** Filters by values of the company's own that contain a word, where exactly one field has such; and the words left. */
async function valuesNamed(tx: Tx, subjectId: string, words: readonly string[]) {
  const subject = (await explore.subjects(tx)).find(({ id }) => id === subjectId);
  const fields = (subject?.fields ?? [])
    .filter(({ name, type }) => type === "text" && valued.has(name))
    .map(({ name }) => name);
  const values = words.length === 0 ? new Map<string, string[]>() : await explore.valuesOf(tx, subjectId, fields);
  const filters: Filter[] = [];
  const unused: string[] = [];
  // "Group deals" of a file of that name are all deals.
  const called = new Set((subject?.alsoCalled ?? []).flatMap((name) => normalized(name).split(" ").map(stem)));
  for (const word of words.filter((one) => !called.has(stem(one)))) {
    const found = [...values].flatMap(([field, all]) => {
      const own = all.filter((value) =>
        normalized(value)
          .split(" ")
          .some((one) => stem(one) === stem(word)),
      );
      return own.length > 0 ? [{ field, test: "is" as const, values: own.slice(0, 50) }] : [];
    });
    const [one] = found;
    if (one && found.length === 1 && word.length > 2) filters.push(one);
    else unused.push(word);
  }
  return { filters, unused };
}

/** The most names one filter accepts. */
const atOnce = 50;

/** Whether the name of a deal says that the customer is not new. */
const isFollowUp = (name: string): boolean =>
  /\b(?:renewals?|renewed|expansions?|extensions?|upgrades?|upsells?|cross-?sells?|add-?ons?)\b/i.test(name);

/** Leaves the rows of parties without an earlier row of the same query; those whose name says they follow one are left out. */
export async function firstOnly(
  session: RunSession,
  asked: Query,
  found: Found,
  span: QueryResult["period"],
): Promise<Found> {
  const from = span?.from ?? todayOf(session.ctx).today;
  const period = { kind: "between" as const, from: "1900-01-01", to: addDays(from, -1) };
  const parties = [...new Set(found.rows.flatMap(({ stored }) => stored["customerName"] || []).map(String))];
  const had = new Set<string>();
  for (let at = 0; at < parties.length; at += atOnce) {
    const names = parties.slice(at, at + atOnce);
    const filters = [...asked.filters, is("customerName", ...names)];
    const { found: earlier } = await find(session, {
      ...asked,
      filters,
      period,
      groupBy: { field: "customerName" },
      limit: atOnce,
    });
    for (const { label } of earlier.groups) had.add(label);
  }
  const isFirst = (row: FoundRow): boolean => !isFollowUp(textOf(row, "name")) && !had.has(partyOf(row));
  const others = found.rows.filter((row) => !isFirst(row));
  const amountOf = (rows: readonly FoundRow[]): number =>
    rows.reduce((sum, { cells }) => sum + Number(cells["amount"] ?? 0), 0);
  const rows = found.rows.filter(isFirst);
  return {
    ...found,
    rows: rows.filter((row, at) => rows.findIndex((other) => partyOf(other) === partyOf(row)) === at),
    count: rows.length === 0 ? 0 : found.count - others.length,
    total: found.total - amountOf(others),
    repeats: others.length,
    unseen: found.count - found.rows.length,
  };
}

/** Pairs of rows whose names nearly equal each other, as one row each: "Keith Elerby and Keith Ellerby". */
export function twinsIn(found: Found): Found {
  const names = found.rows.map((row) => ({ row, key: normalized(textOf(row, "name")) }));
  // Short names differ in a letter by nature.
  const most = (key: string): number => (key.length < 8 ? 0 : key.length < 12 ? 1 : 2);
  const rows = names.flatMap(({ row, key }, at) =>
    names.slice(at + 1).flatMap((other) => {
      const far = key === other.key ? 0 : distance(key, other.key, most(key));
      if (far === 0 || far > most(key)) return [];
      return [{ ...row, cells: { ...row.cells, name: `${textOf(row, "name")} and ${textOf(other.row, "name")}` } }];
    }),
  );
  return { ...found, rows, count: rows.length, unseen: found.count - found.rows.length };
}
