import type { Browser, Page, Request, Route } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Agent } from "#features/agents/contract.ts";
import type { Communication } from "#features/communications/contract.ts";
import type { Dashboard } from "#features/dashboard/contract.ts";
import { makeDecision, settleDecision } from "#features/decisions/contract.ts";
import { hire, type Member, openWorld, testContexts, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";
import { testDecision } from "./story.ts";

/** The dashboard where the server answers late, badly or oddly. */
let world: World;
let browser: Browser;
let member: Member;
let team: Agent[];
let page: Page;

beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  member = await world.member("owner");
  team = await hire(member, "CEO", "CFO", "Sales", "Legal");
  // One approved investment for tasks and messages, one proposal that waits.
  const [invest] = await propose("CFO");
  await member.call(settleDecision, { params: { id: invest?.id ?? "" }, body: { approved: true } });
  await propose("Sales");
  page = await openPage(browser, world, member);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});
beforeEach(async () => {
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

async function propose(role: "CEO" | "CFO" | "Sales") {
  const agentId = team.find((agent) => agent.role === role)?.id ?? "";
  return [await member.call(makeDecision, { body: { agentId, ...testContexts[role] } })];
}

const section = (name: string) => page.getByRole("region", { name, exact: true });
const open = async () => {
  await page.goto(world.url);
  await section("Task Inbox").getByRole("listitem").first().waitFor();
  await section("Decision Feed").getByRole("article").first().waitFor();
  await section("AI Agent Status").waitFor();
};
const broken = (route: Route) => route.fulfill({ status: 500, contentType: "text/plain", body: "It broke" });

/** The one toast that is shown, as its tone, title and text. */
async function toast(title: string, text?: string): Promise<string | null> {
  const card = page.getByTestId("toast").filter({ hasText: title });
  await card.getByText(title, { exact: true }).waitFor();
  if (text) await card.getByText(text, { exact: true }).waitFor();
  const tone = await card.getAttribute("data-tone");
  await card.getByRole("button", { name: "Dismiss" }).click();
  await card.waitFor({ state: "hidden" });
  return tone;
}

test("it says that it is loading, and what to do when it cannot", async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/dashboard", async (route) => {
    await held;
    await broken(route);
  });
  await page.goto(world.url);
  await page.getByText("Loading dashboard...", { exact: true }).waitFor();
  release();
  await page.getByText("Error loading dashboard", { exact: true }).waitFor();
  await page.getByText("Please try refreshing the page", { exact: true }).waitFor();
});

test("lists are read again at their intervals, each by one request", async () => {
  const timed = await openPage(browser, world, member);
  await timed.clock.install();
  const counts: Record<string, number> = {};
  const under = new Set<Request>();
  timed.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith("/api/")) return;
    counts[pathname] = (counts[pathname] ?? 0) + 1;
    under.add(request);
  });
  timed.on("requestfinished", (request) => under.delete(request));
  const quiet = () => expect.poll(() => under.size, { interval: 5 }).toBe(0);
  await timed.goto(world.url);
  await timed.getByRole("region", { name: "AI Agent Status" }).waitFor();
  await timed.getByText("Live", { exact: true }).waitFor();
  await timed.clock.pauseAt(Date.now() + 60_000);
  await quiet();
  for (const name of Object.keys(counts)) delete counts[name];
  for (let second = 0; second < 30; second += 1) {
    await timed.clock.runFor(1_000);
    await quiet();
  }
  expect(counts).toEqual({ "/api/decisions": 6, "/api/tasks": 3, "/api/agents": 3, "/api/dashboard": 1 });
  await timed.context().close();
});

