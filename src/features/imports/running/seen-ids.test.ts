import { expect, test } from "vitest";
import { seenIds } from "#features/imports/running/seen-ids.ts";

test("an id is new once; repetitions return its first line", () => {
  const seen = seenIds();
  const count = 20_000;
  for (let line = 2; line < count; line += 1) expect(seen(`id-${line}`, line)).toBeNull();
  for (let line = 2; line < count; line += 1) expect(seen(`id-${line}`, line + count)).toBe(line);
  expect(seen("", 7)).toBeNull();
  expect(seen("", 9)).toBe(7);
});
