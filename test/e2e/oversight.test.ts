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
  await card().getByText("Oversight initialized: 15 detectors, 2 agents").waitFor();
  await card()
    .getByText(/2 agents watched: 2 normal\. Normal ranges are measured until/)
    .waitFor();
  await inspectPage(page);
});

test("each status and level is shown as answered; no status and a 401 count as inactive; failures show no toast", async () => {
  const status = "**/api/agi/status";
  const answered = await member.call(getOversightStatus);
  const levels = ["DEBUG", "WARNING", "ERROR", "INTERVENTION", "CRITICAL", "info"];
  const recentLogs = levels.map((level, at) => ({
    id: crypto.randomUUID(),
    level,
    timestamp: `2026-03-0${6 - at}T12:00:00.000Z`,
    message: `Message ${at}`,
    findingId: null,
  }));
  let answer: { status?: number; json?: unknown; body?: string } = {};
  await page.route(status, (route) => route.fulfill(answer));
  for (const systemStatus of ["NORMAL", "MONITORING", "ALERT", "CRITICAL"]) {
    answer = { json: { ...answered, systemStatus, recentLogs } };
    await page.reload();
    await card().locator(`[data-status="${systemStatus}"]`).getByText(systemStatus).waitFor();
    expect(await offered()).toEqual(["Force System Check", "Stop AGI"]);
  }
  const lines = card().getByRole("listitem");
  expect(await lines.count()).toBe(5);
  expect(await lines.locator("time").first().getAttribute("datetime")).toBe("2026-03-06T12:00:00.000Z");
  await lines.last().getByText("Message 4").waitFor();
  const shown = lines.locator("[data-level]");
  const looks = await shown.evaluateAll((marks) =>
    marks.map((mark) => [mark.getAttribute("data-level"), getComputedStyle(mark).color] as const),
  );
  expect(looks.map(([name]) => name)).toEqual(["info", "WARNING", "ERROR", "INTERVENTION", "CRITICAL"]);
  expect(looks.slice(1).filter(([, color]) => color === looks[0]?.[1])).toEqual([]);
  for (const [path, name] of [
    ["**/api/agi/stop", "Stop AGI"],
    ["**/api/agi/initialize", "Initialize AGI Oversight"],
  ] as const) {
    await page.route(path, (route) => route.fulfill({ status: 503, body: "The database is busy" }));
    await button(name).click();
    await card()
      .getByRole("alert")
      .getByText(/The database is busy$/)
      .waitFor();
    expect(await page.locator("[data-toast]").count()).toBe(0);
    await page.unroute(path);
    answer = { json: { agentStatuses: [], recentLogs: [] } };
    await page.reload();
    await card().getByText("INACTIVE").waitFor();
  }
  answer = { status: 401, body: "Sign in first" };
  await page.reload();
  await card().getByText("INACTIVE").waitFor();
  expect(await card().getByRole("alert").count()).toBe(0);
  expect(await offered()).toEqual(["Initialize AGI Oversight"]);
  await page.unroute(status);
  await page.goto(world.url);
  await card().getByText("MONITORING").waitFor();
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
  await page.getByText("No findings are open.").waitFor();
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
  await page.getByText("No findings are open.").waitFor();
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

test("what oversight paused works again only for a reason", async () => {
  await world.asOwner("UPDATE agents SET status = 'paused', paused_by_oversight = true WHERE id = $1", [cfo]);
  await page.goto(world.url);
  await page.getByRole("switch", { name: "Marcus active" }).click();
  const dialog = page.getByRole("dialog", { name: "Activate Marcus?" });
  const activate = dialog.getByRole("button", { name: "Activate Marcus" });
  expect(await activate.isDisabled()).toBe(true);
  await dialog.getByLabel("Why may it work again?").fill("The budget was raised");
  await inspectPage(page);
  await activate.click();
  await expect
    .poll(async () => (await member.call(listAgents)).find(({ id }) => id === cfo)?.status, { timeout: 20_000 })
    .toBe("active");
  const [entry] = await world.asOwner<{ details: { reason: string } }>(
    "SELECT details FROM journal WHERE company_id = $1 AND action = 'agent.status_changed' ORDER BY seq DESC LIMIT 1",
    [member.user.companyId],
  );
  expect(entry?.details.reason).toBe("The budget was raised");
});
