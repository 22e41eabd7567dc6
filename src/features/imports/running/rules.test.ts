import { expect, test } from "vitest";
import { importSentence } from "#features/imports/running/rules.ts";

test("an import reports its result", () => {
  const nothing = { added: 0, changed: 0, unchanged: 0, badCount: 0, emptied: 0, created: 0 };
  expect(importSentence({ ...nothing, added: 1200, unchanged: 3 })).toBe("1,200 added, 3 already there.");
  expect(importSentence({ ...nothing, badCount: 2 })).toBe("Nothing was imported: 2 lines were not taken.");
  expect(importSentence({ ...nothing, added: 2, emptied: 1, created: 12 }, ["The file is not in UTF-8."])).toBe(
    "2 added. 12 customers or vendors created from names. 1 cell could not be read and was left empty. The file is not in UTF-8.",
  );
});
