import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getDecision, listDecisions, makeDecision } from "#features/decisions/contract.ts";
import { createTask, listTasks } from "#features/tasks/contract.ts";
import { hire, type Member, openWorld, testContexts, type World } from "../world.ts";
import { exportCsv, openBrowser, openPage } from "./browser.ts";
import { inspectPage } from "./inspect.ts";
import { testDecision } from "./story.ts";

/** Deciding with care: what the buttons say, undo from toast, card and page, reasons, keys, and the ledger. */
let world: World;
let browser: Browser;
let member: Member;
let page: Page;
let cfo: string;
let sales: string;

beforeAll(async () => {
  world = await openWorld({ UNDO_SECONDS: "120" });
  browser = await openBrowser();
  member = await world.member("owner");
  const team = await hire(member, "CEO", "CFO", "Sales");
  cfo = team.find(({ role }) => role === "CFO")?.id ?? "";
  sales = team.find(({ role }) => role === "Sales")?.id ?? "";
  page = await openPage(browser, world, member);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const invest = (purpose: string, extra: object = {}) =>
  member.call(makeDecision, {
    body: {
      agentId: cfo,
      decisionType: "investment_evaluation",
      context: { ...testContexts.CFO.context, subject: purpose, purpose, ...extra },
    },
  });
const card = (title: string) => page.locator("#decision-feed").getByRole("article").filter({ hasText: title });
const toast = () => page.locator("[data-toast]");
const statusOf = async (id: string) => (await member.call(getDecision, { params: { id } })).decision.status;
const inspect = () => inspectPage(page);

test("approved, undone from the toast, approved again: the button says what follows, and nothing started meanwhile", async () => {
  const { id } = await invest("A press");
  await page.goto(world.url);
  const approve = () => card("A press").getByRole("button", { name: "Approve and reserve $85,000" }).click();
  await approve();
  await toast().getByText("Decision Approved", { exact: true }).waitFor();
  await card("A press")
    .getByText(/^Effects in 1:5\d$/)
    .waitFor();
  expect(await member.call(listTasks, { query: {} })).toEqual([]);
  await toast().getByRole("button", { name: /^Undo/ }).click();
  await toast().getByText("A press is pending again.").waitFor();
  expect(await statusOf(id)).toBe("pending");
  // The focus is on the card that came back, but not where a key could decide.
  const focused = () => page.evaluate(() => document.activeElement?.closest("article")?.getAttribute("data-decision"));
  await expect.poll(focused).toBe(id);
  await approve();
  await card("A press").getByRole("button", { name: "Undo" }).waitFor();
  expect(await statusOf(id)).toBe("approved");
  await inspect();
});

test("undone from the card and from the page of the decision", async () => {
  const [approved] = await member.call(listDecisions, { query: { status: "approved" } });
  await card("A press").getByRole("button", { name: "Undo" }).click();
  await card("A press")
    .getByRole("button", { name: /^Approve/ })
    .waitFor();
  await page.goto(`${world.url}/decisions/${approved?.id}`);
  const decide = page.getByRole("complementary", { name: "Decide" });
  await decide.getByRole("button", { name: /^Approve and reserve/ }).click();
  await decide.getByText(/^Approved by /).waitFor();
  await decide.getByText(/^Effects in 1:5\d$/).waitFor();
  await decide.getByRole("button", { name: "Undo" }).click();
  await decide.getByRole("button", { name: /^Approve and reserve/ }).waitFor();
  await page
    .getByRole("region", { name: "Journal" })
    .getByText(`Approval undone by ${member.username}`)
    .first()
    .waitFor();
});

test("a rejection asks why, with one click for the usual reasons", async () => {
  const { id } = await invest("A kiln");
  await page.goto(world.url);
  // What comes later moves the card: a press that it meets is none.
  await page.getByText("Gmail setup required").waitFor();
  await card("A kiln").getByRole("button", { name: "Reject" }).click();
  await card("A kiln").getByRole("button", { name: "Not enough evidence" }).click();
  await card("A kiln").getByRole("button", { name: "Not enough evidence" }).waitFor({ state: "detached" });
  expect((await member.call(getDecision, { params: { id } })).decision).toMatchObject({
    status: "rejected",
    reason: "Not enough evidence",
  });
});

test("Review moves to the proposal that the banner names, where its keys are shown and work; a stray key decides nothing", async () => {
  const first = await invest("A saw", { investment: 1_000, projectedReturn: 2_000 });
  await world.asOwner("UPDATE decisions SET expires_at = now() + interval '1 hour' WHERE id = $1", [first.id]);
  await page.goto(world.url);
  await page.getByTestId("urgent-decisions").getByText("“A saw”").waitFor();
  await card("A saw").waitFor();
  const hint = card("A saw").locator("kbd");
  expect(await hint.count()).toBe(0);
  await page.keyboard.press("a");
  // A click on the card is no decision either.
  await card("A saw").click({ position: { x: 3, y: 3 } });
  await page.keyboard.press("a");
  expect(await statusOf(first.id)).toBe("pending");
  await page.getByRole("button", { name: "Review", exact: true }).click();
  await expect.poll(() => hint.count()).toBe(2);
  expect(await page.evaluate(() => document.activeElement?.getAttribute("data-decision"))).toBe(first.id);
  await page.keyboard.press("a");
  await toast().getByText("Decision Approved", { exact: true }).waitFor();
  expect(await statusOf(first.id)).toBe("approved");
});

test("a test proposal is marked on every screen that shows it, and starts nothing", async () => {
  await page.goto(world.url);
  await testDecision(page, "Sales");
  const lead = card("$125,000");
  await lead.getByText("Test", { exact: true }).waitFor();
  await page.goto(`${world.url}/decisions?role=Sales`);
  const row = page.getByRole("row").filter({ hasText: "$125,000" });
  await row.getByText("Test", { exact: true }).waitFor();
  await row.getByRole("link").click();
  await page.getByRole("main").getByText("Test", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Approve test" }).click();
  await page.getByText(/^Final in /).waitFor();
  expect(await world.asOwner("SELECT 1 FROM exposures WHERE agent_id = $1", [sales])).toEqual([]);
});

test("a company with nothing but a test has nothing to decide, on every screen that counts", async () => {
  const fresh = await world.member("tester");
  const [, chief] = await hire(fresh, "CEO", "CFO");
  const tab = await openPage(browser, world, fresh);
  await fresh.call(makeDecision, { body: { agentId: chief?.id ?? "", ...testContexts.CFO, isTest: true } });
  await tab.goto(world.url);
  await tab.getByText("No pending decisions", { exact: true }).waitFor();
  await tab.getByTestId("urgent-decisions").getByText("A test proposal is pending.").waitFor();
  await tab.getByText("0 decided by you, 0 pending").waitFor();
  await tab.locator("#decision-feed").getByText("Test", { exact: true }).waitFor();
  expect(
    await tab
      .locator("#decision-feed")
      .getByText(/\d pending/)
      .count(),
  ).toBe(0);
  await inspectPage(tab);
  await tab.goto(`${world.url}/decisions`);
  await tab.getByText("1 test", { exact: true }).waitFor();
  const group = tab.getByRole("rowheader", { name: /^Pending/ });
  expect([await group.textContent(), await tab.getByText(/proposals? (is|are) pending/).count()]).toEqual([
    "Pending",
    0,
  ]);
  await tab.getByRole("checkbox").check();
  await tab.getByRole("group", { name: "1 test selected" }).waitFor();
  await inspectPage(tab);
  await tab.close();
});

test("a bulk change of tasks is taken back from its toast", async () => {
  const fresh = await world.member("tasker");
  for (const title of ["Call the bank", "Sign the lease"]) await fresh.call(createTask, { body: { title } });
  const tab = await openPage(browser, world, fresh);
  await tab.goto(`${world.url}/tasks`);
  for (const title of ["Call the bank", "Sign the lease"])
    await tab.getByRole("checkbox", { name: `Select: ${title}` }).check();
  await tab.getByRole("region", { name: "Selected tasks" }).getByRole("button", { name: "Complete…" }).click();
  await tab.getByRole("dialog").getByRole("button", { name: "Complete 2 tasks" }).click();
  const notice = tab.locator("[data-toast]");
  await notice.getByText("2 completed").waitFor();
  await inspectPage(tab);
  await notice.getByRole("button", { name: /^Undo/ }).click();
  await notice.getByText("2 as before").waitFor();
  const states = async () => (await fresh.call(listTasks, { query: {} })).map(({ status }) => status);
  expect(await states()).toEqual(["pending", "pending"]);
  await tab.getByRole("checkbox", { name: "Select: Call the bank" }).waitFor();
  await tab.close();
});

test("the ledger is filtered, searched and sorted by an address that can be shared", async () => {
  await invest("A loom", { investment: 4_000, projectedReturn: 9_000, counterparty: "Weavers Ltd" });
  await page.goto(`${world.url}/decisions`);
  const rows = page.locator("tr[data-row]");
  await rows.first().waitFor();
  await page.getByLabel("Outcome").selectOption("Rejected");
  await expect.poll(() => rows.count()).toBe(1);
  expect(page.url()).toContain("outcome=rejected");
  await page.reload();
  await rows.filter({ hasText: "A kiln" }).waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByLabel("Search decisions").fill("weavers");
  await rows.filter({ hasText: "A loom" }).waitFor();
  await page.getByText("1 decision", { exact: true }).waitFor();
  await page.getByLabel("Search decisions").fill("no such thing");
  await page.getByText("No matches", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Show all decisions" }).click();
  await page.getByLabel("Sort").selectOption("amount");
  await expect.poll(() => rows.first().textContent()).toContain("$85,000");
  await page.getByText("Shown from 10 resolved forecasts.").first().waitFor();
  await inspect();
});

test("several are settled at once after one dialog that names their number and amount, and undone together", async () => {
  await invest("A crane", { investment: 6_000, projectedReturn: 9_000 });
  await page.goto(`${world.url}/decisions?status=pending`);
  const rows = page.locator("tr[data-row]");
  for (const title of ["A loom", "A crane"]) await page.getByRole("checkbox", { name: `Select ${title}` }).check();
  await page.getByRole("button", { name: "Approve $10,000…" }).click();
  const dialog = page.getByRole("dialog", { name: "Approve 2 decisions, $10,000" });
  await dialog.getByText(/reserves \$10,000 and starts \d tasks/).waitFor();
  await inspect();
  await dialog.getByRole("button", { name: "Approve $10,000" }).click();
  await toast().getByText("Approved 2 decisions").waitFor();
  await rows.filter({ hasText: "A loom" }).waitFor({ state: "detached" });
  await toast().getByRole("button", { name: /^Undo/ }).click();
  await rows.filter({ hasText: "A loom" }).waitFor();
  await page.getByRole("checkbox", { name: "Select A loom" }).check();
  await page.getByRole("button", { name: "Reject 1…" }).click();
  await page.getByRole("button", { name: "Other plan" }).click();
  await page.getByRole("button", { name: "Reject 1 decision" }).click();
  await toast().getByText("Rejected 1 decision").waitFor();
  const [loom] = await member.call(listDecisions, { query: { status: "rejected" } });
  expect(loom).toMatchObject({ title: "A loom", reason: "Other plan" });
});

test("the ledger's keys move, select and open, and what a filter finds is saved as a file", async () => {
  await page.goto(`${world.url}/decisions?status=pending`);
  const links = page.locator("tr[data-row]").getByRole("link");
  await links.first().focus();
  await page.keyboard.press("x");
  await page.getByText("1 selected").waitFor();
  await page.keyboard.press("j");
  await expect.poll(() => links.nth(1).evaluate((link) => link === document.activeElement)).toBe(true);
  await page.goto(`${world.url}/decisions?outcome=rejected`);
  await page.locator("tr[data-row]").first().waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), exportCsv(page)]);
  const lines = readFileSync(await download.path(), "utf8")
    .trim()
    .split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain("Number,Title,Test,Agent");
  expect(lines.join("\n")).toMatch(/A loom.*Rejected.*Other plan/);
});

test("at 390 px the ledger reads without scrolling sideways", async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${world.url}/decisions`);
  await page.locator("tr[data-row]").first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await inspect();
  await page.setViewportSize({ width: 1440, height: 900 });
});
