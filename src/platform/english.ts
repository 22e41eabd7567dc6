import { readFileSync } from "node:fs";
import wordListPath from "word-list";

let list: string | null = null;

/** Whether a word in small letters is in a list of 275,000 English words, inflected forms among them. */
export function isEnglish(word: string): boolean {
  list ??= `\n${readFileSync(wordListPath, "utf8").trim()}\n`;
  // The list is sorted; places are those of the line breaks before its words.
  let [low, high] = [0, list.length - 1];
  while (low < high) {
    const at = list.lastIndexOf("\n", (low + high) >> 1);
    const end = list.indexOf("\n", at + 1);
    const found = list.slice(at + 1, end);
    if (found === word) return true;
    if (found < word) low = end;
    else high = at;
  }
  return false;
}
