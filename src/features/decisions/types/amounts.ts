import { currency as currencyCode, type Currency } from "#contract/words.ts";

/** An amount written in a text: its possible values ("85.000" is 85 or 85,000), and its currency if it names one. */
export type Stated = { text: string; values: number[]; isPercent: boolean; currencies: readonly string[] | null };

/** Longer texts are cut: amounts stand at their beginning. */
const mostRead = 4_000;
/** How far before a number its meaning is looked for. */
const mostBefore = 40;

const signs: Readonly<Record<string, readonly string[]>> = {
  "£": ["GBP"],
  "€": ["EUR"],
  "¥": ["JPY", "CNY"],
  "₹": ["INR"],
  US$: ["USD"],
  A$: ["AUD"],
  C$: ["CAD"],
  $: ["USD", "AUD", "CAD", "NZD", "SGD", "HKD", "MXN"],
  pound: ["GBP"],
  sterling: ["GBP"],
  quid: ["GBP"],
  euro: ["EUR"],
  dollar: ["USD", "AUD", "CAD", "NZD", "SGD", "HKD"],
  franc: ["CHF"],
  yen: ["JPY"],
  rupee: ["INR"],
  zloty: ["PLN"],
  krona: ["SEK"],
  krone: ["NOK", "DKK"],
};
const scales: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  grand: 1e3,
  m: 1e6,
  mn: 1e6,
  mio: 1e6,
  mln: 1e6,
  million: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
};
const small =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

const sign = String.raw`US\$|A\$|C\$|[£€¥₹$]`;
const grouped = String.raw`\d{1,3}(?:[ \u00a0\u202f'’.,]\d{3}){1,4}(?![\d])(?:[.,]\d{1,2}(?!\d))?`;
const written = new RegExp(
  String.raw`(?:(${sign}|[A-Za-z]{3}(?![A-Za-z]))\s?)?(${grouped}|\d{1,15}(?:[.,]\d{1,4})?)(\s?)(thousand|million|billion|grand|bn|mn|mio|mln|k|m|b)?(?![A-Za-z])(?:\s?(%|per ?cent(?![a-z])|${sign}|[A-Za-z]{3,9}))?`,
  "giu",
);

/** The currencies a sign, code or word stands for; null if it is none. */
function currenciesOf(word: string | undefined): readonly string[] | null {
  if (!word) return null;
  const code = word.toUpperCase();
  if (code in signs) return signs[code] ?? null;
  if (/^[A-Z]{3}$/.test(code) && currencyCode.safeParse(code).success) return [code];
  return signs[word.toLowerCase().replace(/s$/, "")] ?? null;
}