test("a change the server refuses is told by its own title and taken back", async () => {
  await open();
  await page.route(/\/api\/(agents\/.+\/(status|autonomy)|tasks\/.+|company\/.+|decisions\/.+\/approve)$/, broken);
  const roster = section("Agent Roster");
  await roster.getByRole("switch").first().click();
  expect(await toast("Update Failed", "500: It broke")).toBe("danger");
  await expect.poll(() => roster.getByRole("switch").first().getAttribute("aria-checked")).toBe("true");
  await roster.getByRole("combobox").first().selectOption("execute");
  expect(await toast("Update Failed", "500: It broke")).toBe("danger");
  await expect.poll(() => roster.getByRole("combobox").first().inputValue()).toBe("assist");
  const tasks = section("Task Inbox").getByRole("listitem");
  const before = await tasks.count();
  await tasks
    .first()
    .getByRole("button", { name: /^Mark complete/ })
    .click();
  expect(await toast("Update Failed", "500: It broke")).toBe("danger");
  await expect.poll(() => tasks.count()).toBe(before);
  await page
    .getByRole("article")
    .first()
    .getByRole("button", { name: /^Approve/ })
    .click();
  expect(await toast("Action Failed", "500: It broke")).toBe("danger");
  await page.getByRole("button", { name: "Initialize AI Workforce" }).click();
  expect(await toast("Error", "500: It broke")).toBe("danger");
  page.once("dialog", (dialog) => void dialog.accept());
  await page.getByRole("button", { name: "Reset Data" }).first().click();
  expect(await toast("Reset Failed", "500: It broke")).toBe("danger");
});

test("a change that holds says so", async () => {
  await open();
  await section("Agent Roster").getByRole("combobox").first().selectOption("propose");
  expect(await toast("Autonomy Updated")).toBe("success");
  await page.getByRole("button", { name: "Initialize AI Workforce" }).click();
  expect(await toast("Success")).toBe("success");
});

test("the three test buttons send the documented cases; a failure is said beside them, not in a toast", async () => {
  await open();
  const bodies: unknown[] = [];
  await page.route("**/api/agents/make-decision", async (route) => {
    bodies.push(route.request().postDataJSON());
    await broken(route);
  });
  const panel = page.getByRole("group", { name: "Autonomous Decision Testing" });
  expect(await panel.getByRole("button").count()).toBe(3);
  const roles = ["CEO", "CFO", "Sales"] as const;
  for (const [index, role] of roles.entries()) {
    await testDecision(page, role);
    await expect.poll(() => bodies.length).toBe(index + 1);
    await panel.getByText("Failed to make autonomous decision. 500: It broke").waitFor();
  }
  expect(bodies).toEqual(
    roles.map((role) => ({ agentId: team.find((agent) => agent.role === role)?.id, ...testContexts[role] })),
  );
  expect(await page.getByTestId("toast").count()).toBe(0);
});

test("a second press while the first is under way sends nothing", async () => {
  await open();
  let sent = 0;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/decisions/*/approve", async (route) => {
    sent += 1;
    await held;
    await broken(route);
  });
  const card = page.getByRole("article").first();
  await card.getByRole("button", { name: /^Approve/ }).click();
  const pending = card.getByRole("button", { name: /^Approving\.\.\./ });
  await pending.waitFor();
  expect(await pending.isDisabled()).toBe(true);
  await card.focus();
  await page.keyboard.press("a");
  release();
  await toast("Action Failed");
  expect(sent).toBe(1);
});

test("performance and status have the documented colours, and a paused executive is switched to active", async () => {
  const shown = [
    { performance: 90, status: "active" },
    { performance: 89.9, status: "inactive" },
    { performance: 70, status: "paused" },
    { performance: 69.9, status: "active" },
  ] as const;
  let sent: unknown;
  await page.route("**/api/agents", (route) =>
    route.fulfill({ json: shown.map((each, at) => ({ ...team[at], ...each })) }),
  );
  await page.route("**/api/agents/*/status", async (route) => {
    sent = route.request().postDataJSON();
    await broken(route);
  });
  await page.goto(world.url);
  const roster = section("Agent Roster");
  await roster.getByText("69.9%").waitFor();
  const toneOf = (text: string) => roster.getByText(text, { exact: true }).getAttribute("data-tone");
  expect(await Promise.all(["90.0%", "89.9%", "70.0%", "69.9%"].map(toneOf))).toEqual([
    "success",
    "warning",
    "warning",
    "danger",
  ]);
  const dots = roster.getByRole("img");
  expect(await dots.evaluateAll((all) => all.map((dot) => dot.getAttribute("data-tone")))).toEqual([
    "success",
    "danger",
    "danger",
    "success",
  ]);
  await roster.getByRole("switch").nth(2).click();
  await toast("Update Failed");
  expect(sent).toEqual({ status: "active" });
});

