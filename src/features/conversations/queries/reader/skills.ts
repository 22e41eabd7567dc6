import { type Query, query, type QuerySubject } from "#contract/query.ts";
import { aliasesIn, type Aliases } from "#features/conversations/understanding/query/aliases.ts";
import { draftOf } from "#features/conversations/understanding/query/draft.ts";
import { namedIn } from "#features/conversations/understanding/query/filters.ts";
import { isWordIn } from "#features/conversations/understanding/match.ts";
import { known } from "#features/conversations/replies/skills.ts";
import { linkedReading, valuesHolding } from "#features/conversations/queries/reader/linked/skills.ts";
import type { Lexicon } from "#features/conversations/understanding/query/lexicon.ts";
import { isOwn, ownIn } from "#features/conversations/understanding/query/own.ts";
import { type Reading, readingOf } from "#features/conversations/understanding/query/reading.ts";
import { inKnownTurns } from "#features/conversations/understanding/query/phrasing.ts";
import { namesIn } from "#features/conversations/understanding/query/row-names.ts";
import { termOf } from "#features/conversations/understanding/query/subject.ts";
import { rowWords, type Term } from "#features/conversations/understanding/query/terms.ts";
import { stem } from "#features/conversations/understanding/stem.ts";
import { fillers, isNegation, normalized } from "#features/conversations/understanding/words.ts";
import { recordKinds } from "#features/records/contract.ts";
import * as explore from "#features/explore/store.ts";
import type { Tx } from "#platform/context.ts";

const isWord = isWordIn(known);

/** `isClause`: a part of a question, whose rows may be named in another part. */
type About = Omit<Lexicon, "subjects"> & { names: readonly string[]; isClause?: boolean };
/** `parts`: how many of its words are only a part of the values they mean. */
type Read = { reading: Reading; subject: QuerySubject; term: Term; parts: number };

/** The names in a question that its query is not narrowed to. */
function uncovered({ query }: Reading, subject: QuerySubject, names: readonly string[], said: readonly string[] = []) {
  const { filters, part, search } = query;
  const labelOf = (name: string, value: string | number): string =>
    subject.fields.find((field) => field.name === name)?.choices.find((one) => one.value === value)?.label ?? "";
  const own = ownIn(query).map((name) => subject.fields.find((one) => one.name === name)?.label ?? "");
  const used = new Set(
    [...filters, ...part]
      .flatMap(({ field, values }) => values.flatMap((value) => [String(value), labelOf(field, value)]))
      .concat(search ?? "", own, said)
      .flatMap((value) => normalized(value).split(" ")),
  );
  return names.filter(
    (name) =>
      !normalized(name)
        .split(" ")
        .every((word) => used.has(word)),
  );
}

/**
 * Reads a question as a query over the company's rows; null if it names none. Where the rows it names leave a word
 * over, those of another kind that leave none are taken.
 */
export async function readAsQuery(tx: Tx, written: string, about: About): Promise<Reading | null> {
  const subjects = await explore.subjects(tx, { withRelated: true });
  const reading = summable(await readIn(tx, written, subjects, about), subjects);
  return reading && outgoing(reading);
}

const turned: Partial<Record<Query["order"], Query["order"]>> = { largest: "smallest", smallest: "largest" };

/** Of what left an account the largest amount is the lowest number. */
function outgoing(reading: Reading): Reading {
  const { subject, filters, measure, order } = reading.query;
  const isOut = filters.some(
    ({ field, test, values }) => field === "amount" && test === "lessThan" && Number(values[0]) <= 0,
  );
  const isOfAmount = measure.of !== "count" && (measure.field === null || measure.field === "amount");
  return subject === "transactions" && isOut && isOfAmount
    ? { ...reading, query: { ...reading.query, order: turned[order] ?? order } }
    : reading;
}

