import { expect, test } from "vitest";
import { describeResult } from "./bulk-result.ts";

const skip = (reason: string) => ({ id: crypto.randomUUID(), title: "A task", reason });
const ids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID());

test("the result says how many changed and why others did not", () => {
  expect(describeResult("complete", { changed: ids(4), skipped: [skip("Already cancelled")] })).toBe(
    "4 completed, 1 skipped: already cancelled",
  );
  expect(describeResult("reassign", { changed: ids(2), skipped: [] })).toBe("2 reassigned");
  const skipped = [skip("Already cancelled"), skip("Already completed"), skip("Already completed")];
  expect(describeResult("cancel", { changed: [], skipped })).toBe(
    "3 skipped: 1 already cancelled, 2 already completed",
  );
});
