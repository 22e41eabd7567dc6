import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { journeyTexts, offScreenTexts } from "../test/data/spec-texts.ts";
import { root } from "./node24.mjs";

// Each journey fails if its pages did not show its texts (test/e2e/check-texts.ts).
test("every text of the specification belongs to one journey that runs daily, or is never on a screen", () => {
  const isDaily = (name: string): boolean => {
    const path = join(root, "test", "e2e", name);
    return existsSync(path) && !readFileSync(path, "utf8").startsWith("// Nightly");
  };
  expect(Object.keys(journeyTexts).filter((name) => !isDaily(name))).toEqual([]);
  const all = [journeyTexts, offScreenTexts].flatMap((one) => Object.values(one).flat());
  expect(all.filter((text, at) => all.indexOf(text) !== at)).toEqual([]);
});
