import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { departments, getDetails, industries } from "#features/setup/company/contract.ts";
import { colleague } from "../samples.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";
import { inspectPage } from "./inspect.ts";

/** Company setup: what the form refuses, sends and shows again, and goals from their text to a tracked target. */
let world: World;
let browser: Browser;
let member: Member;
let page: Page;

beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  member = await world.member("owner");
  await hire(member, "CEO", "Sales");
  page = await openPage(browser, world, member);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const save = () => page.getByRole("button", { name: "Save", exact: true });
const goals = () => page.getByLabel("Goals", { exact: true });

test("the menu leads to the form, which names what is missing and sends nothing", async () => {
  await page.goto(world.url);
  await page.getByRole("button", { name: "Open navigation menu" }).click();
  await page.getByRole("dialog", { name: "Navigation menu" }).getByRole("link", { name: "Company Setup" }).click();
  const name = page.getByLabel("Company Name");
  expect(await name.inputValue()).toBe(member.user.company.name);
  expect(await page.getByLabel("Industry").locator("option").allTextContents()).toEqual([
    "Select an industry",
    ...industries,
  ]);
  for (const department of departments) await page.getByRole("checkbox", { name: department, exact: true }).waitFor();
  let sent = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/company/setup")) sent += 1;
  });
  await name.fill("A");
  await goals().fill("too few");
  await save().click();
  for (const sentence of [
    "Company name must be at least 2 characters",
    "Please select an industry",
    "Goals must be at least 10 characters",
    "Please select at least one department",
  ])
    await page.getByText(sentence, { exact: true }).waitFor();
  expect(sent).toBe(0);
  await inspectPage(page);
});

test("what is saved is sent as typed, and the goals are read from it", async () => {
  await page.getByLabel("Company Name").fill("Hartley & Finch");
  await page.getByLabel("Industry").selectOption("Retail");
  await page.getByLabel("Sales", { exact: true }).check();
  await page.getByLabel("Marketing", { exact: true }).check();
  await goals().fill("Revenue of $2M by the end of next year\nBe the best place to work");
  await page.getByLabel(/^Monthly revenue/).fill("120000");
  const request = page.waitForRequest("**/api/company/setup");
  await save().click();
  expect((await request).postDataJSON()).toEqual({
    name: "Hartley & Finch",
    industry: "Retail",
    departmentsActive: ["Sales", "Marketing"],
    goals: { description: "Revenue of $2M by the end of next year\nBe the best place to work" },
    monthlyRevenue: 120_000,
    version: expect.stringMatching(/^[\da-f]{32}$/),
  });
  await page.getByText("Company Setup Updated", { exact: true }).waitFor();
  const covered = page.getByRole("region", { name: "Agents by department" });
  await covered.getByRole("listitem").filter({ hasText: "Sales" }).getByText("Grace").waitFor();
  await covered.getByText("No CMO yet").waitFor();
  expect(await page.getByLabel("Metric").first().inputValue()).toBe("revenue");
  expect(await page.getByLabel("Target").first().inputValue()).toBe("2000000");
  await page.getByText("Period: the year that ends on this date.", { exact: false }).waitFor();
  await page.getByText("To track it, add: metric, target, date").waitFor();
});

test("a corrected goal is tracked and survives a reload", async () => {
  const year = new Date().getUTCFullYear() + 1;
  await page.getByLabel("Target").first().fill("2500000");
  await page.getByRole("button", { name: "Remove goal Be the best place to work" }).click();
  await page.getByRole("button", { name: "Track goals" }).click();
  await page.getByText("Goals Updated", { exact: true }).waitFor();
  await page.getByRole("link", { name: "See the figure" }).waitFor();
  expect((await member.call(getDetails)).targets).toMatchObject([
    { metric: "revenue", target: 2_500_000, date: `${year}-12-31`, isTracked: true },
  ]);
  await page.reload();
  await page.getByRole("link", { name: "See the figure" }).waitFor();
  expect(await page.getByLabel("Company Name").inputValue()).toBe("Hartley & Finch");
  expect(await goals().inputValue()).toBe("Revenue of $2M by the end of next year\nBe the best place to work");
  await inspectPage(page);
});

test("goals that are JSON are sent as their object; a failure says why", async () => {
  await goals().fill('{"orders": {"target": 900, "by": "Q4"}}');
  const request = page.waitForRequest("**/api/company/setup");
  await save().click();
  expect((await request).postDataJSON()).toMatchObject({ goals: { orders: { target: 900, by: "Q4" } } });
  await page.getByText("Company Setup Updated", { exact: true }).waitFor();
  await page.route("**/api/company/setup", (route) => route.fulfill({ status: 503, body: "" }));
  await save().click();
  await page.getByText("Error", { exact: true }).waitFor();
  await page.unroute("**/api/company/setup");
});

test("currency and time zone are changed from here; a member reads only", async () => {
  await page.getByRole("region", { name: "Currency and time" }).getByRole("button", { name: "Change" }).click();
  await page.getByRole("dialog").getByLabel("Currency", { exact: true }).selectOption("EUR");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByText("Entered in USD, so it isn't used. Enter it again in EUR.").waitFor();
  const reader = await openPage(browser, world, await colleague(world, member, "member"));
  await reader.goto(`${world.url}/company-setup`);
  await reader.getByText("Only an admin may change the setup.").waitFor();
  expect(await reader.getByLabel("Company Name").isDisabled()).toBe(true);
  expect(await reader.getByRole("button", { name: "Save" }).count()).toBe(0);
});
