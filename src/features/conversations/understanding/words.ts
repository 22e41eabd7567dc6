import { usualCurrencies } from "#contract/words.ts";
/** Normalizing can lengthen a text, so a question is read up to this length. */
const longest = 4_000;

/** Lower case, without accents and punctuation, words separated by single spaces. */
export function normalized(question: string): string {
  return question
    .normalize("NFKD")
    .slice(0, longest)
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’`]s\b/g, "")
    .replace(/['’`]/g, "")
    .replace(/[^\p{L}\p{N}%@]+/gu, " ")
    .trim();
}

/** Words of grammar and courtesy. */
const grammaticalWords =
  "a about all also am an and any anything are as ask at be been but by can could did do does doing done " +
  "for from get give go going got had has have having hello hey hi how i if in into is it its just kind " +
  "know let like look may me might much many my need needs now of on one or our out please put really right " +
  "say see shall she he should show so some still take tell thank thanks that the their them then there " +
  "these they thing things this those to too up us very want was we well were what whats when where which " +
  "who whom whose will with would yes you your u im ive theres again actually already aren back because " +
  "being both came come company current currently data either ever exactly figure figures find follow hers " +
  "him his her however id ill lot made make makes making mean moment ok okay ours overall particular perhaps " +
  "possible possibly probably quick quickly quite rather said seem seems somehow something sort specific " +
  "sure team thats themselves though together towards true use used using view wants wanted way went " +
  "while whole wondering words yet firm organisation organization details detail exact actual properly " +
  "sensible worth anyone remind check briefly bit little hows whos wheres ones wed theyre gonna wanna gotta " +
  "pls plz stuff everything guys alright anyway heres kinda sorta cheers dear hope sir answer question " +
  "questions asked asking wonder curious idea ideas explain help helps needed gives given gave keeps keep " +
  "main ought weve youve lets list lots through roughly name names number numbers only";

/** Verbs and nouns that name no kind of record. */
const lightWords =
  "comes brings bring brought takes took taken puts goes gone happen happens happened record records " +
  "recorded entry entries item items myself whether present presently anybody somebody someone everyone " +
  "everybody anybody such getting noted entered stated logged mentioned told stand stands stood sit sits sitting";

/** Words that say nothing about the subject, but narrow, order, count, date or negate it. */
const qualifyingWords =
  "more most no not than today another around before coming day days each else every few first fresh isnt " +
  "dont doesnt didnt havent hasnt cant couldnt last lately latest least less long month months monthly " +
  "mostly near nearly never new next nothing old per recent recently same since single tomorrow " +
  "tonight total under until usually various week weeks weekly within without year years yearly yesterday " +
  "quarter business compared versus vs between hard morning afternoon evening noon upcoming ahead full left " +
  "thousand hundred pounds euros dollars extra usual why good great over off soon time";

const setOf = (...lists: readonly string[]): ReadonlySet<string> => new Set(lists.flatMap((list) => list.split(" ")));

/** Words without a meaning of their own: an answer that does not use them is the same. */
export const functionWords = setOf(grammaticalWords, lightWords);

/** Codes that people write in small letters too; many others are English words: "all", "top", "try". */
export const smallCodes = usualCurrencies.join(" ").toLowerCase();

/** Names of currencies, which are read apart from the other words. */
export const currencyWords = setOf(
  smallCodes,
  "euro euros dollar dollars pound pounds sterling franc francs yen rupee rupees zloty",
);

const vagueWords = setOf("lately recent recently soon various mostly nearly fresh good great hard extra usual");

/** Whether a word narrows a question without saying by how much: an answer names it. */
export const isVague = (word: string): boolean => vagueWords.has(word);

/** Stop words, which do not tell what a question is about. */
export const fillers = setOf(grammaticalWords, qualifyingWords);

const negations = setOf(
  "not no never none neither nor nobody nothing isnt arent wasnt werent dont doesnt didnt havent hasnt hadnt wont cant cannot couldnt",
);

/** Whether a word negates. */
export const isNegation = (word: string): boolean => negations.has(word);

/** The significant words of a normalized question. */
export const telling = (text: string): string[] =>
  text.split(" ").filter((word) => word.length > 1 && !fillers.has(word));

/** Common words of grammar of the other languages with Latin letters that most people write in. */
const foreignWords = setOf(
  "der die das den ist sind wie viel viele wieviel wir uns unser unsere welche welcher wann haben hat nicht mit und fur " +
    "le la les des du est sont nous notre nos combien quel quelle quels quelles quand avec pas pour " +
    "el los las es cuanto cuantos cuanta cuantas nuestro nuestros que cual cuando con para " +
    "il gli quanto quanti quante nostri nostro quale quando hoeveel onze zijn welke wij het een van " +
    "hur manga ar vara vi och hvor mange er vores ile jest nasz qual quantos nosso nossos",
);

/** Whether a question is written in another language than English: in its script, or by its words of grammar. */
export function isForeign(question: string): boolean {
  const letters = question.match(/\p{L}/gu) ?? [];
  if (letters.length > 0 && letters.filter((one) => !/\p{Script=Latin}/u.test(one)).length * 2 > letters.length)
    return true;
  const words = normalized(question).split(" ");
  const foreign = words.filter((word) => foreignWords.has(word)).length;
  return foreign > 1 && foreign > words.filter((word) => functionWords.has(word) && !foreignWords.has(word)).length;
}

/** Whether a normalized question asks what to do, not for facts. */
export const wantsAction = (text: string): boolean =>
  /\b(should (?:we|i)|what to do|what do (?:we|i) do|propose|recommend|suggest|advise|shall we|do something|take action|fix)\b/.test(
    text,
  );
