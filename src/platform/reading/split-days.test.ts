import { expect, it } from "vitest";
import { profileFile } from "./profile.ts";
import { sourceOf } from "./reading.ts";
import { recordsOf } from "./records.ts";

const place = { currency: "USD", timeZone: "America/New_York" };
async function read(text: string) {
  const source = sourceOf(new TextEncoder().encode(text));
  const profile = await profileFile(source, place);
  const records: string[] = [];
  for await (const { cells } of recordsOf(source, profile)) records.push(cells.join(" | "));
  return { headings: profile.columns.map(({ heading }) => heading), columns: profile.columns, records };
}

it.each([
  ["Year,Month,Account,Budget", "2026,1,Rent,20", "2026,2,Rent,21"],
  ["Account,Month,Year,Budget", "Rent,January,2026,20", "Rent,Feb,2026,21"],
  ["Jahr,Monat,Konto,Budget", "2026,Januar,Rent,20", "2026,Februar,Rent,21"],
  ["Account,Année,Mois,Budget", "Rent,2026,janvier,20", "Rent,2026,février,21"],
  ["年,月,Account,Budget", "2026,1,Rent,20", "2026,2,Rent,21"],
  ["Year,Period,Account,Budget", "2026,January,Rent,20", "2026,February,Rent,21"],
  ["PayYear,PayMonth,Account,Budget", "2026,01,Rent,20", "2026,02,Rent,21"],
  ["Year,Month number,Month name,Account,Budget", "2026,1,January,Rent,20", "2026,2,February,Rent,21"],
])("makes one month of a year and a month in columns of their own: %s", async (...lines) => {
  const { columns, records } = await read(`${lines.join("\n")}\n`);
  const month = columns.find(({ format }) => format.months);
  expect(month?.values?.map(({ value }) => value)).toEqual(["2026-01", "2026-02"]);
  expect(records.every((record) => record.includes("Rent") && !/(?<![-\d])2026(?!-)/.test(record))).toBe(true);
});

it("makes a day of a year, a month and a day", async () => {
  const { headings, columns, records } = await read("Year,Month,Day,Sales\n2026,3,1,10.50\n2026,3,15,12.50\n");
  expect(headings).toEqual(["Day", "Sales"]);
  expect(columns[0]?.format.type).toBe("day");
  expect(records).toEqual(["2026-03-01 | 10.50", "2026-03-15 | 12.50"]);
});

it("keeps a month that is none as it is written, so that its line is refused", async () => {
  const lines = Array.from({ length: 500 }, (_, at) => `2026,${(at % 12) + 1},Rent,20`);
  const { columns, records } = await read(`Year,Month,Account,Budget\n${lines.join("\n")}\n2026,13,Rent,7\n`);
  expect(records.at(-1)).toBe("2026-13 | Rent | 7");
  expect(columns[0]).toMatchObject({ unfit: 1, format: { type: "day" } });
});

it.each([
  "Fiscal year,Month,Account,Budget",
  "FY,Month,Account,Budget",
  "Tax year,Month,Account,Budget",
  "Year,Fiscal month,Account,Budget",
  "Year,Batch,Account,Budget",
  "Year,Staff,Account,Budget",
])("leaves apart what may begin in any month, and what is no month: %s", async (heading) => {
  const { headings } = await read(`${heading}\n2026,1,Rent,20\n2026,2,Rent,21\n`);
  expect(headings).toEqual(heading.split(","));
});
