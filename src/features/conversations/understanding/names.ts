import { nameKey } from "#features/records/naming/name-key.ts";

/** The longest name that is looked for, in words. */
const longest = 5;
/** A question is read for names up to this many words. */
const mostWords = 60;

/** Takes a question, gives the keys of whatever might be a name in it: runs of one to five words. */
export function nameCandidates(question: string): string[] {
  const words = question
    .replace(/['’]s\b/g, "")
    .split(/\s+/)
    .slice(0, mostWords);
  const found = new Set<string>();
  for (let size = longest; size > 0; size -= 1)
    for (let at = 0; at + size <= words.length; at += 1) {
      const key = nameKey(words.slice(at, at + size).join(" "));
      if (key.length > 1) found.add(key);
    }
  return [...found];
}

/** The capitalised words of a question behind its first: the first words of longer names, perhaps. */
export function nameBeginnings(question: string): string[] {
  const words = question
    .replace(/['’]s\b/g, "")
    .split(/\s+/)
    .slice(1, mostWords);
  const keys = words.filter((word) => /^\p{Lu}/u.test(word)).map(nameKey);
  return [...new Set(keys.filter((key) => key.length > 3))];
}

/** Of records whose name occurs in a question, the one with the longest name; null where two are meant equally. */
export function meant<Named extends { name: string }>(rows: readonly Named[]): Named | null {
  const sorted = rows.map((row) => ({ row, key: nameKey(row.name) })).sort((a, b) => b.key.length - a.key.length);
  const [first, second] = sorted;
  if (!first) return null;
  return second && second.key.length === first.key.length && second.key !== first.key ? null : first.row;
}
