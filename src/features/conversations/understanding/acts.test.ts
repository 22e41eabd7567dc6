import { expect, test } from "vitest";
import { actAsked } from "./acts.ts";

test.each([
  ["Pay the Cloudbase bill please", "pay the Cloudbase bill", "/records/invoices"],
  ["Could you close case K-3030?", "close case K-3030", "/tasks"],
  ["Delete all the lost deals", "delete all the lost deals", "/records"],
])("%s asks for something to be done", (question, verb, href) => {
  expect(actAsked(question)).toEqual({ verb, href });
});

test.each([
  "Change in revenue this month",
  "Call volume last week",
  "Order value by customer",
  "Pay day of our vendors",
  "How do I pay the Cloudbase bill?",
  "Which invoices did customers pay?",
])("%s is a question", (question) => {
  expect(actAsked(question)).toBeNull();
});
