// Nightly: long lists by scroll and keyboard; http/paging holds their pages daily.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Agent } from "#features/agents/contract.ts";
import { askAgents, listQuestions } from "#features/conversations/contract.ts";
import { makeDecision, settleDecision } from "#features/decisions/contract.ts";
import { createTask, updateTask } from "#features/tasks/contract.ts";
import { hire, type Member, openWorld, testContexts, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";
import { inspectPage } from "./inspect.ts";

/** Tasks in bulk, the folded feed, search and shortcuts, all by keyboard, with the focus always somewhere. */
let world: World;
let browser: Browser;
let member: Member;
let team: Agent[];
let page: Page;

beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  member = await world.member("anna");
  team = await hire(member, "CEO", "CFO");
  page = await openPage(browser, world, member);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const idOf = (role: string) => team.find((agent) => agent.role === role)?.id ?? "";
const add = (title: string, more: object = {}) => member.call(createTask, { body: { title, ...more } });
const tasks = () => page.getByRole("list", { name: "Tasks" }).getByRole("listitem");
const task = (title: string) => tasks().filter({ hasText: title });
/** The first button of a row; others change its cells. */
const titles = () => tasks().evaluateAll((rows) => rows.map((row) => row.querySelector("button")?.textContent));
const toast = (text: string) => page.getByTestId("toast").getByText(text);
/** What has the focus, by its name or text. */
const focused = () =>
  page.evaluate(() => {
    const { activeElement: one } = document;
    return one === document.body ? "the page" : (one?.getAttribute("aria-label") ?? one?.textContent);
  });

const inspect = () => inspectPage(page, "minor");

test("a task is added for a person with a due date, and the list is sorted by due date", async () => {
  await add("Later", { dueOn: "2031-01-01" });
  await add("Whenever");
  await page.goto(`${world.url}/tasks`);
  await page.getByRole("button", { name: "New task" }).click();
  await page.getByLabel("Title").fill("Sign the lease");
  await page.getByLabel("Assignee").selectOption({ label: member.username });
  await page.getByLabel("Due date").fill("2030-06-15");
  await inspect();
  await page.getByRole("button", { name: "Add task" }).click();
  await task("Sign the lease").getByText("15 Jun 2030").waitFor();
  // The form closed with its button, and the focus is on what remains.
  await expect.poll(focused).not.toBe("the page");
  expect(await titles()).toEqual(["Sign the lease", "Later", "Whenever"]);
  await page.getByLabel("Order").selectOption({ label: "Newest first" });
  await expect.poll(titles).toEqual(["Sign the lease", "Whenever", "Later"]);
  expect(new URL(page.url()).search).toBe("?sort=newest");
  await page.getByLabel("Whose tasks").selectOption({ label: member.username });
  await expect.poll(titles).toEqual(["Sign the lease"]);
});

test("several tasks are completed in one dialog, which reports what it skipped", async () => {
  const meanwhile = await add("Closed meanwhile");
  await page.goto(`${world.url}/tasks`);
  await task("Closed meanwhile").waitFor();
  for (const title of ["Closed meanwhile", "Later", "Whenever"])
    await page.getByRole("checkbox", { name: `Select: ${title}` }).check();
  const bar = page.getByRole("region", { name: "Selected tasks" });
  await bar.getByText("3 selected").waitFor();
  await inspect();
  await bar.getByRole("button", { name: "Reassign…" }).click();
  const dialog = page.getByRole("dialog", { name: "Change 3 tasks" });
  await dialog.getByLabel("Assignee").waitFor();
  await inspect();
  await dialog.getByLabel("Complete", { exact: true }).check();
  // Another window cancels one of them before the dialog is sent; the dialog stays as it was opened.
  await member.call(updateTask, { params: { id: meanwhile.id }, body: { status: "cancelled" } });
  await task("Closed meanwhile").waitFor({ state: "hidden" });
  await dialog.getByRole("button", { name: "Complete 3 tasks" }).click();
  await toast("2 completed, 1 skipped: already cancelled").waitFor();
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(titles).toEqual(["Sign the lease"]);
  await bar.waitFor({ state: "hidden" });
  await expect.poll(focused).not.toBe("the page");
});

test("a task is reassigned, given a due date and completed in its dialog", async () => {
  await add("Book the auditor");
  await page.goto(`${world.url}/tasks`);
  await task("Book the auditor").getByRole("button", { name: "Book the auditor", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Book the auditor" });
  const cfo = team.find(({ role }) => role === "CFO");
  await dialog.getByLabel("Assignee").selectOption({ label: `${cfo?.name}, CFO` });
  await dialog.getByLabel("Due date").fill("2030-03-04");
  await dialog.getByRole("button", { name: "Save" }).first().click();
  await dialog.getByText("4 March 2030", { exact: false }).waitFor();
  // Saved, the button is disabled.
  await expect.poll(focused).not.toBe("the page");
  await dialog.getByText(`${cfo?.name}, CFO`, { exact: true }).first().waitFor();
  await inspect();
  await page.setViewportSize({ width: 360, height: 740 });
  const right = await dialog.getByLabel("Due date").evaluate((one) => one.getBoundingClientRect().right);
  expect(right).toBeLessThanOrEqual(360 - 16);
  await inspect();
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole("button", { name: "Mark complete" }).click();
  await dialog.waitFor({ state: "hidden" });
  await task("Book the auditor").waitFor({ state: "hidden" });
  await expect.poll(focused).not.toBe("the page");
});

test("when a focused row vanishes the focus goes to the same button of the next one", async () => {
  for (const title of ["Third", "Second", "First"]) await add(title);
  await page.goto(`${world.url}/tasks`);
  await task("First").waitFor();
  await page.getByRole("button", { name: "Mark complete: First" }).focus();
  await page.keyboard.press("Enter");
  await task("First").waitFor({ state: "hidden" });
  await expect.poll(focused).toBe("Mark complete: Second");
});

test("a task closed elsewhere leaves the inbox, also right after the inbox held more than it shows", async () => {
  const busy = await world.member("busy");
  const add50 = Array.from({ length: 50 }, (_, at) =>
    busy.call(createTask, { body: { title: `Task ${at + 100}`, dueOn: at < 2 ? "2030-01-01" : "2031-01-01" } }),
  );
  const [one, two] = await Promise.all(add50);
  const tab = await openPage(browser, world, busy);
  const inbox = tab.getByRole("region", { name: "Task Inbox" });
  const row = (title: string) => inbox.getByRole("listitem").filter({ hasText: title });
  const complete = (id = "") => busy.call(updateTask, { params: { id }, body: { status: "completed" } });
  await tab.goto(world.url);
  await inbox.getByText("50 or more open").waitFor();
  await row(two?.title ?? "").waitFor();
  await complete(one?.id);
  await inbox.getByText("49 open").waitFor();
  await complete(two?.id);
  await inbox.getByText("48 open").waitFor();
  expect(await row(two?.title ?? "").count()).toBe(0);
  await tab.close();
});

test("a line of the feed holds everything of one cause, with its time, and unfolds", async () => {
  const decision = await member.call(makeDecision, { body: { agentId: idOf("CFO"), ...testContexts.CFO } });
  await member.call(settleDecision, { params: { id: decision.id }, body: { approved: true } });
  const { taskId } = await member.call(askAgents, {
    body: { question: "Will it rain in Lisbon tomorrow?", urgency: "high" },
  });
  await expect
    .poll(async () => (await member.call(listQuestions)).find((one) => one.taskId === taskId)?.status)
    .toBe("done");
  await page.goto(`${world.url}/feed`);
  const lines = page.getByRole("main").locator("ol > li");
  const question = lines.filter({ hasText: "Will it rain in Lisbon tomorrow?" });
  await question.getByText("Not answered").waitFor();
  expect(await question.count()).toBe(1);
  const approved = lines.filter({ hasText: "Approved: " });
  expect(await approved.locator("time").first().innerText()).toMatch(/^\d\d:\d\d\s+(Just now|\d+ min ago)$/);
  const more = approved.getByRole("button", { name: /^\d+ more/ });
  expect(await more.getAttribute("aria-expanded")).toBe("false");
  await more.focus();
  await page.keyboard.press("Enter");
  const hidden = Number(/^\d+/.exec(await more.innerText())?.[0]);
  await expect.poll(() => approved.getByRole("listitem").count()).toBe(hidden);
  await inspect();
  await page.setViewportSize({ width: 390, height: 800 });
  await inspect();
  await page.setViewportSize({ width: 1440, height: 900 });
});

test("the feed is searched by words, and the search is in the address", async () => {
  const box = page.getByLabel("Search the feed");
  await box.pressSequentially("book auditor", { delay: 60 });
  const lines = page.getByRole("main").locator("ol > li");
  await page.waitForURL(/q=book\+auditor/);
  await expect.poll(() => lines.filter({ hasText: "Book the auditor" }).count()).toBeGreaterThan(1);
  await expect.poll(() => lines.filter({ hasText: "Will it rain" }).count()).toBe(0);
  expect(await box.inputValue()).toBe("book auditor");
  expect(await focused()).toBe(await box.evaluate((one) => one.getAttribute("aria-label") ?? one.textContent));
  expect(new URL(page.url()).searchParams.get("q")).toBe("book auditor");
  await box.fill("nothing like this");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await lines.filter({ hasText: "Will it rain" }).waitFor();
  expect(await box.inputValue()).toBe("");
});

test("a key opens the search from any page, which leads to pages, tasks and decisions", async () => {
  await page.goto(`${world.url}/records`);
  await page.getByRole("heading", { name: "Records" }).waitFor();
  await page.keyboard.press("/");
  const palette = page.getByRole("dialog", { name: "Search" });
  const box = palette.getByRole("combobox");
  await box.waitFor();
  expect(await box.inputValue()).toBe("");
  await box.fill("sign lea");
  await palette.getByRole("option", { name: "Sign the lease" }).waitFor();
  await inspect();
  await page.keyboard.press("Enter");
  await palette.waitFor({ state: "hidden" });
  await page.getByRole("dialog", { name: "Sign the lease" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await expect.poll(focused).not.toBe("the page");
  await page.keyboard.press("Control+k");
  await box.fill("decis");
  await expect.poll(() => palette.getByRole("option").first().innerText()).toContain("Decisions");
  await page.keyboard.press("Enter");
  await page.waitForURL(`${world.url}/decisions`);
  // The heading of the page just opened has the focus.
  await expect.poll(focused).toBe("Decisions");
  await page.getByRole("button", { name: "Search everything" }).click();
  await page.keyboard.press("Escape");
  await expect.poll(focused).toBe("Search everything");
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole("button", { name: "Search everything" }).click();
  await inspect();
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 1440, height: 900 });
});

test("another key shows the shortcuts; neither acts in a text field", async () => {
  await page.goto(`${world.url}/tasks`);
  await task("Sign the lease").waitFor();
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await sheet.waitFor();
  await inspect();
  await page.keyboard.press("/");
  expect(await page.getByRole("dialog").count()).toBe(1);
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "New task" }).click();
  await page.getByLabel("Title").pressSequentially("Why? a/b");
  expect(await page.getByLabel("Title").inputValue()).toBe("Why? a/b");
  expect(await page.getByRole("dialog").count()).toBe(0);
});

test("a link to another page moves the focus to its heading", async () => {
  await page.goto(`${world.url}/tasks?view=late`);
  await page.getByRole("link", { name: "Show open tasks" }).focus();
  await page.keyboard.press("Enter");
  await task("Sign the lease").waitFor();
  await expect.poll(focused).not.toBe("the page");
  await page.getByRole("button", { name: "Open navigation menu" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Live Feed" }).click();
  await page.getByRole("heading", { name: "Live Activity Feed" }).waitFor();
  await expect.poll(focused).toMatch(/^(Live Activity Feed|Open navigation menu)$/);
});
