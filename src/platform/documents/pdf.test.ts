import { describe, expect, test } from "vitest";
import { makePdf, type Placed, placedPdf } from "../../../test/documents.ts";
import { readDocument } from "./read-document.ts";

const read = (bytes: Uint8Array) => readDocument({ fileName: "a.pdf", bytes });
/** Lines below each other from a place on. */
const lines = (x: number, y: number, texts: readonly string[], pitch = 12): Placed[] =>
  texts.map((text, at) => [x, y - at * pitch, text]);
/** Rows of cells that begin at given places; an empty cell is not drawn. */
const rows = (y: number, places: readonly number[], cells: readonly (readonly string[])[], pitch = 14): Placed[] =>
  cells.flatMap((row, at) =>
    row.flatMap((text, column): Placed[] => (text ? [[places[column] ?? 0, y - at * pitch, text]] : [])),
  );
const left = [
  "The first column begins at the top of the",
  "page and tells how deliveries are made to",
  "the depots, which happens on each Monday",
  "unless a holiday falls on that very day.",
];
const right = [
  "The second column is about the returns of",
  "goods, which are credited in full if they",
  "arrive within thirty days in the packaging",
  "in which they were sent to the customer.",
];

describe("columns of text are read one after the other", () => {
  const both = `${left.join(" ")}\n${right.join(" ")}`;
  test.each<[string, Placed[]]>([
    [
      "on the same lines",
      left.flatMap((text, at): Placed[] => [
        [50, 700 - at * 12, text],
        [310, 700 - at * 12, right[at] ?? ""],
      ]),
    ],
    ["on lines of their own", [...lines(310, 695, right), ...lines(50, 700, left)]],
    ["written column by column", [...lines(50, 700, left), ...lines(310, 700, right)]],
  ])("%s", async (_name, placed) => {
    const { text } = await read(placedPdf([[[50, 740, "A newsletter", 18], ...placed]]));
    expect(text).toBe(`A newsletter\n${both}`);
  });
});

describe("a cell keeps its column", () => {
  const places = [50, 200, 300, 400];
  const cells = [
    ["Item", "Q1", "Q2", "Q3"],
    ["Mugs", "120", "", "140"],
    ["Vases", "", "95", ""],
    ["Plates", "7", "8", "9"],
  ];
  const text = "Item: Mugs; Q1: 120; Q3: 140\nItem: Vases; Q2: 95\nItem: Plates; Q1: 7; Q2: 8; Q3: 9";
  test.each<[string, Placed[]]>([
    ["with empty cells", rows(700, places, cells)],
    [
      "written column by column",
      places.flatMap((x, column) =>
        cells.flatMap((row, at): Placed[] => (row[column] ? [[x, 700 - at * 14, row[column]]] : [])),
      ),
    ],
    ["in lines that stand close", rows(700, places, cells, 11)],
    [
      "with numbers to the right of their headings",
      cells.flatMap((row, at) =>
        row.flatMap((cell, column): Placed[] =>
          cell ? [[(places[column] ?? 0) + (column > 0 ? 40 - cell.length * 5.56 : 0), 700 - at * 14, cell]] : [],
        ),
      ),
    ],
  ])("%s", async (_name, placed) => expect((await read(placedPdf([placed]))).text).toBe(text));

  test("on the next page, below no heading of its own or a repeated one", async () => {
    const more = [
      ["Bowls", "", "3", ""],
      ["Cups", "1", "", "2"],
    ];
    const all = `${text}\nItem: Bowls; Q2: 3\nItem: Cups; Q1: 1; Q3: 2`;
    for (const next of [more, [cells[0] ?? [], ...more]])
      expect((await read(placedPdf([rows(700, places, cells), rows(780, places, next)]))).text).toBe(all);
  });

  test("with cells of several lines", async () => {
    const placed: Placed[] = [
      ...rows(700, places, [["Code", "What", "Price"]]),
      [50, 670, "MUG-"],
      [50, 659, "11"],
      [200, 670, "Enamel mug with"],
      [200, 659, "a blue rim"],
      [300, 670, "3.42"],
      [50, 630, "VASE-2"],
      [200, 630, "Vase"],
      [300, 630, "11.05"],
    ];
    expect((await read(placedPdf([placed]))).text).toBe(
      "Code: MUG-11; What: Enamel mug with a blue rim; Price: 3.42\nCode: VASE-2; What: Vase; Price: 11.05",
    );
  });

  test("below headings of groups of columns", async () => {
    const grouped: Placed[] = [
      [235, 714, "2025"],
      [335, 714, "2026"],
      ...rows(
        700,
        [50, 200, 260, 320, 380],
        [
          ["Region", "Units", "Euros", "Units", "Euros"],
          ["North", "10", "", "", "1,500"],
          ["South", "", "800", "9", ""],
          ["West", "4", "5", "6", "7"],
        ],
      ),
    ];
    expect((await read(placedPdf([grouped]))).text.split("\n").slice(0, 2)).toEqual([
      "Region: North; 2025 Units: 10; 2026 Euros: 1,500",
      "Region: South; 2025 Euros: 800; 2026 Units: 9",
    ]);
  });

  test("names with their values, and blocks that stand side by side", async () => {
    const pairs = rows(
      700,
      [50, 200],
      [
        ["Supplier", "Acme Ltd"],
        ["Yearly fee", "48,000 euros"],
        ["Term", "two years"],
      ],
    );
    expect((await read(placedPdf([pairs]))).text).toBe("Supplier: Acme Ltd\nYearly fee: 48,000 euros\nTerm: two years");
    const blocks = rows(
      700,
      [50, 350],
      [
        ["Acme Ltd", "Invoice no: INV-7"],
        ["1 High Street", "Date: 3 May 2026"],
      ],
    );
    expect((await read(placedPdf([blocks]))).text).toBe("Acme Ltd 1 High Street\nInvoice no: INV-7 Date: 3 May 2026");
  });
});

