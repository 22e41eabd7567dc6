import { CFB, type CellObject, utils, write } from "@e965/xlsx";
import { zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { profileFile } from "./profile.ts";
import { sourceOf } from "./reading.ts";
import { recordsOf } from "./records.ts";

const berlin = { currency: "EUR", timeZone: "Europe/Berlin" };
const day = (text: string) => Date.parse(text) / 86_400_000 + 25_569;

/** A sheet whose table begins below a title and an empty line, one column in. */
function sheetOf(from1904: boolean) {
  const sheet = utils.aoa_to_sheet([
    ["Report"],
    [],
    ["No", "Day", "Amount", "Share", "Euro", "Error", "Flag", "Month", "Text"],
  ]);
  const shift = from1904 ? 1462 : 0;
  const rows: CellObject[][] = [
    [
      { t: "n", v: 1001 },
      { t: "n", v: day("2026-01-15") - shift, z: "dd/mm/yyyy" },
      { t: "n", v: 1.234 },
      { t: "n", v: 0.5, z: "0%" },
      { t: "n", v: 1234.5, z: "#,##0.00 [$€-407]" },
      { t: "e", v: 42 },
      { t: "b", v: true },
      { t: "n", v: day("2026-01-01") - shift, z: "mmm yy" },
      { t: "s", v: "1.234,5" },
    ],
    [
      { t: "n", v: 1002 },
      { t: "n", v: day("2026-02-28") - shift, z: "dd/mm/yyyy" },
      { t: "n", v: 0.1 + 0.2 },
      { t: "n", v: 0.125, z: "0.0%" },
      { t: "n", v: -99, z: "#,##0.00 [$€-407]" },
      { t: "s", v: "fine" },
      { t: "b", v: false },
      { t: "n", v: day("2026-02-01") - shift, z: "mmm yy" },
      { t: "s", v: "007" },
    ],
  ];
  for (const [at, row] of rows.entries())
    for (const [place, cell] of row.entries()) sheet[utils.encode_cell({ r: at + 3, c: place })] = cell;
  sheet["!ref"] = "A1:I5";
  return sheet;
}

function bookOf(bookType: "xlsx" | "biff8" | "ods" | "xlsb", from1904 = false): Uint8Array {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([["cover"]]), "Cover");
  utils.book_append_sheet(book, sheetOf(from1904), "Data");
  utils.book_append_sheet(book, utils.aoa_to_sheet(Array.from({ length: 50 }, (_, at) => [at, at])), "Secret");
  book.Workbook = { WBProps: { date1904: from1904 }, Sheets: [{}, {}, { Hidden: 1 }] };
  return new Uint8Array(write(book, { type: "array", bookType }) as ArrayBuffer);
}

async function cellsOf(bytes: Uint8Array) {
  const found = await profileFile(sourceOf(bytes), berlin);
  const records = [];
  for await (const { line, cells } of recordsOf(sourceOf(bytes), found)) records.push([line, ...cells]);
  return { found, records };
}

const expected = [
  [4, "1001", "2026-01-15", "1.2340", "50%", "€ 1234.5", "", "TRUE", "2026-01", "1.234,5"],
  [5, "1002", "2026-02-28", "0.3", "12.5%", "€ -99", "fine", "FALSE", "2026-02", "007"],
];

describe("workbooks", () => {
  test.each([
    ["xlsx", false],
    ["xlsx", true],
    ["biff8", false],
    ["xlsb", false],
  ] as const)("%s, days from 1904: %s", async (bookType, from1904) => {
    const { found, records } = await cellsOf(bookOf(bookType, from1904));
    expect(records).toEqual(expected);
    expect(found.layout).toEqual({
      format: "workbook",
      codePage: null,
      delimiter: null,
      sheet: "Data",
      headingLine: 3,
    });
    expect(found.sheets).toEqual(["Cover", "Data", "Secret"]);
    expect(found.notes).toEqual([
      "The workbook has hidden sheets: Secret.",
      "1 cells with an error such as #N/A are read as empty.",
    ]);
    expect(found.columns.map(({ format }) => format.type)).toEqual([
      "number",
      "day",
      "number",
      "percent",
      "money",
      "text",
      "flag",
      "day",
      "text",
    ]);
    expect(found.columns[4]?.currencies).toEqual({ EUR: 2 });
    expect(found.columns.flatMap(({ doubts }) => doubts).filter(({ about }) => about !== "percent")).toEqual([]);
  });

  test("an OpenDocument sheet", async () => {
    const bytes = bookOf("ods");
    const { layout, shape } = await profileFile(sourceOf(bytes), berlin, { sheet: "Data" });
    const records = [];
    for await (const { line, cells } of recordsOf(sourceOf(bytes), { layout, shape })) records.push([line, ...cells]);
    expect(records.map((record) => record.slice(0, 5))).toEqual(expected.map((record) => record.slice(0, 5)));
  });

  test("another sheet by its name, and none of that name", async () => {
    const bytes = bookOf("xlsx");
    const found = await profileFile(sourceOf(bytes), berlin, { sheet: "Secret" });
    expect(found.layout.sheet).toBe("Secret");
    await expect(profileFile(sourceOf(bytes), berlin, { sheet: "Nowhere" })).rejects.toThrow(
      "The workbook has no sheet Nowhere.",
    );
  });

  test("a formula without its result is said, and no figure", async () => {
    const book = utils.book_new();
    const sheet = utils.aoa_to_sheet([
      ["Name", "Amount"],
      ["A", 5],
      ["B", 7],
    ]);
    sheet["B3"] = { t: "n", f: "B2+2" } as CellObject;
    utils.book_append_sheet(book, sheet, "Data");
    const { found, records } = await cellsOf(
      new Uint8Array(write(book, { type: "array", bookType: "xlsx" }) as ArrayBuffer),
    );
    expect(found.notes.join()).toContain("formulas hold no result");
    expect(records[1]?.[2]).toBe("=B2+2");
  });

  test("reading that stops early ends the thread", async () => {
    const source = sourceOf(bookOf("xlsx"));
    for await (const { cells } of recordsOf(source, await profileFile(source, berlin, { sheet: "Secret" }))) {
      expect(cells).toHaveLength(2);
      break;
    }
  });
});

describe("bad workbooks have one sentence", () => {
  test("one with a password", async () => {
    const container = CFB.utils.cfb_new();
    CFB.utils.cfb_add(container, "/EncryptionInfo", Buffer.alloc(64));
    CFB.utils.cfb_add(container, "/EncryptedPackage", Buffer.alloc(64));
    const bytes = CFB.write(container, { type: "buffer" }) as Buffer;
    await expect(profileFile(sourceOf(bytes), berlin)).rejects.toThrow(
      "The workbook is protected with a password. Upload a copy without one.",
    );
  });

  test("one that expands beyond measure", async () => {
    const bytes = Buffer.from(zipSync({ "xl/workbook.xml": Buffer.from("<workbook/>") }));
    // The size that the directory claims.
    bytes.writeUInt32LE(0x20000000, bytes.indexOf(Buffer.from("PK\u0001\u0002")) + 24);
    await expect(profileFile(sourceOf(bytes), berlin)).rejects.toThrow(
      "The workbook expands to more than 400 MB. Export the sheet as CSV.",
    );
  });

  test("one that is cut", async () => {
    await expect(profileFile(sourceOf(bookOf("xlsx").subarray(0, 3000)), berlin)).rejects.toThrow("could not be read");
  });
});
