import { expect, it } from "vitest";
import { profileFile } from "./profile.ts";
import type { Source } from "./reading.ts";
import { recordsOf } from "./records.ts";

const place = { currency: "USD", timeZone: "America/New_York" };
const sourceOf = (text: string): Source => ({
  size: text.length,
  bytes: async function* pieces() {
    yield new TextEncoder().encode(text);
  },
});
async function read(text: string) {
  const profile = await profileFile(sourceOf(text), place);
  const records: string[] = [];
  for await (const { line, cells } of recordsOf(sourceOf(text), profile)) records.push(`${line}: ${cells.join(" | ")}`);
  return { profile, records, left: profile.left.map(({ line, why }) => `${line} ${why}`) };
}

it("makes a record of each cell of a table with months across, without totals and results", async () => {
  const { profile, records, left } = await read(`Profit and Loss
Bellweather Trading

Account,Jan 2026,Feb 2026,Total
Income,,,
   Sales,100.00,120.00,220.00
   Services,50.00,,50.00
Total for Income,150.00,120.00,270.00
Cost of Goods Sold,,,
   Materials,30.00,20.00,50.00
Total for Cost of Goods Sold,30.00,20.00,50.00
Gross Profit,120.00,100.00,220.00
Expenses,,,
   Payroll,,,
      Wages,40.00,40.00,80.00
      Taxes,5.00,5.00,10.00
   Total for Payroll,45.00,45.00,90.00
   Rent,25.00,25.00,50.00
Total for Expenses,70.00,70.00,140.00
Net Income,50.00,30.00,80.00
`);
  expect(profile.columns.map(({ heading }) => heading)).toEqual(["Account", "Section", "Month", "Amount"]);
  expect(records).toEqual([
    "6: Sales | Income | 2026-01-01 | 100.00",
    "6: Sales | Income | 2026-02-01 | 120.00",
    "7: Services | Income | 2026-01-01 | 50.00",
    "10: Materials | Cost of Goods Sold | 2026-01-01 | 30.00",
    "10: Materials | Cost of Goods Sold | 2026-02-01 | 20.00",
    "15: Wages | Expenses | 2026-01-01 | 40.00",
    "15: Wages | Expenses | 2026-02-01 | 40.00",
    "16: Taxes | Expenses | 2026-01-01 | 5.00",
    "16: Taxes | Expenses | 2026-02-01 | 5.00",
    "18: Rent | Expenses | 2026-01-01 | 25.00",
    "18: Rent | Expenses | 2026-02-01 | 25.00",
  ]);
  expect(left).toContain("12 total");
  expect(left).toContain("20 total");
  expect(profile.lines).toBe(records.length);
});

it("ends a section at a total that names it without its first word", async () => {
  const { records } = await read(`Profit and Loss

Account,Jan 2026,Feb 2026
Income,,
Sales,100.00,120.00
Total Income,100.00,120.00
Less Cost of Sales,,
Green coffee,30.00,20.00
Total Cost of Sales,30.00,20.00
Gross Profit,70.00,100.00
Less Operating Expenses,,
Rent,25.00,25.00
Total Operating Expenses,25.00,25.00
Net Profit,45.00,75.00
`);
  expect(records).toEqual([
    "5: Sales | Income | 2026-01-01 | 100.00",
    "5: Sales | Income | 2026-02-01 | 120.00",
    "8: Green coffee | Less Cost of Sales | 2026-01-01 | 30.00",
    "8: Green coffee | Less Cost of Sales | 2026-02-01 | 20.00",
    "12: Rent | Less Operating Expenses | 2026-01-01 | 25.00",
    "12: Rent | Less Operating Expenses | 2026-02-01 | 25.00",
  ]);
});

it("reads months across without sections, and sections without totals", async () => {
  const flat = await read("Konto;01/2026;02/2026\nMiete;1.200,50;1.200,50\nStrom;80,00;95,10\n");
  expect(flat.records).toEqual([
    "2: Miete | 2026-01-01 | 1.200,50",
    "2: Miete | 2026-02-01 | 1.200,50",
    "3: Strom | 2026-01-01 | 80,00",
    "3: Strom | 2026-02-01 | 95,10",
  ]);
  const bare = await read("Account,Jan 2026,Feb 2026\nIncome,,\nSales,10,20\nExpenses,,\nRent,5,5\nWages,7,7\n");
  expect(bare.records.filter((line) => line.includes("2026-01"))).toEqual([
    "3: Sales | Income | 2026-01-01 | 10",
    "5: Rent | Expenses | 2026-01-01 | 5",
    "6: Wages | Expenses | 2026-01-01 | 7",
  ]);
});

it("calls the amounts of a budget a budget", async () => {
  const { profile } = await read("Budget overview\n\nAccount,Jan 2026,Feb 2026\nRent,5,5\nWages,7,7\n");
  expect(profile.columns.at(-1)?.heading).toBe("Budget");
});

it("leaves one month, and days, as columns", async () => {
  const one = await read("Account,Jan 2026,Amount\nRent,5,5\nWages,7,7\n");
  expect(one.profile.columns.map(({ heading }) => heading)).toEqual(["Account", "Jan 2026", "Amount"]);
});

it("keeps what is measured of each month apart", async () => {
  for (const heading of [
    "Account,Jan 2026 Budget,Jan 2026 Actual,Feb 2026 Budget,Feb 2026 Actual,Total",
    "Account,Budget Jan 2026,Actual Jan 2026,Budget Feb 2026,Actual Feb 2026,Total",
    "Account,Jan 2026 (Budget),Jan 2026 (Actual),Feb 2026 (Budget),Feb 2026 (Actual),Total",
    ",Jan 2026,,Feb 2026,,\nAccount,Budget,Actual,Budget,Actual,Total",
  ]) {
    const { profile, records } = await read(
      `${heading}\nSales,100,90,100,,290\nRent,20,20,20,20,80\nWages,9,9,9,9,36\n`,
    );
    expect(profile.columns.map(({ heading: name }) => name)).toEqual(["Account", "Month", "Budget", "Actual"]);
    expect(records.map((line) => line.replace(/^\d+: /, "")).slice(0, 3)).toEqual([
      "Sales | 2026-01-01 | 100 | 90",
      "Sales | 2026-02-01 | 100 | ",
      "Rent | 2026-01-01 | 20 | 20",
    ]);
  }
});

const months = "Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec".split(",");
const turned = [...months.slice(3), ...months.slice(0, 3)];
const tableOf = (names: readonly string[], total: string, title: string) =>
  `${title}\n\nAccount,${names.join(",")},${total}\n${["Rent", "Wages"].map((name) => `${name},${names.map(() => 5).join(",")},60`).join("\n")}\n`;
it.each([
  ["the title names the year", tableOf(months, "Total", "Budget for 2026"), "2026-01-01", "2026-12-01"],
  ["the total names the year", tableOf(months, "FY2026", "Budget"), "2026-01-01", "2026-12-01"],
  ["the title names both years", tableOf(turned, "Total", "April 2025 to March 2026"), "2025-04-01", "2026-03-01"],
  ["nothing does", tableOf(months, "Total", "Budget"), "Jan", "Dec"],
  ["a fiscal year may begin or end then", tableOf(turned, "FY2026", "Budget"), "Apr", "Mar"],
  ["two years are named", tableOf(months, "Total", "Budget 2026, against 2025"), "Jan", "Dec"],
])("takes the year of months without one where the file says it: %s", async (_, text, first, last) => {
  const { records } = await read(text);
  expect(records).toHaveLength(24);
  expect([records[0], records[11]].map((record) => record?.split(" | ")[1])).toEqual([first, last]);
});
