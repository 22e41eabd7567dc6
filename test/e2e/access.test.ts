import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDecision } from "#features/decisions/contract.ts";
import { hire, type Member, openWorld, testContexts, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";
import { openImport, openWizard } from "./story.ts";

/**
 * Every page and dialog, full and empty, light and dark, wide and narrow: nothing serious, nothing that scrolls
 * sideways.
 */
let world: World;
let browser: Browser;
let full: Member;
let empty: Member;
let decisionId: string;

beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  empty = await world.member("empty");
  full = await world.member("full");
  const team = await hire(full, "CEO", "CFO", "Sales");
  for (const [role, body] of Object.entries(testContexts)) {
    const agentId = team.find((agent) => agent.role === role)?.id ?? "";
    decisionId = (await full.call(makeDecision, { body: { agentId, ...body } })).id;
  }
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

type Look = { width: number; scheme: "light" | "dark" };
const looks: Look[] = [
  { width: 1440, scheme: "light" },
  { width: 1440, scheme: "dark" },
  { width: 360, scheme: "light" },
  { width: 360, scheme: "dark" },
];

const openAs = (member: Member | null, { width, scheme }: Look): Promise<Page> =>
  openPage(browser, world, member, { viewport: { width, height: 800 }, colorScheme: scheme });

async function inspect(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"])
    .analyze();
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`)).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, "the page scrolls sideways").toBeLessThanOrEqual(0);
}

test.each(looks)("sign-in at $width px, $scheme", async (look) => {
  const page = await openAs(null, look);
  await page.goto(`${world.url}/auth`);
  await page.getByRole("button", { name: "Sign In" }).waitFor();
  await inspect(page);
  await page.context().close();
});

/** Leaves a dialog in which something was chosen. */
async function discard(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  const button = page.getByRole("button", { name: "Discard Changes" });
  await button.waitFor();
  await inspect(page);
  await button.click();
}

test.each(looks)("the dashboards, the menu, the wizard and the import at $width px, $scheme", async (look) => {
  const page = await openAs(empty, look);
  await page.goto(world.url);
  await page.getByText("No communications yet").waitFor();
  await inspect(page);
  await openImport(page);
  await inspect(page);
  await discard(page);
  await page.getByRole("button", { name: "Change currency and time zone" }).click();
  await page.getByLabel("Time zone", { exact: true }).waitFor();
  await inspect(page);
  await page.keyboard.press("Escape");
  await openWizard(page, ["Chief Executive Officer"]);
  await inspect(page);
  await page.getByRole("button", { name: "Next: Configure Agents" }).click();
  await page.getByRole("heading", { name: "Configure Your AI Agents" }).waitFor();
  await inspect(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Open navigation menu" }).click();
  await page.getByRole("button", { name: "Logout" }).waitFor();
  await inspect(page);
  await page.getByRole("link", { name: "Status" }).click();
  await page.getByRole("heading", { name: "Data safety" }).waitFor();
  await inspect(page);
  await page.context().close();
});

test.each(looks)("the full dashboard and a decision at $width px, $scheme", async (look) => {
  const page = await openAs(full, look);
  await page.goto(world.url);
  await page.getByRole("article").first().waitFor();
  await inspect(page);
  await page.goto(`${world.url}/decisions/${decisionId}`);
  await page.getByRole("heading", { name: "Calculation" }).waitFor();
  await inspect(page);
  await page.context().close();
});
