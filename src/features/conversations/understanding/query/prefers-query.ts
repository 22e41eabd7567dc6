import type { Query } from "#contract/query.ts";
import { endedLate } from "./ended-late.ts";
import { fieldTerms } from "./field-terms.ts";
import { exclusionWord } from "./filters.ts";
import { distributors, parties, superlatives, units } from "./group.ts";
import type { Reading } from "./reading.ts";
import { Sentence } from "./sentence.ts";

/** Words that ask for a judgement, which no query can give. */
const judgementWords =
  /\b(?:should (?:we|i|you|be)|hit|reach|on track|target|why|risk|risky|worry|worried|concern|forecast|predict|expect|propose|recommend|advise|healthy|health|unusual|strange|over budget|within budget|runway|run out of|what if|prioriti[sz]e|focus|problem|problems|attention)\b/;

/** A topic that fits at least this well answers a plain question better than a query. */
const goodFit = 0.8;

/** The fit of a question in nearly the words of the topic. */
export const exactFit = 1;

/** Whether a query answers a question better than the topic that fits it best. */
export function prefersQuery(
  { query, unused, isMore, isNamed, namesOwn, kind, asks }: Reading,
  topic: { fit: number; heeds: readonly string[]; examples: readonly string[]; isOfPart?: boolean } | null,
  text: string,
): boolean {
  if (namesOwn) return unused.length === 0;
  if (judgementWords.test(text) && query.subject !== "decisions" && query.subject !== "forecasts") return false;
  if (unused.length > 0) return false;
  if (!topic || (isNamed && query.period !== null)) return true;
  // The query reads every word, the topic only the clause that asks.
  if (topic.isOfPart && query.filters.length > 0) return true;
  // Topics know what is overdue now, not what ended late.
  if (query.filters.some(({ field }) => field in endedLate)) return true;
  // "Has Acme paid us?" asks whether there are such rows.
  if (asks === "yesNo" && query.filters.some(({ field }) => parties.includes(field))) return true;
  if (kind === "value" && query.measure.of === "count" && /\b(?:how many|number of)\b/.test(text))
    return topic.fit < exactFit;
  // "Rent" is in a question of a topic, which knows of no category.
  if (query.filters.some(({ field, test }) => test === "is" && valued.has(field)) && topic.fit < exactFit) return true;
  const isHeeded = (field: string, heeded: string): boolean =>
    ![...query.filters, ...query.part].some((filter) => filter.field === field) || topic.heeds.includes(heeded);
  // Topics compare with the previous period and exclude nothing.
  const isPlain =
    (query.compare === null || query.compare === "previous") &&
    !(new Sentence(text).has(exclusionWord) && query.filters.some(({ test }) => test === "isNot"));
  const isWhole =
    (query.period === null || topic.heeds.includes("period")) &&
    isPlain &&
    knowsGroup(query, topic.examples, text) &&
    isHeeded("customerName", "customer") &&
    isHeeded("vendorName", "vendor");
  return !isWhole || topic.fit < (isMore ? exactFit : goodFit);
}

/** Fields whose values are the company's own words. */
const valued = new Set(["category", "segment", "team", "location", "account", "counterparty"]);

/** Words that lead a group, which a topic need not have. */
const groupLeads = "broken down by, split by, grouped by, for each, for every, in each, by, per";

/** Whether one of a topic's questions has the group of a query. */
function knowsGroup({ groupBy }: Query, examples: readonly string[], text: string): boolean {
  if (!groupBy) return true;
  if (!groupBy.unit) {
    const names = fieldTerms.flatMap(([words, fields]) => (fields.includes(groupBy.field) ? words.split(", ") : []));
    const asked = names.map((name) => joinedTo(groupLeads, name)).filter((by) => new Sentence(text).has(by));
    return asked.length === 0 || examples.some((example) => new Sentence(example).has(asked.join()));
  }
  const [unit = "", ...adverbs] = units[groupBy.unit].split(", ");
  const words = [joinedTo(`${distributors}, ${superlatives}`, unit), ...adverbs].join();
  return examples.some((example) => new Sentence(example).find(words, { exact: true }));
}

const joinedTo = (leads: string, word: string): string =>
  leads
    .split(", ")
    .map((lead) => `${lead} ${word}`)
    .join();
