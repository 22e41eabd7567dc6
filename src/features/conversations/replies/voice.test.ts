import { expect, test } from "vitest";
import type { Reply } from "./reply.ts";
import { voiced } from "./voice.ts";

const section = (title: string, amount: number) => ({
  title,
  lines: Array.from({ length: amount }, (_, at) => [`${title} ${at}.`]),
  table: null,
});
const reply: Reply = {
  answered: true,
  report: {
    headline: ["Up 4%."],
    sections: [section("A", 3), section("B", 4)],
    figures: [],
    facts: [],
    missing: [],
    proposals: [],
  },
  followUps: [],
};
const amount = (given: Reply) => 1 + given.report.sections.reduce((sum, { lines }) => sum + lines.length, 0);

test("the voice opens an answer and the length limits its sentences", () => {
  expect(voiced({}, reply).report.headline).toEqual(["Up 4%."]);
  expect(voiced({ voiceStyle: "analytical" }, reply).report.headline).toEqual(["By the figures: ", "Up 4%."]);
  expect(amount(voiced({ responseLength: "short" }, reply))).toBe(2);
  expect(amount(voiced({ responseLength: "medium" }, reply))).toBe(6);
  expect(amount(voiced({ responseLength: "long" }, reply))).toBe(8);
  expect(voiced({ responseLength: "short" }, reply).report.sections).toHaveLength(1);
});

test("a refusal stays as it is", () => {
  const refused = { ...reply, answered: false };
  expect(voiced({ voiceStyle: "diplomatic", responseLength: "short" }, refused)).toBe(refused);
});
