import type { Reading } from "#features/conversations/understanding/query/reading.ts";
import type { Several, Measured } from "../composed.ts";
import type { Reader } from "./read.ts";
import { valueOf } from "./value.ts";

const negated =
  "(?:(?:who |that |which )?(?:have |has |had |did |do |does |were |was |are )?(?:not|never|none|no|nothing|didn't|haven't|hasn't|weren't|wasn't|aren't)(?: (?:had|have|been|any|a|did))*)";
const butNot = new RegExp(`^(.+?)(?:,? (?:but|and|yet)|,) ${negated} (.+)$`, "i");
const notAny = new RegExp(
  `^(?:which |what |list |show |me |the |our |all )*(\\p{L}+) (?:${negated}|without(?: an?| any)?) (.+)$`,
  "iu",
);
const inBoth = /^(.+?) (?:both )(.+?) and (.+)$/i;
const members =
  /^(?:which |what |list |show (?:me )?|our |all )*(\p{L}+) (?:who |that |which |with |having )?(?:have |has |had |were |was |did )?(?:an? |any )?(.+)$/iu;

/** Members of one query that are not, or are as well, in another: "customers with a job in 2025 but none since May". */
export async function setsIn(question: string, reader: Reader): Promise<Pick<Several, "kind" | "parts"> | null> {
  const [asked = "", only = ""] = question.split(/ (?:-|–|—) (?=[^-]{0,80}\bonly\b)/);
  const narrowed = only.replace(/\b(?:only|please)\b/gi, "").trim();
  const [, first = "", rest = ""] = butNot.exec(asked) ?? [];
  const [, who = "", what = ""] = members.exec(first) ?? [];
  if (first !== "" && who !== "") {
    const one = await namesOf(who, `${what} ${narrowed}`, reader);
    const nouns = one ? (reader.subjects.find(({ id }) => id === one.query.subject) ?? null) : null;
    const other = one && ((await namesOf(who, rest, reader)) ?? (await namesOf(who, `${nouns?.many} ${rest}`, reader)));
    if (one && other && isSameMember(one, other)) return { kind: "except", parts: [asPart(one), asPart(other)] };
  }
  const [, all = "", none = ""] = notAny.exec(asked) ?? [];
  if (all !== "") {
    const [one, other] = [await reader.read(`how many ${all}`), await namesOf(all, none, reader)];
    const everyone = one && one.query.measure.of === "count" && one.query.filters.length === 0 ? byName(one) : null;
    // "Customers who have not paid" has an open invoice; "not invoiced since May" has none of that time.
    const isNone = /\b(?:never|none|no|nothing|without)\b/i.test(asked) || other?.query.period;
    if (everyone && other && isNone && other.query.groupBy?.field === partyField[everyone.query.subject])
      return { kind: "except", parts: [asPart(everyone), asPart(other)] };
  }
  const [, lead = "", left = "", right = ""] = inBoth.exec(asked) ?? [];
  if (lead !== "") {
    const [one, other] = [await reader.read(`${lead} ${left}`), await reader.read(`${lead} ${right}`)];
    if (one && other && isOfNames(one) && isOfNames(other) && isSameMember(one, other))
      return { kind: "both", parts: [asPart(one), asPart(other)] };
  }
  return null;
}

const partyField: Readonly<Record<string, string>> = { customers: "customerName", vendors: "vendorName" };

const asPart = (of: Reading): Measured =>
  // Counted, as sums leave out rows in other currencies.
  valueOf({ ...of, query: { ...of.query, limit: 200, measure: { of: "count", field: null } } });

const byName = (of: Reading): Reading => ({
  ...of,
  kind: "names",
  query: { ...of.query, groupBy: { field: "name", unit: null } },
});

/** The names of the members with something: "which customers had a job in 2025". */
async function namesOf(asWritten: string, what: string, { read }: Reader): Promise<Reading | null> {
  // The capital that a question begins with is none of a name here.
  const who = asWritten.toLowerCase();
  for (const verb of ["had", "were", "did we"]) {
    const one = await read(`which ${who} ${verb} ${what}`);
    if (one && isOfNames(one)) return one;
  }
  return null;
}

/** All members of a group, not the first of them. */
const isOfNames = ({ query: { groupBy, limit, compare } }: Reading): boolean =>
  groupBy !== null && groupBy.unit === null && limit === 50 && compare === null;

const isSameMember = (one: Reading, other: Reading): boolean => one.query.groupBy?.field === other.query.groupBy?.field;
