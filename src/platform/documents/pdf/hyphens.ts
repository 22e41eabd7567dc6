import { isEnglish } from "#platform/english.ts";

/** Words before which a hyphen stands for the end of another word: "short- and long-term". */
const conjunctions = /^(?:and|or|to|und|oder|bis|et|ou|y|o|e|en|of)$/;

export type Joiner = {
  /** A line's text with the next one's, with or without the hyphen between them. */
  join(text: string, next: string): string;
  /** Joined words for which nothing speaks but that most such hyphens only part a word. */
  uncertain: string[];
};

/** Joins lines by the words that stand elsewhere in the document, then by a list of English words. */
export function openJoiner(lines: Iterable<string>): Joiner {
  const words = new Set<string>();
  for (const line of lines)
    for (const [word] of line.toLowerCase().matchAll(/\p{L}+(?:-\p{L}+)*/gu)) words.add(word.normalize());
  const uncertain: string[] = [];
  const join = (text: string, next: string): string => {
    if (text.endsWith("\u00ad")) return text.slice(0, -1) + next;
    const before = /[\p{L}\p{N}.]{0,60}$/u.exec(text.slice(0, -1))?.[0] ?? "";
    if (!/[-\u2010]$/.test(text))
      return /[\u3040-\u30ff\u3400-\u9fff]$/.test(text) && /^[\u3040-\u30ff\u3400-\u9fff]/.test(next)
        ? text + next
        : `${text} ${next}`;
    const [after = ""] = /^[\p{L}\p{N}]+/u.exec(next) ?? [];
    // A dash between words, or a sign.
    if (before === "" || after === "") return before === "" ? `${text} ${next}` : text + next;
    if (conjunctions.test(after)) return `${text} ${next}`;
    // A hyphen beside a digit or a capital belongs to the number or the name.
    if (!/^\p{Ll}+$/u.test(after) || !/\p{Ll}$/u.test(before)) return text + next;
    const parted = before.toLowerCase();
    const joined = parted + after;
    if (words.has(joined)) return text.slice(0, -1) + next;
    if (words.has(`${parted}-${after}`)) return text + next;
    if (isEnglish(joined)) return text.slice(0, -1) + next;
    if (isEnglish(parted) && isEnglish(after)) return text + next;
    uncertain.push(joined);
    return text.slice(0, -1) + next;
  };
  return { join, uncertain };
}