describe("a hyphen at the end of a line", () => {
  test.each<[string, string, string]>([
    ["INV-", "20417 is due", "INV-20417 is due"],
    ["between 10-", "20 days", "between 10-20 days"],
    ["an Anglo-", "American firm", "an Anglo-American firm"],
    ["for self-", "employed people", "for self-employed people"],
    ["the pay-", "ment is due", "the payment is due"],
    ["the require-", "ments hold", "the requirements hold"],
    ["short- and long-", "term plans, all long-term", "short- and long-term plans, all long-term"],
    ["short-", "and long-term", "short- and long-term"],
    ["paid -", "as agreed", "paid - as agreed"],
    ["the Zwirbel-", "stein, a Zwirbelstein", "the Zwirbelstein, a Zwirbelstein"],
  ])("%s %s", async (first, next, text) => {
    const found = await read(makePdf([[`Before it: ${first}`, next]]));
    expect(found.text).toBe(`Before it: ${text}`);
    expect(found.note).toBe(null);
  });

  test("is said where nothing speaks for either", async () => {
    const { text, note } = await read(makePdf([["The Zwirbel-", "stein fails."]]));
    expect(text).toBe("The Zwirbelstein fails.");
    expect(note).toBe('Joined at line ends, perhaps wrongly: "zwirbelstein".');
  });
});

test("headers and footers are kept once, lines that differ on each page", async () => {
  const page = (at: number): Placed[] => [
    [50, 800, "Acme Ltd, confidential"],
    [50, 700, `Text of its own: ${["one", "two", "three"][at]}.`],
    [50, 60, `Invoice total for this page of the statement ${(at + 1) * 7}`],
    [50, 30, `Page ${at + 1} of 3`],
  ];
  const { text } = await read(placedPdf([0, 1, 2].map(page)));
  expect(text.match(/Acme Ltd/g)?.length).toBe(1);
  expect(text.match(/Page \d of 3/g)).toEqual(["Page 1 of 3"]);
  const invoices = placedPdf(
    [0, 1, 2].map((at): Placed[] => [
      [50, 800, `Invoice ${1001 + at}`],
      [50, 700, "Thank you."],
    ]),
  );
  expect((await read(invoices)).text.match(/Invoice 100\d/g)?.length).toBe(3);
  for (const part of ["one.", "two.", "three.", "statement 7", "statement 14", "statement 21"])
    expect(text).toContain(part);
});

test("turned text is apart, raised digits are a power, letters drawn twice stand once", async () => {
  const { text } = await read(
    placedPdf([
      [
        [50, 700, "The plain text of the page."],
        [50, 300, "Turned label", 10, true],
        [50, 650, "10"],
        [61.2, 654, "2", 6],
        [66, 650, "units"],
        [50, 600, "Bold"],
        [50.3, 600, "Bold"],
      ],
    ]),
  );
  expect(text).toBe("The plain text of the page.\n10^2 units\nBold\nTurned label");
});

test("pages without text are named, also those with nothing but the header", async () => {
  const header: Placed = [50, 800, "Scanned by Acme"];
  const { note } = await read(
    placedPdf([[header, [50, 700, "A page."]], [header], [header], [header, [50, 700, "Another."]], [header]]),
  );
  expect(note).toBe("Pages 2, 3 and 5 have no text: they are pictures or blank.");
});

test("letters that are probably not those that are seen are said", async () => {
  const shifted = "The agreement between the parties ends on the last day of the year unless it is renewed. "
    .repeat(3)
    .replace(/[a-zA-Z]/g, (letter) => String.fromCharCode(Math.max(35, letter.charCodeAt(0) - 29)));
  const words = shifted.match(/.{1,80}/g) ?? [];
  expect((await read(makePdf([words]))).note).toMatch(/^The letters of page 1 may be wrong/);
  expect((await read(makePdf([["Le bénéfice de l'année précédente a été versé aux associés.".repeat(4)]]))).note).toBe(
    null,
  );
});
