// Nightly: every page is checked for accessibility in both themes; the journeys find everything by role and name daily.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listAgents } from "#features/agents/contract.ts";
import { startBriefing } from "#features/expertise/contract.ts";
import { getRun } from "#features/runs/contract.ts";
import { makeDecision } from "#features/decisions/contract.ts";
import { hire, type Member, openWorld, testContexts, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";
import { inspectThemes } from "./inspect.ts";
import { fileCard, openImport, openWizard } from "./story.ts";

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

const widths = [1440, 360];

const openAs = (member: Member | null, width: number): Promise<Page> =>
  openPage(browser, world, member, { viewport: { width, height: 800 }, colorScheme: "light" });

test.each(widths)("sign-in at %i px", async (width) => {
  const page = await openAs(null, width);
  await page.goto(`${world.url}/auth`);
  await page.getByRole("button", { name: "Sign In" }).waitFor();
  await inspectThemes(page);
  await page.context().close();
});

test.each(widths)("the dashboards, the menu, the wizard and the import at %i px", async (width) => {
  const page = await openAs(empty, width);
  await page.goto(world.url);
  await page.getByText("No communications yet").waitFor();
  await inspectThemes(page);
  await openImport(page);
  const card = fileCard(page, "daily-sales.csv");
  await card.getByText("Ready").waitFor();
  await inspectThemes(page);
  await card.getByRole("button", { name: "Leave it out" }).click();
  await card.waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Change currency and time zone" }).click();
  await page.getByLabel("Time zone", { exact: true }).waitFor();
  await inspectThemes(page);
  await page.keyboard.press("Escape");
  await openWizard(page, ["Chief Executive Officer"]);
  await inspectThemes(page);
  await page.getByRole("button", { name: "Next: Configure Agents" }).click();
  await page.getByRole("heading", { name: "Configure Your AI Agents" }).waitFor();
  await inspectThemes(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Open navigation menu" }).click();
  await page.getByRole("button", { name: "Logout" }).waitFor();
  await inspectThemes(page);
  await page.getByRole("link", { name: "Status" }).click();
  await page.getByRole("heading", { name: "Data safety" }).waitFor();
  await inspectThemes(page);
  await page.context().close();
});

test.each(widths)("the full dashboard and a decision at %i px", async (width) => {
  const page = await openAs(full, width);
  await page.goto(world.url);
  await page.getByRole("article").first().waitFor();
  await inspectThemes(page);
  await page.goto(`${world.url}/decisions/${decisionId}`);
  await page.getByRole("heading", { name: "Calculation" }).waitFor();
  await inspectThemes(page);
  await page.context().close();
});

test.each(widths)("a run that was asked for by another, with what it misses, at %i px", async (width) => {
  const team = await full.call(listAgents);
  const ceo = team.find(({ role }) => role === "CEO")?.id ?? "";
  const { runId } = await full.call(startBriefing, { params: { id: ceo } });
  const whole = () => full.call(getRun, { params: { id: runId } });
  await expect.poll(async () => (await whole()).run.status, { timeout: 60_000 }).toBe("done");
  const { delegated } = await whole();
  const page = await openAs(full, width);
  for (const id of [runId, delegated[0]?.id ?? ""]) {
    await page.goto(`${world.url}/runs/${id}`);
    await page.getByRole("heading", { name: "Steps" }).waitFor();
    await page.getByRole("heading", { name: "What is missing" }).waitFor();
    await inspectThemes(page);
    // Links within a sentence differ from it by more than colour.
    const plain = await page.locator("main span:not(:empty) > a").evaluateAll((links) =>
      links
        .filter((link) => link.parentElement?.textContent.trim() !== link.textContent.trim())
        .filter((link) => getComputedStyle(link).textDecorationLine !== "underline")
        .map((link) => link.parentElement?.textContent),
    );
    expect(plain).toEqual([]);
  }
  await page.context().close();
});
