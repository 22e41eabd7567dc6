import type { Order } from "#contract/query.ts";
import { numberWords } from "./filters.ts";
import { superlatives } from "./group.ts";
import type { Sentence } from "./sentence.ts";

const low = "worst, lowest, smallest, weakest, slowest, quietest, least, fewest, cheapest, bottom";

/** The order of the rows or groups, and how many are asked for. */
export function rankIn(sentence: Sentence): { order: Order; limit?: number } | null {
  const text = sentence.text;
  const number =
    /\b(?:top|bottom|first|last|best|worst|biggest|largest|highest|lowest|smallest|latest|newest|oldest|busiest) (\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|twenty)\b(?! (?:day|week|month|quarter|year|hour)s?\b)/.exec(
      text,
    )?.[1] ??
    /\b(\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|twenty) (?:top|best|worst|biggest|largest|highest|lowest|smallest|latest|newest|oldest)\b/.exec(
      text,
    )?.[1];
  const limit = number ? { limit: Math.max(1, Math.min(200, numberWords[number] ?? Number(number))) } : {};
  sentence.take(superlatives);
  if (sentence.take("latest, newest, most recent, most recently")) return { order: "last", ...limit };
  if (sentence.take("oldest, earliest, longest")) return { order: "first", ...limit };
  if (sentence.has(low)) return { order: "smallest", ...limit };
  if (sentence.has(superlatives)) return { order: "largest", ...limit };
  return number ? { order: "largest", ...limit } : null;
}
