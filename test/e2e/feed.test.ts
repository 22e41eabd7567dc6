// Nightly: waits for polls; http/feed holds what it shows daily, story that it arrives live.
import type { Browser, Page, Request } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Agent } from "#features/agents/contract.ts";
import { makeDecision, settleDecision } from "#features/decisions/contract.ts";
import { recordMetrics } from "#features/metrics/contract.ts";
import { resetData } from "#features/setup/contract.ts";
import { startBriefing } from "#features/expertise/contract.ts";
import { createTask } from "#features/tasks/contract.ts";
import { hire, type Member, openWorld, testContexts, type World } from "../world.ts";
import { freezePolls, openBrowser, openPage } from "./browser.ts";
import { inspectThemes } from "./inspect.ts";

let world: World;
let browser: Browser;
let member: Member;
let team: Agent[];
let page: Page;

beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  member = await world.member("owner");
  team = await hire(member, "CEO", "CFO");
  page = await openPage(browser, world, member);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const idOf = (role: string) => team.find((agent) => agent.role === role)?.id ?? "";
const task = (title: string, role?: string) =>
  member.call(createTask, { body: { title, ...(role ? { assignedAgentId: idOf(role) } : {}) } });
const row = (text: string | RegExp) => page.getByRole("listitem").filter({ hasText: text });
const pace = (name: "Live" | "Paused") => page.getByRole("group", { name: "Updates" }).getByLabel(name);
const isFeed = (url: string) => new URL(url).pathname === "/api/feed";
/** Counts how often the feed is read from here on, and waits until nothing is on its way. */
function readings(of: Page): { count: () => number; quiet: () => Promise<void> } {
  let count = 0;
  const under = new Set<Request>();
  of.on("request", (request) => {
    if (isFeed(request.url())) count += 1;
    if (new URL(request.url()).pathname.startsWith("/api/")) under.add(request);
  });
  for (const end of ["requestfinished", "requestfailed"] as const)
    of.on(end as "requestfinished", (request) => under.delete(request));
  return { count: () => count, quiet: () => expect.poll(() => under.size, { interval: 5 }).toBe(0) };
}

