import type { Order, Query } from "#contract/query.ts";
import type { Reading } from "#features/conversations/understanding/query/reading.ts";
import { superlatives } from "#features/conversations/understanding/query/group.ts";
import { functionWords, normalized } from "#features/conversations/understanding/words.ts";
import type { Measured } from "../composed.ts";
import type { Reader } from "./read.ts";
import { valueIn, valueOf } from "./value.ts";

/** Where a second question begins: "…, and for which customer", "… of which part-time". */
const second =
  /(?:[,;–—?.] (?:and |but )?| and | - | (?=of (?:which|them|those)\b))(?=(?:(?:for|in|at|by|to|from|with|on|of) (?:which|what|whom|them|those)|which|what|how|who|when|whose)\b)/gi;
const refersBack = /\b(?:it|its|that|they|them|their|those|these|this|which)\b/i;

/** Two figures in one question, the second of what the first is of; null if either cannot be read. */
export async function clausesIn(question: string, reader: Reader): Promise<Measured[] | null> {
  for (const { 0: joint, index } of question.matchAll(second)) {
    const [left, right] = [question.slice(0, index), question.slice(index + joint.length)];
    const one = await firstOf(left, reader);
    const other = one && (await secondOf(right, left, one, reader));
    if (one && other) return other === "same" ? [one] : [one, other];
  }
  return null;
}

async function firstOf(text: string, reader: Reader): Promise<Measured | null> {
  const plain = await reader.read(text);
  return plain ? valueOf(plain) : valueIn(text, reader);
}

const grouped =
  /^(?:(?:for|in|at|by|to|from|with|on|of) )?(?:which|what|whose) (.+?)(?: (?:is|was|are|were|has|have|had|did|does|do|leads?|with))?(?: (?:it|that|they|this|them|those))?(?: (?:the|have|has|had|come))*(?: (\p{L}+))?$/iu;

/** The second question: a group, a part, the sum or the day of the first, or one of its own. */
async function secondOf(asked: string, left: string, one: Measured, reader: Reader): Promise<Measured | "same" | null> {
  const right = asked.trim();
  const { of } = one;
  if (/^how (?:often|many|much)(?: (?:is|was|were|are) (?:it|that|they))?$/i.test(right) && of.query.groupBy)
    return "same";
  if (one.over) return null;
  const part =
    /^(?:(?:how (?:many|much) )?of (?:which|them|those|these))(?: (?:are|were|is|was|have|had|did))?(?: (?:the )?)?(.+)$/i.exec(
      right,
    )?.[1];
  if (part) return partOf(part, left, of, reader);
  const [, group = "", rank = ""] = grouped.exec(right) ?? [];
  const isRanked = rank === "" || superlatives.split(", ").includes(rank.toLowerCase());
  if (group !== "" && isRanked && !of.query.groupBy) {
    const by = await reader.read(`${left} by ${group}`);
    if (by?.query.groupBy)
      return valueOf(
        ranked(by, /^(?:least|lowest|smallest|fewest|worst|weakest)$/i.test(rank) ? "smallest" : "largest"),
      );
  }
  if (sums(right))
    return valueOf({ ...of, kind: "value", query: { ...of.query, limit: 50, measure: { of: "sum", field: null } } });
  if (refersBack.test(right)) return null;
  const own = await reader.read(right);
  // Whether the time of the first is meant as well would be a guess.
  return own && !(of.query.period && !own.query.period) ? valueOf(own) : null;
}

const ranked = (reading: Reading, order: Order): Reading => ({
  ...reading,
  kind: reading.query.groupBy?.unit ? "series" : "ranking",
  query: { ...reading.query, order, limit: 5 },
});

/** The rows of the first that meet one more condition. */
async function partOf(condition: string, left: string, of: Reading, { read }: Reader): Promise<Measured | null> {
  for (const text of [`${left} ${condition}`, `${left} that are ${condition}`, `${left} with ${condition}`]) {
    const narrowed = await read(text);
    if (narrowed && isNarrower(narrowed.query, of.query))
      return valueOf({
        ...narrowed,
        kind: "value",
        query: { ...narrowed.query, groupBy: null, limit: 50, measure: of.query.measure },
      });
  }
  return null;
}

const isNarrower = (one: Query, other: Query): boolean =>
  one.subject === other.subject &&
  one.filters.length > other.filters.length &&
  JSON.stringify(one.period) === JSON.stringify(other.period);

/** "What do they add up to": every word refers back or asks for a sum. */
const sums = (text: string): boolean =>
  /^(?:what|how much)\b/i.test(text) &&
  normalized(text)
    .replace(/\b(?:add up|in total|total|altogether|come to|worth|sum|value|amount|charge)\b/g, "they")
    .split(" ")
    .every((word) => functionWords.has(word)) &&
  /\b(?:they|them|those|it|that|these)\b/i.test(text);
