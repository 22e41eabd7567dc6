import { pluralize } from "#contract/format.ts";

export type Left = Map<string, number>;

export const leave = (left: Left, word: string): void => void left.set(word, (left.get(word) ?? 0) + 1);

/** "2 comments and 1 picture were not read." */
export function leftNote(left: Left): string | null {
  const parts = [...left].map(([word, count]) => pluralize(count, word));
  if (parts.length === 0) return null;
  const isOne = parts.length === 1 && [...left.values()][0] === 1;
  return `${joinWords(parts)} ${isOne ? "was" : "were"} not read.`;
}

export const joinWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

/** "Page 3", "Pages 2 to 4 and 7". */
export function pagesText(pages: readonly number[], one = "Page"): string {
  const runs: [number, number][] = [];
  for (const page of pages) {
    const last = runs.at(-1);
    if (last && last[1] === page - 1) last[1] = page;
    else runs.push([page, page]);
  }
  const shown = runs.map(([from, to]) =>
    from === to ? `${from}` : to === from + 1 ? `${from}, ${to}` : `${from} to ${to}`,
  );
  return `${one}${pages.length > 1 ? "s" : ""} ${joinWords(shown.join(", ").split(", "))}`;
}
