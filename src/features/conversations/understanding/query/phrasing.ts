/** Turns of phrase that mean the same, each with the one that the readers know. */
const turns: readonly (readonly [RegExp, string])[] = [
  // "Leaving out credit notes", "excluding drafts".
  [
    /\b(?:except(?: for)?|excluding|other than|apart from|not (?:counting|including)|leaving out|ignoring)\b/gi,
    "without",
  ],
  // "100,000 or more", "60 days or longer".
  [
    /(?<![\w.,])([€$£]?\d[\d.,]*(?<=\d)(?: ?(?:k|m|%))?(?: (?:days?|weeks?|months?|years?|hours?))?) (?:or|and) (?:more|over|above|longer|older|larger|bigger|higher|up)\b/gi,
    "at least $1",
  ],
  [
    /(?<![\w.,])([€$£]?\d[\d.,]*(?<=\d)(?: ?(?:k|m|%))?(?: (?:days?|weeks?|months?|years?|hours?))?) (?:or|and) (?:less|fewer|under|below|shorter|smaller|lower)\b/gi,
    "at most $1",
  ],
  // "This years green coffee".
  [/\b(this|last|next) (year|quarter|month|week)s\b/gi, "$1 $2"],
];

/** A question in the turns of phrase that the readers know. */
export const inKnownTurns = (asked: string): string =>
  turns.reduce((text, [pattern, known]) => text.replace(pattern, known), asked);
