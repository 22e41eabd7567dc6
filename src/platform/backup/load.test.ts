import { expect, test } from "vitest";
import { withColumns } from "#platform/backup/load.ts";

test("drops unknown columns from each line, whatever the others hold", () => {
  const lines = Buffer.from("1\ta\\tb\t\\N\n2\tc\\nd\tü\\\\\n");
  expect(withColumns(lines, [0, 2]).toString()).toBe("1\t\\N\n2\tü\\\\\n");
  expect(withColumns(lines, [1]).toString()).toBe("a\\tb\nc\\nd\n");
  expect(withColumns(lines, [0, 1, 2])).toEqual(lines);
});
