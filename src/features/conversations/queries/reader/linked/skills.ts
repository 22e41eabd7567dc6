import { AppError } from "#contract/errors.ts";
import type { Query, QuerySubject } from "#contract/query.ts";
import { isListed } from "#features/conversations/understanding/query/aliases.ts";
import type { Lexicon } from "#features/conversations/understanding/query/lexicon.ts";
import { fieldIn } from "#features/conversations/understanding/query/lexicon.ts";
import { people } from "#features/conversations/understanding/query/group.ts";
import type { Reading } from "#features/conversations/understanding/query/reading.ts";
import { Sentence } from "#features/conversations/understanding/query/sentence.ts";
import { termOf } from "#features/conversations/understanding/query/subject.ts";
import { amountsWithoutTax } from "#features/conversations/understanding/query/tax.ts";
import type { Term } from "#features/conversations/understanding/query/terms.ts";
import { timeIn } from "#features/conversations/understanding/query/time.ts";
import { composeLinks } from "#features/conversations/understanding/links/compose.ts";
import { type Asked, linksIn } from "#features/conversations/understanding/links/find.ts";
import type { Link } from "#features/conversations/understanding/links/link.ts";
import { stem } from "#features/conversations/understanding/stem.ts";
import { functionWords, normalized } from "#features/conversations/understanding/words.ts";
import * as explore from "#features/explore/store.ts";
import { recordKinds } from "#features/records/contract.ts";
import type { Tx } from "#platform/context.ts";

/** A longer text is no single question. */
const longestLinked = 300;

type Candidate = { reading: Reading; weight: number; isNamed: boolean };

/**
 * Reads a question by what its words mean in the company's rows: names of rows, fields and values, in any order. Null
 * where a word is left over, where nothing says which rows are meant, or where two kinds of rows fit as well.
 */
export async function linkedReading(
  tx: Tx,
  asked: string,
  lexicon: Lexicon,
  isWord: (word: string) => boolean,
): Promise<Reading | null> {
  if (lexicon.currency || asked.length > longestLinked) return null;
  const roles = (await explore.valuesOf(tx, "people", ["role"])).get("role") ?? [];
  const staff = (await explore.valuesOf(tx, "people", ["name"])).get("name") ?? [];
  const names = [...new Set([...staff, ...(await explore.people(tx))])];
  const candidates: Candidate[] = [];
  for (const subject of lexicon.subjects.filter(({ id }) => recordKinds.some((kind) => kind === id)))
    candidates.push(...(await readingsOf(tx, asked, subject, lexicon, { isWord, roles, people: names })));
  const able: Candidate[] = [];
  for (const one of candidates) if (await hasRows(tx, one)) able.push(one);
  const best = Math.max(...able.map(({ weight }) => weight));
  const [only, another] = able.filter(({ weight }) => weight === best);
  return only && !another ? only.reading : null;
}