async function readIn(
  tx: Tx,
  written: string,
  subjects: readonly QuerySubject[],
  { names, isClause = false, ...about }: About,
): Promise<Reading | null> {
  const asked = withRowNames(inKnownTurns(written), subjects);
  const [reference] = /\b[A-Z]{1,6}-?\d[A-Z\d-]{0,20}\b|\b[A-Z]{1,6}-[A-Z]{1,12}-\d{1,8}\b/.exec(asked) ?? [];
  const named = reference ? await rowNamed(tx, reference, subjects) : null;
  if (named) return named;
  const first = await readWith(tx, asked, { subjects, ...about }, names);
  const linked = async () => {
    const one = isClause ? null : await linkedReading(tx, asked, { subjects, ...about }, isWord);
    return one && isOfHead(asked, one) ? one : null;
  };
  if (first?.reading.unused.length === 0 && !(await isOtherSide(tx, first))) {
    const isLinked =
      twofold.test(asked) || !(await ifHasRows(tx, { ...first.reading.query, part: [], period: null, day: null }));
    return (isLinked ? await linked() : null) ?? first.reading;
  }
  const others: Read[] = [];
  for (const subject of subjects.filter(({ id }) => recordKinds.some((kind) => kind === id)))
    for (const before of kindsOf(subject.id)) {
      const one = await readWith(tx, asked, { subjects: [subject], ...about }, names, before);
      if (one?.reading.unused.length === 0 && isTelling(one) && !isOverdueBills(one) && isOfHead(asked, one.reading))
        others.push(one);
    }
  const only = await likeliest(tx, others, first?.subject.id);
  if (only) return only.reading;
  const search = first && (await titled(tx, first, names));
  return search ?? (await linked()) ?? first?.reading ?? null;
}

/** "Customers without an invoice" are customers or groups of them: no other rows that happen to name one. */
const head =
  /^(?:(?:which|what|how many|list|show|name|count|me|us|all|of|our|the|please|any) )*(customers|clients|vendors|suppliers) (\S*)/;
function isOfHead(asked: string, { query: { subject, groupBy } }: Reading): boolean {
  const [, noun = "", next = ""] = head.exec(`${normalized(asked)} `) ?? [];
  // Their own noun may follow: "suppliers' bills".
  if (noun === "" || rowWords.has(next)) return true;
  const party = noun.startsWith("c") ? "customer" : "vendor";
  return subject === `${party}s` || groupBy?.field === `${party}Name`;
}

/** Two things are asked of the same rows: which they are and how much, how many and when. */
const twofold = /(?:\band|[,;–-])\s+(?:(?:for|on|since|to|by) )?(?:how (?:many|much)|what|which|when|whom?)\b/i;

/** "The service call bill": no bill has the category, so that the word means invoices to customers. */
async function isOtherSide(tx: Tx, { reading: { query: asked }, subject, term }: Read): Promise<boolean> {
  const own = new Set((term.filters ?? []).map((one) => JSON.stringify(one)));
  const isCategory = asked.filters.some(
    (one) => ["category", "channel"].includes(one.field) && !own.has(JSON.stringify(one)),
  );
  return subject.id === "invoices" && isCategory && !(await ifHasRows(tx, { ...asked, period: null, part: [] }));
}

/** "Overdue" alone is what customers owe: bills must be named. */
const isOverdueBills = ({ reading: { query: asked } }: Read): boolean =>
  asked.filters.some(({ field, values }) => field === "view" && values[0] === "overdueBills");

/** The rows of a subject, as a term: invoices are of customers or of vendors. */
const kindsOf = (subject: string): Term[] =>
  subject === "invoices"
    ? [termOf(subject, "bills"), termOf(subject)].filter((one) => one !== null)
    : [termOf(subject) ?? { words: "", subject }];

/** Of several readings the one of the named rows, or the only one that has rows; whole values count before texts. */
async function likeliest(tx: Tx, readings: readonly Read[], named: string | undefined): Promise<Read | null> {
  const same = readings.filter(({ subject }) => subject.id === named);
  const able = same.length > 0 ? same : readings;
  if (able.length < 2 && able === same) return able[0] ?? null;
  const filled: Read[] = [];
  for (const one of able) {
    const { query: asked } = one.reading;
    if (await ifHasRows(tx, { ...asked, part: [], ...(one.parts === 0 && { period: null }) })) filled.push(one);
  }
  const least = Math.min(...filled.map(({ parts }) => parts));
  const [only, another] = filled.filter(({ parts }) => parts === least);
  return only && !another ? only : null;
}

/** A question with the names of rows as their files write them: "call-backs" are "callbacks". */
function withRowNames(asked: string, subjects: readonly QuerySubject[]): string {
  const known = new Set(subjects.flatMap(({ alsoCalled }) => alsoCalled.flatMap(namesIn)).map(stem));
  const words = asked.split(/[\s-]+/);
  const at = words.findIndex(
    (word, place) =>
      known.has(stem(normalized(`${word}${words[place + 1] ?? ""}`))) && !known.has(stem(normalized(word))),
  );
  return at < 0 ? asked : [...words.slice(0, at), `${words[at]}${words[at + 1]}`, ...words.slice(at + 2)].join(" ");
}

