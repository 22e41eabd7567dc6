import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setAutonomy } from "#features/agents/contract.ts";
import { listPolicies } from "#features/authority/contract.ts";
import { listDecisions, makeDecision, settleDecision } from "#features/decisions/contract.ts";
import { editExecutive, getExecutive } from "#features/executives/contract.ts";
import { initializeOversight } from "#features/oversight/contract.ts";
import { hire, type Member, openWorld, testContexts, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";
import { inspectPage } from "./inspect.ts";

/** A limit loosened after its backtest, several proposals settled at once, and a rule suggested from approvals. */
let world: World;
let browser: Browser;
let member: Member;
let page: Page;
let cfo: string;

beforeAll(async () => {
  world = await openWorld({ UNDO_SECONDS: "120" });
  browser = await openBrowser();
  member = await world.member("owner");
  page = await openPage(browser, world, member);
  cfo = (await hire(member, "CEO", "CFO")).find(({ role }) => role === "CFO")?.id ?? "";
  const { updatedAt } = await member.call(getExecutive, { params: { id: cfo } });
  await member.call(editExecutive, { params: { id: cfo }, body: { updatedAt, decisionAuthority: "high" } });
  await member.call(setAutonomy, { params: { id: cfo }, body: { autonomyLevel: "execute" } });
  await member.call(initializeOversight);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const propose = async (investment: number) => {
  const context = { ...testContexts.CFO.context, investment, counterparty: `Maker ${investment}` };
  return member.call(makeDecision, { body: { agentId: cfo, decisionType: testContexts.CFO.decisionType, context } });
};

test("a limit is raised after its backtest, and the next request runs alone", async () => {
  for (const investment of [20_000, 60_000, 80_000]) await propose(investment);
  await page.goto(`${world.url}/policies`);
  await page.getByRole("heading", { name: "All limits" }).waitFor();
  await inspectPage(page);
  await page.getByRole("button", { name: "Edit Marcus, Investment evaluation" }).click();
  await page.getByLabel("Limit per decision").fill("-5");
  await page.getByRole("button", { name: "Add to draft" }).click();
  await page.getByText("Enter an amount of 0 or more").waitFor();
  // At risk tolerance 50 the agent may decide 75% of it alone.
  await page.getByLabel("Limit per decision").fill("90,000");
  await page.getByRole("button", { name: "Add to draft" }).click();
  await page.getByText("1 of 3 past requests would have run without you.").first().waitFor({ timeout: 60_000 });
  await page.getByRole("heading", { name: "Changed cases" }).waitFor();
  await page.getByText("Runs alone.").waitFor();
  // The drawing names what the agent may do alone, below each mark.
  const strip = page.getByRole("figure").filter({ hasText: "Investment evaluation" });
  await strip.getByText("$37,500 now", { exact: true }).waitFor();
  await strip.getByText("$67,500 new", { exact: true }).waitFor();
  await page.setViewportSize({ width: 390, height: 900 });
  await inspectPage(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await inspectPage(page);
  expect((await member.call(listPolicies)).version).toBe(1);
  await page.getByLabel("Reason").fill("Two months without a bad one");
  await page.getByRole("button", { name: "Save version 2" }).click();
  await page.getByText("Version 2 applies.").waitFor();
  await page.getByText("“Two months without a bad one”").waitFor();
  expect((await propose(65_000)).authorization).toMatchObject({ verdict: "allow", policyVersion: 2 });
  await page.getByRole("button", { name: "Roll back to version 1" }).click();
  await page.getByRole("button", { name: "Save version 3" }).click();
  await page.getByText("Version 3 applies.").waitFor();
  await page.getByText("Brought back version 1").waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("limits-version-3.json");
  const { version, policies, agents } = JSON.parse(await readFile(await download.path(), "utf8"));
  expect([version, agents.length]).toEqual([3, 2]);
  expect(policies).toEqual((await member.call(listPolicies)).policies);
});

test("a discount that runs alone is shown as the policy answers it", async () => {
  const other = await world.member("discounts");
  const [sales] = await hire(other, "Sales");
  const { updatedAt } = await other.call(getExecutive, { params: { id: sales?.id ?? "" } });
  await other.call(editExecutive, { params: { id: sales?.id ?? "" }, body: { updatedAt, decisionAuthority: "high" } });
  const tab = await openPage(browser, world, other);
  await tab.goto(`${world.url}/policies`);
  const row = tab.getByRole("row", { name: /Discount request/ });
  // 75% of 35 at risk tolerance 50.
  await row.getByRole("button", { name: "26.25% off" }).waitFor();
  await tab.goto(`${world.url}/agent-identity?agent=${sales?.id}&tab=performance`);
  await tab.getByRole("button", { name: "Initialize Agent Identity" }).click();
  await tab.getByText("up to 26.25% off alone").waitFor();
  await tab.goto(`${world.url}/org`);
  await tab.getByRole("columnheader", { name: "Limit per decision" }).waitFor();
  const limit = tab.getByRole("row", { name: /Grace/ }).getByRole("button", { name: "$5,000", exact: true });
  await expect.poll(() => limit.count()).toBe(1);
  await tab.close();
});

test("several proposals are settled at once, each with its own result, and undone", async () => {
  await page.goto(`${world.url}/decisions`);
  await page.getByText("How it is sorted").waitFor();
  const boxes = page.getByRole("checkbox", { name: /Select/ });
  await boxes.first().waitFor();
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await page.getByText("2 selected").waitFor();
  await page.getByRole("button", { name: /^Approve .*…$/ }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Approve/ })
    .click();
  await page.getByText("Approved 2 decisions").waitFor();
  const approved = async () =>
    (await member.call(listDecisions, { query: {} })).filter(({ approvedBy }) => approvedBy === member.username).length;
  expect(await approved()).toBe(2);
  await page.locator("[data-toasts]").getByRole("button", { name: "Undo" }).click();
  await expect.poll(approved, { timeout: 30_000 }).toBe(0);
});

test("ten approvals of one kind suggest a rule, which opens with its backtest", async () => {
  for (let made = 0; made < 10; made += 1) {
    const { id } = await propose(51_000 + made);
    await member.call(settleDecision, { params: { id }, body: { approved: true } });
  }
  await page.goto(`${world.url}/decisions`);
  await page.getByText(/You approved 1\d of 1\d investment evaluation proposals of Marcus/).waitFor();
  await page.getByRole("link", { name: "Make it a rule?" }).click();
  await page.getByText(/past requests would have run without you/).waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: "Save version 4" }).waitFor();
  await page.goto(`${world.url}/account`);
  await page.getByRole("heading", { name: "Your decisions" }).waitFor();
  await page.getByText("Under 3 seconds").waitFor();
  await inspectPage(page);
});
