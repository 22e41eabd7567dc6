import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "../world.ts";
import { freezePolls, openBrowser } from "./browser.ts";
import { askForProposal, createWorkforce, importRetail, signUp, testDecision } from "./story.ts";

/** The main job from an empty company to a reset, in two tabs of one browser. */
let world: World;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let second: Page;
const reloads: string[] = [];

beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, timezoneId: "Europe/London" });
  page = await context.newPage();
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const section = (tab: Page, name: string) => tab.getByRole("region", { name, exact: true });
const toast = (text: string) => page.getByText(text, { exact: true }).first().waitFor();

test("somebody new signs up and is shown what to do first", async () => {
  await signUp(page, world.url, { username: "anna", company: "Hartley & Finch" });
  await expect.poll(() => page.getByText("of 4 done").textContent()).toBe("1 of 4 done");
  await page.getByText("No communications yet").waitFor();
  expect(await page.getByText("Reset Data").count()).toBe(0);
});

test("the retail figures come in from a file and stand on the revenue card with their own date", async () => {
  await importRetail(page);
  await page.getByText("£1,626").waitFor();
  await page.getByText("9 Dec 2011").first().waitFor();
});

test("the wizard creates three executives", async () => {
  await createWorkforce(page, ["Chief Executive Officer", "Chief Financial Officer", "Sales Director"]);
  for (const name of ["Eleanor", "Marcus", "Grace"]) await page.getByText(name).first().waitFor();
  await page.getByText("3 / 3").or(page.getByText("3/ 3")).first().waitFor();
});

test("each executive's row says what it may decide, and why", async () => {
  const row = section(page, "AI Agent Status").getByRole("row").filter({ hasText: "Marcus" });
  await row.getByRole("button", { name: "$50,000", exact: true }).hover();
  const tooltip = page.getByRole("tooltip");
  await tooltip.getByText("What Marcus may decide", { exact: true }).waitFor();
  const facts = ["Set by", "Policy version 1", "Because", "Risk tolerance 50: 75% of $50,000"];
  for (const fact of facts) await expect.poll(() => tooltip.getByText(fact, { exact: true }).count()).toBe(1);
  await page.getByRole("heading", { level: 1 }).hover();
});

test("the CFO's investment waits for the owner, over its limit", async () => {
  second = await context.newPage();
  const frozen = await freezePolls(second);
  await second.goto(world.url);
  await second.getByRole("heading", { name: "Decision Feed" }).waitFor();
  await second.getByText("Live", { exact: true }).waitFor();
  // The decisions', the tasks' and the dashboard's intervals were asked for, and none of them runs.
  await expect.poll(frozen).toEqual(expect.arrayContaining([5_000, 10_000, 30_000]));
  second.on("framenavigated", (frame) => reloads.push(frame.url()));
  // A tab behind another is drawn once a second, and every click waits for two pictures.
  await page.bringToFront();
  const figures = { Investment: "85,000", "Projected return": "150,000", "Payback period": "14" };
  await askForProposal(page, "Marcus, CFO", "Investment evaluation", figures);
  await page.getByRole("article").getByText("Invest $85,000 for a return of $150,000").waitFor();
  await page.getByText("$35,000 over").first().waitFor();
  await page.getByRole("article").getByText("Advice", { exact: true }).waitFor();
  await page
    .getByText(/1 decision/)
    .first()
    .waitFor();
  await second.getByRole("article").getByText("Invest $85,000 for a return of $150,000").waitFor();
});

test("approved here, its tasks and messages appear in the other tab without a reload", async () => {
  const planned = await world.asOwner<{ title: string }>(
    `SELECT coalesce(effect->'input'->>'title', effect->'input'->>'subject') AS title
     FROM decisions, jsonb_array_elements(working->'effects') AS effect`,
  );
  const isShown = ({ title }: { title: string }) =>
    second
      .getByText(title, { exact: true })
      .count()
      .then((count) => count > 0);
  expect(planned.length).toBeGreaterThan(1);
  expect(await Promise.all(planned.map(isShown))).not.toContain(true);
  await page
    .getByRole("article")
    .getByRole("button", { name: /^Approve/ })
    .click();
  await toast("Decision Approved");
  const tasks = await world.asOwner<{ title: string }>("SELECT title FROM tasks ORDER BY effect_index");
  const [message] = await world.asOwner<{ subject: string }>(
    "SELECT subject FROM communications WHERE effect_index IS NOT NULL ORDER BY effect_index LIMIT 1",
  );
  expect(tasks.length).toBeGreaterThan(0);
  expect(planned).toEqual(expect.arrayContaining(tasks));
  for (const { title } of tasks) await second.getByText(title, { exact: true }).waitFor();
  await second
    .getByText(message?.subject ?? "missing", { exact: true })
    .first()
    .waitFor();
  expect(reloads).toEqual([]);
});

