import { dayOf, monthNames, monthNumber, nearestDay, ordinals } from "#contract/months.ts";
import { lastOf, spanOf } from "#contract/spans.ts";
import { currencies, type Currency } from "#contract/words.ts";
import { farthestTarget } from "#features/metrics/rules.ts";
import { type Goals, type GoalTarget, maxTargets, roundTo } from "#features/setup/company/contract.ts";

/** What reading depends on: the day, the company's currency, and its metrics without "daily_". */
export type GoalContext = { today: string; currency: Currency; metrics: readonly string[] };

/** Computed once for all sentences: each metric with its words, longest name first. */
type ReadingContext = {
  today: string;
  currency: Currency;
  metrics: readonly { name: string; words: readonly string[] }[];
};

const maxText = 500;

/** Words for metrics that every company understands. */
const synonyms: readonly (readonly [string, RegExp])[] = [
  ["revenue", /\b(revenue|sales|turnover|income)\b/i],
  ["new_customers", /\b(new|win|gain|add|acquire)\b.*\b(customers?|clients?)\b/i],
  ["orders", /\borders?\b/i],
  ["signups", /\bsign-?ups?\b/i],
];

/** The end of the named month or quarter: of its year if given, else the next one. */
function endOf(month: number, year: string | undefined, today: string): string {
  if (year) return lastOf(Number(year), month);
  const thisYear = Number(today.slice(0, 4));
  const end = lastOf(thisYear, month);
  return end < today ? lastOf(thisYear + 1, month) : end;
}

function namedDay(date: string | undefined, name: string, year: string | undefined, today: string): string | null {
  const month = monthNumber(name.toLowerCase());
  return year ? dayOf(Number(year), month, Number(date)) : nearestDay(month, Number(date), today, true);
}

/** Day-first with dots; with slashes or hyphens null if day and month cannot be told apart. */
function numericDay(first: number, separator: string, second: number, year: number): string | null {
  if (separator === "." || first > 12) return dayOf(year, second, first);
  return second > 12 || first === second ? dayOf(year, first, second) : null;
}

type DateRule = readonly [RegExp, (found: RegExpExecArray, today: string) => string | null];
const numericRules: readonly DateRule[] = [
  [
    /\b(20\d\d)([-/.])(\d{1,2})\2(\d{1,2})\b/,
    ([, year, , month, date]) => dayOf(Number(year), Number(month), Number(date)),
  ],
  [
    /\b(\d{1,2})([-/.])(\d{1,2})\2(20\d\d)\b/,
    ([, one, separator = "", two, year]) => numericDay(Number(one), separator, Number(two), Number(year)),
  ],
  [/(?<![\d/.-])(0?[1-9]|1[0-2])\/(20\d\d)\b/, ([, month, year]) => lastOf(Number(year), Number(month))],
];
const numericDate = /\b\d{1,4}([-/.])\d{1,2}\1\d{1,4}\b|\b\d{1,2}\/(?:20\d\d|\d{1,2})\b/g;

