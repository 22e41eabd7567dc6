import { francAll } from "franc-min";
import lande from "lande";

/** Limits of what is judged: shorter texts can be of any language. */
const least = { words: 3, foreignWords: 4, letters: 12 };
const longest = 2_000;

/** How sure a guess must be, and how unlikely the other text's language; the product's own language needs less. */
const sure = { other: 0.85, own: 0.3, unlikely: 0.03, notOwn: 0.001 };
const own = "eng";

/** `language`: null if it is too short or too mixed to tell. */
type Guess = { script: string; language: string | null; best: string; shares: ReadonlyMap<string, number> };

/** Scripts by what their letters match; the languages written in Latin letters are told apart by their words. */
const scripts = [
  "Latin",
  "Cyrillic",
  "Greek",
  "Arabic",
  "Hebrew",
  "Devanagari",
  "Thai",
  "Hangul",
  "Han",
  "Hiragana",
].map((name) => ({ name, letters: new RegExp(`\\p{Script=${name}}`, "gu") }));

/**
 * The name of the language of an answer if it is certainly another than the question's; null if it is the same, too
 * short to tell, or named in what was `wanted`. Names, figures and codes belong to no language.
 */
export function foreignLanguage(answer: string, question: string, wanted = question): string | null {
  const [written, asked] = [guess(answer), guess(question)];
  if (!written || !asked) return null;
  if (written.script === asked.script) {
    if (written.language === null || asked.language === null || written.language === asked.language) return null;
    const shareOf = (of: Guess, language: string): number => of.shares.get(language) ?? 0;
    const couldBeAsked = shareOf(written, asked.language) > sure.unlikely;
    // Most questions are in the product's own language, and short ones are easily mistaken for another.
    const enough = written.language === own ? sure.notOwn : shareOf(asked, asked.language) / 2;
    const couldBeWritten = shareOf(asked, written.language) > enough;
    if (couldBeAsked || couldBeWritten) return null;
  }
  const named = namesOf(written.language ?? written.best);
  const words = wanted.slice(0, longest).toLowerCase();
  return named.some((name) => words.includes(name.toLowerCase())) ? null : (named[0] ?? written.script);
}

function guess(text: string): Guess | null {
  const cut = text.slice(0, longest).replace(/\{f\d{1,4}\}/g, " ");
  const whole = guessFrom(wordsOf(cut));
  const withoutNames = guessFrom(cut.split(/[.!?:;\n]/).flatMap((sentence) => wordsOf(sentence).filter(isNoName)));
  if (!whole || !withoutNames) return whole;
  // Names of one language often stand in a sentence of another.
  return whole.language === withoutNames.language ? withoutNames : { ...withoutNames, language: null };
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{M}'’-]+/gu) ?? [];

/** Names have a capital letter inside a sentence. */
const isNoName = (word: string, at: number): boolean => at === 0 || !/^\p{Lu}/u.test(word);

function guessFrom(words: readonly string[]): Guess | null {
  const letters = words.join("");
  const counts = scripts.map(({ name, letters: of }) => ({ name, count: letters.match(of)?.length ?? 0 }));
  const main = counts.reduce((most, one) => (one.count > most.count ? one : most));
  if (main.count === 0) return null;
  // Japanese mixes its own letters with those of Chinese.
  const isJapanese = counts.some(({ name, count }) => name === "Hiragana" && count > 0);
  const script = isJapanese ? "Japanese" : main.name;
  if (main.name === "Latin" && (words.length < least.words || letters.length < least.letters))
    return { script, language: null, best: "", shares: new Map() };
  const shares = new Map(lande(words.join(" ")));
  const [[best, share] = ["", 0]] = [...shares].toSorted((one, other) => other[1] - one[1]);
  const isSure = share >= (best === own ? sure.own : sure.other);
  const isCertain = isSure && (best === own || main.name !== "Latin" || isLikelier(best, words));
  return { script, language: isCertain ? best : null, best, shares };
}

/** Whether a second detector, by trigrams, finds a language likelier than the product's own. */
function isLikelier(language: string, words: readonly string[]): boolean {
  if (words.length < least.foreignWords) return false;
  const found = francAll(words.join(" "), { minLength: least.letters }).map(([name]) => name);
  const at = found.indexOf(language);
  return at >= 0 && (!found.includes(own) || at < found.indexOf(own));
}

/** A language's name in English and in itself, each by its last word: "Chinese" of "Mandarin Chinese". */
function namesOf(language: string): string[] {
  if (!/^[a-z]{3}$/.test(language)) return [];
  return ["en", language].flatMap((inLanguage) => {
    const name = new Intl.DisplayNames([inLanguage], { type: "language" }).of(language);
    return name && name !== language ? [name.split(" ").at(-1) ?? name] : [];
  });
}
