/** The pages of things, and the ids they have for assistants. */
const things: readonly (readonly [page: RegExp, id: string])[] = [
  [/^\/records\/([a-z_-]+)\/([\da-f-]{36})$/, "record/$1/$2"],
  [/^\/decisions\/([\da-f-]{36})$/, "decision/$1"],
  [/^\/\?task=([\da-f-]{36})$/, "task/$1"],
];

/** The id of the thing that a page shows; null if it shows none that can be fetched. */
export function thingAt(href: string): string | null {
  const found = things.find(([page]) => page.test(href));
  return found ? href.replace(...found) : null;
}

/** Whether a name has every word of a question, in any order and case. */
export function hasEveryWord(name: string, question: string): boolean {
  const [words, asked] = [name, question].map((text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  return (asked?.length ?? 0) > 0 && (asked ?? []).every((word) => words?.some((one) => one.startsWith(word)));
}
