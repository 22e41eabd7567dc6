import { describe, expect, test } from "vitest";
import { csvLines } from "./csv.ts";
import { type Line, UnreadableFile } from "./reading.ts";

async function* pieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function read(text: string, width: number, size = 7, delimiter = ",") {
  const lines: Line[] = [];
  const notes: string[] = [];
  for await (const batch of csvLines(pieces(text, size), delimiter, width, { onNote: (note) => notes.push(note) }))
    lines.push(...batch);
  return { cells: lines.map(({ cells }) => cells), numbers: lines.map(({ line }) => line), lines, notes };
}

describe("cells", () => {
  test.each([
    [
      "plain",
      "a,b\n1,2\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "any line ends",
      "a,b\r\n1,2\r3,4\n5,6",
      [
        ["a", "b"],
        ["1", "2"],
        ["3", "4"],
        ["5", "6"],
      ],
    ],
    [
      "proper quotes",
      '"a,x","b ""c"""\n"1\n2",3\n',
      [
        ["a,x", 'b "c"'],
        ["1\n2", "3"],
      ],
    ],
    ["an inch mark in an open cell", '5" pipe,10\n', [['5" pipe', "10"]]],
    ["an inch mark in a quoted cell", '"5" pipe",10\n', [['5" pipe', "10"]]],
    [
      "an inch mark at the end of a quoted cell",
      '"Monitor 27"",100\n"Desk",5\n',
      [
        ['Monitor 27"', "100"],
        ["Desk", "5"],
      ],
    ],
    ["an escaped quote at the end", '"Monitor 27""",100\n', [['Monitor 27"', "100"]]],
    [
      "a text kept from change",
      '="00123",1\n"=""0045""",2\n',
      [
        ["00123", "1"],
        ["0045", "2"],
      ],
    ],
    [
      "an escaped formula",
      "'=1+1,'-5\n'quoted',x\n",
      [
        ["=1+1", "-5"],
        ["'quoted'", "x"],
      ],
    ],
    ["spaces around quotes", ' "a" , "b"\n', [["a", "b"]]],
    [
      "a long cell over lines with delimiters",
      '1,"x, y\nz, w, v\nend",3\n4,5,6\n',
      [
        ["1", "x, y\nz, w, v\nend", "3"],
        ["4", "5", "6"],
      ],
    ],
  ])("%s", async (_, text, cells) => {
    const width = cells[0]?.length ?? 1;
    // In pieces of any size, the same.
    for (const size of [1, 3, 1000]) expect((await read(text, width, size)).cells).toEqual(cells);
  });

  test("rows are counted as a spreadsheet does: empty lines count, a sep= line does not", async () => {
    expect((await read("sep=;\na;b\n\n1;2\n", 2, 7, ";")).numbers).toEqual([1, 3]);
    expect((await read('a,b\n"1\n2",3\n4,5\n', 2)).numbers).toEqual([1, 2, 3]);
  });
});

describe("a quote that does not close", () => {
  test("costs its own line, and is said", async () => {
    const { cells, notes } = await read('a,b,c,d\n1,"oops,3,4\n5,6,7,8\n9,10,11,12\n', 4);
    expect(cells).toEqual([
      ["a", "b", "c", "d"],
      ["1", '"oops', "3", "4"],
      ["5", "6", "7", "8"],
      ["9", "10", "11", "12"],
    ]);
    expect(notes).toEqual(["The quote in line 2 does not close: the line was read as it stands."]);
  });

  test("takes no later line with it, whose quotes are proper", async () => {
    const { cells } = await read('a,b,c,d\n1,"oops,3,4\n5,"6",7,8\n9,"1,0",11,12\n', 4);
    expect(cells.slice(1)).toEqual([
      ["1", '"oops', "3", "4"],
      ["5", "6", "7", "8"],
      ["9", "1,0", "11", "12"],
    ]);
  });

  test("in every line of many does not take long or lose any", async () => {
    const text = `a,b\n${Array.from({ length: 20_000 }, (_, at) => `"x${at},1`).join("\n")}`;
    const { cells } = await read(text, 2, 65_536);
    expect(cells).toHaveLength(20_001);
    expect(cells.at(-1)).toEqual(['"x19999', "1"]);
  });

  test("in one of a million lines keeps little of the rest in memory", async () => {
    let most = 0;
    async function* text(): AsyncGenerator<string> {
      yield 'a,b,c,d\n1,"oops,3,4\n';
      for (let at = 0; at < 500; at += 1) yield "5,6,7,8\n".repeat(2000);
    }
    let count = 0;
    for await (const batch of csvLines(text(), ",", 4)) {
      count += batch.length;
      most = Math.max(most, batch.length);
    }
    expect(count).toBe(1_000_002);
    expect(most).toBeLessThan(1000);
  });
});

describe("what cannot be a table", () => {
  test("more columns than can be read", async () => {
    await expect(read(`${"c,".repeat(9999)}c\n`, 2, 65_536)).rejects.toThrow(
      "Line 1 has 10,000 columns; at most 500 can be read.",
    );
  });
  test("a line without an end", async () => {
    await expect(read(`a,b\n1,${"x".repeat(5_000_000)}`, 2, 65_536)).rejects.toThrow(UnreadableFile);
    const { cells } = await read(`a,b\n1,"${"x".repeat(1_000_000)}"\n2,ok\n`, 2, 65_536);
    expect(cells.map((line) => line[1]?.length)).toEqual([1, 1_000_000, 2]);
  });
  test("a file that ends within a line has a fault there, where all others are whole", async () => {
    const { lines } = await read("a,b,c\n1,2,3\n4,5,6\n7,8", 3);
    expect(lines.map(({ fault }) => fault)).toEqual([
      undefined,
      undefined,
      undefined,
      "The file ends within this line.",
    ]);
    expect((await read("a,b,c\n1,2\n4,5,6\n7,8", 3)).lines.at(-1)?.fault).toBeUndefined();
  });
});
