import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addRecord } from "#features/records/contract.ts";
import { type Member, openWorld, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";
import { inspectPage } from "./inspect.ts";

/** A company makes fields of its own, fills them, filters and explores by them, and takes one back. */
let world: World;
let browser: Browser;
let owner: Member;
let page: Page;

beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  owner = await world.member("owner");
  for (const [at, name] of ["Harbour refit", "Depot roof", "Night shift pilot"].entries())
    await owner.call(addRecord, {
      body: {
        kind: "deals",
        source: "manual",
        fields: { name, stage: "lead", amount: 1000 * (at + 1), openedOn: "2026-09-01" },
      },
    });
  page = await openPage(browser, world, owner);
  await page.goto(`${world.url}/records/deals`);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const dialog = () => page.getByRole("dialog", { name: "Fields of deals" });
const picture = async (name: string) => {
  const folder = process.env["PICTURES"];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
};

test("fields are added in their dialog, and one becomes a column", async () => {
  await page.getByRole("button", { name: "Fields", exact: true }).click();
  await dialog().getByText("No fields of your own yet.").waitFor();
  await dialog().getByRole("button", { name: "Add field" }).click();
  await dialog().getByLabel("Name").fill("Stage");
  await dialog().getByRole("button", { name: "Add field" }).click();
  await dialog().getByText('Deals have a field "Stage" already').waitFor();
  await dialog().getByLabel("Name").fill("Region");
  await dialog().getByLabel("Type").selectOption("Choice");
  await dialog().getByLabel("Choices").fill("West\nEast\nuk & Ireland");
  await picture("fields-add");
  await dialog().getByRole("button", { name: "Add field" }).click();
  await dialog().getByText("Choice · West, East, uk & Ireland").waitFor();
  await dialog().getByRole("button", { name: "Add field" }).click();
  await dialog().getByLabel("Name").fill("Contract size");
  await dialog().getByLabel("Type").selectOption("Amount");
  await dialog().getByRole("button", { name: "Add field" }).click();
  await dialog().getByRole("button", { name: "Move Contract size up" }).click();
  await expect
    .poll(async () => (await dialog().getByRole("listitem").allInnerTexts()).map((text) => text.split("\n")[0]))
    .toEqual(["Contract size", "Region"]);
  for (const label of ["Region", "Contract size"]) {
    await dialog()
      .getByRole("button", { name: `Edit ${label}` })
      .click();
    await dialog().getByLabel("Column of the list").check();
    await dialog().getByRole("button", { name: "Save field" }).click();
    await dialog()
      .getByRole("button", { name: `Edit ${label}` })
      .waitFor();
  }
  await inspectPage(page);
  await picture("fields");
  await page.keyboard.press("Escape");
  await page.getByRole("columnheader", { name: "Region" }).waitFor();
});

test("a record's form and page have them; a value that does not fit says why", async () => {
  await page.getByRole("link", { name: "Harbour refit" }).click();
  await page.getByRole("button", { name: "Edit" }).click();
  const form = page.getByRole("dialog", { name: "Change this deal" });
  await form.getByLabel("Contract size").fill("a lot");
  await form.getByLabel("Region").selectOption("uk & Ireland");
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByText("is not a number").waitFor();
  await form.getByLabel("Contract size").fill("1,250.50");
  await picture("form");
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByText("uk & Ireland").waitFor();
  await page.getByText("$1,250.50").waitFor();
  await picture("page");
});

test("the list is filtered and ordered by them, on a phone too", async () => {
  await page.goto(`${world.url}/records/deals`);
  await page.getByRole("cell", { name: "uk & Ireland" }).waitFor();
  await picture("list");
  await page.getByLabel("Order").selectOption("By Contract size");
  await page.getByLabel("Your fields").selectOption("uk & Ireland");
  await page.getByRole("list", { name: "Filters" }).getByText("Region: uk & Ireland").waitFor();
  await page.getByRole("status").filter({ hasText: "1 deal" }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByText("Region: uk & Ireland").last().waitFor();
  await inspectPage(page);
  await picture("list-390");
  await page.getByRole("button", { name: "Fields", exact: true }).click();
  await dialog().getByRole("button", { name: "Edit Region" }).click();
  await picture("fields-390");
  await dialog().getByRole("button", { name: "Remove field" }).click();
  await dialog().getByRole("button", { name: "Bring Region back" }).click();
  await dialog().getByRole("button", { name: "Edit Region" }).waitFor();
  await inspectPage(page);
});
