/** Something in a text that binds the company, or asks to, with the words that carry it. */
export type Binding = { kind: "money" | "discount" | "date" | "legal" | "access"; words: string };

const patterns: readonly [Binding["kind"], RegExp][] = [
  ["discount", /\d{1,3} ?%|\bdiscount\b/i],
  ["money", /[$€£] ?\d[\d.,]*|\brefund\b|\bcompensat/i],
  ["date", /\bby (?:monday|tuesday|wednesday|thursday|friday|tomorrow|\d{1,2})/i],
  ["legal", /\b(?:guarantee|liab|warrant|lawsuit|contract)/i],
  ["access", /\b(?:password|bank details|account number|api key)\b/i],
];

/** The promises and demands in a text. */
export const bindingsOf = (text: string): Binding[] =>
  patterns.flatMap(([kind, pattern]) => {
    const words = pattern.exec(text)?.[0];
    return words ? [{ kind, words }] : [];
  });
