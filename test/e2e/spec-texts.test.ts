import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDecision } from "#features/decisions/contract.ts";
import { createTask } from "#features/tasks/contract.ts";
import { colleague } from "../samples.ts";
import { hire, type Member, openWorld, testContexts, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";
import { nextStep, openWizard } from "./story.ts";

/**
 * The texts of the specification that no other daily journey reaches; where an error carries no message, its own text
 * stands in the toast.
 */
let world: World;
let browser: Browser;
let owner: Member;
let page: Page;

beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  owner = await world.member("owner");
  const [cfo] = await hire(owner, "CFO", "CEO");
  await owner.call(makeDecision, { body: { agentId: cfo?.id ?? "", ...testContexts.CFO } });
  await owner.call(createTask, { body: { title: "Call the bank" } });
  page = await openPage(browser, world, owner);
  await failWrites(page);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

/** Every write fails with an error without a message; nothing reaches the server. */
const failWrites = (tab: Page) =>
  tab.addInitScript(() => {
    const { fetch } = window;
    window.fetch = (address, options) =>
      (options?.method ?? "GET") === "GET" ? fetch(address, options) : Promise.reject(new Error(""));
  });

const section = (name: string) => page.getByRole("region", { name, exact: true });
async function fails(title: string, text: string, act: () => Promise<unknown>): Promise<void> {
  await act();
  const toast = page.getByTestId("toast").filter({ hasText: title }).filter({ hasText: text });
  await toast.waitFor();
}

test("the dashboard's changes", async () => {
  await page.goto(world.url);
  const roster = section("Agent Roster");
  await fails("Update Failed", "Failed to update agent status", () => roster.getByRole("switch").first().click());
  await fails("Update Failed", "Failed to update agent autonomy", () =>
    roster.getByRole("combobox").first().selectOption("propose"),
  );
  const task = section("Task Inbox").getByRole("listitem").first();
  await fails("Update Failed", "Failed to update task", () =>
    task.getByRole("button", { name: /^Mark complete/ }).click(),
  );
  const decision = page.getByRole("article").first();
  await fails("Action Failed", "Failed to process decision", () =>
    decision.getByRole("button", { name: /^Approve/ }).click(),
  );
  await fails("Error", "Failed to initialize AI workforce", () =>
    page.getByRole("button", { name: "Initialize AI Workforce" }).click(),
  );
  page.once("dialog", (dialog) => void dialog.accept());
  await fails("Reset Failed", "Failed to reset company data", () =>
    page.getByRole("button", { name: "Reset Data" }).first().click(),
  );
  await fails("Submission Failed", "Failed to submit question to AI agents", async () => {
    await section("Ask an Agent").getByRole("textbox").fill("What is our revenue?");
    await section("Ask an Agent").getByRole("textbox").press("Enter");
  });
});

test("the wizard", async () => {
  await page.goto(world.url);
  await openWizard(page, ["Legal Counsel"]);
  await nextStep(page);
  await fails("Error", "Failed to create agents", () =>
    page.getByRole("button", { name: "Create AI Workforce" }).click(),
  );
});

test("the other pages", async () => {
  await page.goto(`${world.url}/company-setup`);
  await fails("Error", "Failed to update company setup", async () => {
    await page.getByLabel("Industry").selectOption("Retail");
    await page.getByRole("checkbox", { name: "Sales", exact: true }).click();
    await page.getByLabel("Goals", { exact: true }).fill("Sell more in the north");
    await page.getByRole("button", { name: "Save", exact: true }).click();
  });
  await page.goto(`${world.url}/agent-setup`);
  await fails("Error", "Failed to update agent configuration", async () => {
    await page.getByRole("button", { name: /CFO/ }).first().click();
    await page.getByLabel("Default task type").fill("analysis");
    await page.getByRole("button", { name: "Save Configuration" }).click();
  });
  await page.goto(`${world.url}/console`);
  await fails("Error", "Failed to execute command", async () => {
    await page.getByRole("textbox", { name: "Command", exact: true }).fill("Collect everything that is overdue");
    await page.getByRole("button", { name: "Create plan" }).click();
  });
});

test("the orchestrator, the Brain and privacy", async () => {
  await page.goto(`${world.url}/orchestrator`);
  await fails("Error", "Failed to process query", async () => {
    await page.getByRole("button", { name: "Use: Weekly top-3 priorities" }).click();
    await page.getByRole("button", { name: "Execute" }).click();
  });
  await fails("Error", "Failed to update auto-pilot settings", () =>
    page.getByRole("switch", { name: "Auto-Pilot" }).click(),
  );
  await page.goto(`${world.url}/privacy-dashboard?tab=actions`);
  await fails("Export failed", "Failed to export your data. Please try again.", () =>
    page.getByRole("button", { name: "Export my data" }).click(),
  );
  await page.getByLabel("Type DELETE to confirm").fill("delete");
  await page.getByText("Confirmation required").first().waitFor();
  await fails("Deletion failed", "Failed to delete your data. Please contact support.", async () => {
    await page.getByLabel("Type DELETE to confirm").fill("DELETE");
    await page.getByRole("button", { name: "Delete my data" }).click();
  });
  await page.goto(`${world.url}/privacy-dashboard?tab=settings`);
  await fails("Error", "Failed to update privacy settings. Please try again.", () =>
    page.getByRole("switch", { name: "Analytics" }).click(),
  );
});

const says = (text: string) => page.getByText(text).first().waitFor();

test("what is missing is said beside its field", async () => {
  await page.goto(`${world.url}/agent-setup`);
  await page.getByRole("button", { name: /CFO/ }).first().click();
  await page.getByLabel("Default task type").fill("");
  await page.getByRole("button", { name: "Save Configuration" }).click();
  await says("Please specify default task type");
  await page.getByLabel("Voice style").selectOption("");
  await says("Please select a voice style");
  await page.goto(world.url);
  await section("Ask an Agent").getByRole("textbox").press("Enter");
  await says("Question Required");
});

test("what the rest of a new company's pages say, and what holds", async () => {
  const member = await world.member("newcomer");
  page = await openPage(browser, world, member);
  for (const [path, text] of [
    ["/company-settings", "No integrations connected yet"],
    ["/company-settings?tab=general", "Contact support to update company information"],
    ["/feed", "No Activity Yet"],
    ["/agent-identity", "No agents found. Create agents in the Agent Setup page first."],
    ["/", "No communications yet"],
    ["/", "Agent communications will appear here"],
  ] as const) {
    await page.goto(world.url + path);
    await says(text);
  }
  await hire(member, "CFO");
  for (const [list, text] of [
    ["**/api/agents", "Error: Failed to fetch agents"],
    ["**/api/agents/profiles", "Error: Failed to fetch agent profiles"],
  ] as const) {
    await page.route(list, (route) => route.fulfill({ status: 503, body: "Busy" }));
    await page.goto(`${world.url}/agent-identity`);
    await says(text);
    await page.unroute(list);
  }
  await page.goto(`${world.url}/agent-setup`);
  await page.getByRole("button", { name: /CFO/ }).first().click();
  await page.getByLabel("Default task type").fill("analysis");
  await page.getByRole("button", { name: "Save Configuration" }).click();
  await says("Agent Configuration Updated");
  await page.goto(`${world.url}/orchestrator`);
  await page.getByRole("switch", { name: "Auto-Pilot" }).click();
  await says("Auto-Pilot Updated");
  await page.goto(world.url);
  await section("Ask an Agent").getByRole("textbox").fill("What is our revenue?");
  await section("Ask an Agent").getByRole("textbox").press("Enter");
  await says("Question Submitted");
  await page.goto(`${world.url}/feed`);
  await says("Just now");
  await page.goto(`${world.url}/privacy-dashboard?tab=settings`);
  await says("7 years");
  await page.getByRole("switch", { name: "Analytics" }).click();
  await says("Your privacy preferences have been saved successfully.");
  await page.goto(`${world.url}/privacy-dashboard?tab=actions`);
  await page.getByRole("button", { name: "Export my data" }).click();
  await says("Your personal data has been downloaded as a JSON file.");
  await page.getByLabel("Type DELETE to confirm").fill("delete");
  await says("Please type 'DELETE' to confirm permanent data deletion.");
});

test("signed out, the way in is offered", async () => {
  page = await openPage(browser, world, null);
  await page.goto(`${world.url}/about`);
  await says("Get Started");
});

test("a person who is not the last admin deletes their data", async () => {
  const member = await colleague(world, owner, "member");
  page = await openPage(browser, world, member);
  await page.goto(`${world.url}/privacy-dashboard?tab=actions`);
  await page.getByLabel("Type DELETE to confirm").fill("DELETE");
  await page.getByRole("button", { name: "Delete my data" }).click();
  await says("All your personal data has been permanently deleted.");
  expect(await page.getByText("Data deletion successful").count()).toBe(1);
});