/** "1.234,50" is 1234.5; "85.000" and "85,000" may be 85000 or 85. */
function valuesOf(digits: string): number[] {
  const bare = digits.replaceAll(/[ \u00a0\u202f'’]/g, "");
  const marks = bare.replaceAll(/\d/g, "");
  const last = marks.at(-1);
  if (last === undefined) return [Number(bare)];
  const isGroup = /[.,]\d{3}$/.test(bare);
  const asGroups = Number(bare.replaceAll(/[.,]/g, ""));
  const [whole, part] = [bare.slice(0, bare.lastIndexOf(last)), bare.slice(bare.lastIndexOf(last) + 1)];
  const asDecimals = Number(`${whole.replaceAll(/[.,]/g, "")}.${part}`);
  if (!isGroup) return [asDecimals];
  return marks.length === 1 ? [asGroups, asDecimals] : [asGroups];
}

const isYear = (digits: string): boolean => /^(?:19|20)\d\d$/.test(digits);

/** Numbers in words as digits: "nine hundred thousand" is "900000.00", "half a million" is "500000.00". */
function withDigits(text: string): string {
  const word = `${small.join("|")}|${tens.join("|")}|hundred|thousand|million|billion`;
  const run = new RegExp(
    String.raw`\b(?:half a|an?|${small.join("|")}|${tens.join("|")})(?:[\s-]+(?:and\s+)?(?:${word}))*\b`,
    "gi",
  );
  return text.replaceAll(run, (found) => {
    const words = found.toLowerCase().split(/[\s-]+/);
    // "A" alone, and "one" or "two" things, are no amounts.
    if (!words.some((one) => one in scales || one === "hundred")) return found;
    let [total, part, isHalf] = [0, 0, false];
    for (const one of words) {
      if (one === "half") isHalf = true;
      else if (one === "hundred") part = (part || 1) * 100;
      else if (one in scales) {
        total += (part || 1) * (scales[one] ?? 1);
        part = 0;
      } else if (small.includes(one)) part += small.indexOf(one);
      else if (tens.includes(one)) part += 20 + 10 * tens.indexOf(one);
    }
    // Its decimals mark it as an amount.
    return ((total + part) * (isHalf ? 0.5 : 1)).toFixed(2);
  });
}

/**
 * Every amount of money and every percentage in a text, in any currency and notation. A plain number counts if it is
 * scaled, or grouped and no count or reference, or 1,000 or more and either with cents or all there is between two
 * semicolons: "2231" in "Quote 2231" is a reference. Beside an amount in a currency it counts only as the end of a range.
 */
export function amountsIn(given: string): Stated[] {
  const text = withDigits(given.slice(0, mostRead));
  const found: (Stated & { isPlain: boolean })[] = [];
  for (const match of text.matchAll(written)) {
    const [whole, before, digits = "", space, scale = "", after] = match;
    const at = match.index;
    const named = currenciesOf(before) ?? currenciesOf(after);
    const isPercent = after !== undefined && /^(?:%|per ?cent)$/i.test(after);
    const isShort = scale.length === 1;
    const times = scale && (!isShort || !space || named) ? (scales[scale.toLowerCase()] ?? 1) : 1;
    const values = valuesOf(digits).map((value) => Math.round(value * times * 100) / 100);
    const start = at + whole.indexOf(digits);
    const [preceding, following] = [text.slice(0, start), text.slice(start + digits.length)];
    const isPartOfName = /[\p{L}\p{N}#/-]$/u.test(preceding) || /^[/-]\d/.test(following);
    const besideIt = [preceding.split(/[;\n]/).at(-1), ...following.split(/[;\n]/, 1)];
    const isAlone = besideIt.join("").trim() === "";
    const isGrouped = /\d[.,'’]\d{3}/.test(digits) || (isAlone && /\d\s\d{3}/.test(digits));
    const hasCents = /[.,]\d\d$/.test(digits);
    const isRangeEnd = rangeBefore.test(preceding.slice(-mostBefore));
    const isPlain = !named && !isPercent && times === 1 && !isRangeEnd;
    const isLarge = (values[0] ?? 0) >= 1_000 && !isYear(digits) && !isPartOfName && (isAlone || hasCents);
    const isOther = isCount(following) || numberBefore.test(preceding.slice(-mostBefore));
    if (!isPlain || (!isOther && (isGrouped || isLarge)))
      found.push({ text: whole.trim(), values, isPercent, currencies: named, isPlain });
  }
  const isInCurrency = found.some(({ currencies }) => currencies !== null);
  return found.filter(({ isPlain }) => !isPlain || !isInCurrency).map(({ isPlain: _, ...stated }) => stated);
}

/** "£80,000 to": the next number is in the same currency. */
const rangeBefore = new RegExp(String.raw`(?:${sign})\s?[\d.,]*\d\s?(?:-|–|to|and|or)\s?$`, "iu");

/** Whether what follows a plain number says what it counts. */
function isCount(after: string): boolean {
  const [, next = "", second = ""] = /^\s(\p{L}+)(?:\s(\p{L}+))?/u.exec(after) ?? [];
  return (
    units.test(next) ||
    (units.test(second) && !linkingWord.test(next)) ||
    (/^\p{Ll}{3,}s$/u.test(next) && !noUnit.test(next))
  );
}

/** Nouns that plain numbers count; other plurals count as well. */
const units =
  /^(?:people|users?|seats?|hours?|days?|weeks?|months?|years?|pages?|units?|pieces?|orders?|visits?|clicks?|customers?|employees|staff|items?|minutes?|tickets?|runs?|times?|copies)$/i;
const linkingWord =
  /^(?:a|an|the|for|of|in|per|to|and|or|on|by|at|with|over|from|until|within|each|every|this|next|net|plus|less|is|are)$/i;
/** Words in "s" after an amount that name no unit: verbs, and words for money. */
const noUnit =
  /^(?:plus|less|gross|thus|this|was|has|does|minus|versus|across|towards|always|pays|leaves|includes|excludes|covers|costs|fees|charges|expenses|savings|payments|sales|earnings|funds|losses|profits|taxes|instal?lments|wages|dues)$/i;
const numberBefore =
  /(?:\bno\.|\b(?:invoice|contract|order|ticket|case|account|policy|document|phone|item) no|\bnumber|\bnr\.?|#|№|\bref(?:erence)?\.?|\bid|\bcode)\s?:?\s*$/i;

/** Whether an amount may be in a currency. */
export const mayBeIn = ({ currencies }: Stated, own: Currency): boolean =>
  currencies === null || currencies.includes(own);
