import { describe, expect, test } from "vitest";
import { profileFile } from "./profile.ts";
import { type Place, sourceOf, UnreadableFile } from "./reading.ts";
import { recordsOf } from "./records.ts";

const us = { currency: "USD", timeZone: "America/New_York" };
const canada = { currency: "CAD", timeZone: "America/Toronto" };
const bytesOf = (text: string | Uint8Array) => sourceOf(typeof text === "string" ? Buffer.from(text) : text);
const profile = (text: string | Uint8Array, place: Place = us) => profileFile(bytesOf(text), place);

async function columnOf(cells: string[], place: Place = us, more: string[] = []) {
  const text = `Code\tCell\tOther\n${cells.map((cell, at) => `A${at}x\t${cell}\t${more[at] ?? ""}`).join("\n")}\n`;
  const column = (await profile(text, place)).columns[1];
  if (!column) throw new Error("The file has no second column");
  return column;
}
const doubtOf = async (cells: string[], place?: Place, more?: string[]) =>
  (await columnOf(cells, place, more)).doubts[0];

describe("the whole column decides", () => {
  test("the order of days, even by its last cell", async () => {
    const many = Array.from({ length: 500 }, (_, at) => `0${1 + (at % 9)}/0${1 + (at % 8)}/2026`);
    expect((await columnOf([...many, "10/25/2026"])).format).toMatchObject({ type: "day", dayOrder: "month first" });
    expect((await columnOf([...many, "25/10/2026"])).format).toMatchObject({ type: "day", dayOrder: "day first" });
  });

  test("days of a few weeks, with the year at the end", async () => {
    const days = Array.from({ length: 24 }, (_, at) => (at < 17 ? `01/${15 + at}/2026` : `02/0${at - 16}/2026`));
    expect(await columnOf(days)).toMatchObject({ format: { type: "day", dayOrder: "month first" }, doubts: [] });
  });

  test("a tie follows the country where it settles it, with both readings of a cell", async () => {
    expect(await doubtOf(["03/04/2026", "05/06/2026"])).toEqual({
      about: "day order",
      readings: [
        { value: "day first", cell: "03/04/2026", means: "3 April 2026" },
        { value: "month first", cell: "03/04/2026", means: "4 March 2026" },
      ],
      settled: { value: "month first", because: "as in United States" },
    });
    expect((await doubtOf(["03/04/2026"], canada))?.settled).toBeNull();
    expect((await columnOf(["03/04/2026"], canada)).format.dayOrder).toBeUndefined();
  });

  test("another column of the file goes before the country", async () => {
    expect((await doubtOf(["03/04/2026", "05/06/2026"], us, ["03/04/2026", "25/06/2026"]))?.settled).toEqual({
      value: "day first",
      because: "as in Other",
    });
  });

  test("days that mean the same either way are no tie", async () => {
    expect((await columnOf(["05/05/2026", "06/06/2026"], canada)).doubts).toEqual([]);
  });

  test("cells that contradict each other are asked about, with a cell of each", async () => {
    const doubt = await doubtOf(["25/04/2026", "04/25/2026", "01/02/2026"]);
    expect(doubt?.settled).toBeNull();
    expect(doubt?.readings.map(({ value, cell }) => [value, cell])).toEqual([
      ["day first", "25/04/2026"],
      ["month first", "04/25/2026"],
    ]);
  });

  test("years of two digits by the end that hardly changes", async () => {
    const days = Array.from({ length: 12 }, (_, at) => `${String(at + 10).padStart(2, "0")}/01/26`);
    expect((await columnOf(days)).format.dayOrder).toBe("day first");
    expect((await doubtOf(["01/02/03"], canada))?.readings).toHaveLength(3);
  });

  test("the decimal sign, even by its last cell; otherwise it is asked", async () => {
    expect((await columnOf(["1.234", "2.345", "1.5"])).format.decimal).toBe(".");
    expect((await columnOf(["1.234", "2.345", "1,5"])).format.decimal).toBe(",");
    expect(await doubtOf(["1.234", "2.345"])).toEqual({
      about: "decimal",
      readings: [
        { value: ".", cell: "1.234", means: "1.234" },
        { value: ",", cell: "1.234", means: "1,234" },
      ],
      settled: null,
    });
    expect((await doubtOf(["1.234,50", "1,234.50"]))?.settled).toBeNull();
    expect((await doubtOf(["1.234", "1,234"]))?.settled).toBeNull();
  });

  test("a tie of decimals is settled by the file, by money, or by smaller numbers", async () => {
    expect((await doubtOf(["1.234", "2.345"], us, ["1.5", "2.5"]))?.settled?.value).toBe(".");
    expect((await doubtOf(["$1,234", "$2,345"]))?.settled?.value).toBe(".");
    expect((await doubtOf(["1,200", "950"]))?.settled?.value).toBe(".");
    // Tunisian dinars have three decimals.
    expect((await doubtOf(["TND 1,234", "TND 2,345"]))?.settled).toBeNull();
  });

  test("percents by their size", async () => {
    expect((await columnOf(["1", "10", "100"])).format.whole).toBe("hundred");
    expect((await columnOf(["0.1", "0.5", "1"])).format.whole).toBe("one");
    expect((await columnOf(["50%", "0%", "12.5%"])).format.type).toBe("percent");
    expect((await columnOf(["1", "0", "1"])).doubts.map(({ about }) => about)).toEqual(["percent"]);
  });

  test("currencies in cells, and those of a shared sign", async () => {
    const column = await columnOf(["€5.00", "GBP 7.00", "$8.00", "9.00"]);
    expect(column.currencies).toEqual({ EUR: 1, GBP: 1, "?": 1 });
    expect(column.doubts[0]).toMatchObject({ about: "currency", settled: { value: "USD" } });
    const berlin = { currency: "EUR", timeZone: "Europe/Berlin" };
    expect((await doubtOf(["kr 5"], berlin))?.readings.map(({ value }) => value)).toEqual(["SEK", "NOK", "DKK", "ISK"]);
    expect((await doubtOf(["$5"], berlin))?.settled).toBeNull();
  });

  test("marks of credit and debit: the exception is negative, else it is asked", async () => {
    expect((await columnOf(["5.00", "7.00", "2.00 CR"])).format.negative).toBe("CR");
    expect(await doubtOf(["5.00 DR", "2.00 CR"])).toMatchObject({ about: "sign", settled: null });
  });

  test("instants, midnights and months", async () => {
    expect((await columnOf(["2026-01-15T10:00:00Z"])).format).toEqual({ type: "instant" });
    expect((await columnOf(["2026-01-15T00:00:00Z", "2026-01-16T00:00:00Z"])).format).toEqual({
      type: "day",
      midnights: true,
    });
    expect((await columnOf(["Jan 2026", "Feb 2026"])).format).toEqual({ type: "day", months: true });
    const text = "Id,Created (UTC)\nA1,2026-01-15 02:00\nA2,2026-01-15 03:00\n";
    expect((await profile(text)).columns[1]?.format).toEqual({ type: "instant", zone: "UTC" });
  });

  test("codes with leading zeros stay texts; unfit cells are counted and listed", async () => {
    expect((await columnOf(["00123", "00456"])).format.type).toBe("text");
    const days = ["2026-01-01", "2026-01-02", "2026-01-03", "2026-02-30"];
    expect(await columnOf(days)).toMatchObject({ filled: 4, unfit: 1, unfitCells: [{ line: 5, cell: "2026-02-30" }] });
  });

  test("a dash among amounts is zero, and said", async () => {
    const { notes } = await profile("Code,Amount\nA1,5.00\nA2,-\nA3,7.00\n");
    expect(notes).toEqual(["Amount: a dash is read as 0."]);
  });
});

