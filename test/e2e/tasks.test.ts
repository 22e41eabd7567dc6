// Nightly: views of tasks; http/task-bulk and http/task-hours hold the rules daily, story their changes.
import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { putCopies } from "../copies.ts";
import { putWork } from "../tasks.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";
import { exportCsv, openBrowser, openPage } from "./browser.ts";
import { inspectPage } from "./inspect.ts";
import { ask } from "./story.ts";

/** The company's work: from a figure to exactly the tasks it counts, and the hours somebody enters. */
let world: World;
let browser: Browser;
let page: Page;
let anna: Member;

beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  anna = await world.member("anna");
  const team = await hire(anna, "CFO", "Operations");
  const idOf = (role: string) => team.find((one) => one.role === role)?.id;
  await putWork(world, anna, idOf("Operations"), idOf("CFO"));
  page = await openPage(browser, world, anna, { viewport: { width: 1280, height: 900 } });
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const tasks = () => page.getByRole("list", { name: "Tasks" }).getByRole("listitem");
const titles = async () => (await tasks().locator("button:not([title])").allInnerTexts()).sort();

const inspect = () => inspectPage(page, "minor");

test("a figure of late tasks leads to exactly these tasks", async () => {
  await page.goto(world.url);
  const question = "Which tasks and tickets are overdue?";
  await ask(page, question);
  const answer = page.getByRole("region", { name: "Ask an Agent" }).getByRole("listitem").filter({ hasText: question });
  const figure = answer.getByRole("button", { name: /^3/ }).first();
  await figure.click();
  const bubble = page.locator(`#${await figure.getAttribute("aria-describedby")}`);
  await bubble.getByRole("link", { name: "3 late tasks" }).click();
  await page.waitForURL(/\/tasks\?view=late$/);
  await page
    .getByRole("status")
    .filter({ hasText: /^3 tasks$/ })
    .waitFor();
  expect(await titles()).toEqual(["Late for days", "Late for days too", "Of nobody and late"]);
  expect(await page.getByLabel("Which tasks").inputValue()).toBe("late");
  await inspect();
});

test("the list is narrowed to a view and to one executive, and its address holds both", async () => {
  await page.getByLabel("Whose tasks").selectOption({ label: "Marcus, CFO" });
  await page
    .getByRole("status")
    .filter({ hasText: /^1 task$/ })
    .waitFor();
  expect(await titles()).toEqual(["Late for days too"]);
  await page.getByLabel("Which tasks").selectOption({ label: "Done" });
  await page
    .getByRole("status")
    .filter({ hasText: /^2 tasks$/ })
    .waitFor();
  await page.reload();
  await page
    .getByRole("status")
    .filter({ hasText: /^2 tasks$/ })
    .waitFor();
  expect(await titles()).toEqual(["Done last week", "Open for a weekend"]);
  // An executive who was chosen before does not narrow what belongs to nobody.
  await page.getByLabel("Which tasks").selectOption({ label: "Unassigned" });
  await tasks().getByRole("button", { name: "Of nobody and late", exact: true }).waitFor();
  expect(new URL(page.url()).search).toBe("?view=unassigned");
  await page.getByLabel("Which tasks").selectOption({ label: "Done in 90 days, over estimate" });
  await tasks().getByText("90 h worked, 2 h estimated").waitFor();
  await page.setViewportSize({ width: 360, height: 740 });
  await inspect();
  await page.setViewportSize({ width: 1280, height: 900 });
});

test("somebody enters the hours worked on a task that was open for a weekend, and only then it is held to its estimate", async () => {
  await page.getByLabel("Which tasks").selectOption({ label: "Done in 90 days, without hours" });
  await tasks().getByRole("button", { name: "Open for a weekend", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Open for a weekend" });
  await dialog.getByText("From start to completion").waitFor();
  await dialog.getByLabel(/^Hours worked/).fill("two");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("Enter hours as a number, such as 1.5").waitFor();
  await dialog.getByLabel(/^Hours worked/).fill("2.5");
  await inspect();
  // What is typed is there again after the dialog was closed.
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await tasks().getByRole("button", { name: "Open for a weekend", exact: true }).click();
  expect(await dialog.getByLabel(/^Hours worked/).inputValue()).toBe("2.5");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("Worked", { exact: true }).waitFor();
  await dialog.getByText("2.5 h", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("No matching tasks", { exact: true }).waitFor();
  await page.getByLabel("Which tasks").selectOption({ label: "Done in 90 days, over estimate" });
  await page
    .getByRole("status")
    .filter({ hasText: /^2 tasks$/ })
    .waitFor();
  await tasks().getByText("2.5 h worked, 2 h estimated").waitFor();
});

test("hours that were entered are taken back by an empty field", async () => {
  await tasks().getByRole("button", { name: "Open for a weekend", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Open for a weekend" });
  const field = dialog.getByLabel(/^Hours worked/);
  expect(await field.inputValue()).toBe("2.5");
  await field.fill("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("Worked", { exact: true }).waitFor({ state: "hidden" });
  expect(await field.inputValue()).toBe("");
  await field.fill("3");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("3 h", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
});

test("a remark to a name nobody has says so and keeps what was typed", async () => {
  await tasks().getByRole("button", { name: "Open for a weekend", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Open for a weekend" });
  const box = dialog.getByLabel("Add a comment");
  await box.fill("Ask @Nobody: how much is overdue?");
  await dialog.getByRole("button", { name: "Comment", exact: true }).click();
  await page.getByText('No agent is called "Nobody". You can ask @CFO, @Operations.').waitFor();
  expect(await box.inputValue()).toBe("Ask @Nobody: how much is overdue?");
  await box.fill("Ask @CFO: how much is overdue?");
  await dialog.getByRole("button", { name: "Comment", exact: true }).click();
  await dialog
    .getByRole("listitem")
    .filter({ hasText: "Marcus (CFO)" })
    .getByText(/I cannot answer this/)
    .waitFor();
});

test("what the view shows is saved as a file, from every page of the list, and leads there from the privacy page", async () => {
  await putCopies(world, anna.user.companyId, {
    table: "tasks",
    differ: `'title', '=Copy ' || n, 'status', 'pending', 'due_date', NULL, 'completion_date', NULL, 'created_at', now() - n * interval '1 hour'`,
    count: 60,
  });
  await page.goto(`${world.url}/privacy-dashboard?tab=actions`);
  await page.getByRole("main").getByRole("link", { name: "Tasks", exact: true }).click();
  await page.waitForURL(`${world.url}/tasks`);
  const open = await page
    .getByRole("status")
    .filter({ hasText: / tasks$/ })
    .innerText();
  const [download] = await Promise.all([page.waitForEvent("download"), exportCsv(page)]);
  expect(download.suggestedFilename()).toBe("tasks.csv");
  const [heading, ...lines] = readFileSync(await download.path(), "utf8")
    .trim()
    .split("\r\n");
  expect(heading).toBe(
    "Title,Description,Agent,Role,Person,Status,Priority,Due,Created,Completed,Completed by,Estimated hours,Hours worked",
  );
  expect(`${lines.length} tasks`).toBe(open);
  expect(lines.filter((line) => /^'=Copy \d+,.*,Pending,/.test(line))).toHaveLength(60);
});
