import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDecision } from "#features/decisions/contract.ts";
import { createTask } from "#features/tasks/contract.ts";
import { colleague } from "../samples.ts";
import { hire, type Member, openWorld, testContexts, type World } from "../world.ts";
import { failWrites, openBrowser, openPage } from "./browser.ts";
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
  const team = await hire(owner, "CFO", "CEO");
  const cfo = team.find(({ role }) => role === "CFO");
  await owner.call(makeDecision, { body: { agentId: cfo?.id ?? "", ...testContexts.CFO } });
  await owner.call(createTask, { body: { title: "Call the bank" } });
  page = await openPage(browser, world, owner);
  await page.addInitScript(failWrites);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const section = (name: string) => page.getByRole("region", { name, exact: true });
const toast = (title: string, text: string) =>
  page.getByTestId("toast").filter({ hasText: title }).filter({ hasText: text }).waitFor();

test("the dashboard's changes", async () => {
  await page.goto(world.url);
  const roster = section("Agent Roster");
  await roster.getByRole("switch").first().click();
  await toast("Update Failed", "Failed to update agent status");
  await roster.getByRole("combobox").first().selectOption("propose");
  await toast("Update Failed", "Failed to update agent autonomy");
  const task = section("Task Inbox").getByRole("listitem").first();
  await task.getByRole("button", { name: /^Mark complete/ }).click();
  await toast("Update Failed", "Failed to update task");
  const decision = page.getByRole("article").first();
  await decision.getByRole("button", { name: /^Approve/ }).click();
  await toast("Action Failed", "Failed to process decision");
  await page.getByRole("button", { name: "Initialize AI Workforce" }).click();
  await toast("Error", "Failed to initialize AI workforce");
  page.once("dialog", (dialog) => void dialog.accept());
  await page.getByRole("button", { name: "Reset Data" }).first().click();
  await toast("Reset Failed", "Failed to reset company data");
  await section("Ask an Agent").getByRole("textbox").fill("What is our revenue?");
  await section("Ask an Agent").getByRole("textbox").press("Enter");
  await toast("Submission Failed", "Failed to submit question to AI agents");
});

test("the wizard", async () => {
  await page.goto(world.url);
  await openWizard(page, ["Legal Counsel"]);
  await nextStep(page);
  await page.getByRole("button", { name: "Create AI Workforce" }).click();
  await toast("Error", "Failed to create agents");
});

test("the other pages", async () => {
  await page.goto(`${world.url}/company-setup`);
  await page.getByLabel("Industry").selectOption("Retail");
  await page.getByRole("checkbox", { name: "Sales", exact: true }).click();
  await page.getByLabel("Goals", { exact: true }).fill("Sell more in the north");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await toast("Error", "Failed to update company setup");
  await page.goto(`${world.url}/agent-setup`);
  await page.getByRole("button", { name: /CFO/ }).first().click();
  await page.getByLabel("Default task type").fill("analysis");
  await page.getByRole("button", { name: "Save Configuration" }).click();
  await toast("Error", "Failed to update agent configuration");
  await page.goto(`${world.url}/console`);
  await page.getByRole("textbox", { name: "Command", exact: true }).fill("Collect everything that is overdue");
  await page.getByRole("button", { name: "Create plan" }).click();
  await toast("Error", "Failed to execute command");
});

test("the orchestrator, the Brain and privacy", async () => {
  await page.goto(`${world.url}/orchestrator`);
  await page.getByRole("button", { name: "Use: Weekly top-3 priorities" }).click();
  await page.getByRole("button", { name: "Execute" }).click();
  await toast("Error", "Failed to process query");
  await page.getByRole("switch", { name: "Auto-Pilot" }).click();
  await toast("Error", "Failed to update auto-pilot settings");
  await page.goto(`${world.url}/privacy-dashboard?tab=actions`);
  await page.getByRole("button", { name: "Export my data" }).click();
  await toast("Export failed", "Failed to export your data. Please try again.");
  await page.getByLabel("Type DELETE to confirm").fill("delete");
  await page.getByText("Confirmation required").first().waitFor();
  await page.getByLabel("Type DELETE to confirm").fill("DELETE");
  await page.getByRole("button", { name: "Delete my data" }).click();
  await toast("Deletion failed", "Failed to delete your data. Please contact support.");
  await page.goto(`${world.url}/privacy-dashboard?tab=settings`);
  await page.getByRole("switch", { name: "Analytics" }).click();
  await toast("Error", "Failed to update privacy settings. Please try again.");
});