describe("lines without a record", () => {
  const left = async (text: string) => {
    const found = await profile(text);
    const taken: string[] = [];
    for await (const { cells } of recordsOf(bytesOf(text), found)) taken.push(cells[0] ?? "");
    // The profile and the reading judge alike.
    expect(taken).toHaveLength(found.lines);
    return { heading: found.layout.headingLine, left: found.left.map(({ line, why }) => [line, why]), taken };
  };

  test("titles, subtotals, totals, repeated headings and notes", async () => {
    const text = `Acme Ltd\nInvoice List\n"January 1 - March 31, 2026"\n\nNum,Date,Customer,Amount\nA1,01/15/2026,Acme,100.00\nA2,01/16/2026,Total Tools Ltd,50.00\nSubtotal,,,150.00\nNum,Date,Customer,Amount\nA3,01/17/2026,Gesamtschule Köln,25.00\nTotal for Gesamtschule,,,25.00\nGrand Total,,,175.00\n\n"Accrual basis  Thursday, January 15, 2026 10:00 AM"\n`;
    expect(await left(text)).toEqual({
      heading: 5,
      left: [
        [1, "title"],
        [2, "title"],
        [3, "title"],
        [8, "total"],
        [9, "repeated heading"],
        [11, "total"],
        [12, "total"],
        [14, "note"],
      ],
      taken: ["A1", "A2", "A3"],
    });
  });

  test("a note below days written as numbers", async () => {
    expect((await left("Code,Day,Amount\nA,20260105,5\nB,20260106,7\nAccrual basis\n")).left).toEqual([[4, "note"]]);
  });

  test("a sum without a word, where what records fill is empty", async () => {
    expect((await left("Name,Date,Amount\nA,2026-01-01,5\nB,2026-01-02,7\n,,12\n")).left).toEqual([[4, "total"]]);
    expect((await left("Name,Date,Amount\nA,2026-01-01,5\nB,2026-01-02,7\n,,13\n")).left).toEqual([]);
  });

  test("in two columns a total must be the sum", async () => {
    expect((await left("Name,Amount\nA,5\nB,7\nTotal,12\n")).left).toEqual([[4, "total"]]);
    const text = "Name,Amount\nA,5\nTotal,9\nB,7\n";
    expect((await left(text)).taken).toEqual(["A", "Total", "B"]);
    expect((await profile(text)).notes.join()).toContain("Line 3 reads like a total");
  });

  test.each([
    "Summe",
    "Gesamtsumme",
    "Total général",
    "Totale",
    "Suma",
    "Total geral",
    "Totaal",
    "Razem",
    "Итого",
    "合計",
    "Yhteensä",
    "TOTAL:",
  ])("%s", async (word) => {
    expect((await left(`Name,Date,Amount\nA,2026-01-01,5\nB,2026-01-02,7\n${word},,12\n`)).left).toEqual([
      [4, "total"],
    ]);
  });

  test("sums of groups by account, in a report without days", async () => {
    const text = `Acme LLC\nProfit and Loss\n\n,Jan 2026,Feb 2026,Total\nIncome,,,\nServices,"1,000.00","1,200.00","2,200.00"\nSales,500.00,,500.00\nTotal Income,"1,500.00","1,200.00","2,700.00"\nExpenses,,,\nRent,200.00,200.00,400.00\nTotal Expenses,200.00,200.00,400.00\n`;
    const found = await left(text);
    expect(found.left.slice(2)).toEqual([
      [5, "note"],
      [8, "total"],
      [9, "note"],
      [11, "total"],
    ]);
  });

  test("groups of dated records, and a line of units", async () => {
    const aging = `Date,Num,Due Date,Open Balance\n91 or more days past due,,,\n12/01/2025,1001,12/31/2025,"1,200.00"\nTotal for 91 or more days past due,,,"1,200.00"\n1 - 30 days past due,,,\n03/01/2026,1007,03/15/2026,300.00\nTOTAL,,,"1,500.00"\n`;
    expect((await left(aging)).taken).toEqual(["12/01/2025", "03/01/2026"]);
    const units = `Invoice,Date,Quantity,Price\nNo.,dd/mm/yyyy,pcs,EUR\n1,05/01/2026,2,"10,00"\n2,06/01/2026,3,"10,50"\n`;
    expect((await left(units)).taken).toEqual(["1", "2"]);
  });

  test("records that only fill a name stay", async () => {
    expect((await left("Name,Email,Phone\nAcme,a@example.com,1\nBeta,,\nGamma,,\n")).taken).toEqual([
      "Acme",
      "Beta",
      "Gamma",
    ]);
  });

  test("of two headings the lower one; a file without one", async () => {
    expect((await left("Customer,,Amount,\nName,City,Net,Gross\nAcme,Bonn,1,2\nBeta,Köln,2,4\n")).heading).toBe(2);
    expect(await left("2026-01-01,100.00,Acme\n2026-01-02,50.00,Beta\n")).toMatchObject({
      heading: 0,
      left: [],
      taken: ["2026-01-01", "2026-01-02"],
    });
  });

  test("months head columns", async () => {
    expect(
      (await left("Report\nAccount,Jan 2026,Feb 2026,2027\nSales,100.00,200.00,1\nRent,5.00,6.00,2\n")).heading,
    ).toBe(2);
  });
});

