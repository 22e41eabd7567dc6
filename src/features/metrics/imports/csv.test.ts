import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { csvFault, parseCsv } from "./csv.ts";

const size = 10_000_000;
const pieceSize = 64 * 1024;
/** Milliseconds a turn may take on average, on a machine that is busy with other things as well. */
const averageTurn = 100;

async function* inPieces(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += pieceSize) yield text.slice(at, at + pieceSize);
}

/** Reads a file, gives its rows, how long it took and how often everything else had its turn meanwhile. */
async function read(content: string | AsyncIterable<string>) {
  let turns = 0;
  let isOver = false;
  const counting = (async () => {
    for (; !isOver; turns += 1) await nextTurn();
  })();
  const began = performance.now();
  let rows = 0;
  for await (const _ of parseCsv(content, ",")) rows += 1;
  const took = performance.now() - began;
  isOver = true;
  await counting;
  return { rows, turns, took };
}

test.each([
  ["line ends", "\n"],
  ["lines of empty cells", ",\n"],
  ["blank lines", "  ,  \n"],
])("everything else has its turn while %s are read that give no row", async (_, line) => {
  const text = `date,value\n${line.repeat(size / line.length)}`;
  for (const content of [text, inPieces(text)]) {
    const { rows, turns, took } = await read(content);
    expect(rows).toBe(1);
    expect(turns).toBeGreaterThan(Math.max(2, took / averageTurn));
  }
});

test("everything else has its turn while rows are read", async () => {
  const { rows, turns, took } = await read(`date,value\n${"2026-01-02,7\n".repeat(200_000)}`);
  expect(rows).toBe(200_001);
  expect(turns).toBeGreaterThan(Math.max(2, took / averageTurn));
});

test.each([
  ["whole", (text: string) => text],
  ["in pieces", inPieces],
])("a line of delimiters alone is too long as well, %s", async (_, given) => {
  const text = `date,value\n2026-01-02,7\n${",".repeat(1_000_000)}`;
  const error: unknown = await read(given(text)).catch((thrown: unknown) => thrown);
  expect(csvFault(error)).toEqual({ line: 3, sentence: "This line is too long to be read." });
});
