import type { Filter } from "#contract/query.ts";
import { functionWords } from "../words.ts";
import type { Sentence } from "./sentence.ts";

/** The places to which a negation before them extends: "not overdue, disputed or void" is none of them. */
export function joinedPlaces(sentence: Sentence, places: readonly number[], negated: readonly number[]): number[] {
  const ordered = [...new Set(places)].filter((place) => place >= 0).toSorted((one, other) => one - other);
  const joined: number[] = [];
  for (const [at, place] of ordered.entries()) {
    const [before, next] = [ordered[at - 1], ordered[at + 1]];
    if (before === undefined || negated.includes(place) || ![...negated, ...joined].includes(before)) continue;
    const between = sentence.words(before, place).split(" ");
    const isOr = between.includes("or") && !between.includes("and") && !between.includes("but");
    // Within a list nothing but a comma stands between its parts.
    const isInList =
      next !== undefined &&
      !between.some((word) => functionWords.has(word)) &&
      sentence.words(place, next).split(" ").includes("or");
    if (isOr || isInList) joined.push(place);
  }
  return joined;
}

/** Values of one field are alternatives: "won by Tom or Ines", but "Tom, not Ines". */
export function mergeAlternatives(asked: Filter[], places: number[], fields: ReadonlySet<string>): void {
  for (const [at, filter] of asked.entries()) {
    if (!fields.has(filter.field)) continue;
    for (let other = asked.length - 1; other > at; other -= 1) {
      const more = asked[other];
      if (more?.field !== filter.field || more.test !== filter.test) continue;
      filter.values = [...new Set([...filter.values, ...more.values])];
      places[at] = Math.min(places[at] ?? 0, places[other] ?? 0);
      asked.splice(other, 1);
      places.splice(other, 1);
    }
  }
}
