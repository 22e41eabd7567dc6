/** Signs that stand in no text: of private use, not assigned, controls, or "unknown". */
const wrong = /[\p{Co}\p{Cn}\uFFFD]|[\u0000-\u0008\u000e-\u001f]/gu;
const [fewestLetters, fewestVowels, mostWrong] = [150, 0.22, 0.03];

/**
 * Whether a page's letters are probably not those that are seen: a font may not say which letters its signs are. Then
 * signs of no text appear, or the letters follow each other as in no language that is written with them.
 */
export function isGarbled(text: string): boolean {
  const signs = text.replace(/\s/g, "");
  if ((signs.match(wrong)?.length ?? 0) > signs.length * mostWrong) return signs.length > 0;
  const letters = signs.normalize("NFD").match(/[a-z]/gi) ?? [];
  const vowels = letters.filter((letter) => /[aeiouy]/i.test(letter)).length;
  return letters.length >= fewestLetters && letters.length > signs.length / 2 && vowels < letters.length * fewestVowels;
}
