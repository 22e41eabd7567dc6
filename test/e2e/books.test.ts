import { mkdirSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#contract/days.ts";
import { addRecord, type RecordKind } from "#features/records/contract.ts";
import { listMetrics } from "#features/metrics/contract.ts";
import { dayIn, now } from "#platform/clock.ts";
import { importFile } from "../importing.ts";
import { type Member, openWorld, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";
import { inspectPage } from "./inspect.ts";

/** Bank, ledger, people and rules for categories, as pages. */
let world: World;
let browser: Browser;
let member: Member;
let page: Page;

const today = dayIn(now(), "Europe/London");
const months = [6, 5, 4, 3, 2, 1].map((back) => {
  const date = new Date(`${today.slice(0, 7)}-15T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - back);
  return `${date.toISOString().slice(0, 8)}01`;
});
const add = (kind: RecordKind, fields: Record<string, string | number | null>) =>
  member.call(addRecord, { body: { kind, source: "manual", fields } as never });

beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  member = await world.member("owner");
  page = await openPage(browser, world, member);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const pictures = process.env["PICTURES"];
/** Looks at a page on a computer and on a phone, in light and dark. */
async function look(path: string, name: string, ready: () => Promise<unknown>): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${world.url}${path}`);
    await ready();
    await inspectPage(page);
    if (!pictures) continue;
    mkdirSync(pictures, { recursive: true });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${pictures}/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
    await page.emulateMedia({ colorScheme: "light" });
  }
}

test("a company brings its books", async () => {
  const lines = months.flatMap((month, at) => [
    `${month},Operating account,Office rent,Metro Offices,-${4_800 + at * 10}.50`,
    `${addDays(month, 9)},Operating account,Payment INV-10${at}2,Elmwood Foods,${18_000 + at * 731}.25`,
    `${addDays(month, 24)},Operating account,Payroll,Payrollwise,-${15_900 + at * 100}`,
  ]);
  await importFile(
    world,
    member,
    "transactions",
    `Date,Account,Description,Counterparty,Amount\n${lines.join("\n")}\n`,
  );
  await add("bankAccounts", {
    name: "Operating account",
    bank: "Harbour Bank",
    number: "GB29 NWBK 6016 1331 9268 19",
    status: "open",
    balance: 84_210.55,
    balanceOn: addDays(today, -1),
  });
  await add("bankAccounts", {
    name: "Savings",
    bank: "Harbour Bank",
    status: "open",
    balance: 150_000,
    balanceOn: months[0] ?? "",
  });
  const books = months.flatMap((month, at) => [
    `Product sales,${month},Income,${92_400 + at * 1_250},90000`,
    `Consulting,${month},Income,${8_000 + at * 300},`,
    `Hosting,${month},Cost of sales,${7_150 + at * 220}.4,7000`,
    `Salaries,${month},Expense,${48_000 + at * 500},48000`,
    `Rent,${month},Expense,4800,4800`,
    `Advertising and sponsorship of trade events,${month},Expense,${6_000 + at * 900},6500`,
    `Interest,${month},Other income,125.5,`,
  ]);
  await importFile(world, member, "ledger", `Account,Month,Type,Actual,Budget\n${books.join("\n")}\n`);
  const staff: [string, string, string, number | null][] = [
    ["Ines Albrecht", "Engineer", "Product", 6_800.5],
    ["Mia Lindqvist", "Designer", "Product", 5_900],
    ["Theo Marsh", "Engineer", "Product", 6_400],
    ["Sam Okafor", "Account manager", "Sales", 5_100],
    ["Dana Reyes", "Office", "", null],
  ];
  for (const [name, role, team, monthlyCost] of staff)
    await add("people", { name, role, team: team || null, status: "active", startedOn: months[1] ?? "", monthlyCost });
  await add("payments", { paidOn: today, type: "charge", amount: 290, fee: 8.71, customerName: "Elmwood Foods" });
  await expect
    .poll(async () => (await member.call(listMetrics, { query: { name: "cash" } })).length, { timeout: 30_000 })
    .toBeGreaterThan(10);
});

test("the ledger is profit and loss by month, with results and the budget beside", async () => {
  await look("/records/ledger", "ledger", () =>
    page.getByRole("region", { name: "Profit and loss by month" }).waitFor(),
  );
  const profit = page.getByRole("row", { name: /^Profit / });
  // 6 × (92,400 + 8,000 + 125.50 − 7,150.40 − 48,000 − 4,800 − 6,000) and 15 × (1,250 + 300 − 220 − 500 − 900) more.
  expect(await profit.textContent()).toContain("$206,401");
});

test("bank accounts show their balances and cash by day", async () => {
  await look("/records/bankAccounts", "bank", () => page.getByRole("region", { name: "Balances" }).waitFor());
  await page.getByText("$234,210.55", { exact: false }).first().waitFor();
});

test("people are shown by team, and payments and transactions as lists", async () => {
  await look("/records/people", "people", () => page.getByRole("region", { name: "People by team" }).waitFor());
  await look("/records/payments", "payments", () => page.getByText("Elmwood Foods").first().waitFor());
  await look("/records/transactions", "transactions", () => page.getByText("Payroll").first().waitFor());
});

test("a rule gives a category, and undo takes it away", async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await look("/records/transactions?do=rules", "rules", () => page.getByLabel("Contains").first().waitFor());
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${world.url}/records/transactions?do=rules`);
  await page.getByLabel("Contains").fill("rent");
  await page.getByLabel("Category", { exact: false }).first().fill("Premises");
  await page.getByRole("button", { name: "Save and apply" }).click();
  await page.getByText("6 transactions by a rule", { exact: false }).waitFor();
  await page.getByRole("cell", { name: "Premises" }).first().waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("cell", { name: "Premises" }).first().waitFor({ state: "detached" });
});
