// Nightly: exports and deletion; http/privacy and http/erasing hold the rules daily.
import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { colleague } from "../samples.ts";
import { type Member, openWorld, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";

let world: World;
let browser: Browser;
let person: Member;
let page: Page;

beforeAll(async () => {
  world = await openWorld({ ROLE: "web" });
  browser = await openBrowser();
  person = await colleague(world, await world.member("owner"), "member");
  page = await openPage(browser, world, person);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const open = (tab: string) => page.goto(`${world.url}/privacy-dashboard?tab=${tab}`);
const toast = (text: string) => page.getByText(text, { exact: true }).first().waitFor();

test("a switch moves once the server has saved it, and stays after a reload", async () => {
  await open("settings");
  await page.getByText("1 of 8 settings is on.").waitFor();
  await page.getByText("Needs Attention. Share of settings that are on: 1 of 8").waitFor();
  expect(await page.getByRole("switch", { name: "Essential" }).isDisabled()).toBe(true);
  const analytics = page.getByRole("switch", { name: "Analytics" });
  await page.route("**/privacy-consent", (route) => route.fulfill({ json: { success: false, error: "No" } }));
  await analytics.click();
  await toast("Failed to update privacy settings. Please try again.");
  expect(await analytics.getAttribute("aria-checked")).toBe("false");
  await page.unroute("**/privacy-consent");
  await analytics.click();
  await toast("Your privacy preferences have been saved successfully.");
  await page.reload();
  await page.getByText("2 of 8 settings are on.").waitFor();
  expect(await analytics.getAttribute("aria-checked")).toBe("true");
  await page.getByText("Analytics on", { exact: true }).waitFor();
});

test("the processing log says what is processed, why and how long", async () => {
  await open("processing");
  const row = page.locator('[data-activity="Sign-in and sessions"]');
  for (const text of ["Keep accounts safe", "Contract", "Name, Email, IP address, Browser", "Account + 90 days"])
    await row.getByText(text).first().waitFor();
  await page.getByRole("button", { name: /^Show \d+ more$/ }).click();
  await page.getByText("Privacy choices and requests").waitFor();
});

test("export, delete, and nothing opens any more", async () => {
  await open("actions");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export my data" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^privacy-export-\d{4}-\d\d-\d\d\.json$/);
  const exported = JSON.parse(await readFile(await download.path(), "utf8")) as { username: string };
  expect(exported.username).toBe(person.username);
  await toast("Your personal data has been downloaded as a JSON file.");

  const remove = page.getByRole("button", { name: "Delete my data" });
  const field = page.getByLabel("Type DELETE to confirm");
  await field.fill("delete");
  expect(await remove.isDisabled()).toBe(true);
  await page.getByText("Please type 'DELETE' to confirm permanent data deletion.").waitFor();
  await field.fill("DELETE");
  await remove.click();
  await toast("All your personal data has been permanently deleted.");
  await page.waitForURL("**/auth");
  await page.goto(`${world.url}/privacy-dashboard`);
  await page.waitForURL("**/auth");
  // Nothing is left: neither name nor address stands in any table.
  const tables = await world.asOwner<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
  );
  const holding: string[] = [];
  for (const { name } of tables) {
    const found = `SELECT 1 FROM "${name}" t WHERE t::text ILIKE '%' || $1 || '%' OR t::text ILIKE '%' || $2 || '%' LIMIT 1`;
    if ((await world.asOwner(found, [person.username, person.user.email])).length > 0) holding.push(name);
  }
  expect(holding).toEqual([]);
});

test("the last admin may delete the company now", async () => {
  const admin = await world.member("leaving");
  const own = await openPage(browser, world, admin);
  await own.goto(`${world.url}/privacy-dashboard?tab=actions`);
  await own.getByText("Delete now", { exact: true }).click();
  await own.getByText("all of it is deleted now").waitFor();
  await own.getByLabel("Type DELETE to confirm").fill("DELETE");
  await own.getByRole("button", { name: "Delete my data" }).click();
  await own.getByText("Data deletion successful").waitFor();
  await own.getByText("All your personal data has been permanently deleted.").waitFor();
  await own.waitForURL("**/auth");
  // This world runs no jobs; the one that deletes the company is due.
  const due =
    "SELECT 1 FROM pgboss.job WHERE name = 'privacy-purge' AND start_after <= now() AND data->>'company' = $1";
  expect(await world.asOwner(due, [admin.user.companyId])).toHaveLength(1);
});

test("the last admin is given an address at which the closed company can be downloaded", async () => {
  const admin = await world.member("closing");
  const own = await openPage(browser, world, admin);
  await own.goto(`${world.url}/privacy-dashboard?tab=actions`);
  await own.getByText("You are given an address to download it until then.").waitFor();
  await own.getByLabel("Type DELETE to confirm").fill("DELETE");
  await own.getByRole("button", { name: "Delete my data" }).click();
  await own.getByRole("heading", { name: "The company is closed" }).waitFor();
  const [download] = await Promise.all([
    own.waitForEvent("download"),
    own.getByRole("button", { name: "Download the company's data" }).click(),
  ]);
  const exported = JSON.parse(await readFile(await download.path(), "utf8")) as { company: string };
  expect(exported.company).toBe(admin.user.company.name);
  await own.goto(`${world.url}/closed-company#nothing`);
  await own.reload();
  await own.getByRole("button", { name: "Download the company's data" }).click();
  await own.getByText("This address does not work: it is incomplete, or the company was deleted.").waitFor();
});
