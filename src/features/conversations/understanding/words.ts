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

/** Stop words, which do not tell what a question is about. */
export const fillers: ReadonlySet<string> = new Set(
  (
    "a about all also am an and any anything are as ask at be been but by can could did do does doing done for from get give go " +
    "going got had has have having hello hey hi how i if in into is it its just kind know let like look may me might more most much " +
    "many my need needs no not now of off on one only or our out over please put really right say see shall she he should show so " +
    "some soon still take tell than thank thanks that the their them then there these they thing things this those to today too up us " +
    "very want was we well were what whats when where which who whom whose why will with would yes you your u im ive were theres " +
    "again actually already another are aren around back because before being both came come coming company current currently data day days each " +
    "either else ever every exactly few figure figures find first follow fresh good great hers him his however id ill isnt dont doesnt didnt havent hasnt cant couldnt " +
    "last lately latest least less list long lot lots made make makes making mean month months monthly moment mostly near nearly never new next nothing number numbers ok okay old " +
    "our ours overall particular per perhaps possible possibly probably quick quickly quite rather recent recently roughly same said seem seems since single " +
    "somehow something sort specific sure team than thats themselves though through time today together tomorrow tonight total towards true under until use used using usually various view want wants wanted " +
    "way week weeks weekly went while whole within without wondering words year years yearly yesterday yet quarter business firm organisation organization compared versus vs between " +
    "name names details detail exact actual properly sensible worth anyone remind check briefly bit little hows whos wheres ones another wed were theyre gonna wanna gotta pls plz stuff everything something guys hard thats alright right anyway heres thing kinda sorta cheers dear hope sir morning afternoon evening noon " +
    "answer question questions asked asking ask wonder curious idea ideas explain please help helps needed give gives given gave keeps keep lately upcoming coming ahead full main left thousand hundred pounds euros dollars extra usual than ought weve youve lets"
  ).split(" "),
);

/** The significant words of a normalized question. */
export const telling = (text: string): string[] =>
  text.split(" ").filter((word) => word.length > 1 && !fillers.has(word));

/** Whether a normalized question asks what to do, not for facts. */
export const wantsAction = (text: string): boolean =>
  /\b(should (?:we|i)|what to do|what do (?:we|i) do|propose|recommend|suggest|advise|shall we|do something|take action|fix)\b/.test(
    text,
  );
