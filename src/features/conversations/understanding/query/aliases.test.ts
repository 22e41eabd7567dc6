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

test("a description is said by what it contains; categories and the rows' own fields count before it", () => {
  const texts = new Map<string, readonly string[]>([
    [
      "description",
      [
        "Diesel, 4 vans, March",
        "Diesel, 4 vans, April",
        "Diesel van 2",
        "Diesel van 3",
        "Tyres and oil for van 2 and 3",
      ],
    ],
    ["category", ["Fuel", "Insurance"]],
    ["vendor.category", ["Insurance"]],
  ]);
  const of = (question: string, options?: Parameters<typeof aliasesIn>[3]) =>
    aliasesIn(question, question.split(" "), texts, options);
  expect(of("diesel")).toEqual([
    { field: "description", words: "diesel", values: ["diesel"], isWithin: true, isPart: true },
  ]);
  expect(of("insurance")).toEqual([{ field: "category", words: "insurance", values: ["Insurance"] }]);
  // Where the rows are not named, a common word of a description names none.
  expect(of("van", { isWord: () => true, isNamed: false })).toEqual([]);
  expect(of("van", { isWord: () => true, isNamed: true })).toHaveLength(1);
  expect(of("not")).toEqual([]);
});

test("a country is known by its code, and a part of a name only where it is of one name", () => {
  const parties = new Map<string, readonly string[]>([
    ["custom:country", ["DE", "CH"]],
    ["vendorName", ["Peakstone Slate Ltd", "Slate & Sons", "HMRC"]],
    ["description", ["HMRC PAYE", "HMRC VAT", "VAT refund"]],
  ]);
  const isWord = (word: string) => word === "customers";
  const of = (question: string) => aliasesIn(question, question.toLowerCase().split(" "), parties, { isWord });
  expect(of("customers Germany")).toMatchObject([{ field: "custom:country", values: ["DE"] }]);
  expect(of("peakstone")).toMatchObject([{ field: "vendorName", values: ["Peakstone Slate Ltd"] }]);
  expect(of("Slate")).toEqual([]);
});

test("of values that two words name, those are meant that both name", () => {
  const memo = new Map([["description", ["HMRC PAYE", "HMRC VAT", "VAT refund"]]]);
  expect(aliasesIn("HMRC for VAT", ["hmrc", "vat"], memo).map(({ values }) => values)).toEqual([
    ["HMRC VAT"],
    ["HMRC VAT"],
  ]);
});