/** Whether a reading of rows that the question does not name says what is asked of them. */
const isTelling = ({ reading, subject, term }: Read): boolean => {
  const { filters, groupBy, part, measure } = reading.query;
  // Of pay a person is named, or the pay itself: teams and roles are called like much else.
  if (subject.id === "pay" && term === termOf("pay"))
    return (
      filters.some(({ field }) => field === "employeeName") ||
      ownIn(reading.query).length > 0 ||
      (measure.field !== null && filters.length === 0)
    );
  const own = new Set((term.filters ?? []).map((one) => JSON.stringify(one)));
  return (
    part.length > 0 ||
    filters.some((one) => one.field !== "view" && !own.has(JSON.stringify(one))) ||
    (measure.field !== null && measure.field !== term.measure?.field) ||
    (groupBy !== null && subject.fields.some(({ name }) => name === groupBy.field))
  );
};

/** The reading of a question; `subject`: of these rows, whether or not it names them. */
async function readWith(
  tx: Tx,
  asked: string,
  lexicon: Lexicon,
  names: readonly string[],
  before: Term | null = null,
): Promise<Read | null> {
  const isNamed = before === null;
  const read = async (aliases: Aliases): Promise<(Read & { values: Map<string, string[]> }) | null> => {
    const draft = draftOf(asked, { ...lexicon, aliases }, before);
    const { needs = null } = draft?.subject ?? {};
    // A query over figures needs the name of the figure.
    if (!draft || (needs && !draft.term.filters?.some(({ field }) => field === needs))) return null;
    const values = await explore.valuesOf(tx, draft.subject.id, namedIn(draft));
    // A known person without tasks gets 0; an unknown name is refused.
    if (names.length > 0) for (const one of await explore.people(tx)) addPerson(values, draft.subject, one);
    const plain = ofOneSide(await untaxed(tx, readingOf(draft, values)));
    const reading = /\bhow much\b/i.test(asked) ? inMoney(plain, draft.subject) : plain;
    const said = aliases.map(({ words }) => words);
    const left = uncovered(reading, draft.subject, names, said).flatMap((name) => normalized(name).split(" "));
    return {
      reading: reading.unused.length > 0 ? reading : { ...reading, unused: left },
      subject: draft.subject,
      term: draft.term,
      values,
      parts: aliases.filter(({ isPart }) => isPart).length,
    };
  };
  const plain = await read([]);
  if (!plain || plain.reading.unused.length === 0) return plain;
  const { subject } = plain;
  const { unused } = plain.reading;
  const aliases = aliasesIn(asked, unused, await valuesHolding(tx, subject, unused), { isWord, isNamed });
  const narrowed = aliases.length > 0 ? await read(aliases) : null;
  // Words that are only a part of values say nothing where no row has all that they would mean: "none" would be a guess.
  const isGuess =
    narrowed !== null &&
    narrowed.parts > 0 &&
    !(await ifHasRows(tx, { ...narrowed.reading.query, part: [], period: null, day: null }));
  return narrowed && !isGuess ? narrowed : plain;
}

/** Of bills, what is overdue are bills: "what we owe that is past its due date". */
function ofOneSide(reading: Reading): Reading {
  const { filters } = reading.query;
  const isView = (one: Query["filters"][number], ...names: string[]): boolean =>
    one.field === "view" && one.test === "is" && names.includes(String(one.values[0]));
  if (!filters.some((one) => isView(one, "overdueBills", "payable", "bills"))) return reading;
  const own = filters.map((one) => (isView(one, "overdue") ? { ...one, values: ["overdueBills"] } : one));
  const one = own.filter(
    (filter, at) => own.findIndex((other) => JSON.stringify(other) === JSON.stringify(filter)) === at,
  );
  return { ...reading, query: { ...reading.query, filters: one } };
}

/** "How much is more than 90 days overdue" asks for the amount: the days narrow it. */
function inMoney(reading: Reading, { fields, amount }: QuerySubject): Reading {
  const { filters, measure } = reading.query;
  const isOfDays = fields.some(({ name, type }) => name === measure.field && type === "days");
  return isOfDays && amount !== null && filters.some(({ field }) => field === measure.field)
    ? { ...reading, query: { ...reading.query, measure: { of: "sum", field: null } } }
    : reading;
}