test("the menu leads to the feed; while it loads there are skeletons, and empty it says what will be here", async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/feed", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(world.url);
  await page.getByRole("button", { name: "Open navigation menu" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Live Feed" }).click();
  await page.waitForURL(`${world.url}/feed`);
  await page.getByRole("heading", { name: "Live Activity Feed" }).waitFor();
  await page.getByRole("status").getByText("Loading...").waitFor();
  release();
  await page.getByText("No Activity Yet", { exact: true }).waitFor();
  await page.unrouteAll({ behavior: "wait" });
  expect(await pace("Live").isChecked()).toBe(true);
  await page.getByRole("link", { name: "Open the control center" }).click();
  await page.waitForURL(`${world.url}/`);
});

test("what happens appears at once with all that is known of it, and leads to its cause", async () => {
  await page.goto(`${world.url}/feed`);
  await page.getByText("No Activity Yet", { exact: true }).waitFor();
  // Here nothing is read at intervals: what appears was told.
  const told = await openPage(browser, world, member);
  await freezePolls(told);
  await told.goto(`${world.url}/feed`);
  await told.getByText("No Activity Yet", { exact: true }).waitFor();
  await told.getByRole("banner").getByText("Live", { exact: true }).waitFor();
  await task("Call the bank", "CEO");
  const called = row("Call the bank");
  await called.waitFor();
  const text = await called.innerText();
  await told.getByRole("listitem").filter({ hasText: "Call the bank" }).waitFor();
  await told.context().close();
  for (const part of ["Task", team.find((agent) => agent.role === "CEO")?.name ?? "", "Pending", "Just now"])
    expect(text).toContain(part);
  expect(text).toMatch(/Assigned to .+\. Created by owner/);
  expect(await called.getByText("Medium impact").count()).toBe(1);
  const decision = await member.call(makeDecision, { body: { agentId: idOf("CFO"), ...testContexts.CFO } });
  const proposed = row("Proposed: ");
  await proposed.getByText(decision.recommendation.slice(0, 30)).waitFor();
  await proposed.getByText("Pending").waitFor();
  await member.call(settleDecision, { params: { id: decision.id }, body: { approved: false, reason: "Too dear" } });
  await row("Rejected: ")
    .filter({ hasText: `By ${member.username}: “Too dear”` })
    .waitFor();
  await proposed.getByText("Completed").waitFor();
  const point = { metricName: "daily_revenue", metricValue: 18_420, measurementDate: "2026-11-02" };
  const before = { ...point, metricValue: 14_736, measurementDate: "2026-11-01" };
  for (const each of [before, point]) await member.call(recordMetrics, { body: { source: "api", points: [each] } });
  const revenue = row("Daily revenue for 2 November 2026");
  await revenue.getByText("$18,420").waitFor();
  await revenue.getByText("+25.0%").waitFor();
  await proposed.getByRole("link").click();
  await page.waitForURL(`${world.url}/decisions/${decision.id}`);
});

test("filters are sent with the request and kept in the address; a combination without a line says so", async () => {
  await page.goto(`${world.url}/feed`);
  await row("Call the bank").waitFor();
  const types = page.getByLabel("Action type");
  expect(await types.getByRole("option").allInnerTexts()).toEqual([
    "All action types",
    "Decision",
    "Task",
    "KPI change",
    "Communication",
    "Analysis",
  ]);
  const asked = page.waitForRequest((request) => request.url().endsWith("/api/feed?actionType=task"));
  await types.selectOption({ label: "Task" });
  await asked;
  await row("Proposed: ").waitFor({ state: "hidden" });
  await row("Call the bank").waitFor();
  await page.getByLabel("Agent", { exact: true }).selectOption({ index: 2 });
  await page.getByText("No Activity Yet", { exact: true }).waitFor();
  expect(new URL(page.url()).search).toBe(`?actionType=task&agent=${idOf("CFO")}`);
  await page.reload();
  await page.getByText("No Activity Yet", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await row("Proposed: ").waitFor();
});

test("live it is read every five seconds, paused never, and by Refresh once", async () => {
  const timed = await openPage(browser, world, member);
  await timed.clock.install();
  const { count, quiet } = readings(timed);
  await timed.goto(`${world.url}/feed`);
  await timed.getByText("Call the bank").waitFor();
  await timed.getByRole("banner").getByText("Live", { exact: true }).waitFor();
  await timed.clock.pauseAt(Date.now() + 60_000);
  await quiet();
  const run = async (seconds: number): Promise<number> => {
    const before = count();
    for (let second = 0; second < seconds; second += 1) {
      await timed.clock.runFor(1_000);
      await quiet();
    }
    return count() - before;
  };
  expect(await run(20)).toBe(4);
  await timed.getByLabel("Paused").check();
  expect(await run(20)).toBe(0);
  const before = count();
  await timed.getByRole("button", { name: "Refresh" }).click();
  await expect.poll(count).toBe(before + 1);
  expect(await run(10)).toBe(0);
  await timed.context().close();
});

test("paused nothing moves; Refresh and Live bring what happened meanwhile", async () => {
  const timed = await openPage(browser, world, member);
  await timed.clock.install();
  const [socket] = await Promise.all([timed.waitForEvent("websocket"), timed.goto(`${world.url}/feed`)]);
  await timed.getByText("Call the bank").waitFor();
  await timed.getByRole("banner").getByText("Live", { exact: true }).waitFor();
  await timed.getByLabel("Paused").check();
  const told = socket.waitForEvent("framereceived", ({ payload }) => String(payload).includes("task"));
  await task("While it was paused");
  await told;
  await timed.clock.runFor(6_000);
  expect(await timed.getByText("While it was paused").count()).toBe(0);
  await timed.getByRole("button", { name: "Refresh" }).click();
  await timed.getByText("While it was paused").waitFor();
  await timed.context().close();
  // Here nothing is read at intervals: going on reads by itself.
  const still = await openPage(browser, world, member);
  await freezePolls(still);
  await still.goto(`${world.url}/feed`);
  await still.getByRole("listitem").filter({ hasText: "While it was paused" }).waitFor();
  const group = still.getByRole("group", { name: "Updates" });
  await group.getByLabel("Paused").check();
  await task("Before it went on");
  await group.getByLabel("Live").check();
  await still.getByRole("listitem").filter({ hasText: "Before it went on" }).waitFor();
  await still.context().close();
});

test("neighbours that read the same are one line with their number", async () => {
  for (let count = 0; count < 3; count += 1) await task("Check the stock");
  await page.goto(`${world.url}/feed`);
  await row("Check the stock").filter({ hasText: "3 times, first just now" }).waitFor();
  expect(await row("Check the stock").count()).toBe(1);
});

test("what cannot be read is said", async () => {
  const timed = await openPage(browser, world, member);
  await timed.clock.install();
  await timed.route("**/api/feed**", (route) =>
    route.fulfill({ status: 500, contentType: "text/plain", body: "It broke" }),
  );
  await timed.goto(`${world.url}/feed`);
  await timed.getByRole("alert").getByText("It broke").waitFor();
  await timed.unrouteAll({ behavior: "wait" });
  await timed.clock.runFor(5_000);
  await timed.getByText("Check the stock").waitFor();
  await expect.poll(() => timed.getByRole("alert").getByText("It broke").count()).toBe(0);
  await timed.context().close();
});

test.each([1440, 360])("nothing serious for who cannot see it, nothing sideways: %i px, both themes", async (width) => {
  const seen = await openPage(browser, world, member, { viewport: { width, height: 800 }, colorScheme: "light" });
  await seen.goto(`${world.url}/feed`);
  await seen.getByText("Check the stock").waitFor();
  await inspectThemes(seen);
  await seen.context().close();
});

test("who reads further down is not moved: new lines wait behind a button, older ones come without a gap", async () => {
  for (let count = 1; count <= 70; count += 1) await task(`Line ${count}.`);
  await page.goto(`${world.url}/feed`);
  await row("Line 70.").waitFor();
  expect(await row("Line 15.").count()).toBe(0);
  await page.getByRole("button", { name: "Load older" }).click();
  await row("Line 15.").waitFor();
  const lines = async () =>
    (await page.getByRole("main").locator("li:not(nav li)").allInnerTexts()).map((text) => /Line \d+/.exec(text)?.[0]);
  expect((await lines()).slice(0, 70)).toEqual(Array.from({ length: 70 }, (_, at) => `Line ${70 - at}`));
  const place = await row("Line 15.").boundingBox();
  for (const title of ["New one", "New two", "New three"]) await task(title);
  const pill = page.getByRole("button", { name: "3 new" });
  await pill.waitFor();
  expect(await row("Line 15.").boundingBox()).toEqual(place);
  expect(await row("New one").count()).toBe(0);
  await pill.click();
  await row("New three").waitFor();
  await pill.waitFor({ state: "hidden" });
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test("what a reset removed leads nowhere and says so; undone from the page, it leads there again", async () => {
  const owner = await world.member("resetter");
  const [cfo] = await hire(owner, "CFO");
  await owner.call(makeDecision, { body: { agentId: cfo?.id ?? "", ...testContexts.CFO } });
  const { runId: gone } = await owner.call(startBriefing, { params: { id: cfo?.id ?? "" } });
  await owner.call(resetData);
  const seen = await openPage(browser, world, owner, { viewport: { width: 360, height: 800 } });
  await seen.goto(`${world.url}/feed`);
  const line = seen.getByRole("listitem").filter({ hasText: "Proposed: " });
  await line.getByText(/^Deleted by the reset on \d+ \w+$/).waitFor();
  expect(await line.getByRole("link").count()).toBe(0);
  // A link that was kept elsewhere says what became of it.
  await seen.goto(`${world.url}/runs/${gone}`);
  await seen.getByRole("heading", { level: 1, name: "This run was removed" }).waitFor();
  await seen.getByText(/can undo a reset for 24 hours/).waitFor();
  await seen.goBack();
  await seen.getByRole("region", { name: "Reset that can be undone" }).getByRole("button", { name: "Undo" }).click();
  await seen.getByRole("button", { name: "Undo Reset" }).click();
  await line.getByRole("link").waitFor();
  await expect.poll(() => seen.getByText("Deleted by the reset").count()).toBe(0);
  await seen.context().close();
});