describe("layout", () => {
  test.each(["\t", ";"])(
    "a heading with more columns than its lines fill, and decimal commas: %j",
    async (delimiter) => {
      const text = "Account;Jan;Feb;Total\nSales;8448,16;8147,77\nRent;4368,44;6275,21\nPay;7547,55;8453,11\n";
      expect((await profile(text.replaceAll(";", delimiter))).layout.delimiter).toBe(delimiter);
    },
  );
  test.each([
    ["a,b,c\n1,2,3\n", ","],
    ["a;b\n1,5;2,5\n", ";"],
    ["a\tb\nx, y\tz, w\n", "\t"],
    ["a|b\n1|2\n", "|"],
    ["a|b|c\n1, 2, 3|4, 5|6,7\n8, 9, 1|2, 3|4,5\n", "|"],
    ["sep=^\na^b,c\n1^2,3\n", "^"],
    ['name;note\n"a;b";"x, y, z"\n"c";"1, 2, 3"\n', ";"],
  ])("%j", async (text, delimiter) => {
    expect((await profile(text)).layout.delimiter).toBe(delimiter);
  });

  test("what is chosen holds", async () => {
    const found = await profileFile(bytesOf("x\na;b\n1;2\n"), us, {
      headingLine: 1,
      codePage: "windows-1250",
      delimiter: "|",
    });
    expect(found.layout).toEqual({
      format: "text",
      codePage: "windows-1250",
      delimiter: "|",
      sheet: null,
      headingLine: 1,
    });
    const lines = [];
    for await (const line of recordsOf(bytesOf("x\na;b\n1;2\n"), found)) lines.push(line.cells);
    expect(lines).toEqual([["a;b"], ["1;2"]]);
  });

  test("equal headings keep apart, and empty ones get a name", async () => {
    const { columns } = await profile("Amount,Amount,,Name\n1,2,x,A\n3,4,y,B\n");
    expect(columns.map(({ at, heading, examples }) => [at, heading, examples[0]])).toEqual([
      [0, "Amount", "1"],
      [1, "Amount", "2"],
      [2, "Column 3", "x"],
      [3, "Name", "A"],
    ]);
  });

  test("missing cells are empty; surplus filled ones a fault of their line, which decides nothing", async () => {
    const text = "No,Amount,Name\n1,1,50,Acme\n2,2.5,Beta\n3,3,Gamma,,\n4,4\n";
    const found = await profile(text);
    const faults = [];
    for await (const { line, fault } of recordsOf(bytesOf(text), found)) faults.push([line, fault !== undefined]);
    expect(faults).toEqual([
      [2, true],
      [3, false],
      [4, false],
      [5, false],
    ]);
    expect(found.columns[1]?.format.decimal).toBe(".");
  });
});

