import { expect, test } from "vitest";
import { efficiency } from "#features/dashboard/rules.ts";

test("a score is 100 only if nothing was late", () => {
  const none = { due: 0, onTime: 0 };
  expect(efficiency({ due: 400, onTime: 399 }, none).score).toBe(99);
  expect(efficiency({ due: 400, onTime: 400 }, none).score).toBe(100);
});

test("efficiency is the share of due tasks done on time, null if none was due", () => {
  expect(efficiency({ due: 50, onTime: 46 }, { due: 10, onTime: 9 })).toEqual({
    due: 50,
    onTime: 46,
    before: { due: 10, onTime: 9 },
    score: 92,
    change: 2,
  });
  expect(efficiency({ due: 0, onTime: 0 }, { due: 10, onTime: 9 })).toEqual({
    due: 0,
    onTime: 0,
    before: { due: 10, onTime: 9 },
    score: null,
    change: null,
  });
});
