import { expect, test } from "vitest";
import { guessColumns, splitCsv, splitRows } from "./csv.ts";

test("quotes may contain separators, line breaks and doubled quotes", () => {
  const text = '\ufeffDate,Note,Value\r\n2026-01-01,"a, ""b""\nc",5\r\n\r\n2026-01-02,,6';
  expect(splitCsv(text, 10)).toEqual([
    ["Date", "Note", "Value"],
    ["2026-01-01", 'a, "b"\nc', "5"],
    ["2026-01-02", "", "6"],
  ]);
});

test.each([";", "\t", ","])("detects the separator %j in the heading", (separator) => {
  expect(splitCsv(`day${separator}value\n1${separator}2\n`, 5)).toEqual([
    ["day", "value"],
    ["1", "2"],
  ]);
});

test("reads only as many rows as requested", () => {
  expect(splitCsv("a,b\n1,2\n3,4\n5,6", 2)).toHaveLength(2);
});

test("guesses the date, its format and the value, by name before position", () => {
  const rows = splitCsv("id,when,orders,revenue\n1,31/01/2026,12,1204.50\n2,01/02/2026,10,1300\n", 10);
  expect(guessColumns(rows)).toEqual({ dateColumn: "when", valueColumn: "revenue", dateFormat: "DD/MM/YYYY" });
});

test("a second part above 12 means month first", () => {
  expect(guessColumns(splitCsv("d,v\n01/31/2026,1\n02/01/2026,2\n", 10)).dateFormat).toBe("MM/DD/YYYY");
});

test("one bad line does not change the guess", () => {
  const rows = splitCsv("date,revenue\n2026-11-01,120.50\n2026-11-31,90\n2026-11-03,many\n,70\n", 10);
  expect(guessColumns(rows)).toEqual({ dateColumn: "date", valueColumn: "revenue", dateFormat: "YYYY-MM-DD" });
});

test("without dates or numbers, offers two different columns", () => {
  expect(guessColumns(splitCsv("a,b\nx,y\n", 10))).toMatchObject({ dateColumn: "a", valueColumn: "b" });
});

test("each row has the line number it ends on, even after empty lines and quoted line breaks", () => {
  const rows = splitRows('a,b\n1,"x\ny"\n\n2,z\n3,w', 10);
  expect(rows.map(({ cells, line }) => [cells[0], line])).toEqual([
    ["a", 1],
    ["1", 3],
    ["2", 5],
    ["3", 6],
  ]);
});