test("communications show their age, both parties and what leaves the house; cards show trends or a dash", async () => {
  const minute = 60_000;
  const ages = [0.5, 1.5, 59.5, 60.5, 23 * 60 + 30, 24 * 60 + 1, 49 * 60];
  await page.route("**/api/dashboard", async (route) => {
    const real = (await (await route.fetch()).json()) as Dashboard;
    const at = Date.now();
    const [sample] = real.communications as [Communication];
    const communications = ages.map((age, index) => ({
      ...sample,
      id: crypto.randomUUID(),
      messageType: index === 0 ? "external" : "internal",
      createdAt: new Date(at - age * minute).toISOString(),
    }));
    const revenue: Dashboard["revenue"] = {
      date: "2026-11-19",
      source: "csv",
      currency: "USD",
      recordedAt: sample.createdAt,
      last30: Array.from({ length: 30 }, (_, day) => day),
      change30: -1.4,
    };
    const metrics = { ...real.metrics, dailyRevenue: 18_420, efficiencyScore: 92 };
    const efficiency = { due: 25, onTime: 23, change: 15.2 };
    await route.fulfill({
      json: { ...real, communications, revenue, metrics, efficiency, pendingDecisions: [], waiting: 0 },
    });
  });
  await page.goto(world.url);
  const list = section("Live Communications");
  await list.getByText("now", { exact: true }).waitFor();
  expect(await list.locator("time").allTextContents()).toEqual([
    "now",
    "1 min ago",
    "59 min ago",
    "1 hr ago",
    "23 hr ago",
    "1 day ago",
    "2 days ago",
  ]);
  const badges = list.locator("[data-message-type]");
  expect((await badges.allTextContents()).slice(0, 2)).toEqual(["External", "Internal"]);
  expect(await page.locator("[data-trend=down]").textContent()).toBe("−1.4%");
  expect(await page.locator("[data-trend=up]").textContent()).toBe("+15.2%");
  await page.getByText("$18,420", { exact: true }).waitFor();
  await page.getByText("92%", { exact: true }).waitFor();
  expect(await page.getByTestId("urgent-decisions").count()).toBe(0);
});

test("a message that a person's rejection sent comes from the owner", async () => {
  const [decision] = await propose("CEO");
  await member.call(settleDecision, { params: { id: decision?.id ?? "" }, body: { approved: false } });
  await open();
  const told = section("Live Communications").getByRole("listitem").filter({ hasText: "Rejected: " });
  await told.first().waitFor();
  expect(await told.first().innerText()).toMatch(/^Owner to Eleanor CEO/);
});

test("lists scroll at the documented heights", async () => {
  await open();
  const heightOf = (name: string) =>
    page.getByRole("region", { name, exact: true }).evaluate((list) => getComputedStyle(list).maxHeight);
  expect(await Promise.all(["More decisions", "Tasks", "Agents", "Communications"].map(heightOf))).toEqual([
    "400px",
    "400px",
    "400px",
    "384px",
  ]);
});

test("code that an upgrade took away reloads the page once, then says that something is wrong", async () => {
  await open();
  let loads = 0;
  page.on("load", () => {
    loads += 1;
  });
  await page.route("**/assets/wizard-*.js", (route) => route.fulfill({ status: 404, body: "" }));
  const button = page.getByRole("button", { name: "Setup AI Workforce" }).first();
  await button.click();
  await expect.poll(() => loads).toBe(1);
  await button.click();
  await page.getByText("Something went wrong").waitFor();
  expect(loads).toBe(1);
});
