import { distance } from "fastest-levenshtein";
import { nameFold, nameKey } from "#features/records/naming/name-key.ts";

/** Words that name nobody: what a program writes where it has no party, in the languages of its files. */
const nobody = new Set(
  (
    "total totals subtotal sub grand sum sums overall cash sale sales various misc miscellaneous sundry other others unknown none na n a null nil " +
    "tbd tbc walk in customer customers client clients vendor vendors supplier suppliers guest anonymous default unassigned no name all " +
    "diverse sonstige summe gesamt bar barverkauf unbekannt laufkundschaft varios diversos totale suma contado efectivo desconocido " +
    "divers comptant inconnu vari varie contanti diversi sconosciuto geral"
  ).split(" "),
);

/** Whether a text stands where a name should, and names nobody: "Total", "Cash sale", "4711". */
export function isNobody(name: string): boolean {
  const fold = nameFold(name);
  return !/\p{L}/u.test(fold) || fold.split(" ").every((word) => nobody.has(word));
}

const digitsOf = (key: string): string => key.replaceAll(/\D+/g, " ").trim();
const sortedOf = (key: string): string => key.split(" ").toSorted().join(" ");
const joinedOf = (key: string): string => key.replaceAll(" ", "");

/** How many letters may differ: none of a short name, two (as where two are swapped) if the first is the same. */
function mostTypos(one: string, other: string): number {
  const length = Math.max(one.length, other.length);
  if (length < 5) return 0;
  return length >= 8 && one[0] === other[0] ? 2 : 1;
}
/** The fewest letters of a name that another one may begin with: "Acme" of "Acme Robotics". */
const leastBeginning = 4;

/** Whether two names that are not equal may mean the same: by their keys. A person decides. */
export function isSimilar(one: string, other: string): boolean {
  // Only their legal form differs.
  if (one === other) return true;
  if (digitsOf(one) !== digitsOf(other)) return false;
  if (joinedOf(one) === joinedOf(other) || sortedOf(one) === sortedOf(other)) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length >= leastBeginning && long.startsWith(`${short} `)) return true;
  const most = mostTypos(one, other);
  return long.length - short.length <= most && distance(one, other) <= most;
}

/** Similar names share one of these; a typo at both ends of a name is not looked for. */
function blocksOf(key: string): string[] {
  const [joined, digits] = [joinedOf(key), digitsOf(key)];
  return [`^${joined.slice(0, 3)} ${digits}`, `${joined.slice(-3)}$ ${digits}`, `=${sortedOf(key)}`];
}
/** More names of a block than these are not compared one by one. */
const mostCompared = 300;

export type Similar = { name: string; existing: string };
/** `equal` are names of known parties; `nobody` are created only if a person asks for it. */
export type Proposals = { create: string[]; similar: Similar[]; equal: string[]; nobody: string[] };

/**
 * What to do about names, the most frequent first: of several spellings the first is created, and what is similar to a
 * known name, or to one to be created, is asked.
 */
export function proposalsFor(names: readonly string[], known: readonly string[]): Proposals {
  const found: Proposals = { create: [], similar: [], equal: [], nobody: [] };
  const byBlock = new Map<string, { name: string; key: string }[]>();
  const remember = (name: string): void => {
    const key = nameKey(name);
    for (const block of blocksOf(key)) {
      const others = byBlock.get(block) ?? [];
      if (others.length === 0) byBlock.set(block, others);
      others.push({ name, key });
    }
  };
  for (const name of known) remember(name);
  const folds = new Set(known.map(nameFold));
  const seen = new Set<string>();
  for (const name of names) {
    const fold = nameFold(name);
    if (folds.has(fold)) found.equal.push(name);
    else if (isNobody(name)) found.nobody.push(name);
    else if (!seen.has(fold)) {
      seen.add(fold);
      const key = nameKey(name);
      const like = blocksOf(key)
        .flatMap((block) => byBlock.get(block)?.slice(-mostCompared) ?? [])
        .find((other) => isSimilar(key, other.key));
      if (like) found.similar.push({ name, existing: like.name });
      else {
        found.create.push(name);
        remember(name);
      }
    }
  }
  return found;
}
