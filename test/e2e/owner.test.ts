// Nightly: an owner's ways between pages; story and undo hold the main ones daily.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Agent } from "#features/agents/contract.ts";
import { recordMetrics } from "#features/metrics/contract.ts";
import { type Decision, makeDecision, settleDecision } from "#features/decisions/contract.ts";
import { editExecutive, getExecutive } from "#features/executives/contract.ts";
import { dayIn, now } from "#platform/clock.ts";
import { hire, type Member, openWorld, testContexts, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";

/** The first days of an owner: targets, remarks by name, proposals, and where a decision's page leads. */
let world: World;
let browser: Browser;
let owner: Member;
let team: Agent[];
let page: Page;

beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  owner = await world.member("owner");
  team = await hire(owner, "CEO", "CFO");
  page = await openPage(browser, world, owner);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const section = (name: string) => page.getByRole("region", { name, exact: true });
const cfo = () => team.find(({ role }) => role === "CFO");
const propose = (): Promise<Decision> =>
  owner.call(makeDecision, { body: { agentId: cfo()?.id ?? "", ...testContexts.CFO } });

test("a target takes the last day of its period, which lies ahead", async () => {
  const end = `${Number(dayIn(now(), "Europe/London").slice(0, 4)) + 1}-12-31`;
  await page.goto(`${world.url}/records/figures/revenue_target`);
  await page.getByRole("button", { name: "Enter a value" }).click();
  const dialog = page.getByRole("dialog");
  const day = dialog.getByLabel("Day");
  await dialog.getByLabel("Value (USD)").fill("120,000");
  await dialog.getByText("The last day of the target's month, quarter or year").waitFor();
  await dialog.getByRole("button", { name: "Record value" }).click();
  await dialog.getByText("Choose a day").waitFor();
  await day.fill(end.replace("-31", "-30"));
  await dialog.getByText("Choose the last day of a month, quarter or year").waitFor();
  await day.fill(end);
  expect(await day.evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(true);
  await dialog.getByRole("button", { name: "Record value" }).click();
  await page.getByText(/^\$120,000\.00 on 31 December /).waitFor();
});

test("evidence leads to the figure it stands on, from the card and from the page", async () => {
  const points = [{ metricName: "daily_revenue", metricValue: 900, measurementDate: dayIn(now(), "Europe/London") }];
  await owner.call(recordMetrics, { body: { source: "manual", points } });
  const { id } = await propose();
  await page.goto(`${world.url}/decisions/${id}`);
  await section("Evidence")
    .getByRole("link", { name: /^Revenue, last / })
    .click();
  await page.getByRole("heading", { level: 1, name: "Daily revenue" }).waitFor();
  await page.goto(world.url);
  const link = page.getByRole("main").getByRole("link", { name: /^Revenue, last / });
  await link.waitFor();
  expect(await link.getAttribute("href")).toBe("/records/figures/daily_revenue");
});

test("a comment is in the decision's journal at once; one that asks nobody says how to ask", async () => {
  const { id } = await propose();
  await page.goto(`${world.url}/decisions/${id}`);
  const lines = section("Journal").getByText(/^Comment on: /);
  await section("Journal").getByRole("listitem").first().waitFor();
  expect(await lines.count()).toBe(0);
  const say = async (text: string) => {
    await section("Comments").getByLabel("Add a comment").fill(text);
    await section("Comments").getByRole("button", { name: "Comment", exact: true }).click();
    await section("Comments").getByRole("listitem").filter({ hasText: text }).waitFor();
  };
  const box = section("Comments").getByLabel("Add a comment");
  await box.fill("@Nobody what is this?");
  await section("Comments").getByRole("button", { name: "Comment", exact: true }).click();
  await page
    .getByText(/No agent is called "Nobody"/)
    .first()
    .waitFor();
  await say("What is this?");
  await lines.first().waitFor();
  await say(`@${cfo()?.name} how much is overdue?`);
  await section("Comments").getByRole("link", { name: "Asked" }).waitFor();
});

test("a settled decision leads to its tasks", async () => {
  const { id } = await propose();
  await owner.call(settleDecision, { params: { id }, body: { approved: true } });
  await page.goto(`${world.url}/decisions/${id}`);
  const task = page.getByRole("complementary", { name: "Decide" }).locator('a[href^="/?task="]').first();
  const title = await task.innerText();
  await task.click();
  await page.getByRole("dialog", { name: title }).waitFor();
});

test("what an executive may not propose is marked and cannot be chosen", async () => {
  const params = { id: cfo()?.id ?? "" };
  const { updatedAt } = await owner.call(getExecutive, { params });
  await owner.call(editExecutive, { params, body: { updatedAt, capabilities: { budget_management: false } } });
  await page.goto(`${world.url}/decisions`);
  await page.getByRole("button", { name: "Ask for a proposal" }).click();
  const dialog = page.getByRole("dialog", { name: "Ask for a proposal" });
  await dialog.getByLabel("Agent").selectOption({ label: `${cfo()?.name}, CFO` });
  const off = dialog.getByLabel("Decision type").locator("option", { hasText: /\(off\)$/ });
  await off.first().waitFor({ state: "attached" });
  expect(await off.allInnerTexts()).toEqual([
    "Budget allocation (off)",
    "Expense approval (off)",
    "Spending over budget (off)",
  ]);
  expect(await off.first().isDisabled()).toBe(true);
});

test("card and page of a decision with two forecasts show the base rate of the same one", async () => {
  const seller = await world.member("seller");
  const [sales] = await hire(seller, "Sales");
  const lead = (leadValue: number) =>
    seller.call(makeDecision, {
      body: { agentId: sales?.id ?? "", decisionType: "lead_qualification", context: { leadValue } },
    });
  const first = await lead(125_000);
  await world.asOwner(
    `UPDATE forecasts SET held = horizon = 'proxy', resolution = 'human', resolved_at = now(), resolved_by = $3
     WHERE company_id = $1 AND decision_id = $2`,
    [seller.user.companyId, first.id, seller.user.id],
  );
  await seller.call(settleDecision, { params: { id: first.id }, body: { approved: true } });
  const { id, forecasts } = await lead(80_000);
  expect(forecasts.map(({ horizon, baseRate }) => [horizon, baseRate])).toEqual([
    ["proxy", 1],
    ["final", null],
  ]);
  const tab = await openPage(browser, world, seller);
  await tab.goto(world.url);
  const card = tab.getByRole("article").filter({ has: tab.getByRole("button", { name: /^Approve/ }) });
  await card.getByText("tick: base rate").waitFor();
  await card.getByTitle(/^Confidence \d+%, base rate 100%$/).waitFor();
  const claim = forecasts[0]?.claim ?? "";
  await card.getByText(claim).waitFor();
  await tab.goto(`${world.url}/decisions/${id}`);
  await tab
    .getByRole("region", { name: "Exposure" })
    .getByTitle(/^Confidence \d+%, base rate 100%$/)
    .waitFor();
  await tab.context().close();
});
