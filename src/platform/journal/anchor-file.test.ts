import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { newestAnchors } from "#platform/journal/anchor-file.ts";

const folder = mkdtempSync(join(tmpdir(), "boardroom-anchors-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, "anchors.jsonl");

test("a company's newest anchors are found however far back they are, and a line that was cut off is none", async () => {
  const idOf = (company: number) => `company-${String(company).padStart(5, "0")}`;
  const lines = Array.from({ length: 30_000 }, (_, at) =>
    // Company 7 is in the oldest lines only; lengths differ, so that parts of the file end anywhere in a line.
    JSON.stringify({
      company: idOf(at < 100 ? 7 : 100 + (at % 50)),
      seq: at,
      hash: "f".repeat(1 + (at % 64)),
      at: "",
      mac: "",
    }),
  );
  writeFileSync(file, `${lines.join("\n")}\n${JSON.stringify({ company: idOf(149) }).slice(0, -3)}`);
  const seqsOf = async (company: string, most: number, mostBytes?: number) =>
    (await newestAnchors(file, company, most, mostBytes)).map(({ seq }) => seq);
  const expected = (company: number) => lines.flatMap((_, at) => (at >= 100 && at % 50 === company % 50 ? [at] : []));
  expect(await seqsOf(idOf(149), 3)).toEqual([29_999, 29_949, 29_899]);
  expect(await seqsOf(idOf(125), Infinity, Infinity)).toEqual(expected(125).toReversed());
  expect(await seqsOf(idOf(7), 2)).toEqual([99, 98]);
  expect(await seqsOf(idOf(7), 2, 1)).toEqual([]);
  expect(await seqsOf(idOf(8), 2)).toEqual([]);
  expect(await newestAnchors(join(folder, "none.jsonl"), idOf(7), 1)).toEqual([]);
});
