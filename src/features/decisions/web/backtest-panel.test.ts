import { expect, test } from "vitest";
import { describeFinding } from "./backtest-panel.tsx";

const outcomes = (alone: number) => ({ alone, asked: 0, denied: 0, known: 0, badly: 0, exposure: 0 });
const finding = (now: number, tried: number, changed: number) =>
  describeFinding({ now: outcomes(now), tried: outcomes(tried), judged: 20, changed });

test("a trial of limits is summed up by what would have run without a person", () => {
  expect(finding(5, 5, 0)).toBe("None of 20 past requests would be answered differently.");
  expect(finding(5, 8, 3)).toBe("3 of 20 past requests would have run without you.");
  expect(finding(5, 3, 2)).toBe("2 of 20 past requests would have waited for you instead of running alone.");
  expect(finding(5, 5, 4)).toBe(
    "4 of 20 past requests would be answered differently; as many as before would have run without you.",
  );
});
