// Nightly: an executive's identity; http/identity holds its figures daily.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listAgents } from "#features/agents/contract.ts";
import { getConfig } from "#features/identity/config/contract.ts";
import { getIdentity } from "#features/identity/contract.ts";
import { makeEligible } from "../samples.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";
import { inspectPage } from "./inspect.ts";

/** Agent identity, a promotion, the org chart by keyboard, and agent setup. */
let world: World;
let browser: Browser;
let member: Member;
let page: Page;

beforeAll(async () => {
  world = await openWorld({ UNDO_SECONDS: "0" });
  browser = await openBrowser();
  member = await world.member("owner");
  page = await openPage(browser, world, member);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const agentIn = async (role: string) => {
  const agent = (await member.call(listAgents)).find((one) => one.role === role);
  if (!agent) throw new Error(`There is no ${role}.`);
  return agent;
};
const card = (name: string) => page.getByRole("listitem", { name });

test("without agents it says where to create them; a failing list offers to retry", async () => {
  await page.goto(`${world.url}/agent-identity`);
  await page.getByText("No agents found. Create agents in the Agent Setup page first.").waitFor();
  await hire(member, "CEO", "CFO", "Sales");
  for (const [path, sentence] of [
    ["**/api/agents", "Error: Failed to fetch agents"],
    ["**/api/agents/profiles", "Error: Failed to fetch agent profiles"],
  ] as const) {
    await page.route(path, (route) => route.fulfill({ status: 503, body: "Busy" }));
    await page.goto(`${world.url}/agent-identity`);
    await page.getByText(sentence, { exact: true }).waitFor();
    await page.unroute(path);
    await page.getByRole("button", { name: "Retry" }).click();
    await card("Marcus").getByRole("button", { name: "Initialize Profile" }).waitFor();
  }
  await card("Marcus").getByText("CFO", { exact: true }).first().waitFor();
  await card("Marcus").getByText("Active", { exact: true }).waitFor();
  for (const tile of ["Total agents", "Agents with profiles", "Average performance", "Total promotions"])
    await page.getByText(tile, { exact: true }).waitFor();
});

test("a failed initialization shows no toast and can be repeated", async () => {
  await page.route("**/initialize-profile", (route) => route.fulfill({ status: 503, body: "Busy" }));
  await card("Marcus").getByRole("button", { name: "Initialize Profile" }).click();
  await card("Marcus").getByRole("alert").getByText("Not initialized. Try again.").waitFor();
  expect(await page.locator("[data-toast]").count()).toBe(0);
  await page.unroute("**/initialize-profile");
});

test("a profile is initialized, and its card opens the identity with three tabs", async () => {
  const sent = page.waitForRequest("**/initialize-profile");
  await card("Marcus").getByRole("button", { name: "Initialize Profile" }).click();
  expect((await sent).postData()).toBe("{}");
  const facts = card("Marcus").locator("dl > div");
  await expect.poll(() => facts.allTextContents()).toEqual(["Tasks0", "TierExecutive", "Promotions0"]);
  await card("Marcus").getByRole("button", { name: "View Identity" }).click();
  await page.getByText("0 / 50 tasks, 0%").waitFor();
  await page.getByRole("tab", { name: "Settings" }).click();
  await page
    .getByText(
      "Marcus is a strategic CFO and Executive who answers at medium length and asks early, at 80% of a limit.",
    )
    .waitFor();
  await inspectPage(page);
  await page.getByRole("link", { name: "All agents" }).click();
  await page.getByText("1 of 3 agents have a profile.").waitFor();
});

test("a promotion is proposed, approved, and in the history", async () => {
  const { id } = await agentIn("CFO");
  await makeEligible(world, id);
  await page.goto(`${world.url}/agent-identity`);
  await card("Marcus").getByRole("button", { name: "98.1%" }).focus();
  await page
    .getByRole("tooltip")
    .getByText(/^40% outcomes \+ 25% tasks done with a result/)
    .waitFor();
  await page.getByRole("button", { name: "Propose promotion of Marcus" }).click();
  await card("Marcus").getByText("A change of tier waits for you").waitFor();
  await card("Marcus").getByRole("button", { name: "View Identity" }).click();
  await page.getByText("60 / 50 tasks, 100%").waitFor();
  await page.getByText("1 of 60; 95% interval 0.29–8.86%").waitFor();
  await page.getByRole("link", { name: "Open the pending decision" }).click();
  await page.getByRole("heading", { name: "Promote Marcus (CFO) from Executive to Senior Advisor" }).waitFor();
  await page
    .getByRole("button", { name: /^Approve/ })
    .first()
    .click();
  await expect
    .poll(async () => (await member.call(getIdentity, { params: { id } })).profile?.roleTier, { timeout: 20_000 })
    .toBe("advisor");
  await page.goto(`${world.url}/agent-identity?agent=${id}&tab=promotions`);
  const row = page.getByRole("row", { name: /Executive to Senior Advisor/ });
  await row.getByRole("cell", { name: "60 tasks, 1.67% errors, score 98.1", exact: true }).waitFor();
  await row.getByRole("cell", { name: member.username, exact: true }).waitFor();
  await inspectPage(page);
  await page.getByRole("button", { name: "All agents" }).click();
  await card("Marcus").getByText("Senior Advisor", { exact: true }).waitFor();
});

test("promotion rules are edited as a new version, and a step down is proposed with its reason", async () => {
  await page.getByRole("button", { name: "Edit the rules for Board Member" }).click();
  const dialog = page.getByRole("dialog", { name: "Rules for Board Member" });
  await dialog.getByLabel("Finished tasks, at least").fill("0");
  await dialog.getByText("Use 1 or more").waitFor();
  expect(await dialog.getByRole("button", { name: "Save version 2" }).isDisabled()).toBe(true);
  await dialog.getByLabel("Finished tasks, at least").fill("150");
  await inspectPage(page);
  await dialog.getByRole("button", { name: "Save version 2" }).click();
  await page.getByText(`Version 2, ${member.username}`).waitFor();
  await page.getByText("150 or more tasks, under 3% errors, performance 85 or more").waitFor();
  await card("Marcus").getByRole("button", { name: "View Identity" }).click();
  await page.getByRole("button", { name: "Propose a step down" }).click();
  await page.getByLabel("Why should Marcus step down to Executive?").fill("Two late budgets");
  await page.getByRole("button", { name: "Propose step down" }).click();
  await page.getByRole("link", { name: "Open the pending decision" }).click();
  await page.getByRole("heading", { name: "Move Marcus (CFO) from Senior Advisor to Executive" }).waitFor();
  await page.getByText("Demotion: Two late budgets").first().waitFor();
});

test("a reporting line is changed by keyboard and undone", async () => {
  await page.goto(`${world.url}/org`);
  const handle = page.getByRole("button", { name: "Move Grace" });
  await handle.focus();
  await page.keyboard.press("m");
  await page.getByText(/^Grace reports to Eleanor\. Press Enter to save/).waitFor();
  await page.keyboard.press("ArrowRight");
  await page.getByText(/^Grace reports to Marcus\. Press Enter to save/).waitFor();
  await inspectPage(page);
  await page.keyboard.press("Enter");
  const [cfo, ceo] = [await agentIn("CFO"), await agentIn("CEO")];
  const lead = async () => (await agentIn("Sales")).systemProps.reportsTo;
  await expect.poll(lead, { timeout: 20_000 }).toBe(cfo.id);
  await page.locator("[data-toast]").getByRole("button", { name: "Undo" }).click();
  await expect.poll(lead, { timeout: 20_000 }).toBe(ceo.id);
});

test("a reporting line is changed by dragging, and no line can make a cycle", async () => {
  const [cfo, ceo] = [await agentIn("CFO"), await agentIn("CEO")];
  const middleOf = async (name: string, role: "button" | "group") => {
    const box = await page.getByRole(role, { name, exact: true }).boundingBox();
    if (!box) throw new Error(`${name} is not shown.`);
    return [box.x + box.width / 2, box.y + box.height / 2] as const;
  };
  await page.mouse.move(...(await middleOf("Move Grace", "button")));
  await page.mouse.down();
  await page.mouse.move(...(await middleOf("Marcus, CFO", "group")), { steps: 5 });
  await page.getByText(/^Grace reports to Marcus\. Release to save/).waitFor();
  await page.mouse.up();
  const lead = async () => (await agentIn("Sales")).systemProps.reportsTo;
  await expect.poll(lead, { timeout: 20_000 }).toBe(cfo.id);
  await page.getByText("1 report", { exact: true }).first().waitFor();
  // Who is below an agent is not among the leads it can get.
  const leads = page.getByLabel("Marcus reports to").locator("option");
  expect(await leads.allTextContents()).toEqual([member.username, "Eleanor"]);
  await page.getByLabel("Grace reports to").selectOption(ceo.id);
  await expect.poll(lead, { timeout: 20_000 }).toBe(ceo.id);
});

test("agent setup validates, moves the slider by tens of steps, and saves", async () => {
  const { id } = await agentIn("CFO");
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/agents/config/")) asked.push(request.url());
  });
  await page.goto(`${world.url}/agent-setup`);
  await page.getByText("Choose an agent to change its configuration.").waitFor();
  expect(asked).toEqual([]);
  await page.getByRole("button", { name: /Marcus/ }).click();
  await expect.poll(() => page.getByLabel("Voice style").inputValue()).toBe("strategic");
  expect(await page.getByLabel("Voice style").locator("option").allTextContents()).toEqual([
    "Choose a voice style",
    "Strategic",
    "Diplomatic",
    "Aggressive",
    "Analytical",
    "Conservative",
    "Innovative",
  ]);
  expect(asked).toEqual([`${world.url}/api/agents/config/${id}`]);
  await page.getByRole("button", { name: "Save Configuration" }).click();
  await page.getByText("Please specify default task type").waitFor();
  await page.getByLabel("Voice style").selectOption("");
  await page.getByText("Please select a voice style").waitFor();
  await page.getByLabel("Voice style").selectOption("analytical");
  await page.getByLabel("Default task type").fill("Review");
  const slider = page.getByRole("slider", { name: "Risk tolerance" });
  for (const [name, value] of [
    ["aria-valuemin", "0"],
    ["aria-valuemax", "100"],
    ["aria-valuenow", "50"],
  ] as const)
    expect(await slider.getAttribute(name)).toBe(value);
  await slider.focus();
  await page.keyboard.press("PageUp");
  expect(await slider.getAttribute("aria-valuenow")).toBe("100");
  await page.keyboard.press("Shift+ArrowLeft");
  expect(await slider.getAttribute("aria-valuenow")).toBe("50");
  await page.keyboard.press("ArrowRight");
  expect(await slider.getAttribute("aria-valuenow")).toBe("55");
  await inspectPage(page);
  await page.route("**/config", (route) => route.fulfill({ status: 503, body: "" }));
  await page.getByRole("button", { name: "Save Configuration" }).click();
  await page.getByText("Error", { exact: true }).waitFor();
  await page.unroute("**/config");
  const sent = page.waitForRequest((request) => request.method() === "PUT");
  await page.getByRole("button", { name: "Save Configuration" }).click();
  expect((await sent).postDataJSON()).toMatchObject({
    voiceStyle: "analytical",
    riskTolerance: 55,
    defaultTaskType: "Review",
  });
  await page.getByText("Agent Configuration Updated").waitFor();
  expect(await member.call(getConfig, { params: { id } })).toMatchObject({
    voiceStyle: "analytical",
    riskTolerance: 55,
    defaultTaskType: "Review",
  });
});

