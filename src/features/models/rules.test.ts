import { expect, test } from "vitest";
import { fits, isNearly, roundUp } from "./rules.ts";

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
  expect([isNearly({ counted: 3.99 }, 5), isNearly({ counted: 4 }, 5), isNearly({ counted: 1 }, 0)]).toEqual([
    false,
    true,
    false,
  ]);
});
