// Nightly: search, shortcuts and notifications; http/notifications holds the rules daily.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Agent, listAgents } from "#features/agents/contract.ts";
import { listQuestions } from "#features/conversations/contract.ts";
import { makeDecision } from "#features/decisions/contract.ts";
import { listTasks } from "#features/tasks/contract.ts";
import { colleague } from "../samples.ts";
import { hire, type Member, openWorld, testContexts, type World } from "../world.ts";
import { freezePolls, openBrowser, openPage } from "./browser.ts";
import { inspectPage } from "./inspect.ts";

/** The search with its actions, and notifications: by keyboard, and live. */
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

const cfo = () => team.find(({ role }) => role === "CFO");
const propose = (subject: string) =>
  member.call(makeDecision, {
    body: {
      agentId: cfo()?.id ?? "",
      ...testContexts.CFO,
      context: { ...testContexts.CFO.context, subject },
    },
  });
const palette = (of = page) => of.getByRole("dialog", { name: "Search" });
const search = async (text: string, of = page) => {
  await of.keyboard.press("Control+k");
  await palette(of).getByRole("combobox").fill(text);
};
const option = (name: string | RegExp, of = page) => palette(of).getByRole("option", { name, exact: true });

test("the search opens a decision by keyboard, and says how it stands", async () => {
  const { id, number } = await propose("Packing line");
  await page.goto(`${world.url}/tasks`);
  await page.getByRole("heading", { name: "Tasks" }).waitFor();
  await search("packing li");
  // Pressed before the answer is there, Enter waits for it.
  await page.keyboard.press("Enter");
  await page.waitForURL(`${world.url}/decisions/${id}`);
  await page.goto(`${world.url}/tasks`);
  await page.getByRole("heading", { name: "Tasks" }).waitFor();
  await search("packing li");
  const found = palette().getByRole("group", { name: "Decisions" }).getByRole("option");
  await found.getByText(`D-${number}`).waitFor();
  expect(await found.innerText()).toContain("$85,000, pending");
  await inspectPage(page, "minor");
  await page.keyboard.press("Enter");
  await page.waitForURL(`${world.url}/decisions/${id}`);
  await palette().waitFor({ state: "hidden" });
});

test("actions are found by their words and open their form; nothing is done in passing", async () => {
  await search(">");
  await option("Create a task").waitFor();
  await inspectPage(page, "minor");
  await page.keyboard.press("Escape");
  await search("new task");
  await option("Create a task").waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/tasks\?do=new/);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("INPUT");
  await search("Sign the lease");
  await option("Create the task “Sign the lease”").click();
  await expect.poll(() => page.getByLabel("Title").inputValue()).toBe("Sign the lease");
  await search("who owes us");
  await option("Ask an agent “who owes us”").click();
  const box = page.getByRole("textbox", { name: "Question" });
  await expect.poll(() => box.inputValue()).toBe("who owes us");
  expect([(await member.call(listTasks)).length, (await member.call(listQuestions)).length]).toEqual([0, 0]);

  await search(`pause ${cfo()?.name ?? ""}`);
  await option(`Pause ${cfo()?.name ?? ""}`).waitFor();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: `Pause ${cfo()?.name ?? ""}?` });
  await dialog.getByText("A paused agent").waitFor();
  const status = async () => (await member.call(listAgents)).find(({ role }) => role === "CFO")?.status;
  expect(await status()).toBe("active");
  await inspectPage(page, "minor");
  await dialog.getByRole("button", { name: `Pause ${cfo()?.name ?? ""}` }).click();
  await dialog.waitFor({ state: "hidden" });
  expect(await status()).toBe("paused");
  await search(`activate ${cfo()?.name ?? ""}`);
  await page.keyboard.press("Enter");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: `Activate ${cfo()?.name ?? ""}` })
    .click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });

  for (const [words, label, opens] of [
    ["set up workforce", "Set up the workforce", "AI Workforce Setup Wizard"],
    ["add figure", "Add a figure", "Add data"],
    ["add customer", "Add a customer", "Add customer"],
    ["ask proposal", "Ask for a proposal", "Ask for a proposal"],
  ] as const) {
    await search(words);
    await option(label).waitFor();
    await option(label).click();
    await page.getByRole("dialog", { name: new RegExp(opens, "i") }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  }
});

