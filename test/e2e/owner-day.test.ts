// Nightly: a day of an owner; http/owner-answers and explore hold its answers daily.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agentRoleIds } from "#contract/roles.ts";
import { listAgents } from "#features/agents/contract.ts";
import { makeDecision, settleDecision } from "#features/decisions/contract.ts";
import { startDailyBrief } from "#features/expertise/contract.ts";
import { recordMetrics } from "#features/metrics/contract.ts";
import { addSamples } from "#features/records/samples/contract.ts";
import { hire, type Member, openWorld, testContexts, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";

/** An owner's questions about a company full of records, and one figure followed to a chart that stays. */
let world: World;
let browser: Browser;
let owner: Member;
let page: Page;

beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  owner = await world.member("owner");
  await hire(owner, ...agentRoleIds);
  await owner.call(addSamples);
  const day = (back: number): string => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
  const points = Array.from({ length: 150 }, (_, back) => ({
    metricName: "daily_revenue",
    metricValue: 1_000 + back,
    measurementDate: day(back + 1),
  }));
  await owner.call(recordMetrics, { body: { source: "manual", points } });
  page = await openPage(browser, world, owner);
  await page.goto(world.url);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const section = () => page.getByRole("region", { name: "Ask an Agent" });
/** The newest answer to a question; other answers may offer it to be asked next. */
const answerTo = (question: string) =>
  section()
    .locator("ul[aria-live] > li")
    .filter({ has: page.locator("span", { hasText: new RegExp(`^${question.replace("?", "[?]")}$`) }) })
    .first();
async function ask(question: string): Promise<void> {
  await section().getByLabel("Question").fill(question);
  await section().getByText("High", { exact: true }).click();
  await section().getByRole("button", { name: "Ask", exact: true }).click();
  await answerTo(question).getByRole("link", { name: "How it was worked out" }).waitFor();
}

/** Questions in an owner's words, and what the answer has to hold. */
const questions: readonly (readonly [question: string, holds: RegExp])[] = [
  ["Who owes us the most?", /owes the most/],
  ["How much is overdue?", /overdue/],
  ["Which customers are at risk?", /at risk/],
  ["What is our biggest deal?", /biggest open deals/],
  ["How many open tickets by priority?", /High/],
  ["Invoices by customer this year", /leads/],
  ["How many customers do we have?", /customers are active/],
  ["Which contracts renew automatically?", /renew automatically/],
  ["How much do we spend on subscriptions?", /a month/],
  ["What was revenue last month?", /Revenue of last month/],
];

test("ten questions in an owner's words are answered, each with a source", { timeout: 120_000 }, async () => {
  for (const [question, holds] of questions) {
    await ask(question);
    await expect.poll(() => answerTo(question).innerText()).toMatch(holds);
    await expect.poll(() => answerTo(question).locator("button.cursor-help").count()).toBeGreaterThan(0);
  }
});

test("what is missing is named with a button, which closes the gap", async () => {
  const question = "How long does our cash last?";
  await ask(question);
  await answerTo(question)
    .getByRole("link", { name: /^Open Records|^Add/ })
    .first()
    .click();
  await page.waitForURL(/\/records\/figures/);
  for (const metricName of ["cash", "expenses"])
    await owner.call(recordMetrics, {
      body: {
        source: "manual",
        points: [1, 32, 63, 94, 125].map((back) => ({
          metricName,
          // A balance that does not fall would never run out.
          metricValue: metricName === "cash" ? 500_000 + 300 * back : 50_000,
          measurementDate: new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10),
        })),
      },
    });
  await page.goto(world.url);
  await ask(question);
  await expect.poll(() => answerTo(question).innerText()).toMatch(/months/);
});

test("on a phone the dashboard of eight agents, a brief and seven proposals is at most 4,000 pixels long", async () => {
  const agents = await owner.call(listAgents);
  const agentId = agents.find(({ role }) => role === "CFO")?.id ?? "";
  for (const purpose of ["A bench", "A press", "A van", "A crane", "A lift", "A saw", "A kiln", "A loom"]) {
    const context = { ...testContexts.CFO.context, subject: purpose, purpose };
    const { id } = await owner.call(makeDecision, {
      body: { agentId, decisionType: "investment_evaluation", context },
    });
    // The first steps end with the first decision.
    if (purpose === "A bench") await owner.call(settleDecision, { params: { id }, body: { approved: true } });
  }
  await owner.call(startDailyBrief, {});
  // With the notice of the demo, as most people see it first.
  await world.asOwner("UPDATE companies SET is_demo = true WHERE company_id = $1", [owner.user.companyId]);
  const phone = await openPage(browser, world, owner, { viewport: { width: 390, height: 844 } });
  await expect
    .poll(async () => {
      await phone.goto(world.url);
      await phone.getByRole("region", { name: "AI Workforce Management" }).waitFor();
      return phone.getByRole("region", { name: "Daily brief" }).getByRole("link", { name: "Full brief" }).count();
    })
    .toBe(1);
  await phone.getByRole("button", { name: /more pending$/ }).waitFor();
  await expect.poll(() => phone.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(4_000);
  await phone.context().close();
  await world.asOwner("UPDATE companies SET is_demo = false WHERE company_id = $1", [owner.user.companyId]);
});

test("a figure of an answer opens in Explore, is changed, charted and pinned", async () => {
  await ask("How much is overdue?");
  await answerTo("How much is overdue?").locator("button.cursor-help").first().click();
  await page.getByRole("tooltip").getByRole("link", { name: "Open in Explore" }).click();
  await page.waitForURL(/\/explore\?q=/);
  const query = page.getByRole("group", { name: "Query" });
  await expect.poll(() => query.getByText("Overdue").count()).toBeGreaterThan(0);
  await page
    .getByRole("region", { name: "Ask next" })
    .getByRole("link", { name: /customer/i })
    .click();
  await page
    .getByRole("region", { name: "Result" })
    .getByRole("row")
    .filter({ hasText: "Brightwater Foods" })
    .waitFor();
  await expect.poll(() => page.getByRole("main").locator("figure, svg[role=img]").count()).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Pin to dashboard" }).click();
  const dialog = page.getByRole("dialog", { name: "Pin to dashboard" });
  await dialog.getByLabel("Title").fill("Overdue by customer");
  await dialog.getByRole("button", { name: "Pin to dashboard" }).click();
  await page.getByRole("region", { name: "Pinned" }).getByRole("link", { name: "Overdue by customer" }).waitFor();
  await page.goto(world.url);
  await page.getByRole("region", { name: "Pinned" }).getByText("Overdue by customer").first().waitFor();
});
