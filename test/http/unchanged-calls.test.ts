import { rmSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { allSamples } from "../samples.ts";
import { changedCalls } from "../unchanged-calls.ts";

const part = "trial-of-itself";
const remembered = `node_modules/.cache/boardroom/trials-unchanged-calls-${part}-${process.env["TEST_DATABASE"] ?? "embedded"}.json`;
afterEach(() => rmSync(remembered, { force: true }));
const isAll = process.env["TEST_NIGHTLY"] !== undefined;

/** Two different calls, the first of which stands twice in the list, as lists with two shapes do. */
function samples() {
  const [one, other] = allSamples().filter(({ endpoint }, at, all) => all[at - 1]?.endpoint !== endpoint);
  if (!one || !other) throw new Error("There are no samples.");
  return [one, { ...one, good: () => ({}) }, other] as const;
}

test("a call is sent again only if not all its trials passed, or if it changed", async () => {
  const [one, twin, other] = samples();
  const first = await changedCalls(import.meta.filename, [one, twin, other], part);
  expect(first.rows).toEqual([one, twin, other]);
  first.passed(one);
  first.passed(other);
  first.remember();
  const second = await changedCalls(import.meta.filename, [one, twin, other], part);
  expect(second.rows).toEqual(isAll ? [one, twin, other] : [one, twin]);
  second.passed(one);
  second.passed(twin);
  second.remember();
  const third = await changedCalls(import.meta.filename, [one, twin, other], part);
  expect(third.rows).toEqual(isAll ? [one, twin, other] : []);
  const changed = { ...other, good: () => ({ body: { title: "Another sample" } }) };
  expect((await changedCalls(import.meta.filename, [changed], part)).rows).toEqual([changed]);
});
