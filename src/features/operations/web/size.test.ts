import { expect, test } from "vitest";
import { size } from "./size.ts";

test.each([
  [0, "0 bytes"],
  [2_474, "2,474 bytes"],
  [24_440, "24.4 kB"],
  [83_000_000_000, "83 GB"],
  [9e18, "9,000,000 TB"],
])("%i bytes are formatted as %s", (bytes, text) => {
  expect(size(bytes)).toBe(text);
});
