import { readFileSync } from "node:fs";
import wordListPath from "word-list";
import { expect, test } from "vitest";
import { isEnglish } from "./english.ts";

test("finds the first, the last and every thousandth word of the list, and no other", () => {
  const all = readFileSync(wordListPath, "utf8").trim().split("\n");
  const some = all.filter((_, at) => at === 0 || at === all.length - 1 || at % 1_000 === 0);
  expect(some.filter((word) => !isEnglish(word))).toEqual([]);
  expect(["", "0", "cofee", "avarage", "zzzzzz", `${all[500]}q`].filter((word) => isEnglish(word))).toEqual([]);
});
