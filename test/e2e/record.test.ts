// Nightly: the record and its charts; http/outcomes and http/ledger hold its figures daily.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listAgents } from "#features/agents/contract.ts";
import { initializeProfile } from "#features/identity/contract.ts";
import { forty } from "../forty.ts";
import { approvedDecisions, resolvedCompany } from "../resolved.ts";
import { type Member, openWorld, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";
import { inspectPage } from "./inspect.ts";

/** The record of a prepared company, and a due forecast that a person resolves. */
let world: World;
let browser: Browser;
let member: Member;
let page: Page;
let due: string;

beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  member = await world.member("owner");
  await resolvedCompany(world, member, forty.slice(0, 39));
  [due = ""] = await approvedDecisions(world, member, forty.slice(39));
  page = await openPage(browser, world, member);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const resolved = () => page.locator("dl", { hasText: "Brier score" }).getByText(/^(39|40)$/);

test("the record shows the reliability diagram with its table, and which agents have too few forecasts", async () => {
  await page.goto(`${world.url}/decisions`);
  await page.getByRole("navigation", { name: "Decisions" }).getByRole("link", { name: "Record" }).click();
  const chart = page.getByRole("img", { name: /^Reliability, All agents and types: claimed / });
  await chart.waitFor();
  expect(await resolved().textContent()).toBe("39");
  await page.getByRole("button", { name: "Show as table" }).click();
  await page.getByRole("columnheader", { name: "Average" }).waitFor();
  await page.getByText("6 of 10 resolved").first().waitFor();
  expect(await page.getByText("Low evidence").count()).toBeGreaterThan(1);
  await inspectPage(page);
  await page.getByLabel("Show", { exact: true }).selectOption({ label: "Discount request: 6 forecasts" });
  await page.getByText("6 of 10 resolved. Shown from 10 resolved forecasts.").waitFor();
});

test("an agent's identity shows its own diagram, its standing by type, and the levels it earned", async () => {
  const cfo = (await member.call(listAgents)).find(({ role }) => role === "CFO");
  await member.call(initializeProfile, { params: { id: cfo?.id ?? "" } });
  await page.goto(`${world.url}/agent-identity?agent=${cfo?.id}`);
  await page.getByRole("img", { name: /^Reliability, .* \(CFO\): claimed / }).waitFor();
  const types = page.getByRole("region", { name: "By type" });
  await types.getByRole("button", { name: "Investment evaluation" }).click();
  await page.getByRole("img", { name: /^Reliability, Investment evaluation: claimed / }).waitFor();
  await page.getByRole("button", { name: "All types" }).click();
  await page.getByRole("region", { name: "Earned levels" }).getByText("Investment evaluation").first().waitFor();
  await inspectPage(page);
});

test("an identity, its settings and the executive's page fit a phone", async () => {
  const cfo = (await member.call(listAgents)).find(({ role }) => role === "CFO")?.id;
  const { width, height } = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.setViewportSize({ width: 360, height: 740 });
  const shown = {
    "/agent-identity": "Promotion rules",
    [`/agent-identity?agent=${cfo}&tab=settings`]: "Voice and style",
    [`/executives/${cfo}`]: "Accuracy by type",
  };
  for (const [path, heading] of Object.entries(shown)) {
    await page.goto(`${world.url}${path}`);
    await page.getByRole("heading", { name: heading }).waitFor();
    await inspectPage(page);
  }
  await page.setViewportSize({ width, height });
});

test("a person resolves a due forecast with what was measured, and the score changes", async () => {
  await page.goto(`${world.url}/decisions`);
  await page.getByRole("navigation", { name: "Decisions" }).getByRole("link", { name: "Forecasts" }).click();
  await page.getByLabel("State").selectOption("overdue");
  const row = page.getByRole("listitem").filter({ hasText: "Was due" });
  await row.getByRole("button", { name: "Add value or note" }).click();
  await row.getByLabel("Measured value").fill("4,100");
  await row.getByLabel("Source or note").fill("Signed order");
  await inspectPage(page);
  await row.getByRole("button", { name: "Came true", exact: true }).click();
  await page.getByText("No forecast matches these filters.").waitFor();
  await page.getByRole("navigation", { name: "Decisions" }).getByRole("link", { name: "Record" }).click();
  await page.locator("dl", { hasText: "Brier score" }).getByText("40", { exact: true }).waitFor();
});

test("the decision shows the claim beside what happened, and an admin corrects it with a reason", async () => {
  await page.goto(`${world.url}/decisions/${due}`);
  const forecast = page.getByRole("region", { name: "Forecast" });
  await forecast.getByText("Signed order").waitFor();
  await forecast
    .getByText(/^Came true$/)
    .first()
    .waitFor();
  await forecast.getByText(/4,100, .* above the target/).waitFor();
  await forecast.getByRole("button", { name: "Correct" }).click();
  const dialog = page.getByRole("dialog", { name: "Correct outcome" });
  await dialog.getByLabel("Reason").fill("The order was cancelled");
  await inspectPage(page);
  await dialog.getByRole("button", { name: "Correct to “Did not come true”" }).click();
  await forecast.getByText(new RegExp(`^Corrected by ${member.username} on .*“The order was cancelled”$`)).waitFor();
  await inspectPage(page);
});