test("the decision's page shows how it was reached", async () => {
  const [decision] = await world.asOwner<{ id: string }>("SELECT id FROM decisions LIMIT 1");
  await second.goto(`${world.url}/decisions/${decision?.id}`);
  const calculation = second.getByRole("table").first();
  await calculation.getByText("$47,319.57").waitFor();
  for (const figure of ["76.5%", "$6,071.43", "24.7 months"]) await calculation.getByText(figure).first().waitFor();
  for (const heading of ["Evidence", "Forecast", "Alternatives", "Journal"])
    await second.getByRole("heading", { name: heading }).waitFor();
  await expect.poll(() => second.getByText("Advice", { exact: true }).count()).toBe(1);
  // The level when it was proposed, whatever it is today.
  await world.asOwner("UPDATE agents SET autonomy = 'execute' WHERE role = 'CFO'");
  await second.reload();
  const level = second.getByRole("region", { name: "Exposure" }).getByText("Autonomy", { exact: true });
  expect(await level.locator("xpath=..").textContent()).toBe("AutonomyAssist");
  await world.asOwner("UPDATE agents SET autonomy = 'assist' WHERE role = 'CFO'");
  const journal = section(second, "Journal");
  for (const sentence of [
    "Marcus (CFO) proposed: Invest $85,000 for a return of $150,000",
    "Over limit: $35,000 over the CFO's $50,000 per decision",
    "Approved by anna",
    "Message to the owner: Over limit: Invest $85,000 for a return of $150,000",
  ])
    await journal.getByText(sentence, { exact: true }).waitFor();
  await second.goto(world.url);
});

test("a task is completed and restarted", async () => {
  const inbox = section(page, "Task Inbox");
  await inbox
    .getByRole("button", { name: /^Mark complete/ })
    .first()
    .click();
  await toast("Task Updated");
  await inbox.getByText("Closed", { exact: true }).click();
  await inbox
    .getByRole("button", { name: /^Restart/ })
    .first()
    .click();
  await expect.poll(() => world.asOwner("SELECT 1 FROM tasks WHERE status = 'completed'")).toHaveLength(0);
});

test("a task is cancelled, and kept among the closed ones", async () => {
  const inbox = section(page, "Task Inbox");
  await inbox.getByText("Open", { exact: true }).click();
  const cancel = inbox.getByRole("button", { name: /^Cancel: / }).first();
  const title = (await cancel.getAttribute("aria-label"))?.replace("Cancel: ", "") ?? "";
  // By its name: the list may have moved since it was read.
  await inbox
    .getByRole("button", { name: `Cancel: ${title}`, exact: true })
    .first()
    .click();
  await page.getByText(`${title}: cancelled`, { exact: true }).waitFor();
  await inbox.getByRole("listitem").filter({ hasText: title }).waitFor({ state: "detached" });
  expect(await world.asOwner("SELECT title FROM tasks WHERE status = 'cancelled'")).toEqual([{ title }]);
  await inbox.getByText("Closed", { exact: true }).click();
  await inbox.getByRole("listitem").filter({ hasText: title }).getByText("Cancelled", { exact: true }).waitFor();
  await inbox.getByText("Open", { exact: true }).click();
});

test("an executive is switched off and on again", async () => {
  const roster = section(page, "Agent Roster");
  await roster.getByRole("switch").last().click();
  await toast("Status Updated");
  await page.getByText("2 / 3").or(page.getByText("2/ 3")).first().waitFor();
  await roster.getByRole("switch").last().click();
  await page.getByText("3 / 3").or(page.getByText("3/ 3")).first().waitFor();
});

test("the lead is rejected by keyboard, with a reason kept", async () => {
  await testDecision(page, "Sales");
  const card = page.getByRole("article").filter({ hasText: "$125,000" }).first();
  await card.getByRole("button", { name: "Add a reason" }).click();
  await card.getByLabel("Reason").fill("Too early for us");
  await card.focus();
  await page.keyboard.press("r");
  await toast("Decision Rejected");
  await expect
    .poll(() => world.asOwner("SELECT reason FROM decisions WHERE status = 'rejected'"))
    .toEqual([{ reason: "Too early for us" }]);
});

test("a reset asks first, counts what it deleted, and changes nothing when declined", async () => {
  const asked: string[] = [];
  page.once("dialog", (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  await page.getByRole("button", { name: "Reset Data" }).first().click();
  expect(asked).toEqual([
    "Are you sure you want to reset all company data? This will delete all agents, decisions, and communications. This action cannot be undone.",
  ]);
  expect(await world.asOwner("SELECT 1 FROM agents")).toHaveLength(3);
  page.once("dialog", (dialog) => void dialog.accept());
  await page.getByRole("button", { name: "Reset Data" }).first().click();
  await page.getByText(/^Reset 3 agents, 2 decisions, and \d+ communications$/).waitFor();
  await page.getByText("No agents yet").first().waitFor();
  await page.getByText("£1,626").waitFor();
});
