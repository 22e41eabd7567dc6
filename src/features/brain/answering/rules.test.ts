import { expect, test } from "vitest";
import type { Ranked } from "#features/brain/answering/ranking.ts";
import { confidenceOf, isKnown } from "#features/brain/answering/rules.ts";

const sentence = (score: number, evidence: Partial<Ranked["evidence"]>): Ranked => ({
  unit: { text: "", under: "" } as Ranked["unit"],
  passage: { id: String(score), isDoubtful: false } as Ranked["passage"],
  similarity: 0,
  isReplaced: false,
  lexemes: { own: new Set(), under: new Set(), title: new Set(), near: new Set(), passage: new Set() },
  values: [],
  score,
  evidence: {
    own: 0,
    under: 0,
    title: 0,
    near: 0,
    passage: 0,
    kind: 1,
    unit: 0.5,
    bracket: 0,
    absent: 0,
    similarity: 0.5,
    meaning: 0.5,
    closeness: 0.5,
    ...evidence,
  },
});

test("the only sentence of a company answers if it holds what is asked, and not if it is about another name", () => {
  expect(isKnown(confidenceOf([sentence(30, { own: 1 })]))).toBe(true);
  // Nothing but its neighbourhood in meaning speaks for it.
  expect(isKnown(confidenceOf([sentence(20, { own: 0.3 })]))).toBe(false);
  const isNamed = (absent: number) => isKnown(confidenceOf([sentence(28, { own: 0.67, meaning: 0.7, absent })]));
  expect([isNamed(0), isNamed(0.33)]).toEqual([true, false]);
});

test("a sentence that leads the next ones is surer than one among equals", () => {
  const first = sentence(25, { own: 0.8 });
  const [clear, close] = [12, 24].map((score) => confidenceOf([first, ...Array(6).fill(sentence(score, {}))]));
  expect(clear).toBeGreaterThan(close ?? 1);
});
