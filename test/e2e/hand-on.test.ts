import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addRecord } from "#features/records/contract.ts";
import { createTask } from "#features/tasks/contract.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";
import { inspectPage, inspectThemes } from "./inspect.ts";

/** Answers and lists are copied, downloaded and printed in one way. */
let world: World;
let browser: Browser;
let member: Member;
let page: Page;

beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  member = await world.member("owner");
  await hire(member, "CEO");
  for (const name of ["Elm", "=1+1"])
    await member.call(addRecord, { body: { kind: "customers", source: "manual", fields: { name, status: "active" } } });
  await member.call(createTask, { body: { title: "Call Elm, today" } });
  page = await openPage(browser, world, member, { permissions: ["clipboard-read", "clipboard-write"] });
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const choose = async (name: string, item: string) => {
  await page.getByRole("button", { name: `Copy, export or print: ${name}`, exact: true }).click();
  await page.getByRole("menuitem", { name: item }).click();
};
const copied = async (name: string): Promise<string> => {
  await choose(name, "Copy");
  await page.getByText("Copied", { exact: true }).first().waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
};
const downloaded = async (name: string): Promise<string> => {
  const [file] = await Promise.all([page.waitForEvent("download"), choose(name, "Export CSV")]);
  return readFileSync(await file.path(), "utf8");
};

test("a list is copied as a table, downloaded whole and printed alone", async () => {
  await page.goto(`${world.url}/records/customers`);
  await page.getByRole("link", { name: "Elm" }).waitFor();
  const text = await copied("Customers");
  expect(text).toMatch(/^Elm\s*\t.*Active/im);
  expect(text).not.toMatch(/Add customer|Search/);
  // As stored, and safe in a spreadsheet.
  expect(await downloaded("Customers")).toContain("'=1+1");
  const shown = page.evaluate(
    () =>
      new Promise<string>((found) => {
        window.print = () => {
          found(document.querySelector<HTMLElement>("[data-handed-on]")?.innerText ?? "");
          window.dispatchEvent(new Event("afterprint"));
        };
      }),
  );
  await choose("Customers", "Print or save as PDF");
  expect(await shown).toMatch(/Customers[^]*Elm/);
  expect(await page.locator("[data-handed-on]").count()).toBe(0);
});

test("on paper only what is handed on is left", async () => {
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await choose("Customers", "Print or save as PDF");
  await page.locator("[data-handed-on]").waitFor({ state: "attached" });
  await page.emulateMedia({ media: "print" });
  const visible = await page.evaluate(() =>
    [...document.body.children]
      .filter((one) => (one as HTMLElement).offsetHeight > 0)
      .map((one) => one.hasAttribute("data-handed-on")),
  );
  expect(visible).toEqual([true]);
  await page.emulateMedia({ media: "screen" });
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
});

test("an answer is copied with its question and downloaded with its rows", async () => {
  await page.goto(`${world.url}/ceo-chat`);
  const question = "Customers by status?";
  await page.getByRole("textbox").first().fill(question);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: `Copy, export or print: ${question}`, exact: true }).waitFor();
  const text = await copied(question);
  expect(text).toContain(question);
  expect(text).toMatch(/\b2\b/);
  const csv = await downloaded(question);
  expect(csv.split("\r\n").length).toBeGreaterThan(1);
});

test("every list has it, and it looks right", async () => {
  for (const [path, name] of [
    ["/tasks", "Tasks"],
    ["/runs", "Runs"],
    ["/feed", "Live Activity Feed"],
    ["/outbox", "Outbox"],
    ["/members", "Members"],
  ] as const) {
    await page.goto(`${world.url}${path}`);
    await page.getByRole("button", { name: `Copy, export or print: ${name}`, exact: true }).waitFor();
  }
  await page.goto(`${world.url}/tasks`);
  expect(await copied("Tasks")).toContain("Call Elm, today");
  await page.getByRole("button", { name: "Copy, export or print: Tasks" }).click();
  await inspectPage(page);
  await inspectThemes(page);
});
