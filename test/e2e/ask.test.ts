// Nightly: the form that asks an executive; http/ask holds the rules daily, story its way.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agentRoleIds } from "#contract/roles.ts";
import type { Agent } from "#features/agents/contract.ts";
import { setStatus } from "#features/agents/contract.ts";
import { listDecisions, listDecisionTypes } from "#features/decisions/contract.ts";
import { colleague } from "../samples.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";
import { inspectPage } from "./inspect.ts";

/** Asking an executive for a proposal, from the page of decisions. */
let world: World;
let browser: Browser;
let owner: Member;
let team: Agent[];
let page: Page;

beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  owner = await world.member("owner");
  team = await hire(owner, ...agentRoleIds);
  page = await openPage(browser, world, owner);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const dialog = () => page.getByRole("dialog", { name: "Ask for a proposal" });
const field = (label: string) => dialog().getByLabel(label);
const send = () => dialog().getByRole("button", { name: "Ask for a proposal" }).click();
const nameOf = (role: string): string => {
  const agent = team.find((one) => one.role === role);
  return `${agent?.name}, ${role}`;
};
async function ask(role: string, type?: string): Promise<void> {
  await page.goto(`${world.url}/decisions`);
  await page.getByRole("button", { name: "Ask for a proposal" }).click();
  await choose(role, type);
}
async function choose(role: string, type?: string): Promise<void> {
  await field("Agent").selectOption({ label: nameOf(role) });
  if (type) await field("Decision type").selectOption({ label: type });
}
const inspect = () => inspectPage(page);

test("what is typed becomes a decision, and its page opens", async () => {
  await ask("Sales", "Discount request");
  await field("List price").fill("40,000");
  await field("Requested discount in %").fill("15%");
  await field("Gross margin in %").fill("40");
  await field("In return").selectOption({ label: "A longer contract" });
  await field("Counterparty").fill("Marlowe");
  await dialog().getByRole("button", { name: "Add row" }).click();
  await field("Kind").fill("Mail");
  await field("Source").fill("They ask for 15%");
  await field("Value").fill("1 mail");
  await field("As of").fill(new Date().toISOString().slice(0, 10));
  await send();
  await page.getByRole("heading", { name: "15% off $40,000 for Marlowe" }).waitFor();
  expect(page.url()).toMatch(/\/decisions\/[0-9a-f-]{36}$/);
  const [decision] = await owner.call(listDecisions);
  expect(decision?.context).toMatchObject({ listPrice: 40_000, discount: 15, grossMargin: 0.4, inReturn: "term" });
  expect(decision?.evidence.filter((row) => row.found)).toHaveLength(1);
});

test("rows are sent as a list; a fault stands beside its field and nothing is sent", async () => {
  const before = (await owner.call(listDecisions)).length;
  await ask("CFO", "Budget allocation");
  await send();
  await dialog().getByText("Add at least 2 rows").waitFor();
  const line = (row: number) => dialog().getByRole("listitem", { name: `Row ${row}` });
  await line(1).getByLabel("Line").fill("Search");
  await line(1).getByLabel("Current budget").fill("many");
  await line(2).getByLabel("Line").fill("Search");
  await line(2).getByLabel("Current budget").fill("100");
  await send();
  await line(1).getByText("Enter a number from 0 to 1,000,000,000,000").waitFor();
  expect(await line(1).getByLabel("Current budget").getAttribute("aria-invalid")).toBe("true");
  expect(await owner.call(listDecisions)).toHaveLength(before);
  await line(1).getByLabel("Current budget").fill("100");
  await send();
  // This one only the server knows.
  await dialog().getByRole("alert").filter({ hasText: "each needs a unique name" }).first().waitFor();
  await line(2).getByLabel("Line").fill("Fairs");
  await send();
  await page.getByRole("heading", { name: "Allocate $200 across 2 lines" }).waitFor();
  await page.getByText("Line: Search, Current budget: $100").waitFor();
});

test("what the executive may not propose is said, before and after asking", async () => {
  const before = (await owner.call(listDecisions)).length;
  const cto = team.find((one) => one.role === "CTO");
  const switchTo = (isOn: boolean) =>
    world.asOwner(
      `UPDATE agents SET capabilities = capabilities || jsonb_build_object('architecture_decisions', $2::boolean) WHERE id = $1`,
      [cto?.id, isOn],
    );
  await switchTo(false);
  await ask("CTO");
  await dialog().getByText('Turn on "architecture decisions" for this agent first').waitFor();
  await field("Purchase price").fill("1");
  await field("Annual fees").fill("1");
  await send();
  await dialog().getByRole("alert").filter({ hasText: "is switched off" }).waitFor();
  const legal = team.find((one) => one.role === "Legal");
  await owner.call(setStatus, { params: { id: legal?.id ?? "" }, body: { status: "paused" } });
  await ask("Legal");
  await dialog().getByText(`${legal?.name} is paused and can't propose`).waitFor();
  await send();
  await dialog().getByRole("alert").filter({ hasText: "Switch this executive to active first" }).waitFor();
  expect(await owner.call(listDecisions)).toHaveLength(before);
  await owner.call(setStatus, { params: { id: legal?.id ?? "" }, body: { status: "active" } });
  await switchTo(true);
});

test("who only reads is not offered to ask", async () => {
  const viewer = await colleague(world, owner, "viewer");
  const other = await openPage(browser, world, { ...owner, cookie: viewer.cookie });
  await other.goto(`${world.url}/decisions`);
  await other.getByRole("heading", { name: "Decisions" }).waitFor();
  await other.getByRole("row").first().waitFor();
  expect(await other.getByRole("button", { name: "Ask for a proposal" }).count()).toBe(0);
  await other.context().close();
});

test.each([1440, 360])("every form reads well at %i px", async (width) => {
  await page.setViewportSize({ width, height: 800 });
  const types = await owner.call(listDecisionTypes);
  await ask("CEO");
  for (const type of types) {
    await choose(type.roles[0] ?? "CEO", type.label);
    const first = type.fields.find(({ unit }) => unit !== "list");
    await field(first?.label ?? "")
      .first()
      .waitFor();
  }
  await inspect();
  await page.setViewportSize({ width: 1440, height: 900 });
});

test("another type of question, or another executive, keeps what was typed under the same name", async () => {
  await ask("CFO");
  await field("Title").fill("A second oven");
  const types = field("Decision type");
  const first = await types.inputValue();
  const [, second = ""] = await types
    .locator("option")
    .evaluateAll((all) => all.map((one) => one.getAttribute("value")));
  await types.selectOption(second ?? "");
  expect(await field("Title").inputValue()).toBe("A second oven");
  await types.selectOption(first);
  expect(await field("Title").inputValue()).toBe("A second oven");
});

test("whom and what is asked stays as it was opened, whatever becomes of the team meanwhile", async () => {
  await page.goto(`${world.url}/decisions`);
  await page.getByRole("button", { name: "Ask for a proposal" }).click();
  const [agent, type] = [await field("Agent").inputValue(), await field("Decision type").inputValue()];
  await dialog().getByRole("textbox").first().fill("12");
  await owner.call(setStatus, { params: { id: agent }, body: { status: "paused" } });
  await dialog()
    .getByText(/is paused and can't propose/)
    .waitFor();
  expect(await field("Agent").inputValue()).toBe(agent);
  expect(await field("Decision type").inputValue()).toBe(type);
  expect(await dialog().getByRole("textbox").first().inputValue()).toBe("12");
  await owner.call(setStatus, { params: { id: agent }, body: { status: "active" } });
});