async function readingsOf(
  tx: Tx,
  asked: string,
  subject: QuerySubject,
  lexicon: Lexicon,
  known: Pick<Asked, "isWord" | "roles" | "people">,
): Promise<Candidate[]> {
  const sentence = new Sentence(asked);
  const words = normalized(asked).split(" ").filter(Boolean);
  const party = partyOf(sentence, subject, lexicon);
  const said = timeIn(sentence, normalized(asked), lexicon);
  const isToday =
    said.period?.kind === "between" && said.period.from === lexicon.today && said.period.to === lexicon.today;
  const untaxed = amountsWithoutTax(sentence, subject);
  const taken = new Set(sentence.usedPlaces());
  const values = await valuesHolding(tx, subject, words);
  const ask: Asked = { written: asked, words, taken, ...known };
  const { links, left } = linksIn(ask, { subject, values });
  if (left.length > 0) return [];
  const all = [...links, ...party].toSorted((one, other) => one.at - other.at);
  const weight = all.reduce((sum, one) => sum + one.weight * one.length, 0);
  const isNamed = all.some((one) => one.kind === "rows" || (one.kind === "value" && one.field.name === "table"));
  // "Overdue as of today" is how things stand.
  const isStanding =
    isToday &&
    all.some(
      (one) =>
        (one.kind === "value" && one.field.type === "view") ||
        (one.kind === "rows" && one.term.filters?.some(({ field }) => field === "view")),
    );
  const time = isStanding ? { period: null, compare: null } : said;
  const told = all.filter((one) => one.kind === "value" || one.kind === "field");
  // Rows that are not named must be told by whole names of their own, and by more than who is on them.
  const isOfParty = ({ field }: (typeof told)[number]): boolean => people.includes(field.name);
  const isTold = told.some(({ weight }) => weight >= 3) && told.every((one) => one.weight > 1 || isOfParty(one));
  // "Overdue" alone is what customers owe.
  const isOverdue = told.some(
    (one) => one.field.name === "daysOverdue" || (one.kind === "value" && one.values[0] === "overdue"),
  );
  if (!isNamed && (!isTold || isOfParties(subject) || (isOverdue && subject.id !== "invoices"))) return [];
  const bases: (Term | null)[] =
    subject.id === "invoices" && !all.some((one) => one.kind === "rows" && one.term.filters)
      ? [termOf("invoices"), termOf("invoices", "bills")]
      : [null];
  return bases.flatMap((base) => {
    const plain = composeLinks(ask, subject, all, time, base);
    const isPlainSum = plain?.query.measure.field === null && plain.query.measure.of !== "count";
    if (!plain || (untaxed.length > 0 && !isPlainSum)) return [];
    const measures =
      untaxed.length === 0 ? [plain.query.measure] : untaxed.map((field) => ({ ...plain.query.measure, field }));
    return measures.map((measure) => ({
      reading: { ...plain, query: { ...plain.query, measure } },
      weight: weight + (isNamed ? 3 : 0),
      isNamed,
    }));
  });
}

const isOfParties = ({ id }: QuerySubject): boolean => ["people", "pay", "customers", "vendors"].includes(id);

/** The customer or vendor of a question, as a value of these rows. */
function partyOf(sentence: Sentence, subject: QuerySubject, lexicon: Lexicon): Link[] {
  const links: Link[] = [];
  for (const [name, kind, own] of [
    [lexicon.customer, "customers", "customerName"],
    [lexicon.vendor, "vendors", "vendorName"],
  ] as const) {
    if (!name) continue;
    const field = fieldIn(subject, subject.id === kind ? ["name"] : [own]);
    // Its words may be a value of another field.
    if (!field) continue;
    const before = new Set(sentence.usedPlaces());
    sentence.takeName(name);
    const at = sentence.usedPlaces().find((place) => !before.has(place));
    if (at !== undefined)
      links.push({ kind: "value", field, values: [...(lexicon.spellings ?? [name])], at, length: 1, weight: 3 });
  }
  return links;
}

/** The values of these rows and of their parties that hold one of the words. */
export async function valuesHolding(
  tx: Tx,
  { id, fields }: QuerySubject,
  words: readonly string[],
): Promise<Map<string, readonly string[]>> {
  const all = new Map<string, readonly string[]>();
  const parts = words.flatMap((one) => one.split(" ")).filter((word) => word.length > 2 && !functionWords.has(word));
  const listed = Map.groupBy(
    fields.filter((field) => isListed(id, field)),
    ({ name }) => (name.includes(".") ? (name.split(".")[0] ?? "") : ""),
  );
  for (const [party, own] of listed) {
    const prefix = party === "" ? "" : `${party}.`;
    for (const { name, type, choices } of own)
      if (type === "choice")
        all.set(
          name,
          choices.map(({ value }) => value),
        );
    const names = own.map(({ name }) => name.slice(prefix.length));
    for (const [name, values] of await explore.valuesOf(tx, party === "" ? id : `${party}s`, names, parts.map(stem)))
      all.set(`${prefix}${name}`, values);
  }
  return all;
}

/** Whether a reading can be run and has rows. */
async function hasRows(tx: Tx, { reading: { query }, isNamed }: Candidate): Promise<boolean> {
  const { field } = query.measure;
  const plain: Query = {
    ...query,
    // A sum of what no row has is no answer.
    filters: [...query.filters, ...(field === null ? [] : [{ field, test: "known" as const, values: [] }])].slice(
      0,
      10,
    ),
    groupBy: null,
    compare: null,
    part: [],
    measure: { of: "count", field: null },
    limit: 1,
    ...(isNamed ? { period: null, day: null } : {}),
  };
  try {
    return (await explore.run(tx, plain)).result.total.rows > 0;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
