import { expect, test } from "vitest";
import { hashedVector } from "#platform/embedding/hashing.ts";
import { sentenceEmbedder } from "#platform/embedding/sentences.ts";
import { createLog } from "#platform/log.ts";

const dot = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);

test("sentences of the same meaning are nearer than others; the thread ends when idle and starts again", async () => {
  const embedder = sentenceEmbedder(createLog("silent"), { idleMs: 1, deadlineMs: 60_000 });
  try {
    const [invoice, bill, weather, empty] =
      (await embedder.embed([
        "When is the invoice due?",
        "The bill has to be paid by Friday.",
        "It rains.",
        "",
        "a",
      ])) ?? [];
    if (!invoice || !bill || !weather || !empty) throw new Error("Nothing was encoded.");
    expect(invoice).toHaveLength(512);
    expect(dot(invoice, invoice)).toBeCloseTo(1, 4);
    expect(dot(invoice, bill)).toBeGreaterThan(dot(invoice, weather));
    const [again] = (await embedder.embed(["When is the invoice due?"], { isUrgent: true })) ?? [];
    expect(dot(again ?? invoice, invoice)).toBeCloseTo(1, 4);
  } finally {
    await embedder.close();
  }
});

test("a word of a question is near a word of the same meaning in its sentence", async () => {
  const embedder = sentenceEmbedder(createLog("silent"));
  try {
    // The last is longer than the model reads.
    const texts = [
      "Everyone has 24 days of leave a year.",
      "The crane lifts 20 tonnes.",
      "£89,000 of hire ".repeat(90),
    ];
    const aligned = (await embedder.align?.("How much vacation do we get?", texts)) ?? [];
    const [leave = 0, crane = 0] = aligned.find(({ word }) => word === "vacation")?.nearest ?? [];
    expect(aligned.map(({ word }) => word)).toEqual(["how", "much", "vacation", "do", "we", "get"]);
    expect(leave).toBeGreaterThan(crane + 0.2);
  } finally {
    await embedder.close();
  }
});

test("hashed vectors are unit vectors, near for similar spelling", () => {
  const [one, near, far] = [hashedVector("invoices"), hashedVector("invoice"), hashedVector("weather")];
  expect(dot(one, one)).toBeCloseTo(1, 4);
  expect(dot(one, near)).toBeGreaterThan(dot(one, far) + 0.2);
  expect([...hashedVector("")].every((value) => value === 0)).toBe(true);
});
