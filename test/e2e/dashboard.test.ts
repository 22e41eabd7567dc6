import type { Browser, Page, Request, Route } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Agent } from "#features/agents/contract.ts";
import type { Communication } from "#features/communications/contract.ts";
import type { Dashboard } from "#features/dashboard/contract.ts";
import { makeDecision, settleDecision } from "#features/decisions/contract.ts";
import { recordMetrics } from "#features/metrics/contract.ts";
import { createTask } from "#features/tasks/contract.ts";
import { hire, type Member, openWorld, testContexts, type World } from "../world.ts";
import { freezePolls, openBrowser, openPage } from "./browser.ts";
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
  await section("Agent Roster").getByRole("table").waitFor();
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

test("what fails as the page opens is asked for once", async () => {
  const tab = await openPage(browser, world, member);
  await freezePolls(tab);
  const asked: Record<string, number> = {};
  await tab.route(/\/api\/(agents|tasks|decisions)(\?|$)/, async (route) => {
    const { pathname } = new URL(route.request().url());
    asked[pathname] = (asked[pathname] ?? 0) + 1;
    await broken(route);
  });
  await tab.goto(world.url);
  await tab.getByText("Couldn't load decisions", { exact: true }).waitFor();
  await tab.getByText("Couldn't load agents", { exact: true }).waitFor();
  await tab.getByText("Couldn't load tasks", { exact: true }).waitFor();
  expect(asked).toEqual({ "/api/agents": 1, "/api/tasks": 1, "/api/decisions": 1 });
  await tab.context().close();
});

test("the efficiency score names what it measures, so that tasks overdue for longer do not contradict it", async () => {
  const someone = await world.member("someone");
  const tab = await openPage(browser, world, someone);
  const card = tab.locator("dl > div").filter({ hasText: "Efficiency Score" });
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  await someone.call(createTask, { body: { title: "Overdue for weeks", dueDate: daysAgo(20) } });
  await tab.goto(world.url);
  await card.getByText("No tasks were due in the last 7 days").waitFor();
  await someone.call(createTask, { body: { title: "Overdue for days", dueDate: daysAgo(2) } });
  await tab.reload();
  await card.getByText("0 of 1 task on time, last 7 days").waitFor();
  expect(await card.count()).toBe(1);
  await tab.context().close();
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
  for (const end of ["requestfinished", "requestfailed"] as const)
    timed.on(end as "requestfinished", (request) => under.delete(request));
  const quiet = () => expect.poll(() => under.size, { interval: 5 }).toBe(0);
  await timed.goto(world.url);
  await timed.getByRole("region", { name: "AI Agent Status", exact: true }).waitFor();
  await timed.getByText("Live", { exact: true }).waitFor();
  await timed.clock.pauseAt(Date.now() + 60_000);
  await quiet();
  for (const name of Object.keys(counts)) delete counts[name];
  for (let second = 0; second < 30; second += 1) {
    await timed.clock.runFor(1_000);
    await quiet();
  }
  expect(counts).toEqual({
    "/api/decisions": 6,
    "/api/tasks": 3,
    "/api/agents": 3,
    "/api/agi/status": 2,
    "/api/email/status": 3,
    "/api/dashboard": 1,
    "/api/today": 1,
  });
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
  await expect.poll(() => panel.getByRole("button").count()).toBe(3);
  const roles = ["CEO", "CFO", "Sales"] as const;
  for (const [index, role] of roles.entries()) {
    await testDecision(page, role);
    await expect.poll(() => bodies.length).toBe(index + 1);
    await panel.getByText("Failed to make autonomous decision. It broke").waitFor();
  }
  expect(bodies).toEqual(
    roles.map((role) => ({
      agentId: team.find((agent) => agent.role === role)?.id,
      ...testContexts[role],
      isTest: true,
    })),
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
      compared: { total: 986, before: 1_000, change: -1.4 },
    };
    const metrics = { ...real.metrics, dailyRevenue: 18_420, efficiencyScore: 92 };
    const efficiency = { due: 25, onTime: 23, before: { due: 13, onTime: 10 }, change: 15.2 };
    await route.fulfill({
      json: { ...real, communications, revenue, metrics, efficiency, pendingDecisions: [], waiting: 0 },
    });
  });
  await page.goto(world.url);
  const list = section("Live Communications");
  await list.getByText("now", { exact: true }).waitFor();
  expect(await list.getByRole("listitem").count()).toBe(7);
  await list.getByText("2 days ago", { exact: true }).waitFor();
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
  expect(await page.locator("[data-trend=down]").textContent()).toBe("down 1.4%");
  expect(await page.locator("[data-trend=up]").textContent()).toBe("+15.2 points");
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
  expect(await Promise.all(["More decisions", "Tasks", "AI Agent Status", "Communications"].map(heightOf))).toEqual([
    "400px",
    "400px",
    "400px",
    "384px",
  ]);
});

