/** Removes the most common endings, enough to match two forms of a word. */
export function stem(word: string): string {
  if (word.length < 4 || word.startsWith("?")) return word;
  const single = word
    .replace(/(?<=[a-z]{4})ly$/, "")
    .replace(/ies$/, "y")
    .replace(/(?<=ss|sh|ch|x)es$/, "")
    .replace(/(?<![su])s$/, "");
  const bare = single.replace(/(?<=[a-z]{3})(?:ing|ed)$/, "");
  const undoubled = bare === single ? bare : bare.replace(/([bdgmnprt])\1$/, "$1");
  return undoubled.length > 3 ? undoubled.replace(/e$/, "") : undoubled;
}

/** The edit distance between two words, with swaps; distances above `most` are not told apart. */
export function distance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const now = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const changed = (last[at - 1] ?? 0) + (one[row - 1] === other[at - 1] ? 0 : 1);
      let least = Math.min(changed, (last[at] ?? 0) + 1, (now[at - 1] ?? 0) + 1);
      if (row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1])
        least = Math.min(least, (before[at - 2] ?? 0) + 1);
      now.push(least);
    }
    if (Math.min(...now) > most) return most + 1;
    before = last;
    last = now;
  }
  return last[other.length] ?? most + 1;
}

/** The stem of a verb in any of its forms. */
export const verbStem = (word: string): string => stem(irregular.get(word) ?? word);

/** Past forms that no ending tells, with their verbs. */
const irregular: ReadonlyMap<string, string> = new Map(
  (
    "spent spend, sold sell, bought buy, paid pay, sent send, made make, brought bring, held hold, met meet, rose rise, risen rise, fell fall, " +
    "fallen fall, grew grow, grown grow, shrank shrink, shrunk shrink, began begin, begun begin, built build, kept keep, left leave, " +
    "chosen choose, chose choose, written write, wrote write, given give, gave give, gone go, went go, ran run, told tell"
  )
    .split(", ")
    .map((pair) => pair.split(" ") as [string, string]),
);
