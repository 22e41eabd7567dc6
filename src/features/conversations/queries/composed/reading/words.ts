/** Words between two things that are compared. */
const between =
  /\b(?:vs?\.?|versus|(?:as )?against|as opposed to|(?:as |when )?compared (?:with|to)|in comparison (?:with|to)|relative to|than)(?= )/gi;
const more = "more|bigger|larger|higher|greater|better|longer|older|slower|dearer";
const less = "fewer|less|smaller|lower|worse|shorter|younger|faster|quicker|cheaper";
const comparatives = new RegExp(`\\b(?:(?:any|much|many|far|even) )?(?:${more}|${less})\\b`, "i");
const isLess = new RegExp(`\\b(?:${less})\\b`, "i");
/** "More than 5 days" limits a number; a year is none. */
const isLimit =
  /^ (?:[€$£] ?)?(?!20\d\d\b)(?:\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|a|an) (?:day|week|month|year|hour)s?\b)/i;

/** Where a question compares two things, and the words for it; null if it does not. */
export function comparingIn(text: string): { at: number; length: number } | null {
  for (const { 0: words, index } of text.matchAll(between))
    if (index > 0 && !isLimit.test(text.slice(index + words.length))) return { at: index, length: words.length };
  return choosing(text) ? placeOf(/\bor\b/i, text) : null;
}

const placeOf = (pattern: RegExp, text: string) => {
  const found = pattern.exec(text);
  return found && { at: found.index, length: found[0].length };
};

/** Whether a question with "or" asks which of two has more. */
const choosing = (text: string): boolean =>
  (comparatives.test(text) || /\b(?:most|least|fewest|highest|lowest|best|worst)\b/i.test(text)) &&
  /\b(?:who|which|whose)\b/i.test(text);

/** What a comparison asks: whether the first is the higher or the lower one; null if it asks for both alone. */
export function comparativeIn(text: string): "more" | "less" | null {
  const found = comparatives.exec(text);
  return found && (isLess.test(found[0]) ? "less" : "more");
}

/** A question without its comparative: "how many more jobs" is "how many jobs". */
export const withoutComparative = (text: string): string =>
  text
    // "More deals" counts them, and "more revenue" does not.
    .replace(/\b(?:more|fewer) (?=(?!(?:to|from|of|in|on|for|at|sales)\b)(?:\p{L}+ )?\p{L}+s\b)/iu, "how many ")
    .replace(comparatives, " ")
    .replace(/[,;]? ?(?:and )?by how much\b/i, " ")
    .replace(/\ba +(?=(?:share|percentage|proportion)\b)/i, "what ");
