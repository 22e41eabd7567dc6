/** Words that speak for something. A trailing `*` stands for any ending. */
export type Evidence = { weight: number; words: readonly string[] };

/** Texts as they are compared: lower case, no accents, single spaces, one at both ends. */
export const plainText = (text: string): string =>
  ` ${text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll(/['’ʼ`]/g, "'")
    .replaceAll(/[^\p{L}\p{N}'%€£$@&/]+/gu, " ")
    .trim()} `;

/** `a, b*, c d` as a list of words. */
export const wordList = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,\n]/)
      .flatMap((one) => (one.trim() ? [plainText(one.replace("*", "")).trim() + (one.includes("*") ? "*" : "")] : [])),
  ),
];

/** How many different words of a list a plain text holds. */
export function countWords(plain: string, words: readonly string[]): number {
  let count = 0;
  for (const word of words) {
    if (plain.includes(word.endsWith("*") ? ` ${word.slice(0, -1)}` : ` ${word} `)) count++;
  }
  return count;
}

/** Whether a text holds evidence that weighs at least 1. */
export function hasEvidence(text: string, evidence: readonly Evidence[]): boolean {
  const plain = plainText(text);
  return evidence.reduce((sum, { weight, words }) => sum + weight * countWords(plain, words), 0) >= 1;
}
