// Nightly: the security page; http/security and http/audit-log hold its figures daily.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { colleague } from "../samples.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";
import { exportCsv, openBrowser, openPage } from "./browser.ts";
import { inspectPage } from "./inspect.ts";

/** The security page with real values, and the audit log from a filter to a tampered copy. */
let world: World;
let browser: Browser;
let member: Member;
let page: Page;

beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  member = await world.member("owner");
  await hire(member, "CFO");
  page = await openPage(browser, world, member);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const tab = (name: string) => page.getByRole("tab", { name }).click();
const text = (words: string | RegExp) => page.getByText(words).first().waitFor();

test("the page shows what was checked, and each tab more of it", async () => {
  await page.goto(world.url);
  await page.getByRole("button", { name: "Open navigation menu" }).click();
  await page.getByRole("link", { name: "Security", exact: true }).click();
  await page.getByRole("heading", { name: "Security Management" }).waitFor();
  await text(/\d+ of 15 checks passed at \d\d:\d\d/);
  await text("100 requests per minute per IP");
  expect(await page.getByRole("link", { name: "Privacy and data control" }).getAttribute("href")).toBe(
    "/privacy-dashboard",
  );
  expect(await page.getByRole("link", { name: "Dashboard", exact: true }).first().getAttribute("href")).toBe("/");
  expect(await page.locator('[data-check="isolation"]').getAttribute("data-state")).toBe("passed");
  expect(await page.locator('[data-check="audit_log"]').getAttribute("data-state")).toBe("attention");
  await inspectPage(page);
  await tab("Features");
  await text("Cross-origin requests");
  await tab("Compliance");
  await text(/rounded down\. It covers what this server can check/);
  await tab("Monitoring");
  await text("Nothing was refused and no sign-in failed in 14 days.");
  await inspectPage(page);
});

test("the audit log is filtered, and a record opened", async () => {
  await page.getByRole("link", { name: "View Audit Logs" }).click();
  await page.getByRole("heading", { name: "Audit log", exact: true }).waitFor();
  await text("Company registered");
  await page.getByLabel("Action").selectOption("company.registered");
  await expect.poll(() => page.locator("[data-audit] li").count()).toBe(1);
  await page.getByRole("button", { name: /Company registered/ }).click();
  const dialog = page.getByRole("dialog", { name: "Company registered" });
  await dialog.getByText("127.0.0.1").waitFor();
  await dialog.getByText("Hash before").waitFor();
  await inspectPage(page);
  await page.keyboard.press("Escape");
  await page.getByLabel("Search the audit log").fill("nothing like it");
  await text("No records match");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect.poll(() => page.locator("[data-audit] li").count()).toBeGreaterThan(1);
  const download = page.waitForEvent("download");
  await exportCsv(page);
  expect((await download).suggestedFilename()).toMatch(/^audit-log-.*\.csv$/);
});

test("the chain is verified, and a tampered copy found", async () => {
  await tab("Chain");
  await text("Not verified yet.");
  await page.getByRole("button", { name: "Verify chain" }).click();
  await page.locator('[data-verification="intact"]').waitFor();
  await inspectPage(page);
  await world.asOwner("ALTER TABLE journal DISABLE TRIGGER USER");
  await world.asOwner("UPDATE journal SET title = 'Nothing happened' WHERE company_id = $1 AND seq = 2", [
    member.user.companyId,
  ]);
  await world.asOwner("ALTER TABLE journal ENABLE TRIGGER USER");
  await page.getByRole("button", { name: "Verify chain" }).click();
  await page.locator('[data-verification="broken"]').waitFor();
  await text("First broken record: 2. Record 2 was edited.");
  await page.getByRole("link", { name: "Security Management" }).click();
  await text("The audit log is broken.");
  await page.locator('[data-check="audit_log"][data-state="attention"]').waitFor();
});

test("who may not read the audit log is told who may", async () => {
  const viewer = await openPage(browser, world, await colleague(world, member, "viewer"));
  await viewer.goto(`${world.url}/security`);
  await viewer.getByText("100 requests per minute per IP").first().waitFor();
  expect(await viewer.getByRole("link", { name: "View Audit Logs" }).count()).toBe(0);
  await viewer.goto(`${world.url}/security/audit`);
  await viewer.getByText("Only an admin may read the audit log.").waitFor();
});

test("what was refused by day fits a phone", async () => {
  await world.asOwner("INSERT INTO security_counts VALUES ($1, date_trunc('hour', now()), 'refused', 3)", [
    member.user.companyId,
  ]);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`${world.url}/security`);
  await tab("Monitoring");
  await text("Refused by role");
  await inspectPage(page);
});
