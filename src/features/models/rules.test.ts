import { expect, test } from "vitest";
import { fits, isNearLimit, roundUp, withoutAccount } from "./rules.ts";

test("a call fits to the last hundred-millionth and not beyond", () => {
  expect(fits({ counted: 0.3, reserved: 0.1 }, 0.5, 0.1)).toBe(true);
  expect(fits({ counted: 0.3, reserved: 0.1 }, 0.5, 0.10000001)).toBe(false);
  expect(fits({ counted: 5, reserved: 0 }, 5, 0)).toBe(true);
  expect(fits({ counted: 0, reserved: 0 }, 0, 0.00000001)).toBe(false);
});

test("amounts are rounded up, never down", () => {
  expect(roundUp(0.000000001)).toBe(0.00000001);
  expect(roundUp(0.1)).toBe(0.1);
});

test("four fifths of a limit are nearly all of it", () => {
  expect([isNearLimit({ counted: 3.99 }, 5), isNearLimit({ counted: 4 }, 5), isNearLimit({ counted: 1 }, 0)]).toEqual([
    false,
    true,
    false,
  ]);
});

test("without a removed account a purpose keeps its model, takes its fallback, or the heir's model", () => {
  const [one, two, heir] = ["one", "two", "heir"].map((accountId) => ({ accountId, model: `of ${accountId}` }));
  if (!one || !two || !heir) throw new Error("Three were made.");
  const without = (chosen: typeof one, fallback: typeof one | null) =>
    withoutAccount({ purpose: "answer", chosen, fallback }, "two", heir);
  expect(without(one, two)).toEqual({ purpose: "answer", chosen: one, fallback: null });
  expect(without(one, heir)).toEqual({ purpose: "answer", chosen: one, fallback: heir });
  expect(without(two, one)).toEqual({ purpose: "answer", chosen: one, fallback: null });
  expect(without(two, two)).toEqual({ purpose: "answer", chosen: heir, fallback: null });
});
