import { expect, test } from "vitest";
import { comparativeIn, comparingIn, withoutComparative } from "./words.ts";

test.each([
  ["sales in May vs June", "vs"],
  ["GRP versus EPDM", "versus"],
  ["Booking.com as against our own website", "as against"],
  ["this year compared with last year", "compared with"],
  ["did Acme pay more than Beta", "than"],
  ["who has more jobs, Gaz or Tomasz", "or"],
  ["is it higher in 2026 than 2025", "than"],
])("%s compares at %s", (text, word) => {
  const found = comparingIn(text);
  expect(found && text.slice(found.at, found.at + found.length)).toBe(word);
});

test.each([
  "invoices of more than 500",
  "which are more than 90 days late",
  "older than two weeks",
  "less than £5,000",
  "open or disputed invoices",
  "late for more than a month",
])("%s compares nothing", (text) => expect(comparingIn(text)).toBeNull());

test.each([
  ["did Denise win more deals than Martin", "more"],
  ["is rent lower than in 2025", "less"],
  ["rent in 2025 against 2026", null],
])("%s asks for %s", (text, asked) => expect(comparativeIn(text)).toBe(asked));

test.each([
  ["who won more deals", "who won how many deals"],
  ["does she win a bigger share of quotes", "does she win what share of quotes"],
  ["did we sell more to Acme", "did we sell to Acme"],
])("%s becomes %s", (text, plain) => expect(withoutComparative(text).replaceAll(/ +/g, " ")).toBe(plain));