test("agents are found with @, and ? shows the shortcuts", async () => {
  await search("@cf");
  await option(new RegExp(cfo()?.name ?? "")).waitFor();
  await expect.poll(() => palette().getByRole("option").count()).toBe(1);
  await page.keyboard.press("Enter");
  await page.waitForURL(`${world.url}/runs?agent=${cfo()?.id}`);
  await page.keyboard.press("Control+k");
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await page.keyboard.press("Escape");
});

test("a person is offered only what they may do", async () => {
  const viewer = await colleague(world, member, "viewer");
  const tab = await openPage(browser, world, viewer);
  await tab.goto(`${world.url}/tasks`);
  await tab.getByRole("heading", { name: "Tasks" }).waitFor();
  await search(">", tab);
  await option("Open notifications", tab).waitFor();
  await expect
    .poll(() => palette(tab).getByRole("option").allInnerTexts())
    .toEqual(["Change your password", "Open notifications"]);
  await palette(tab).getByRole("combobox").fill("lease");
  await option("Search the feed for “lease”", tab).waitFor();
  expect(await option(/^(Create|Ask)/, tab).count()).toBe(0);
  await tab.context().close();
});

test("a notification arrives live, is read by keyboard, and the mark goes in every tab", async () => {
  await member.send("POST", "/api/notifications/read", { body: { until: "2100-01-01T00:00:00.000Z" } });
  const tab = await openPage(browser, world, member);
  await freezePolls(tab);
  const other = await openPage(browser, world, member);
  await freezePolls(other);
  for (const one of [tab, other]) {
    await one.goto(`${world.url}/tasks`);
    await one.getByText("Live", { exact: true }).waitFor();
    await one.getByRole("button", { name: "Notifications", exact: true }).waitFor();
  }
  const { id } = await propose("Second line");
  const marked = (of: Page) => of.getByRole("button", { name: "Notifications, 1 unread" });
  await marked(tab).waitFor();
  await marked(other).waitFor();
  await tab.keyboard.press("n");
  const panel = tab.getByRole("dialog", { name: "Notifications" });
  const first = panel.getByRole("listitem").first();
  await first.getByText("Unread:").waitFor();
  await panel.getByText("1 unread").waitFor();
  await inspectPage(tab, "minor");
  await panel.getByText("Needs you").click();
  await first.getByRole("button", { name: "Review proposal" }).waitFor();
  await panel.getByText("All", { exact: true }).click();
  await first.getByRole("button").first().focus();
  await tab.keyboard.press("ArrowDown");
  await tab.keyboard.press("ArrowUp");
  await tab.keyboard.press("Enter");
  await tab.waitForURL(`${world.url}/decisions/${id}`);
  for (const one of [tab, other]) {
    await one.getByRole("button", { name: "Notifications", exact: true }).waitFor();
    await expect.poll(() => one.getByTestId("unread").count()).toBe(0);
  }
  await tab.context().close();
  await other.context().close();
});

test("all are marked as read at once, also on a phone", async () => {
  await propose("Third line");
  const phone = await openPage(browser, world, member, { viewport: { width: 390, height: 844 } });
  await phone.goto(`${world.url}/tasks`);
  await phone.getByRole("button", { name: "Notifications, 1 unread" }).click();
  const panel = phone.getByRole("dialog", { name: "Notifications" });
  await panel.getByRole("button", { name: "Mark all read" }).click();
  await panel.getByRole("button", { name: "Mark all read" }).waitFor({ state: "hidden" });
  await inspectPage(phone, "minor");
  await panel.getByRole("button", { name: "Close notifications" }).click();
  await panel.waitFor({ state: "hidden" });
  await expect.poll(() => phone.getByTestId("unread").count()).toBe(0);
  await phone.context().close();
});

test("a new company's notifications say what will be there", async () => {
  const fresh = await world.member("fresh");
  const tab = await openPage(browser, world, fresh);
  await tab.goto(`${world.url}/tasks`);
  await tab.getByRole("button", { name: "Notifications", exact: true }).click();
  await tab.getByText("No notifications yet").waitFor();
  await tab.getByText("Needs you", { exact: true }).click();
  await tab.getByText("Nothing needs you").waitFor();
  await inspectPage(tab, "minor");
  await tab.context().close();
});
