import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Member, openWorld, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";
import { inspectPage, inspectThemes } from "./inspect.ts";

/** The tour of a demo. */
let world: World;
let browser: Browser;
let visitor: Member;

beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  visitor = await world.member("owner");
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const tour = (page: Page) => page.getByRole("region", { name: "Tour" });

test("a demo shows five stops, goes on where the person was, and stays away once it was skipped or ended", async () => {
  const page = await openPage(browser, world, visitor);
  await page.goto(world.url);
  await page.getByRole("heading", { name: "AI Company Control Center" }).waitFor();
  expect(await tour(page).count()).toBe(0);

  await world.asOwner("UPDATE companies SET is_demo = true WHERE company_id = $1", [visitor.user.companyId]);
  await page.goto(world.url);
  await tour(page).getByText("Tour, 1 of 5: Today").waitFor();
  await tour(page).getByRole("button", { name: "Next: Decisions" }).click();
  await page.waitForURL(`${world.url}/decisions`);
  await inspectPage(page);
  await inspectThemes(page);
  await page.goto(`${world.url}/tasks`);
  await tour(page).getByText("Tour, 2 of 5: Decisions").waitFor();
  await tour(page).getByRole("button", { name: "Go to Decisions" }).click();
  await page.waitForURL(`${world.url}/decisions`);
  for (const [name, path] of [
    ["Agents", "/agent-identity"],
    ["Oversight", "/oversight"],
    ["Board pack", "/board-pack"],
  ] as const) {
    await tour(page)
      .getByRole("button", { name: `Next: ${name}` })
      .click();
    await page.waitForURL(`${world.url}${path}`);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  // On a phone the control center has no room for it.
  await tour(page).waitFor({ state: "hidden" });
  await page.setViewportSize({ width: 1440, height: 900 });
  await tour(page).getByRole("button", { name: "End tour" }).click();
  await tour(page).waitFor({ state: "detached" });
  await page.goto(world.url);
  await page.getByRole("heading", { name: "AI Company Control Center" }).waitFor();
  expect(await tour(page).count()).toBe(0);
  await page.context().close();

  const other = await openPage(browser, world, visitor);
  await other.goto(world.url);
  await tour(other).getByRole("button", { name: "Skip tour" }).click();
  await other.reload();
  await other.getByRole("heading", { name: "AI Company Control Center" }).waitFor();
  expect(await tour(other).count()).toBe(0);
  await other.context().close();
});
