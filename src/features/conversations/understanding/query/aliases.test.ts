import { expect, test } from "vitest";
import { aliasesIn } from "./aliases.ts";

const values = new Map<string, readonly string[]>([
  ["customer.segment", ["Sports club", "Insurer"]],
  ["customer.custom:country", ["Germany (DE)", "France (FR)"]],
  ["category", ["Rent", "Room hire"]],
  ["customerName", ["Loxley Housing Association", "Alder & Sons"]],
]);
const found = (question: string, ...unused: string[]) => aliasesIn(question, unused, values);

test("words that nothing else uses name the values they are, or are part of", () => {
  expect(found("revenue from sports clubs", "sports", "clubs")).toEqual([
    { field: "customer.segment", words: "sports clubs", values: ["Sports club"] },
  ]);
  expect(found("customers in germany", "germany")).toEqual([
    { field: "customer.custom:country", words: "germany", values: ["Germany (DE)"], isPart: true },
  ]);
});

test("used words, parts of names in small letters and words of several fields name nothing", () => {
  expect(found("revenue from sports clubs")).toEqual([]);
  expect(found("housing associations that owe us", "housing", "associations")).toEqual([]);
  expect(found("what does the association owe", "association")).toEqual([]);
  expect(found("what does Alder owe", "alder")).toEqual([
    { field: "customerName", words: "alder", values: ["Alder & Sons"], isPart: true },
  ]);
  const both = new Map([...values, ["channel", ["Rent"]]]);
  expect(aliasesIn("rent this year", ["rent"], both)).toEqual([]);
});
