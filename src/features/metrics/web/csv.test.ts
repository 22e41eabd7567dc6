import { expect, test } from "vitest";
import { guessColumns, splitCsv, splitRows } from "./csv.ts";

test("quotes hold separators, line ends and doubled quotes", () => {
  const text = '\ufeffDate,Note,Value\r\n2026-01-01,"a, ""b""\nc",5\r\n\r\n2026-01-02,,6';
  expect(splitCsv(text, 10)).toEqual([
    ["Date", "Note", "Value"],
    ["2026-01-01", 'a, "b"\nc', "5"],
    ["2026-01-02", "", "6"],
  ]);
});

test.each([";", "\t", ","])("the separator %j is found in the heading", (separator) => {
  expect(splitCsv(`day${separator}value\n1${separator}2\n`, 5)).toEqual([
    ["day", "value"],
    ["1", "2"],
  ]);
});

test("only as many rows are read as are asked for", () => {
  expect(splitCsv("a,b\n1,2\n3,4\n5,6", 2)).toHaveLength(2);
});

test("the date, its form and the value are guessed, by name before place", () => {
  const rows = splitCsv("id,when,orders,revenue\n1,31/01/2026,12,1204.50\n2,01/02/2026,10,1300\n", 10);
  expect(guessColumns(rows)).toEqual({ dateColumn: "when", valueColumn: "revenue", dateFormat: "DD/MM/YYYY" });
});

test("a day over 12 in the second place is read as month first", () => {
  expect(guessColumns(splitCsv("d,v\n01/31/2026,1\n02/01/2026,2\n", 10)).dateFormat).toBe("MM/DD/YYYY");
});

test("a bad line among good ones does not change the guess", () => {
  const rows = splitCsv("date,revenue\n2026-11-01,120.50\n2026-11-31,90\n2026-11-03,many\n,70\n", 10);
  expect(guessColumns(rows)).toEqual({ dateColumn: "date", valueColumn: "revenue", dateFormat: "YYYY-MM-DD" });
});

test("where nothing reads as a date or a number, two different columns are offered", () => {
  expect(guessColumns(splitCsv("a,b\nx,y\n", 10))).toMatchObject({ dateColumn: "a", valueColumn: "b" });
});

test("each row knows the line of the file it ends on, also behind empty lines and line ends within quotes", () => {
  const rows = splitRows('a,b\n1,"x\ny"\n\n2,z\n3,w', 10);
  expect(rows.map(({ cells, line }) => [cells[0], line])).toEqual([
    ["a", 1],
    ["1", 3],
    ["2", 5],
    ["3", 6],
  ]);
});
