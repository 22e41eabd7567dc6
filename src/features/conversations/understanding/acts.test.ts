import { expect, test } from "vitest";
import { actAsked } from "./acts.ts";

test.each([
  ["Pay the Cloudbase bill please", "pay the Cloudbase bill", "Invoices"],
  ["Could you close case K-3030?", "close case K-3030", "Tasks"],
  ["Delete all the lost deals", "delete all the lost deals", "Records"],
  ["Hire a bookkeeper", "hire a bookkeeper", null],
])("%s asks for something to be done", (question, verb, page) => {
  expect(actAsked(question)).toMatchObject({ verb, page: page && { name: page } });
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
