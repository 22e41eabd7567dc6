import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { csvFault, parseCsv } from "./csv.ts";

const size = 10_000_000;
const pieceSize = 64 * 1024;
/** Milliseconds a turn may take on average, on a busy machine. */
const averageTurn = 100;

async function* inChunks(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += pieceSize) yield text.slice(at, at + pieceSize);
}

/** Reads a file; returns its row count, the time it took and how often the event loop turned. */
async function read(content: string | AsyncIterable<string>) {
  let turns = 0;
  let isDone = false;
  const counting = (async () => {
    for (; !isDone; turns += 1) await nextTurn();
  })();
  const began = performance.now();
  let rows = 0;
  for await (const _ of parseCsv(content, ",")) rows += 1;
  const took = performance.now() - began;
  isDone = true;
  await counting;
  return { rows, turns, took };
}

test.each([
  ["line ends", "\n"],
  ["lines of empty cells", ",\n"],
  ["blank lines", "  ,  \n"],
])("the event loop keeps turning while reading %s without rows", async (_, line) => {
  const text = `date,value\n${line.repeat(size / line.length)}`;
  for (const content of [text, inChunks(text)]) {
    const { rows, turns, took } = await read(content);
    expect(rows).toBe(1);
    expect(turns).toBeGreaterThan(Math.max(2, took / averageTurn));
  }
});

test("the event loop keeps turning while reading rows", async () => {
  const { rows, turns, took } = await read(`date,value\n${"2026-01-02,7\n".repeat(200_000)}`);
  expect(rows).toBe(200_001);
  expect(turns).toBeGreaterThan(Math.max(2, took / averageTurn));
});

test.each([
  ["whole", (text: string) => text],
  ["in chunks", inChunks],
])("a line of delimiters can be too long too, %s", async (_, given) => {
  const text = `date,value\n2026-01-02,7\n${",".repeat(1_000_000)}`;
  const error: unknown = await read(given(text)).catch((thrown: unknown) => thrown);
  expect(csvFault(error)).toEqual({ line: 3, sentence: "This line is too long to be read." });
});

test("a character across the border of two chunks stays whole", async () => {
  const emoji = "\u{1f680}";
  for (const before of [8_190, 8_191, 8_192, 16_382, 16_383]) {
    const name = "a".repeat(before) + emoji;
    const ends: (string | undefined)[] = [];
    for await (const { record } of parseCsv(`${name}\nb`, ",")) ends.push(record[0]?.slice(-2));
    expect([before, ...ends]).toEqual([before, emoji, "b"]);
  }
});
