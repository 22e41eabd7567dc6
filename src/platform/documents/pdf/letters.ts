/** Signs that stand in no text: not assigned, controls, or "unknown". */
const wrong = /[\p{Cn}\p{Cc}\uFFFD]/gu;
/** Signs of private use, such as the bullets of some fonts. */
const ownSigns = /\p{Co}/gu;
const [mostWrong, mostOwn] = [0.005, 0.04];
const [fewestLetters, fewestVowels] = [150, 0.22];

/**
 * Whether a page's letters are probably not those that are seen: a font may not say which letters its signs are. Then
 * signs of no text appear, or the letters follow each other as in no language that is written with them.
 */
export function isGarbled(text: string): boolean {
  const signs = text.replace(/\s/g, "");
  const share = (pattern: RegExp) => (signs.match(pattern)?.length ?? 0) / Math.max(signs.length, 1);
  if (share(wrong) > mostWrong || share(ownSigns) > mostOwn) return true;
  const letters = signs.normalize("NFD").match(/[a-z]/gi) ?? [];
  const vowels = letters.filter((letter) => /[aeiouy]/i.test(letter)).length;
  return letters.length >= fewestLetters && letters.length > signs.length / 2 && vowels < letters.length * fewestVowels;
}
