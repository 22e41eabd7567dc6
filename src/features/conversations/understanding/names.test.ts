import { expect, test } from "vitest";
import { isMainly, matchName, nameCandidates, writtenNames } from "./names.ts";

const words = new Set("how is what does the google ads in march we".split(" "));
const written = (question: string) => writtenNames(question, (word) => words.has(word.toLowerCase()));
const row = (name: string) => ({ id: name, name });

test("names are found, other capital letters are not", () => {
  expect(written("How healthy is Pemberton Interiors?")).toEqual(["Pemberton Interiors"]);
  expect(written("Pemberton owes us what?")).toEqual(["Pemberton"]);
  expect(written("What does Acme's DSO look like in March, in Q3 and in Google Ads?")).toEqual(["Acme"]);
  expect(written("How is it? What does Marlowe Hotels pay?")).toEqual(["Marlowe Hotels"]);
  expect(written("how is acme")).toEqual([]);
});

test("a record is found by its whole name, or by a unique beginning", () => {
  const of = (question: string, ...names: string[]) =>
    matchName(names.map(row), nameCandidates(question), written(question))?.name ?? null;
  expect(of("how is acme", "Acme Ltd")).toBe("Acme Ltd");
  expect(of("How is Pemberton?", "Pemberton Interiors")).toBe("Pemberton Interiors");
  expect(of("How is Northwind Traders?", "Northwind Hosting")).toBeNull();
  expect(of("How is Northwind?", "Northwind Hosting", "Northwind Foods")).toBeNull();
  expect(of("How is Northwind Foods?", "Northwind", "Northwind Foods")).toBe("Northwind Foods");
});

test.each([
  ["Should we renew Fibrelink?", "Fibrelink", true],
  ["What should we do about Fibrelink?", "Fibrelink", true],
  ["Should we buy the packing line?", "Packing line", true],
  ["What should we do about the overdue invoices of Fibrelink?", "Fibrelink", false],
  ["Should we renew Fibrelinks?", "Fibrelink", false],
  ["Should we hire Al?", "Al", false],
  ["What about Fibrelink?", "Fibrelink", true],
  ["Is Fibrelink about to go bust?", "Fibrelink", false],
  ["Who is the managing director of Harbour Foods?", "Harbour Foods", false],
])("%s is mainly about %s: %s", (question, name, expected) => expect(isMainly(question, name)).toBe(expected));
