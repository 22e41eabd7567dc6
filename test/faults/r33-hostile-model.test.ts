// Nightly: a sample of what a hostile model answers; R33 tries all of it.
import { expect, test } from "vitest";
import { attackByModel } from "./r33-hostile-model.ts";

test("no answer of a model makes /livez late, or its memory stay", async () => {
  const names = ["10,000 numbers after texts were read", "300 KB streamed", "deep JSON", "5,000 uses"];
  const outcome = await attackByModel(names, 1);
  expect(outcome.violations).toEqual([]);
  expect(outcome.requests).toBeGreaterThan(names.length);
});
