import { normalized } from "../words.ts";

/** Words of grammar that say how a question is asked, whatever it is about. */
export type Mark =
  | "count"
  | "sum"
  | "average"
  | "median"
  | "share"
  | "which"
  | "who"
  | "when"
  | "each"
  | "high"
  | "low"
  | "long"
  | "short"
  | "newest"
  | "oldest"
  | "excluding"
  | "not"
  | "nobody"
  | "with"
  | "over"
  | "under"
  | "atLeast"
  | "atMost"
  | "against";

const phrases: Readonly<Record<Mark, string>> = {
  count: "how many times, how many, number of, count of, how often, count",
  sum: "how much, in total, total, sum of, sum, altogether, add up to, come to, worth, value, amount of, amount, together, in all",
  average: "on average, average, avg, mean, typical, typically",
  median: "median",
  share:
    "what share of, share of, share, what percentage of, percentage of, percentage, percent of, percent, %, proportion of, proportion, what part of",
  which: "which, what, list, show, give me, name",
  who: "who, whom, whose",
  when: "since when, when, on which day, on what day, which day, what day, what date, which date, on which date, on what date",
  each: "broken down by, split by, grouped by, for each, for every, in each, by, per, each, every, across",
  high: "most common, most frequent, most often, most popular, most, larger, bigger, higher, better, biggest, largest, highest, best, top, strongest, busiest, dearest, most expensive",
  low: "least common, least often, smaller, lower, worse, cheaper, least, smallest, lowest, worst, weakest, fewest, quietest, cheapest, bottom",
  long: "longest, slowest",
  short: "shortest, fastest, quickest",
  newest: "latest, newest, most recent, most recently, last, final",
  oldest: "oldest, earliest, first",
  excluding: "without, excluding, leaving out, leave out, ignoring, ignore, dont count, do not count, not counting",
  not: "not, no, never, none, isnt, arent, wasnt, werent, dont, doesnt, didnt, havent, hasnt",
  nobody: "nobody, no one, noone",
  with: "with, have, has, having, had",
  over: "more than, over, above, exceeding, greater than, larger than, higher than, longer than, older than",
  under: "less than, fewer than, under, below, smaller than, lower than, shorter than, younger than",
  atLeast: "at least, no less than, minimum of, from",
  atMost: "at most, no more than, up to, maximum of",
  against: "versus, vs, v, against, compared with, compared to, or",
};

export const marked: readonly string[] = Object.values(phrases);

type Phrase = { mark: Mark; words: readonly string[] };
const all: readonly Phrase[] = (Object.keys(phrases) as Mark[])
  .flatMap((mark) => phrases[mark].split(", ").map((one): Phrase => ({ mark, words: normalized(one).split(" ") })))
  .toSorted((one, other) => other.words.length - one.words.length);

/** The marks that begin at a place of a question, the longest first: the place of a longer one may be taken. */
export const marksAt = (words: readonly string[], at: number): { mark: Mark; length: number }[] =>
  all
    .filter(({ words: own }) => own.every((word, place) => words[at + place] === word))
    .map(({ mark, words: own }) => ({ mark, length: own.length }));
