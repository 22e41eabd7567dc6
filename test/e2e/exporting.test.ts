// Nightly: long exports in the browser; http/privacy holds what they export daily.
import { readFile } from "node:fs/promises";
import type { Browser, Download, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addRecord } from "#features/records/contract.ts";
import { putCopies, toTheMicrosecond } from "../copies.ts";
import { type Member, openWorld, type World } from "../world.ts";
import { exportCsv, openBrowser, openPage } from "./browser.ts";

let world: World;
let browser: Browser;
let owner: Member;
let page: Page;
const many = 12_000;
let downloads: Download[] = [];

beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  owner = await world.member("owner");
  const fields = { name: "Vendor 0", status: "active" } as const;
  await owner.call(addRecord, { body: { kind: "vendors", source: "manual", fields } });
  const differ = `'external_id', 'copy ' || n, 'name', 'Vendor ' || n, 'updated_at', ${toTheMicrosecond}`;
  await putCopies(world, owner.user.companyId, { table: "vendors", differ, count: many });
  page = await openPage(browser, world, owner);
  page.on("download", (download) => downloads.push(download));
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});
beforeEach(async () => {
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.goto(`${world.url}/records/vendors`);
  downloads = [];
});

const parts = "**/api/records/vendors/export*";
const laterParts = "**/api/records/vendors/export?*cursor=*";
const refusal = (status: number, seconds: number) => ({
  status,
  headers: { "retry-after": String(seconds) },
  contentType: "text/plain",
  body: "Too much at once.",
});
const start = () => page.getByRole("button", { name: "Copy, export or print: Vendors", exact: true });
const startable = () => start().and(page.locator(":enabled")).waitFor();
const stand = (text: string) => page.getByRole("status").filter({ hasText: text });
const linesOf = async (download: Download) => (await readFile(await download.path(), "utf8")).split("\r\n");

test("a long export says how far it is, waits when it is told to, and misses nothing that is removed meanwhile", async () => {
  let refused = 0;
  await page.route(laterParts, async (route) => {
    if (refused > 0) return route.continue();
    refused += 1;
    await stand("Exporting vendors: 5,000 read so far").waitFor();
    await world.asOwner("DELETE FROM vendors WHERE name = 'Vendor 5000'");
    return route.fulfill(refusal(429, 1));
  });
  const [download] = await Promise.all([page.waitForEvent("download"), exportCsv(page)]);
  expect(download.suggestedFilename()).toBe("vendors.csv");
  const lines = await linesOf(download);
  expect(lines[0]).toMatch(/^\ufeffExternal id,Name,/);
  // The newest first, and what was read before it was removed is there.
  const names = lines.slice(1, -1).map((line) => line.split(",")[1]);
  const copies = Array.from({ length: many }, (_, at) => `Vendor ${many - at}`);
  expect(names).toEqual(["Vendor 0", ...copies]);
  expect(refused).toBe(1);
  await startable();
});

test("an export that is cancelled saves nothing, and another can be begun", async () => {
  const asked = Promise.withResolvers<void>();
  await page.route(laterParts, () => asked.resolve());
  await exportCsv(page);
  await asked.promise;
  expect(await start().isDisabled()).toBe(true);
  // It goes on while the person looks at something else.
  await page.getByRole("link", { name: "Customers" }).first().click();
  await page.getByRole("button", { name: "Cancel export" }).click();
  await page.getByText("Exporting vendors").waitFor({ state: "detached" });
  expect(downloads).toEqual([]);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.goto(`${world.url}/records/vendors`);
  const [download] = await Promise.all([page.waitForEvent("download"), exportCsv(page)]);
  const [counted] = await world.asOwner<{ count: number }>("SELECT count(*)::int AS count FROM vendors");
  expect(await linesOf(download)).toHaveLength((counted?.count ?? 0) + 2);
});

test("an export that has to wait says so from its first call on, and can be cancelled meanwhile", async () => {
  await page.route(parts, (route) => route.fulfill(refusal(429, 4_000)));
  await exportCsv(page);
  await stand("Exporting vendors: waiting, the server asks for 4,000 s").waitFor();
  await page.getByRole("button", { name: "Cancel export" }).click();
  await startable();
  expect(downloads).toEqual([]);
});

test("an export from a server that stays busy ends, and says why", async () => {
  let asked = 0;
  await page.route(parts, (route) => {
    asked += 1;
    return route.fulfill(refusal(503, 1));
  });
  await exportCsv(page);
  await page.getByText("503: Too much at once.").waitFor();
  await startable();
  expect(asked).toBe(5);
});

test("an export ends with the session of who began it", async () => {
  const next = await world.member("next");
  const asked = Promise.withResolvers<void>();
  await page.route(laterParts, () => asked.resolve());
  await exportCsv(page);
  await asked.promise;
  const broken = page.waitForEvent("requestfailed", (request) => request.url().includes("/export?"));
  await page.getByRole("button", { name: "Open navigation menu" }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await broken;
  await page.waitForURL(`${world.url}/auth`);
  await page.getByLabel("Username").fill(next.username);
  await page.getByLabel("Password").fill(next.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("heading", { name: "AI Company Control Center" }).waitFor();
  await page.evaluate(() => history.pushState(null, "", "/records/customers"));
  await page.getByRole("heading", { name: "Records" }).first().waitFor();
  expect(await page.getByText("Exporting vendors").count()).toBe(0);
  expect(downloads).toEqual([]);
});