test("of two windows the second save is refused, keeps what was typed, and takes the other version if asked", async () => {
  const { id } = await agentIn("CFO");
  const other = await openPage(browser, world, member);
  const kind = (tab: Page) => tab.getByLabel("Default task type");
  const save = (tab: Page) => tab.getByRole("button", { name: "Save Configuration" }).click();
  for (const tab of [page, other]) {
    await tab.goto(`${world.url}/agent-setup?agent=${id}`);
    await kind(tab).fill(tab === page ? "Analysis" : "Audit");
  }
  await save(page);
  await page.getByText("Agent Configuration Updated").waitFor();
  await save(other);
  await other
    .getByText(/^Someone changed Marcus's configuration since you opened it\./)
    .first()
    .waitFor();
  expect(await kind(other).inputValue()).toBe("Audit");
  await inspectPage(other);
  await other.getByRole("button", { name: "Replace it with their version" }).click();
  await expect.poll(() => kind(other).inputValue()).toBe("Analysis");
  await kind(other).fill("Review");
  await save(other);
  await other.getByText("Agent Configuration Updated").waitFor();
  // A form without changes of its own follows.
  await expect.poll(() => kind(page).inputValue(), { timeout: 20_000 }).toBe("Review");
  await other.close();
});

test("an executive's page shows work, record, cost, limits and what it was told", async () => {
  const { id } = await agentIn("CFO");
  await page.goto(`${world.url}/executives/${id}`);
  for (const name of ["Working on", "Record", "Recent decisions", "Limits", "Cost", "Instructions"])
    await page.getByRole("region", { name, exact: true }).waitFor();
  await page.getByText("Risk tolerance 55: 77.5% of $50,000").first().waitFor();
  await inspectPage(page);
});