test("what is missing is said beside its field", async () => {
  await page.goto(`${world.url}/agent-setup`);
  await page.getByRole("button", { name: /CFO/ }).first().click();
  await page.getByLabel("Default task type").fill("");
  await page.getByRole("button", { name: "Save Configuration" }).click();
  await page.getByText("Please specify default task type").first().waitFor();
  await page.getByLabel("Voice style").selectOption("");
  await page.getByText("Please select a voice style").first().waitFor();
  await page.goto(world.url);
  await section("Ask an Agent").getByRole("textbox").fill(" ");
  await section("Ask an Agent").getByRole("textbox").press("Enter");
  await page.getByText("Question Required").first().waitFor();
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
    await page.getByText(text).first().waitFor();
  }
  await hire(member, "CFO");
  for (const [list, text] of [
    ["**/api/agents", "Error: Failed to fetch agents"],
    ["**/api/agents/profiles", "Error: Failed to fetch agent profiles"],
  ] as const) {
    await page.route(list, (route) => route.fulfill({ status: 503, body: "Busy" }));
    await page.goto(`${world.url}/agent-identity`);
    await page.getByText(text).first().waitFor();
    await page.unroute(list);
  }
  await page.goto(`${world.url}/agent-setup`);
  await page.getByRole("button", { name: /CFO/ }).first().click();
  await page.getByLabel("Default task type").fill("analysis");
  await page.getByRole("button", { name: "Save Configuration" }).click();
  await page.getByText("Agent Configuration Updated").first().waitFor();
  await page.goto(`${world.url}/orchestrator`);
  await page.getByRole("switch", { name: "Auto-Pilot" }).click();
  await page.getByText("Auto-Pilot Updated").first().waitFor();
  await page.goto(world.url);
  await section("Ask an Agent").getByRole("textbox").fill("What is our revenue?");
  await section("Ask an Agent").getByRole("textbox").press("Enter");
  await page.getByText("Question Submitted").first().waitFor();
  await page.goto(`${world.url}/feed`);
  await page.getByText("Just now").first().waitFor();
  await page.goto(`${world.url}/privacy-dashboard?tab=settings`);
  await page.getByText("7 years").first().waitFor();
  await page.getByRole("switch", { name: "Analytics" }).click();
  await page.getByText("Your privacy preferences have been saved successfully.").first().waitFor();
  await page.goto(`${world.url}/privacy-dashboard?tab=actions`);
  await page.getByRole("button", { name: "Export my data" }).click();
  await page.getByText("Your personal data has been downloaded as a JSON file.").first().waitFor();
  await page.getByLabel("Type DELETE to confirm").fill("delete");
  await page.getByText("Please type 'DELETE' to confirm permanent data deletion.").first().waitFor();
});

test("signed out, the way in is offered", async () => {
  page = await openPage(browser, world, null);
  await page.goto(`${world.url}/about`);
  await page.getByText("Get Started").filter({ visible: true }).first().waitFor();
});

test("a person who is not the last admin deletes their data", async () => {
  const member = await colleague(world, owner, "member");
  page = await openPage(browser, world, member);
  await page.goto(`${world.url}/privacy-dashboard?tab=actions`);
  await page.getByLabel("Type DELETE to confirm").fill("DELETE");
  await page.getByRole("button", { name: "Delete my data" }).click();
  await page.getByText("All your personal data has been permanently deleted.").first().waitFor();
  expect(await page.getByText("Data deletion successful").count()).toBe(1);
});
