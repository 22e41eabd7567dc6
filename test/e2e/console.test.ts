import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addSamples } from "#features/records/samples/contract.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";
import { openBrowser, openFeed, openPage } from "./browser.ts";
import { inspectPage } from "./inspect.ts";

/** A command becomes a plan, its tasks and a pending decision; the orchestrator shows them. */
let world: World;
let browser: Browser;
let owner: Member;
let page: Page;

beforeAll(async () => {
  world = await openWorld({ EMBEDDER: "sentences" });
  browser = await openBrowser();
  owner = await world.member("owner");
  await hire(owner, "CEO", "CFO", "CTO", "CMO", "Sales", "Customer Success", "Operations", "Legal");
  await owner.call(addSamples);
  page = await openPage(browser, world, owner);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const command = () => page.getByRole("textbox", { name: "Command", exact: true });
const section = (name: string) => page.getByRole("region", { name, exact: true });

test("a command needs 10 characters; an example fills it", async () => {
  await page.goto(`${world.url}/console`);
  await page.getByRole("heading", { name: "Company Command Console" }).waitFor();
  await page.getByRole("button", { name: "Create plan" }).click();
  await page.getByText("Command must be at least 10 characters").waitFor();
  await section("Example commands").getByRole("button", { name: "Collect everything that is overdue" }).click();
  expect(await command().inputValue()).toBe("Collect everything that is overdue");
  await inspectPage(page);
});

test("a command becomes a plan, tasks and a pending decision, live in the feed, and is undone", async () => {
  const { feed, appears } = await openFeed(browser, world, owner);
  await page.getByRole("button", { name: "Create plan" }).click();
  await page.getByText("Command Executed").waitFor();
  await appears("Plan: Collect everything that is overdue");
  await section("Executive summary").getByText("Collect everything that is overdue", { exact: true }).waitFor();
  const tasks = section("Assigned tasks").getByRole("listitem");
  await expect.poll(() => tasks.count()).toBeGreaterThan(2);
  // Edited, then one part dropped.
  await tasks
    .first()
    .getByRole("button", { name: /^Edit: / })
    .click();
  await page.getByLabel("Title").fill("Call the largest debtor");
  await page.getByRole("button", { name: "Save" }).click();
  await section("Assigned tasks").getByText("Call the largest debtor", { exact: true }).waitFor();
  await tasks.last().getByRole("checkbox").click();
  await page.getByText("Dropped by you. Kept here until you accept.").waitFor();
  await inspectPage(page);
  await page.getByRole("button", { name: "Accept plan" }).dblclick();
  await page.getByText("Plan accepted", { exact: true }).first().waitFor();
  await page.getByText("Plan not accepted").waitFor({ state: "detached" });
  const proposal = section("Needs your approval").getByRole("link", { name: "Open the proposal" });
  await proposal.waitFor();
  await appears("Plan accepted: Collect everything that is overdue");
  await feed.context().close();
  await page.getByRole("region", { name: "Plan accepted" }).getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Accept plan" }).click();
  await proposal.click();
  await page
    .getByRole("heading", { name: /Send reminders/ })
    .first()
    .waitFor();
});

test("a command that cannot be planned says so and offers examples", async () => {
  await page.goto(`${world.url}/console`);
  await command().fill("Book a flight to Berlin for Tuesday");
  await page.keyboard.press("Control+Enter");
  await page.getByText("Command Executed").waitFor();
  await section("Executive summary").getByText("I cannot buy or book anything").waitFor();
  await section("Commands that give a plan").getByRole("button").first().waitFor();
  expect(await page.getByText("Accept this plan?").count()).toBe(0);
});

test("the orchestrator answers, monitors and moves tasks", async () => {
  await page.goto(`${world.url}/orchestrator`);
  const execute = page.getByRole("button", { name: "Execute" });
  await expect.poll(() => execute.isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Use: Weekly top-3 priorities" }).click();
  await execute.click();
  await page.getByText("Query Processed").waitFor();
  await section("Top 3 priorities").getByText("Ranked by overdue, amount, deadline, then priority.").waitFor();
  await section("Earlier queries")
    .getByRole("button", { name: /top 3 priorities this week/ })
    .waitFor();
  await page.getByRole("button", { name: "Run: Trigger autonomous monitoring" }).click();
  await page.getByText("Monitoring Complete").waitFor();
  await inspectPage(page);
  await page.getByRole("tab", { name: /^Tasks/ }).click();
  await page.getByRole("button", { name: "Start: Call the largest debtor" }).click();
  await page.getByText("Task Updated").waitFor();
  await page.getByRole("button", { name: "Complete: Call the largest debtor" }).click();
  // Closed tasks stay in the list, without buttons.
  const closed = page.getByRole("tabpanel").getByRole("listitem").filter({ hasText: "Call the largest debtor" });
  await closed.getByText("Completed", { exact: true }).waitFor();
  await closed.getByText(/^Due /).waitFor();
  const pane = page.getByRole("region", { name: "Tasks", exact: true });
  expect((await pane.boundingBox())?.height).toBe(600);
  expect(await closed.getByRole("button").count()).toBe(0);
  await page.getByRole("tab", { name: /^Initiatives/ }).click();
  await page.getByRole("progressbar").first().waitFor();
  await page.getByRole("tab", { name: /^Memory/ }).click();
  await page.getByText(/Importance 5 of 10/).waitFor();
  await page.getByRole("tab", { name: /^Reflections/ }).click();
  await page.getByText("100% confidence").first().waitFor();
  await inspectPage(page);
});
