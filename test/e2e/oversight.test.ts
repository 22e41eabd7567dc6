import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listAgents, setStatus } from "#features/agents/contract.ts";
import { checkOversight, getOversightStatus, initializeOversight } from "#features/oversight/contract.ts";
import { colleague } from "../samples.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";
import { inspectPage } from "./inspect.ts";

/** AGI oversight: the card, a finding and its undo, and the stop. */
let world: World;
let browser: Browser;
let member: Member;
let page: Page;
let cfo: string;

beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  member = await world.member("owner");
  page = await openPage(browser, world, member);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const card = () => page.getByRole("region", { name: "AGI Oversight" });
const button = (name: string) => card().getByRole("button", { name });
const offered = async () => (await card().getByRole("button").allTextContents()).filter(Boolean);

test("the card is shown when there are agents, and offers only to initialize while oversight is off", async () => {
  await page.goto(world.url);
  await page.getByRole("region", { name: "AI Workforce Management" }).first().waitFor();
  expect(await card().count()).toBe(0);
  cfo = (await hire(member, "CEO", "CFO")).find(({ role }) => role === "CFO")?.id ?? "";
  await page.goto(world.url);
  await card().getByText("INACTIVE").waitFor();
  expect(await offered()).toEqual(["Initialize AGI Oversight"]);
  const sent = page.waitForRequest("**/api/agi/initialize");
  await button("Initialize AGI Oversight").click();
  expect((await sent).postData()).toBe(null);
  await card().getByText("MONITORING").waitFor();
  expect(await offered()).toEqual(["Force System Check", "Stop AGI"]);
  await card().getByText("Oversight initialized: 13 detectors, 2 agents").waitFor();
  await card()
    .getByText(/2 agents watched: 2 normal\. Normal ranges are measured until/)
    .waitFor();
  await inspectPage(page);
});

test("an agent over its budget pace is paused; the owner undoes it on the page", async () => {
  await world.asOwner(
    `INSERT INTO exposure_totals (company_id, agent_id, year, committed) VALUES ($1, $2, extract(year FROM now())::int, 600000)`,
    [member.user.companyId, cfo],
  );
  await button("Force System Check").click();
  await card().getByText("ALERT").waitFor();
  const logged = card().getByRole("listitem");
  await logged.filter({ hasText: "Marcus (CFO) paused: budget pace" }).locator('[data-level="INTERVENTION"]').waitFor();
  expect(await logged.count()).toBeLessThanOrEqual(5);
  await card().getByRole("link", { name: "Details" }).click();
  await page.getByText("2 findings are open. Marcus is paused.").waitFor();
  await inspectPage(page);
  await page.getByRole("button", { name: "Undo: resume Marcus" }).click();
  await page.getByText("1 finding is open.").waitFor();
  expect((await member.call(listAgents)).find(({ id }) => id === cfo)?.status).toBe("active");
  await page.getByText(`Marcus (CFO) resumed, undone by ${member.username}`).waitFor();
  await page.getByRole("button", { name: "Close finding" }).click();
  await page.getByText("Nothing is open.").waitFor();
});

test("an intervention whose finding was closed is undone from the log", async () => {
  await world.asOwner("UPDATE exposure_totals SET committed = 900000 WHERE company_id = $1", [member.user.companyId]);
  await page.getByRole("button", { name: "Force System Check" }).click();
  await page.getByRole("button", { name: "Keep paused" }).click();
  await page.getByText("1 finding is open. Marcus is paused.").waitFor();
  const undo = page.getByRole("region", { name: "Timeline" }).getByRole("button", { name: /^Undo: Marcus/ });
  expect(await undo.count()).toBe(1);
  await inspectPage(page);
  await undo.click();
  await page.getByText("1 finding is open.", { exact: true }).waitFor();
  expect((await member.call(listAgents)).find(({ id }) => id === cfo)?.status).toBe("active");
  await page.getByRole("button", { name: "Close finding" }).click();
  await page.getByText("Nothing is open.").waitFor();
});

test("a failed action shows its sentence on the card and no toast; a stop turns everything off", async () => {
  await page.goto(world.url);
  await card().getByText("MONITORING").waitFor();
  await page.route("**/api/agi/check", (route) => route.fulfill({ status: 503, body: "The database is busy" }));
  await button("Force System Check").click();
  await card().getByRole("alert").getByText("The last check failed: The database is busy").waitFor();
  expect(await page.locator("[data-toast]").count()).toBe(0);
  await page.unroute("**/api/agi/check");
  await button("Stop AGI").click();
  await card().getByText("Everything autonomous is stopped").waitFor();
  expect(await offered()).toEqual(["Initialize AGI Oversight"]);
  expect((await member.call(getOversightStatus)).systemStatus).toBe("INACTIVE");
  await member.call(setStatus, { params: { id: cfo }, body: { status: "paused" } });
});

test("a viewer sees the state and no buttons", async () => {
  const viewer = await colleague(world, member, "viewer");
  const other = await openPage(browser, world, viewer);
  const changing = /Initialize|Check|Stop|Resume|Keep|Close|Undo/;
  const buttons = () => other.getByRole("main").getByRole("button", { name: changing }).count();
  await other.goto(`${world.url}/oversight`);
  await other.getByText("Only an admin may initialize it.").waitFor();
  expect(await buttons()).toBe(0);
  await world.asOwner("UPDATE exposure_totals SET committed = 1200000 WHERE company_id = $1", [member.user.companyId]);
  await member.call(initializeOversight);
  await member.call(checkOversight);
  await other.reload();
  await other.getByText("Only an admin may close or undo it.").first().waitFor();
  expect(await buttons()).toBe(0);
  await other.close();
});
