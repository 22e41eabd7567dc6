// Nightly: settings of executives; http/agents holds the rules daily, story their switch.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listAgents } from "#features/agents/contract.ts";
import { makeDecision, settleDecision } from "#features/decisions/contract.ts";
import { editExecutive, getExecutive } from "#features/executives/contract.ts";
import { createTask, listTasks } from "#features/tasks/contract.ts";
import { colleague } from "../samples.ts";
import { hire, journalOf, type Member, openWorld, testContexts, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";
import { inspectPage, inspectThemes } from "./inspect.ts";
import { nextStep, openWizard } from "./story.ts";

/** An executive's life after it was created: changed, restricted, retired, replaced by nobody, taken back. */
let world: World;
let browser: Browser;
let page: Page;
let owner: Member;
let cfo: string;
let decision: string;

beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  owner = await world.member("owner");
  const team = await hire(owner, "CEO", "CFO", "Sales");
  cfo = team.find(({ role }) => role === "CFO")?.id ?? "";
  decision = (await owner.call(makeDecision, { body: { agentId: cfo, ...testContexts.CFO } })).id;
  await owner.call(createTask, { body: { title: "Call the bank", assignedAgentId: cfo } });
  page = await openPage(browser, world, owner);
  await page.goto(world.url);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const roster = () => page.getByRole("region", { name: "Agent Roster" });
const dialog = (name: string | RegExp) => page.getByRole("dialog", { name });
const edit = async (name: string) => {
  await roster()
    .getByRole("button", { name: `Edit ${name}` })
    .click();
  await dialog("Edit agent").getByLabel("Agent Name").waitFor();
};
const look = (id = cfo) => owner.call(getExecutive, { params: { id } });

/** Nothing serious in what stands open, and nothing that scrolls sideways. */
const inspect = () => inspectPage(page);

test("what is wrong is said beside its field and nothing is sent; what is right is saved and shown everywhere", async () => {
  await edit("Marcus");
  const form = dialog("Edit agent");
  expect(await form.getByRole("button", { name: "Save Changes" }).isDisabled()).toBe(true);
  await form.getByLabel("Agent Name").fill("M");
  await form.getByLabel("Budget Authority (USD)").fill("-1");
  await form.getByLabel("Email Address").fill("nobody");
  await form.getByRole("button", { name: "Save Changes" }).click();
  await form.getByText("Agent name must be at least 2 characters", { exact: true }).waitFor();
  await form.getByText("Number must be greater than or equal to 0", { exact: true }).waitFor();
  await form.getByText("Invalid email address", { exact: true }).waitFor();
  expect(await journalOf(world, owner)).not.toContain("agent.updated");
  await form.getByLabel("Agent Name").fill("Martha");
  await form.getByLabel("Email Address").fill("");
  await form.getByLabel("Budget Authority (USD)").fill("20000");
  await form.getByText("Marcus has already committed $0 and reserved $85,000 this year").waitFor();
  await form.getByLabel("Budget Authority (USD)").fill("400000");
  await form.getByLabel("Decision Authority").selectOption("low");
  await form.getByLabel("Custom Instructions").fill("Never lease.");
  await form.getByRole("switch", { name: "Investment evaluation" }).click();
  await inspect();
  await form.getByRole("button", { name: "Save Changes" }).click();
  await page.getByText("Agent Updated", { exact: true }).waitFor();
  await form.waitFor({ state: "hidden" });
  await roster().getByRole("button", { name: "Edit Martha" }).waitFor();
  await page.getByRole("region", { name: "AI Agent Status" }).getByRole("button", { name: "Edit Martha" }).waitFor();
  const { agent } = await look();
  expect(agent).toMatchObject({
    name: "Martha",
    emailAddress: null,
    capabilities: { investment_evaluation: false, financial_analysis: true },
    systemProps: { budgetLimit: 400_000, decisionAuthority: "low", customInstructions: "Never lease." },
  });
  expect((await journalOf(world, owner)).filter((action) => action === "agent.updated")).toHaveLength(1);
});

test("the switch stays off when the role goes through the wizard again", async () => {
  await openWizard(page, ["Chief Financial Officer"]);
  await nextStep(page);
  const wizard = dialog("AI Workforce Setup Wizard");
  expect(await wizard.getByLabel("Agent Name").inputValue()).toBe("Martha");
  await wizard.getByRole("button", { name: "Create AI Workforce" }).click();
  await wizard.getByRole("button", { name: "Not now" }).click();
  await wizard.waitFor({ state: "hidden" });
  const { agent } = await look();
  expect(agent).toMatchObject({
    name: "Martha",
    capabilities: { investment_evaluation: false, risk_assessment: true },
  });
});

test("closing asks before changes are lost; Escape and the cross too; keeping them keeps them", async () => {
  await edit("Martha");
  const form = dialog("Edit agent");
  await form.getByLabel("Agent Name").fill("Nobody");
  await page.keyboard.press("Escape");
  await form.getByRole("button", { name: "Keep Editing" }).click();
  expect(await form.getByLabel("Agent Name").inputValue()).toBe("Nobody");
  expect(await form.getByRole("button", { name: "Retire…" }).isDisabled()).toBe(true);
  await form.getByRole("button", { name: "Close" }).click();
  await form.getByRole("button", { name: "Discard Changes" }).click();
  await form.waitFor({ state: "hidden" });
  const opener = roster().getByRole("button", { name: "Edit Martha" });
  await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
  expect((await look()).agent.name).toBe("Martha");
  await opener.click();
  expect(await form.getByLabel("Agent Name").inputValue()).toBe("Martha");
  await page.keyboard.press("Escape");
  await form.waitFor({ state: "hidden" });
});

test("who changed it meanwhile wins, and the other is told and shown the new state", async () => {
  await edit("Martha");
  const form = dialog("Edit agent");
  await form.getByLabel("Custom Instructions").fill("Mine");
  const { updatedAt } = await look();
  await owner.call(editExecutive, { params: { id: cfo }, body: { updatedAt, name: "Marta" } });
  await form.getByRole("button", { name: "Save Changes" }).click();
  await form.getByRole("alert").getByText("Someone else just changed Marta. Reload and try again.").waitFor();
  expect(await form.getByLabel("Custom Instructions").inputValue()).toBe("Mine");
  await form.getByRole("button", { name: "Reload" }).click();
  await expect.poll(() => form.getByLabel("Agent Name").inputValue()).toBe("Marta");
  await form.getByLabel("Custom Instructions").fill("Mine again");
  await form.getByRole("button", { name: "Save Changes" }).click();
  await form.waitFor({ state: "hidden" });
  expect((await look()).agent).toMatchObject({ name: "Marta", systemProps: { customInstructions: "Mine again" } });
});

test("while a decision waits it cannot be retired, and the way to the decision is shown", async () => {
  await edit("Marta");
  await dialog("Edit agent").getByRole("button", { name: "Retire…" }).click();
  const question = dialog("Retire Marta?");
  await question.getByText("Marta has 1 pending decision.").waitFor();
  expect(await question.getByRole("button", { name: "Retire Marta" }).count()).toBe(0);
  await inspect();
  await question.getByRole("link", { name: /Invest \$85,000/ }).click();
  await page.waitForURL(`**/decisions/${decision}`);
  await owner.call(settleDecision, { params: { id: decision }, body: { approved: false } });
  await page.goto(world.url);
});

test("retiring says what it does, and does it", async () => {
  await edit("Marta");
  await dialog("Edit agent").getByRole("button", { name: "Retire…" }).click();
  const question = dialog("Retire Marta?");
  await question.getByText("1 open task becomes unassigned.").waitFor();
  await question.getByText("You can add another CFO. Until then you can reinstate Marta.").waitFor();
  await question.getByRole("button", { name: "Back" }).click();
  await dialog("Edit agent").getByRole("button", { name: "Retire…" }).click();
  await question.getByLabel("Reason").fill("The books are kept outside");
  await inspect();
  await question.getByRole("button", { name: "Retire Marta" }).click();
  await page.getByText("Agent Retired", { exact: true }).waitFor();
  await question.waitFor({ state: "hidden" });
  await expect.poll(() => page.getByRole("button", { name: "Edit Marta" }).count()).toBe(0);
  await page.getByText("AI Agent Status: 2 of 2 active").waitFor();
  expect((await owner.call(listTasks)).map(({ title, assignedAgent }) => [title, assignedAgent])).toContainEqual([
    "Call the bank",
    null,
  ]);
  expect((await look()).retired?.reason).toBe("The books are kept outside");
  expect((await journalOf(world, owner)).slice(-2)).toEqual(["agent.retired", "task.updated"]);
});

test("an executive is added for a role nobody has, with the role's defaults or what was typed", async () => {
  await roster().getByRole("button", { name: "Add agent" }).click();
  const form = dialog("Add agent");
  await form.getByLabel("Role").selectOption({ label: "Legal Counsel" });
  expect(await form.getByLabel("Role").locator("option").count()).toBe(6);
  expect(await form.getByLabel("Agent Name").inputValue()).toBe("Harriet");
  await form.getByLabel("Agent Name").fill("Lena");
  await form.getByLabel("Role").selectOption({ label: "Chief Marketing Officer" });
  expect(await form.getByLabel("Agent Name").inputValue()).toBe("Lena");
  expect(await form.getByLabel("Budget Authority (USD)").inputValue()).toBe("100000");
  await form.getByRole("switch", { name: "Market research" }).click();
  await form.getByLabel("Reports To").selectOption({ label: "Grace, Sales" });
  await inspect();
  await form.getByRole("button", { name: "Add Agent" }).click();
  await page.getByText("Agent Added", { exact: true }).waitFor();
  await roster().getByRole("button", { name: "Edit Lena" }).waitFor();
  const team = await owner.call(listAgents);
  expect(team.map(({ role, name }) => [role, name])).toEqual([
    ["CEO", "Eleanor"],
    ["CMO", "Lena"],
    ["Sales", "Grace"],
  ]);
  expect(team[1]).toMatchObject({
    capabilities: { market_research: false, brand_development: true },
    systemProps: { reportsTo: team[2]?.id },
  });
  expect((await journalOf(world, owner)).at(-1)).toBe("agent.created");
});

test("who was retired is taken back as it was", async () => {
  await roster().getByRole("button", { name: "Add agent" }).click();
  const form = dialog("Add agent");
  await form.getByText("The books are kept outside").waitFor();
  await form.getByRole("button", { name: "Reinstate Marta" }).click();
  await page.getByText("Agent Reinstated", { exact: true }).waitFor();
  await edit("Marta");
  await expect.poll(() => dialog("Edit agent").getByLabel("Custom Instructions").inputValue()).toBe("Mine again");
  const off = dialog("Edit agent").getByRole("switch", { name: "Investment evaluation" });
  expect(await off.getAttribute("aria-checked")).toBe("false");
  await page.keyboard.press("Escape");
  expect((await journalOf(world, owner)).at(-1)).toBe("agent.reinstated");
});

test("whoever is no admin reads the names and is offered nothing", async () => {
  const member = await colleague(world, owner, "member");
  const second = await openPage(browser, world, { ...owner, cookie: member.cookie });
  await second.goto(world.url);
  await second.getByRole("region", { name: "Agent Roster" }).getByText("Marta", { exact: true }).waitFor();
  expect(await second.getByRole("button", { name: /^Edit |Add agent/ }).count()).toBe(0);
  await second.context().close();
});

test.each([360, 1440])("the dialog at %i px, in both themes", async (width) => {
  const before = page;
  page = await openPage(browser, world, owner, { viewport: { width, height: 740 }, colorScheme: "light" });
  await page.goto(world.url);
  await edit("Marta");
  await inspectThemes(page);
  await page.context().close();
  page = before;
});
