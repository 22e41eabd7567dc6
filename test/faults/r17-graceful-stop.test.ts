import { expect, test } from "vitest";
import { stopUnderLoad } from "./graceful-stop.ts";

test("SIGTERM under load drops no request and hands a job back that cannot end", async () => {
  const outcome = await stopUnderLoad("postgres", { rounds: 1, perSecond: 50 });
  expect(outcome.violations).toEqual([]);
  expect(outcome.closedWith).toEqual({ 1012: 20 });
  expect(outcome.runningAtSignal).toBeGreaterThan(0);
  expect(outcome.handedBack).toBeGreaterThan(0);
});