/** What one piece costs is never summed over all pieces. */
const perPiece = /\bunit\b|\bprices?\b|\brates?\b|\b(?:per|each) (?:unit|piece|item|hour|day|kg|kilo|km|mile)\b/i;

/** Up to this many rows are a ranking, of which each shows its own. */
const mostRanked = 20;

/** The reading, unless it would sum what one piece costs. */
function summable(reading: Reading | null, subjects: readonly QuerySubject[]): Reading | null {
  if (!reading) return null;
  const { subject, measure, limit } = reading.query;
  const field = subjects.find(({ id }) => id === subject)?.fields.find(({ name }) => name === measure.field);
  return measure.of === "sum" && limit > mostRanked && field && isOwn(field.name) && perPiece.test(field.label)
    ? null
    : reading;
}

/** A reading of amounts without tax by the field that its rows have. */
async function untaxed(tx: Tx, { untaxed: fields = [], ...reading }: Reading): Promise<Reading> {
  const { filters, measure } = reading.query;
  for (const field of fields) {
    const known = { field, test: "known" as const, values: [] };
    if (await ifHasRows(tx, { ...reading.query, part: [], period: null, filters: [...filters, known].slice(0, 10) }))
      return { ...reading, query: { ...reading.query, measure: { ...measure, field } } };
  }
  return reading;
}

/** Adds a person to the values of the fields that name who does the work. */
function addPerson(values: Map<string, string[]>, { fields }: QuerySubject, name: string): void {
  for (const field of ["assignee", "ownerName"].filter((one) => fields.some((each) => each.name === one))) {
    const known = values.get(field) ?? [];
    if (!known.includes(name)) values.set(field, [...known, name]);
  }
}

/** Up to this many unused words are searched for as a title. */
const mostSearched = 4;
/** Shorter words are seldom of a title. */
const shortestSearched = 4;
/** Titles of more rows are not compared. */
const mostTitles = 200;

/** A reading narrowed to the rows with its unused words in their titles; null if there are none. */
async function titled(tx: Tx, { reading, subject }: Read, names: readonly string[]): Promise<Reading | null> {
  const words = reading.unused;
  const isTitle =
    reading.unmet.length === 0 &&
    words.length <= mostSearched &&
    words.some((word) => !fillers.has(word)) &&
    words.every((word) => (word.length >= shortestSearched || fillers.has(word)) && !isNegation(word));
  const search = isTitle ? await ifTitled(tx, reading.query, words) : null;
  return (
    search && {
      ...reading,
      query: search,
      isMore: true,
      unused: uncovered({ ...reading, query: search }, subject, names),
      kind: reading.kind === "value" ? "rows" : reading.kind,
    }
  );
}

/** The query narrowed to rows with these words in their titles; null if there are none, or if one has only parts of them. */
async function ifTitled(tx: Tx, asked: Query, words: readonly string[]): Promise<Query | null> {
  const search = words.join(" ");
  const plain = { ...asked, search, groupBy: null, compare: null, part: [], limit: mostTitles };
  const { result } = await explore.run(tx, { ...plain, measure: { of: "count", field: null } });
  const rows = result.rows?.rows ?? [];
  const isWhole = rows.every(({ cells }) => {
    const own = new Set(cells.flatMap((cell) => normalized(String(cell ?? "")).split(" ")));
    return words.every((word) => own.has(word));
  });
  return rows.length > 0 && rows.length === result.total.rows && isWhole ? { ...asked, search } : null;
}

async function ifHasRows(tx: Tx, asked: Query): Promise<Query | null> {
  const { result } = await explore.run(tx, {
    ...asked,
    groupBy: null,
    compare: null,
    measure: { of: "count", field: null },
    limit: 1,
  });
  return result.total.rows > 0 ? asked : null;
}

async function rowNamed(tx: Tx, reference: string, subjects: readonly QuerySubject[]): Promise<Reading | null> {
  const numbered = subjects.filter(({ fields }) =>
    fields.some(({ name, type }) => name === "number" && type === "text"),
  );
  for (const { id } of numbered) {
    const one = await ifHasRows(
      tx,
      query.parse({ subject: id, filters: [{ field: "number", test: "is", values: [reference] }] }),
    );
    if (one)
      return { query: one, isMore: true, unused: [], vague: [], unmet: [], why: false, isNamed: false, kind: "rows" };
  }
  return null;
}