describe("bad input", () => {
  test.each([
    ["empty", ""],
    ["blank lines", "\n \n\n"],
    ["a byte order mark", "\uFEFF"],
    ["a picture", Buffer.concat([Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), Buffer.alloc(500, 7)])],
    ["a PDF", "%PDF-1.4\n1 0 obj\n<< >>\nendobj\n"],
    ["JSON", '[{"a":1},{"a":2}]'],
    ["a zip that is none", Buffer.from("504b030400000000", "hex")],
    ["a page without a table", "<!doctype html><html><body></body></html>"],
  ])("%s has one sentence", async (_, bytes) => {
    await expect(profile(bytes)).rejects.toThrow(UnreadableFile);
  });

  test("NUL characters are left out", async () => {
    expect((await profile("a,b\n1\0,2\n")).columns[0]?.examples).toEqual(["1"]);
  });
});

test("the line that says when a report was made is a note", async () => {
  const { lines, left } = await profile(
    'Customer,Phone,Email\nAda Ltd,1,a@example.com\nBo Ltd,2,b@example.com\n,,\n"Thursday, April 2, 2026 10:31 AM GMT-05:00",,\n',
  );
  expect(lines).toBe(2);
  expect(left.map(({ why }) => why)).toEqual(["note"]);
});

describe("headings that repeat by group", () => {
  const rows = Array.from(
    { length: 8 },
    (_, at) => `2026-03-0${at + 1},Sun,${at + 3},${at * 10 + 5}.50,${at + 20},${at}.25`,
  );
  const headingsOf = async (...lines: string[]) =>
    (await profile([...lines, ...rows].join("\n"))).columns.map(({ heading }) => heading);

  test.each([
    [[",,Rooms,,Restaurant,", "Date,Weather,Qty,Amount,Qty,Amount"]],
    [["Daily sheet,,,,,", ",,Rooms,,Restaurant,", "Date,Weather,Qty,Amount,Qty,Amount"]],
    [["Date,Weather,Rooms,,Restaurant,", ",,Qty,Amount,Qty,Amount"]],
    [["Date,Weather,Rooms,,Restaurant,Restaurant", ",,Qty,Amount,Qty,Amount"]],
  ])("are told apart by the line above: %j", async (lines) => {
    expect(await headingsOf(...lines)).toEqual([
      "Date",
      "Weather",
      "Rooms Qty",
      "Rooms Amount",
      "Restaurant Qty",
      "Restaurant Amount",
    ]);
    const { lines: count } = await profile([...lines, ...rows].join("\n"));
    expect(count).toBe(8);
  });

  test.each([
    // A title is no group, and headings that are alone keep their names.
    [
      ["Sheet of March,,,,,", "Date,Weather,Qty,Amount,Qty,Amount"],
      ["Date", "Weather", "Qty", "Amount", "Qty", "Amount"],
    ],
    [
      [",,Rooms,,Bar,", "Date,Weather,Qty,Amount,Guests,Tips"],
      ["Date", "Weather", "Qty", "Amount", "Guests", "Tips"],
    ],
  ])("keep their names where the line above tells nothing apart: %j", async (lines, headings) => {
    expect(await headingsOf(...lines)).toEqual(headings);
  });
});
