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
  await page.route("**/api/agents/profiles", (route) => route.fulfill({ status: 503, body: "Busy" }));
  await page.goto(`${world.url}/agent-identity`);
  await page.getByText("Error: Failed to fetch agent profiles").waitFor();
  await page.unroute("**/api/agents/profiles");
  await page.getByRole("button", { name: "Retry" }).click();
  await card("Marcus").getByRole("button", { name: "Initialize Profile" }).waitFor();
});

test("a profile is initialized, and its card opens the identity with three tabs", async () => {
  const sent = page.waitForRequest("**/initialize-profile");
  await card("Marcus").getByRole("button", { name: "Initialize Profile" }).click();
  expect((await sent).postData()).toBe("{}");
  await card("Marcus").getByRole("button", { name: "View Identity" }).click();
  await page.getByText("0 / 50 tasks, 0%").waitFor();
  await page.getByRole("tab", { name: "Settings" }).click();
  await page
    .getByText(
      "Marcus is a strategic CFO and Executive who answers at medium length and asks early, at 80% of a limit.",
    )
    .waitFor();
  await inspectPage(page);
  await page.getByRole("button", { name: "All agents" }).click();
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

test("agent setup validates, moves the slider by tens of steps, and saves", async () => {
  const { id } = await agentIn("CFO");
  await page.goto(`${world.url}/agent-setup`);
  await page.getByRole("button", { name: /Marcus/ }).click();
  await page.getByRole("button", { name: "Save Configuration" }).click();
  await page.getByText("Please specify default task type").waitFor();
  await page.getByLabel("Voice style").selectOption("");
  await page.getByText("Please select a voice style").waitFor();
  await page.getByLabel("Voice style").selectOption("analytical");
  await page.getByLabel("Default task type").fill("Review");
  const slider = page.getByRole("slider", { name: "Risk tolerance" });
  await slider.focus();
  await page.keyboard.press("PageUp");
  expect(await slider.getAttribute("aria-valuenow")).toBe("100");
  await page.keyboard.press("Shift+ArrowLeft");
  expect(await slider.getAttribute("aria-valuenow")).toBe("50");
  await page.keyboard.press("ArrowRight");
  expect(await slider.getAttribute("aria-valuenow")).toBe("55");
  await inspectPage(page);
  await page.getByRole("button", { name: "Save Configuration" }).click();
  await page.getByText("Agent Configuration Updated").waitFor();
  expect(await member.call(getConfig, { params: { id } })).toMatchObject({
    voiceStyle: "analytical",
    riskTolerance: 55,
    defaultTaskType: "Review",
  });
});

test("an executive's page shows work, record, cost, limits and what it was told", async () => {
  const { id } = await agentIn("CFO");
  await page.goto(`${world.url}/executives/${id}`);
  for (const name of ["Working on", "Record", "Recent decisions", "Limits", "Cost", "What it was told"])
    await page.getByRole("region", { name, exact: true }).waitFor();
  await page.getByText("Risk tolerance 55: 77.5% of $50,000").first().waitFor();
  await inspectPage(page);
});
