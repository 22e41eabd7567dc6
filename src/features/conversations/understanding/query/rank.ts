import type { Order } from "#contract/query.ts";
import { numberWords } from "./filters.ts";
import { superlatives } from "./group.ts";
import { lasting } from "./quantity.ts";
import type { Sentence } from "./sentence.ts";

const low =
  "worst, lowest, smallest, weakest, slowest, quietest, least, fewest, cheapest, bottom, shortest, fastest, quickest";
/** Of times, the worst and the slowest are the longest. */
const lowOfTimes = "best, lowest, smallest, least, fewest, shortest, fastest, quickest";
const latest = "latest, newest, most recent, most recently, last, final";
const oldest = "oldest, earliest, first";
const number = "(\\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|twenty)";
const ranks = `(?:top|bottom|first|last|${superlatives.replaceAll(", ", "|")}|latest|newest|oldest)`;
const amounts = [
  new RegExp(`\\b${ranks} ${number}\\b(?! (?:day|week|month|quarter|year|hour)s?\\b)`),
  new RegExp(`\\b${number} ${ranks}\\b`),
];

type Rank = {
  order: Order;
  limit?: number;
  /** Takes its words: only a query that is ordered uses them. */
  use(): void;
};

/** The order of the rows or groups, and how many are asked for. */
export function rankIn(sentence: Sentence, isTime = false): Rank | null {
  const amount = amounts.map((pattern) => pattern.exec(sentence.text)?.[1]).find(Boolean);
  const limit = amount ? { limit: Math.max(1, Math.min(200, numberWords[amount] ?? Number(amount))) } : {};
  const words = isTime ? `${superlatives}, ${lasting}` : superlatives;
  const is = (phrases: string): boolean => sentence.find(phrases) !== null;
  const rank = (order: Order, phrases: string): Rank => ({
    order,
    ...limit,
    use() {
      sentence.take(phrases);
      sentence.take("single");
      if (amount) sentence.take(amount);
    },
  });
  if (is(latest)) return rank("last", latest);
  if (is(oldest)) return rank("first", oldest);
  if (!sentence.has(words)) return amount ? rank("largest", amount) : null;
  return rank(sentence.has(isTime ? lowOfTimes : low) ? "smallest" : "largest", words);
}
