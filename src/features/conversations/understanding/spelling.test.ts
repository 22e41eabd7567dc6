import { expect, test } from "vitest";
import { misspeltIn, misspeltWord } from "./spelling.ts";

const names = ["Mr Keith Ellerby", "Loxley Valley Housing Association", "Cooper Ltd", "Hansen A/S", "Hanson plc"];

test("a name that is nearly a known one is the nearest, or one of those equally near", () => {
  expect(misspeltIn("what does ellerbee owe", ["ellerbee"], names)).toEqual({
    written: "ellerbee",
    names: ["Mr Keith Ellerby"],
  });
  expect(misspeltIn("Lokxley Valley HA: what is open?", ["Lokxley Valley HA"], names)?.names).toEqual([
    "Loxley Valley Housing Association",
  ]);
  expect(misspeltIn("How much does Hansan owe?", ["Hansan"], names)?.names).toEqual(["Hansen A/S", "Hanson plc"]);
});

test("a word in the place of no name, a short one and a known one are not misspelt", () => {
  expect(misspeltIn("margin on the copper roofs", ["copper"], names)).toBeNull();
  expect(misspeltIn("what does coop owe", ["coop"], names)).toBeNull();
  expect(misspeltIn("what does cooper owe", ["cooper"], names)).toBeNull();
});

test("a word that is none is the nearest of those that are read, unless two are as near", () => {
  const isEnglish = (word: string) => ["loose", "stack", "treat"].includes(word);
  const read = (word: string) => misspeltWord([word], ["Green coffee", "Brewers", "Brewery"], isEnglish)?.word;
  expect(read("cofee")).toBe("coffee");
  expect(read("avarage")).toBe("average");
  expect(read("custmers")).toBe("customers");
  // Words of their own, known ones, short ones and those that two others are as near to.
  for (const word of ["loose", "average", "cofe", "brewerg"]) expect(read(word), word).toBeUndefined();
});
