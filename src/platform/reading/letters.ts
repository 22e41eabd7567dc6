const scripts = ["Latin", "Cyrillic", "Greek", "Hebrew", "Arabic", "Thai", "Hangul"].map(
  (name) => new RegExp(`\\p{Script=${name}}`, "u"),
);
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー・、。「」]/u;
export const eastAsianPages = ["shift_jis", "euc-jp", "gb18030", "big5", "euc-kr"];
/** Brackets, dashes and digits as wide as a letter of these scripts. */
const fullWidth = /[\u3000-\u3003\u3008-\u3017\uff01-\uff60\uffe5]/;
/** Signs that people use beside words and numbers. */
const usualSigns = /[€£¥«»„“”‘’‚–—…•°§ºª©®™№\u00a0]/;

const known = new Map<string, number>();
/** The script of a letter as a number; -1 for what is no letter. */
function scriptOf(character: string): number {
  let script = known.get(character);
  if (script === undefined) {
    script = eastAsian.test(character)
      ? 99
      : /\p{L}/u.test(character)
        ? scripts.findIndex((pattern) => pattern.test(character))
        : -1;
    if (known.size < 20_000) known.set(character, script);
  }
  return script;
}

const isSmall = (letter: string) => letter !== letter.toUpperCase();
const isCapital = (letter: string) => letter !== letter.toLowerCase();

/**
 * How well the characters outside ASCII stand beside their neighbours, from about -2 to 1: a text read in the wrong
 * page mixes scripts in a word, has capitals behind small letters and signs between letters.
 */
export function letterScore(text: string, page: string): number {
  const isEastAsian = eastAsianPages.includes(page);
  const isJapanese = page === "shift_jis" || page === "euc-jp";
  const characters = Array.from(text);
  let [score, count] = [0, 0];
  for (const [at, character] of characters.entries()) {
    if (character <= "\x7f") continue;
    count += 1;
    const [before, after] = [characters[at - 1] ?? " ", characters[at + 1] ?? " "];
    const script = scriptOf(character);
    const code = character.codePointAt(0) ?? 0;
    if (code < 0xa0 || code === 0xfffd || (code >= 0xe000 && code < 0xf900)) score -= 4;
    else if (isEastAsian && fullWidth.test(character)) score += 1;
    else if (script !== -1) {
      score += letterIn(character, script, [before, after], characters[at - 2] ?? " ");
      // Pages of other languages have the Japanese syllables too, but hardly a text.
      if (isEastAsian && script === 99)
        score += isJapanese || !/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(character) ? 0.2 : -0.5;
    } else if (/\p{M}/u.test(character)) score += /[\p{L}\p{M}]/u.test(before) ? 0.8 : -1;
    else if (usualSigns.test(character)) {
      const isInside = /\p{L}/u.test(before) && /\p{L}/u.test(after) && character !== "’";
      score += isInside ? -1.2 : /[€£¥]/.test(character) && /\d| /.test(before + after) ? 1 : 0.6;
    } else score -= 0.8;
  }
  return count === 0 ? 0 : score / count;
}

function letterIn(letter: string, script: number, neighbours: readonly string[], beforeLast: string): number {
  const [before = " ", after = " "] = neighbours;
  let value = 1;
  let alone = true;
  for (const neighbour of neighbours) {
    const other = scriptOf(neighbour);
    if (other === -1) continue;
    alone = false;
    if (other !== script) value -= 1.5;
  }
  // Real words of one letter are rare, but names in East Asian scripts are short.
  if (alone && script !== 99) value -= 0.7;
  if (isCapital(letter) && scriptOf(before) !== -1 && isSmall(before)) value -= 1.5;
  if (isCapital(letter) && /\p{Lu}/u.test(before) && /\p{Ll}/u.test(after)) value -= 0.9;
  if (isSmall(letter) && /\p{Lu}/u.test(before) && /\p{Lu}/u.test(beforeLast)) value -= 0.7;
  return value;
}