test("an answer that makes no sense takes down only the widget it is for, which can try again", async () => {
  const odd: Record<string, unknown> = {
    "/api/tasks": { rows: "none" },
    "/api/decisions": [null],
    "/api/agents": { all: 3 },
    "/api/agents/questions": [{ question: 1 }],
  };
  const widgets = ["Daily brief", "Decision Feed", "Ask an Agent", "Task Inbox", "Agent Roster", "Live Communications"];
  const brokenBy: Record<string, string> = {
    "/api/tasks": "Task Inbox",
    "/api/decisions": "Decision Feed",
    "/api/agents": "Agent Roster",
    "/api/agents/questions": "Ask an Agent",
  };
  for (const [path, answer] of Object.entries(odd)) {
    const tab = await openPage(browser, world, member);
    await tab.route(
      (url) => url.pathname === path,
      (route) => route.fulfill({ json: answer }),
    );
    await tab.goto(world.url);
    const broken = tab.getByRole("region", { name: brokenBy[path] ?? "", exact: true });
    await broken.getByText("This part of the page could not be shown. The others are not affected.").waitFor();
    for (const name of widgets) await tab.getByRole("region", { name, exact: true }).waitFor();
    expect(await tab.getByText("could not be shown").count(), path).toBe(1);
    await tab.unrouteAll({ behavior: "wait" });
    await broken.getByRole("button", { name: "Try again" }).click();
    await tab.getByText("could not be shown").waitFor({ state: "detached" });
    await tab.context().close();
  }
});

test("a dashboard answer that makes no sense leaves what does not come from it", async () => {
  const tab = await openPage(browser, world, member);
  await tab.route("**/api/dashboard", (route) => route.fulfill({ json: {} }));
  await tab.goto(world.url);
  await tab
    .getByRole("region", { name: "Daily brief", exact: true })
    .getByRole("button", { name: "Try again" })
    .waitFor();
  await tab.getByRole("region", { name: "Decision Feed", exact: true }).getByRole("article").first().waitFor();
  await tab.getByRole("region", { name: "Task Inbox", exact: true }).getByRole("listitem").first().waitFor();
  await tab.getByRole("region", { name: "Agent Roster", exact: true }).getByRole("switch").first().waitFor();
  await expect.poll(() => tab.getByRole("region", { name: "Figures", exact: true }).getByRole("alert").count()).toBe(1);
  await tab.context().close();
});

test("on a phone the dashboard is at most 3,000 pixels long, and what is folded opens", async () => {
  const points = ["daily_revenue", "cash", "expenses"].map((metricName) => ({
    metricName,
    metricValue: 1_000,
    measurementDate: "2026-11-20",
  }));
  await member.call(recordMetrics, { body: { source: "manual", points } });
  await world.asOwner("UPDATE companies SET is_demo = true WHERE company_id = $1", [member.user.companyId]);
  const phone = await openPage(browser, world, member, { viewport: { width: 390, height: 844 } });
  await phone.goto(world.url);
  await phone.getByRole("region", { name: "AI Workforce Management" }).waitFor();
  await phone.getByRole("region", { name: "Task Inbox", exact: true }).getByRole("listitem").first().waitFor();
  await phone.getByText(/demo/i).first().waitFor();
  expect(await phone.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(3_000);
  await phone.getByRole("button", { name: "All 4 agents" }).click();
  await expect.poll(() => phone.getByRole("region", { name: "Agent Roster" }).getByRole("switch").count()).toBe(4);
  await phone.getByRole("region", { name: "Communications", exact: true }).getByRole("listitem").first().waitFor();
  await phone.context().close();
});

test("the brief says what needs a person, then what the CEO found; the menu repeats what stands at the end", async () => {
  const tab = await openPage(browser, world, member);
  await tab.goto(world.url);
  const brief = tab.getByRole("region", { name: "Daily brief", exact: true });
  await brief.getByText("needs your approval").waitFor();
  await brief.getByRole("button", { name: "Ask for a brief" }).click();
  await brief.getByRole("link", { name: "Full brief" }).waitFor();
  await brief.getByText(/^Eleanor, CEO, /).waitFor();
  const order = await tab.getByRole("heading", { level: 2 }).allTextContents();
  expect(order.slice(-8)).toEqual([
    "Daily brief",
    "Decision Feed",
    "Ask an Agent",
    "Task Inbox",
    "AGI Oversight",
    "AI Workforce Management",
    "Agent Roster",
    "Live Communications",
  ]);
  await tab.getByRole("button", { name: "Manage" }).press("Enter");
  const menu = tab.getByRole("menu", { name: "Manage" });
  await menu.getByRole("menuitem", { name: "Setup AI Workforce" }).waitFor();
  expect(await menu.getByRole("menuitem").allTextContents()).toEqual([
    "Setup AI Workforce",
    "Initialize AI Workforce",
    "Import files",
    "CEO: market expansion",
    "CFO: investment evaluation",
    "Sales: lead qualification",
    "Reset Data...",
  ]);
  const focused = () => tab.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe("Setup AI Workforce");
  await tab.keyboard.press("ArrowDown");
  await expect.poll(focused).toBe("Initialize AI Workforce");
  await tab.keyboard.press("Escape");
  await menu.waitFor({ state: "detached" });
  await expect.poll(focused).toContain("Manage");
  await tab.context().close();
});

test("while the server is away, figures say as of when they are", async () => {
  const tab = await openPage(browser, world, member);
  await tab.addInitScript(() => {
    const Real = window.WebSocket;
    const sockets: WebSocket[] = [];
    Object.assign(window, {
      sockets,
      WebSocket: class extends Real {
        constructor(url: string) {
          super(Reflect.get(window, "away") ? url.replace("/ws", "/nowhere") : url);
          sockets.push(this);
        }
      },
    });
  });
  await tab.goto(world.url);
  await tab.getByText("Live", { exact: true }).waitFor();
  expect(await tab.getByText(/^as of \d\d:\d\d$/).count()).toBe(0);
  await tab.evaluate(() => {
    Object.assign(window, { away: true });
    for (const socket of Reflect.get(window, "sockets") as WebSocket[]) socket.close();
  });
  await tab.getByText(/^as of \d\d:\d\d$/).waitFor();
  await tab.context().close();
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
