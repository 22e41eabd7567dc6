import type { Filter } from "#contract/query.ts";
import type { Reading } from "#features/conversations/understanding/query/reading.ts";
import type { Outcomes } from "../composed.ts";
import { isYesNo } from "./budget-words.ts";
import type { Reader } from "./read.ts";

const named =
  /\b(?:(?:what|how)(?: is| was|'s|s)? )?(?:the |our |my )?(win|won|winning|close|closing|closure|success|hit|strike|loss|lost|losing)[ -](?:rates?|ratios?|percentages?)\b/i;
/** "What share of the deals they close": with what is decided, and what of it is asked. */
const shared =
  /\b(?:(?:what|which|how (?:many|much)|as|in) )?(?:an? |the )?(?:(?:larger|largest|bigger|biggest|higher|highest|greater|smaller|lower|best|better) )?(?:share|percentage|percent|per cent|proportion|part)(?: of)?(?= |$|[,?])/i;
const decided =
  /\b(?:that |which |who )?(?:(?:they|we|he|she|were|are|was|have|had|has|got|been) )*(?:decided|clos(?:e|es|ed)|concluded|settled|finished)\b/gi;
const won = /\b(?:(?:did|do|does|have|has) (?:we|they|he|she) )?(?:win|wins|won|winning)\b/gi;
const lost = /\b(?:(?:did|do|does|have|has) (?:we|they|he|she) )?(?:lose|loses|lost|losing)\b/gi;
/** "Won out of won plus lost". */
const definition =
  /\b(?:won|wins|lost|losses) ?(?:out of|over|divided by|against|versus|vs\.?|of|\/) ?(?:the |all )?(?:sum of |total of |number of )?\(?(?:won|wins|lost|losses) ?(?:plus|and|or|\+|&) ?(?:won|wins|lost|losses)\b/gi;
const eitherState = /\b(?:(?:that|which) (?:were|are) )?(?:won (?:or|and|plus) lost|lost (?:or|and|plus) won)\b/gi;
const rank =
  /\b(?:the )?(?:(highest|best|better|higher|larger|largest|greatest|bigger|biggest|strongest|top|most)|(lowest|worst|worse|lower|smallest|weakest|least))\b/i;
const group =
  /\b(?:which|what) (?!(?:is|was|are|were)\b)(\p{L}[\p{L}\d ]*?)(?: (?:has|have|had|is|gets?|got|with|shows?|achieves?)\b|$)/iu;
const whose = /\b(?:who|whose)(?: (?:has|have|had|is|gets?|got))?\b/i;
const opened = /\b(?:created|opened|started|entered|added)\b/i;
const empty =
  /\b(?:compare[ds]?|on|of|for|from|among|with|what|is|was|are|were|the|our|my|by how much|we|they|has|have|had|all|deals?|please|show|me|in terms|as|an?|number of|how many|closes?|that)\b/gi;

/** Whether a question may be about how many of the decided deals were won. */
export const mayBeOutcome = (text: string): boolean =>
  (named.test(text) || (shared.test(text) && isDecided(text))) && restOf(text).replaceAll(empty, "").trim() !== "";

const isDecided = (text: string): boolean =>
  (text.search(decided) >= 0 || text.search(eitherState) >= 0 || text.search(definition) >= 0) &&
  (text.search(won) >= 0 || text.search(lost) >= 0 || /\bcloses?\b/i.test(text));

const restOf = (text: string): string =>
  [definition, named, eitherState, shared, decided, won, lost]
    .reduce((rest, pattern) => rest.replace(pattern, " "), text)
    .replaceAll(/[?.,;:()]/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

/** "Gavin's win rate", "close rate by source": what was won of what was won or lost; null if a word is left over. */
export async function outcomesIn(text: string, reader: Reader): Promise<Outcomes | null> {
  const rate = named.exec(text);
  if (!rate && !(shared.test(text) && isDecided(text))) return null;
  const isLost = rate
    ? /^lo/i.test(rate[1] ?? "")
    : text.replaceAll(definition, " ").replaceAll(eitherState, " ").search(lost) >= 0;
  const ranked = rank.exec(text);
  const left = restOf(text)
    .replace(rank, " ")
    .replace(/\bby how much\b/i, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  const by = group.exec(left)?.[1];
  const plain = by ? left.replace(group, " ") : left;
  const isWho = whose.test(plain);
  const rest = plain
    .replace(whose, " ")
    .replace(
      /\b(?:compare[ds]?|between|what|is|was|are|were|has|have|had|as|does|do|did|he|she|they|we|deals?|of|the|our|my|a|an|how many|on)\b/gi,
      " ",
    )
    .replaceAll(/\s+/g, " ")
    .trim();
  const { owners, text: unowned } = ownersIn(rest, await reader.owners());
  const isSeveral = /\b(?:and|or|vs|versus|against|than)\b/i.test(unowned);
  const names = unowned
    .replace(/\b(?:and|vs|versus|against|than)\b/gi, "or")
    .replace(/^(?:for|from|with|among)\b/i, "")
    .trim();
  const read = await baseOf(names, by ? `by ${by}` : "", reader);
  if (!read) return null;
  const { query } = read;
  const two = query.filters.find(({ test, values }) => test === "is" && values.length > 1);
  // A second thing that is not one of two values of a field would be lost.
  if (isSeveral && !two && !query.groupBy) return null;
  const people: Filter[] = owners.length > 0 ? [{ field: "ownerName", test: "is", values: owners }] : [];
  const isOfPeople = owners.length > 1 || (isWho && owners.length === 0);
  const field = isOfPeople ? "ownerName" : isSeveral ? two?.field : undefined;
  return {
    kind: "outcomes",
    state: isLost ? "lost" : "won",
    query: {
      ...query,
      filters: [...query.filters, ...people],
      groupBy: query.groupBy ?? (field ? { field, unit: null } : null),
      measure: { of: "count", field: null },
      limit: 200,
    },
    isOpened: opened.test(text),
    isLowest: ranked?.[2] !== undefined,
    leads: isYesNo.test(text) && ranked && owners.length === 2 ? (owners[0] ?? null) : null,
  };
}

/** The owners of deals in a text, also by their first names, and the rest of it; a longer name may begin with one. */
function ownersIn(text: string, all: readonly string[]): { owners: string[]; text: string } {
  let rest = text;
  const owners = all.filter((owner) => {
    const [first = ""] = owner.split(" ");
    const isOnly = all.filter((one) => one.split(" ")[0] === first).length === 1;
    const places = [owner, ...(isOnly ? [first] : [])].map(
      (name) =>
        new RegExp(String.raw`(?<!\p{L})${name.replaceAll(/[^\p{L}]/gu, ".")}(?:['’]s?)?(?!\p{L})(?! \p{Lu})`, "u"),
    );
    const place = places.find((one) => one.test(rest));
    if (place) rest = rest.replace(place, " ");
    return place !== undefined;
  });
  // In the order in which they are named.
  const placeOf = (owner: string): number =>
    text.search(new RegExp(owner.split(" ")[0]?.replaceAll(/[^\p{L}]/gu, ".") ?? "", "u"));
  const isJoined = owners.length > 1;
  const without = isJoined ? rest.replaceAll(/\b(?:and|or|vs|versus|against|than)\b/gi, " ") : rest;
  return {
    owners: owners.toSorted((one, other) => placeOf(one) - placeOf(other)),
    text: without.replaceAll(/\s+/g, " ").trim(),
  };
}

/** The deals that a rate is of. */
async function baseOf(names: string, by: string, { question }: Reader): Promise<Reading | null> {
  const texts =
    names === ""
      ? [`how many deals ${by}`]
      : [`how many deals of ${names} ${by}`, `how many deals ${names} ${by}`, `how many ${names} deals ${by}`];
  for (const text of texts) {
    const one = await question(text.trim());
    const { query } = one ?? {};
    const isPlain =
      query?.subject === "deals" &&
      query.measure.of === "count" &&
      query.compare === null &&
      // Words in the names of deals are no kind of deals.
      query.search === null &&
      !query.filters.some(({ field }) => field === "stage" || field === "view");
    if (one && isPlain) return one;
  }
  return null;
}