const wordRules: readonly DateRule[] = [
  [
    new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)? (?:of )?${monthNames}\\b,? ?(20\\d\\d)?`, "i"),
    ([, date, month = "", year], today) => namedDay(date, month, year, today),
  ],
  [
    new RegExp(`\\b${monthNames} (\\d{1,2})(?:st|nd|rd|th)?\\b,? ?(20\\d\\d)?`, "i"),
    ([, month = "", date, year], today) => namedDay(date, month, year, today),
  ],
  [
    new RegExp(
      `\\b(?:by|in|until|before|end of|for|during|of) (?:the )?(?:end of )?${monthNames}\\b,? ?(20\\d\\d)?`,
      "i",
    ),
    ([, month = "", year], today) => endOf(monthNumber(month.toLowerCase()), year, today),
  ],
  [
    new RegExp(`\\b${monthNames} (20\\d\\d)\\b`, "i"),
    ([, month = "", year], today) => endOf(monthNumber(month.toLowerCase()), year, today),
  ],
  [/\bQ([1-4])\b(?:[ /,]*(?:of )?(20\d\d))?/i, ([, quarter, year], today) => endOf(Number(quarter) * 3, year, today)],
  [
    /\b(first|second|third|fourth) quarter\b(?: (?:of )?(20\d\d))?/i,
    ([, word = "", year], today) => endOf((ordinals.indexOf(word.toLowerCase()) + 1) * 3, year, today),
  ],
  [/\bH([12])\b(?:[ /,]*(?:of )?(20\d\d))?/i, ([, half, year], today) => endOf(Number(half) * 6, year, today)],
  [
    /\b(this|next) (month|quarter|year)\b/i,
    ([, which = "", unit = ""], today) => endOfUnit(unit, which.toLowerCase() === "next" ? 1 : 0, today),
  ],
  [
    /\bend of (?:the )?(month|quarter|year)\b(?! 20\d\d)|\b(year)[- ]end\b|\bEOY\b/i,
    ([, unit], today) => endOfUnit(unit ?? "year", 0, today),
  ],
  [
    /\b(?:by|in|for|during|of|until|before)(?: the)?(?: end of)?(?: the)?(?: year)? (20\d\d)\b/i,
    ([, year]) => `${year}-12-31`,
  ],
];

const endOfUnit = (unit: string, shift: number, today: string): string =>
  spanOf({ kind: "calendar", unit: unit.toLowerCase() as "month" | "quarter" | "year", shift }, today).to;

/** The first date a text names, and the text without it and without any date in digits. */
function findDate(text: string, today: string): { date: string | null; rest: string } {
  const rest = text.replaceAll(numericDate, " ");
  for (const [pattern, read] of numericRules) {
    const found = pattern.exec(text);
    const date = found && read(found, today);
    if (date) return { date, rest };
  }
  for (const [pattern, read] of wordRules) {
    const found = pattern.exec(rest);
    const date = found && read(found, today);
    if (date) return { date, rest: rest.slice(0, found.index) + rest.slice(found.index + found[0].length) };
  }
  return { date: null, rest };
}

const signs: Readonly<Record<string, readonly Currency[]>> = {
  $: ["USD", "CAD", "AUD"],
  US$: ["USD"],
  C$: ["CAD"],
  CA$: ["CAD"],
  A$: ["AUD"],
  AU$: ["AUD"],
  R$: ["BRL"],
  "€": ["EUR"],
  "£": ["GBP"],
  "¥": ["JPY"],
  "₹": ["INR"],
  DOLLAR: ["USD", "CAD", "AUD"],
  EURO: ["EUR"],
  POUND: ["GBP"],
  FRANC: ["CHF"],
  YEN: ["JPY"],
  RUPEE: ["INR"],
  ...Object.fromEntries(currencies.map((code) => [code, [code]])),
};
const otherCodes = new Set(Intl.supportedValuesOf("currency"));
const money = /(?<![\p{L}\d])\p{L}{1,3}\$|[$€£¥₹]|(?<!\p{L})\p{L}+(?!\p{L})/gu;

/** The currencies a sign, code or word may stand for; null if it is none. */
function currenciesOf(word: string): readonly string[] | null {
  const upper = word.toUpperCase();
  return signs[upper] ?? signs[upper.replace(/S$/, "")] ?? (word.endsWith("$") || otherCodes.has(word) ? [] : null);
}

const scales: readonly (readonly [RegExp, number])[] = [
  [/^(?:k|thousands?)$/i, 1e3],
  [/^(?:lakhs?|lacs?)$/i, 1e5],
  [/^(?:m|mn|mio|millions?)$/i, 1e6],
  [/^(?:crores?|cr)$/i, 1e7],
  [/^(?:b|bn|billions?)$/i, 1e9],
  [/^(?:tn|trillions?)$/i, 1e12],
];
const otherScale = /^(?:dozens?|hundreds?|\p{L}*illi(?:on|ard)s?)$/iu;
/** A number, the letters joined to it, and what follows them. */
const number = /(?<![\p{L}\d.,])(\d(?:[\d.,]*\d)?)(?![.,]?\d|st\b|nd\b|rd\b|th\b)(\p{L}*)(?: ?(%|\p{L}+))?/gu;
const plainNumber = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/;
/** Percentages and upper limits are not totals to reach. */
const share = /^(?:%|per|percent)$/i;
const ceiling = /\b(below|under|at most|no more than|less than|reduce|cut|lower|decrease|limit)\b/i;

/** The number after "to", "of" or a colon, else the last one; null unless it is a total in the company's currency. */
function findTarget(text: string, companyCurrency: Currency): number | null {
  const isForeign = (word: string): boolean => currenciesOf(word)?.includes(companyCurrency) === false;
  if (ceiling.test(text) || text.match(money)?.some(isForeign)) return null;
  const plain = text.replaceAll(money, (word) => (currenciesOf(word) ? "" : word));
  const found = [...plain.matchAll(number)];
  const marked = found.find(({ index }) => /(?:\bto|\bof|\breach|\bat least|[:=])\s*$/i.test(plain.slice(0, index)));
  const [, digits = "", joined = "", next = ""] = marked ?? found.at(-1) ?? [];
  const word = joined || next;
  const scale = scales.find(([pattern]) => pattern.test(word))?.[1];
  const hasUnknownScale = scale === undefined && (joined !== "" || otherScale.test(word));
  if (!plainNumber.test(digits) || share.test(next) || hasUnknownScale) return null;
  const value = roundTo(4)(Number(digits.replaceAll(",", "")) * (scale ?? 1));
  return value > 0 && value <= 1e15 ? value : null;
}

const singular = (word: string): string => word.toLowerCase().replace(/s$/, "");

function findMetric(text: string, metrics: ReadingContext["metrics"]): string | null {
  const words = new Set(text.split(/[^\p{L}\p{N}]+/u).map(singular));
  const named = metrics.find((metric) => metric.words.every((word) => words.has(word)));
  return named?.name ?? synonyms.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}

function readSentence(text: string, { today, currency, metrics }: ReadingContext): GoalTarget {
  const { date, rest } = findDate(text, today);
  const target = findTarget(rest, currency);
  return { text, metric: findMetric(rest, metrics), target, date };
}

/** Splits a sentence into goals if every part has a metric and a target; a part without a date gets the next one. */
function readParts(sentence: string, context: ReadingContext): GoalTarget[] {
  const texts = sentence.split(/,? and |, (?!20\d\d\b)/);
  const parts = texts.length > maxTargets ? [] : texts.map((part) => readSentence(part, context));
  const allHaveTargets = parts.length > 1 && parts.every(({ metric, target }) => metric !== null && target !== null);
  if (!allHaveTargets) return [readSentence(sentence, context)];
  return parts.map((part, at) => ({
    ...part,
    date: part.date ?? parts.slice(at).find(({ date }) => date)?.date ?? null,
  }));
}

const withSingleSpaces = (text: string): string => text.split(/\s/).filter(Boolean).join(" ");
const withoutBullet = (text: string): string => text.replace(/^(?:[-*•]|\d{1,2}[.)]) /, "");

const sentencesOf = (text: string): string[] =>
  text
    .split(/[\n;]/)
    .flatMap((line) => withoutBullet(withSingleSpaces(line)).split(/(?<=[.!?]) (?=[\p{Lu}\d])/u))
    .map((part) => truncateText(part.replace(/\.$/, "")))
    .filter((part) => /\p{L}{2}/u.test(part));

const asWords = (name: string): string =>
  name
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .trim();
const plainKeys = new Set([
  "description",
  "goals",
  "goal",
  "text",
  "title",
  "objective",
  "objectives",
  "targets",
  "items",
]);
const metricKeys = ["metric", "kpi", "measure"];
const targetKeys = ["target", "value", "amount", "goal"];
const dateKeys = ["date", "by", "deadline", "due", "due_date", "duedate", "target_date", "targetdate"];
const textKeys = ["description", "text", "title", "name", "goal", "objective"];

/** A goal's text, and how to read it. */
type Statement = { text: string; read: (context: ReadingContext) => GoalTarget[] };

const truncateText = (text: string): string => text.slice(0, maxText).toWellFormed();

/** A goal written as an object with a target and a metric, name or date; null for any other object. */
function objectStatement(entries: ReadonlyMap<string, unknown>, name: string): Statement | null {
  const first = (keys: readonly string[], type: "string" | "number"): unknown =>
    keys.map((key) => entries.get(key)).find((value) => typeof value === type);
  const metric = first(metricKeys, "string") as string | undefined;
  const amount = (first(targetKeys, "number") ?? first(targetKeys, "string")) as number | string | undefined;
  const dated = first(dateKeys, "string") as string | undefined;
  if (amount === undefined || (metric === undefined && name === "" && dated === undefined)) return null;
  const label = asWords(metric ?? name);
  const sentence = [`${label}: ${amount}`.replace(/^: /, ""), ...(dated ? [`by ${dated}`] : [])].join(" ");
  const text = truncateText((first(textKeys, "string") as string | undefined) ?? sentence);
  const read = (context: ReadingContext): GoalTarget[] => [
    {
      ...readSentence(truncateText(sentence), context),
      text,
      metric: findMetric(truncateText(label), context.metrics) ?? findMetric(text, context.metrics),
    },
  ];
  return { text, read };
}

function* statementsIn(value: unknown, name: string): Generator<Statement> {
  const prefix = plainKeys.has(name.toLowerCase()) ? "" : asWords(name);
  if (typeof value === "string" || typeof value === "number") {
    for (const sentence of sentencesOf(typeof value === "number" ? `${prefix}: ${value}` : value)) {
      const text = truncateText(prefix && typeof value === "string" ? `${prefix}: ${sentence}` : sentence);
      yield { text, read: (context) => readParts(text, context) };
    }
  } else if (Array.isArray(value)) for (const inner of value) yield* statementsIn(inner, name);
  else if (typeof value === "object" && value !== null) {
    const entries = new Map(Object.entries(value).map(([key, inner]) => [key.toLowerCase(), inner as unknown]));
    const one = objectStatement(entries, prefix);
    if (one) yield one;
    else for (const [key, inner] of Object.entries(value)) yield* statementsIn(inner, key);
  }
}

/** Reads each goal's metric, target and date, null where unclear; people correct them later. */
export function readGoals(goals: Goals, { metrics, ...about }: GoalContext): GoalTarget[] {
  const statements = new Map<string, Statement>();
  for (const statement of statementsIn(goals, "")) {
    if (statements.size === maxTargets) break;
    statements.set(statement.text, statement);
  }
  const byLength = metrics.toSorted((one, other) => other.length - one.length);
  const context = { ...about, metrics: byLength.map((name) => ({ name, words: name.split("_").map(singular) })) };
  const read = [...statements.values()].flatMap((statement) => statement.read(context));
  const farthest = farthestTarget(about.today);
  return [...new Map(read.map((one) => [one.text, one])).values()]
    .slice(0, maxTargets)
    .map((one) => ({ ...one, date: one.date !== null && one.date <= farthest ? one.date : null }));
}
