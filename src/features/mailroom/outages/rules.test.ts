import { expect, test } from "vitest";
import { isSilent } from "./rules.ts";

const now = new Date("2026-11-27T12:00:00Z");
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const box = { isRunning: true, startedAt: ago(60), lastPollAt: ago(1), lastGoodAt: ago(15) };

test("a running mailbox without a good poll for 15 minutes is silent, if polls were tried", () => {
  expect(isSilent(box, now)).toBe(true);
  expect(isSilent({ ...box, lastGoodAt: ago(14) }, now)).toBe(false);
  expect(isSilent({ ...box, isRunning: false }, now)).toBe(false);
  // Never read since it was started.
  expect(isSilent({ ...box, lastGoodAt: null }, now)).toBe(true);
  expect(isSilent({ ...box, lastGoodAt: null, startedAt: ago(3) }, now)).toBe(false);
  // It was stopped for a day, and started three minutes ago.
  expect(isSilent({ ...box, lastGoodAt: ago(1_440), startedAt: ago(3) }, now)).toBe(false);
  // The program was down: nothing was tried since.
  expect(isSilent({ ...box, lastPollAt: ago(15) }, now)).toBe(false);
  expect(isSilent({ ...box, lastPollAt: null, lastGoodAt: null }, now)).toBe(false);
});
