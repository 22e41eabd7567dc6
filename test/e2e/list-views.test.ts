import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#contract/days.ts";
import { addRecord } from "#features/records/contract.ts";
import { listRecords } from "#features/records/list/contract.ts";
import { dayIn, now } from "#platform/clock.ts";
import { type Member, openWorld, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";
import { inspectPage, inspectThemes } from "./inspect.ts";

/** Lists of records: the person's own columns and views, and work on several rows. */
let world: World;
let browser: Browser;
let member: Member;
let page: Page;

beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  member = await world.member("owner");
  const day = dayIn(now(), "Europe/London");
  for (const number of ["A-1", "A-2", "B-1"])
    await member.call(addRecord, {
      body: {
        kind: "invoices",
        source: "manual",
        fields: {
          number,
          customerName: "Elm",
          direction: "receivable",
          issuedOn: day,
          dueOn: day,
          amount: 100,
          currency: "GBP",
          status: "open",
        },
      },
    });
  page = await openPage(browser, world, member);
  await page.goto(`${world.url}/records/invoices`);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const heads = () => page.getByRole("columnheader").allTextContents();
const statuses = async () =>
  (await member.call(listRecords, { params: { kind: "invoices" }, query: {} })).rows
    .map(({ fields }) => `${String(fields["number"])} ${String(fields["status"])}`)
    .toSorted((one, other) => one.localeCompare(other));

test("columns are chosen, and stay after a reload", async () => {
  await page.getByRole("link", { name: "A-1" }).waitFor();
  await page.getByRole("button", { name: "Columns" }).click();
  const dialog = page.getByRole("dialog", { name: "Columns of invoices" });
  await dialog.getByLabel("Currency").waitFor();
  for (const box of await dialog.getByRole("checkbox").all()) await box.uncheck();
  expect(await dialog.getByRole("button", { name: "Show these columns" }).isDisabled()).toBe(true);
  await dialog.getByLabel("Currency").check();
  await dialog.getByLabel("Issued").check();
  await inspectPage(page);
  await dialog.getByRole("button", { name: "Show these columns" }).click();
  await expect.poll(heads).toEqual(["", "Number", "Status", "Currency", "Issued"]);
  await page.reload();
  await expect.poll(heads).toEqual(["", "Number", "Status", "Currency", "Issued"]);
});

test("a view is saved with its filters and columns, opened with a click and removed", async () => {
  await page.getByLabel("Search invoices").fill("A-");
  await page.getByRole("link", { name: "B-1" }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Save this view" }).click();
  await page.getByLabel("Name").fill("A invoices");
  await page.getByRole("button", { name: "Save view" }).click();
  await page.goto(`${world.url}/records/invoices`);
  await page.getByRole("link", { name: "B-1" }).waitFor();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("button", { name: "Show the usual columns" }).click();
  await expect.poll(async () => (await heads()).includes("Currency")).toBe(false);
  await page.getByRole("link", { name: "A invoices" }).click();
  await page.getByRole("link", { name: "B-1" }).waitFor({ state: "detached" });
  await expect.poll(heads).toEqual(["", "Number", "Status", "Currency", "Issued"]);
  await inspectPage(page);
  await inspectThemes(page);
  await page.getByRole("button", { name: "Remove the view A invoices" }).click();
  await page.getByRole("link", { name: "A invoices" }).waitFor({ state: "detached" });
});

test("selected invoices are marked paid together, and taken back together", async () => {
  await page.goto(`${world.url}/records/invoices`);
  await page.getByLabel("Select A-1").check();
  await page.getByLabel("Select B-1").check();
  await page.getByText("2 invoices selected").waitFor();
  await inspectPage(page);
  await page.getByRole("button", { name: "Mark paid" }).click();
  await expect.poll(statuses).toEqual(["A-1 paid", "A-2 open", "B-1 paid"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(statuses).toEqual(["A-1 open", "A-2 open", "B-1 open"]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByLabel("Select A-2").check();
  await page.getByText("1 invoice selected").waitFor();
  await inspectPage(page);
});

test("a field is changed in its cell: a choice, a day; Escape leaves it, and undo takes it back", async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${world.url}/records/invoices`);
  const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: "A-2" }) });
  await row.getByTitle("Change: Status of A-2").click();
  await inspectPage(page);
  await page.getByLabel("Status of A-2").selectOption("disputed");
  await row.getByText("Disputed").waitFor();
  expect(await statuses()).toEqual(["A-1 open", "A-2 disputed", "B-1 open"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await row.getByText("Open", { exact: true }).waitFor();
  expect(await statuses()).toEqual(["A-1 open", "A-2 open", "B-1 open"]);
  await row.getByTitle("Change: Status of A-2").click();
  await page.getByLabel("Status of A-2").selectOption("paid");
  await row.getByText("Paid", { exact: true }).waitFor();
  expect(await row.getByTitle("Change: Status of A-2").count()).toBe(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await row.getByTitle("Change: Status of A-2").waitFor();

  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("button", { name: "Show the usual columns" }).click();
  await row.getByTitle("Change: Due of A-2").click();
  await page.getByLabel("Due of A-2").fill("2031-05-09");
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByLabel("Due of A-2").count()).toBe(0);
  expect(await row.getByText("9 May 2031").count()).toBe(0);
  await row.getByTitle("Change: Due of A-2").click();
  await page.getByLabel("Due of A-2").fill("2031-05-09");
  await page.keyboard.press("Enter");
  await row.getByText("9 May 2031").waitFor();
  await page.getByText("Due of A-2 changed").waitFor();
});

test("the sums by due day open their rows, and are shown by customer", async () => {
  // Only amounts in the company's own currency are added up.
  const dueOn = addDays(dayIn(now(), "Europe/London"), -40);
  for (const [number, amount] of [
    ["U-1", 70],
    ["U-2", 30],
  ] as const)
    await member.call(addRecord, {
      body: {
        kind: "invoices",
        source: "manual",
        fields: {
          number,
          customerName: "Elm",
          direction: "receivable",
          issuedOn: dueOn,
          dueOn,
          amount,
          status: "open",
        },
      },
    });
  await page.goto(`${world.url}/records/invoices`);
  const ageing = page.getByRole("region", { name: "Ageing", exact: true });
  await ageing
    .getByRole("row", { name: /To receive/ })
    .getByRole("link")
    .first()
    .click();
  await page.waitForURL(/view=receivable/);
  await ageing.getByRole("button", { name: "By customer" }).click();
  await ageing.getByRole("row", { name: /^Elm/ }).waitFor();
  await inspectPage(page);
  await inspectThemes(page);
  await ageing.getByRole("row", { name: /^Elm/ }).getByRole("link").nth(1).click();
  await page.waitForURL(/from=/);
  await page.getByText("2 invoices", { exact: true }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await inspectPage(page);
});
