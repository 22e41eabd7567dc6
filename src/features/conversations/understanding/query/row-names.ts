import { terms } from "./terms.ts";

/** Words for the same rows: whoever calls a file "reservations" also asks for bookings and stays. */
const sameRows: readonly (readonly string[])[] = [
  ["reservations", "bookings", "stays"],
  ["jobs", "works", "projects"],
  ["quotes", "estimates", "quotations", "offers", "proposals"],
  ["tickets", "cases", "complaints", "issues"],
  ["callbacks", "complaints"],
  ["appointments", "visits", "sessions", "bookings"],
  ["classes", "courses", "lessons"],
  ["members", "memberships"],
  ["orders", "sales orders"],
  ["shifts", "rota", "roster"],
  ["deliveries", "shipments", "consignments", "loads"],
  ["repairs", "services"],
  ["rentals", "hires", "bookings"],
  ["leases", "tenancies"],
];

/** The names of rows in the name of their file: "jobs register" and "jobs", unless the word says something else. */
export const namesIn = (fileName: string): string[] => {
  const nouns = fileName.split(" ").filter((word) => /[^s]s$/.test(word) && word.length > 3);
  const others = nouns.flatMap((noun) => sameRows.filter((all) => all.includes(noun)).flat());
  // "Bill no" numbers bills, which the terms tell from invoices to customers; "agreements" are contracts anyway.
  return [fileName, ...nouns, ...others].filter((word, at) =>
    at === 0 ? word.includes(" ") || !isTermWord(word, true) : !isTermWord(word),
  );
};
const isTermWord = (word: string, isNarrowed = false): boolean =>
  terms.some(
    ({ words, filters }) =>
      (!isNarrowed || filters !== undefined) && words.split(", ").some((one) => one === word || `${one}s` === word),
  );
