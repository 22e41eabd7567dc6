import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
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
