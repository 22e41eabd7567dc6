import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDecision } from "#features/decisions/contract.ts";
import { putCopies } from "../copies.ts";
import { hire, type Member, openWorld, testContexts, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";

let world: World;
let browser: Browser;
let owner: Member;
let page: Page;
beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  owner = await world.member("owner");
  page = await openPage(browser, world, owner);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, at) => from - at);
/** The numbers of the proposals on the screen, in their order. */
const shown = async () =>
  (await page.getByRole("link", { name: /^Proposal \d+$/ }).allTextContents()).map((text) => Number(text.slice(9)));

test("older decisions follow without a gap or one twice, also when one is settled and one comes in meanwhile", async () => {
  const [cfo] = await hire(owner, "CFO");
  const propose = (subject: string) => {
    const context = { ...testContexts.CFO.context, subject };
    return owner.call(makeDecision, { body: { agentId: cfo?.id ?? "", ...testContexts.CFO, context } });
  };
  await propose("The first");
  const differ = "'number', 1000 + n, 'title', 'Proposal ' || n, 'priority', 'medium', 'status', 'pending'";
  await putCopies(world, owner.user.companyId, { table: "decisions", differ });
  await world.asOwner("UPDATE decisions SET status = 'approved' WHERE number = 1");
  await world.asOwner("UPDATE decision_counters SET made = 2000");
  await page.goto(`${world.url}/decisions`);
  await expect.poll(shown).toEqual(down(120, 71));
  const older = page.getByRole("button", { name: "Show older" });
  await older.waitFor();
  // Read again unchanged, the browser has the list and where it goes on from its own cache.
  const [answer] = await Promise.all([
    page.waitForResponse((response) => new URL(response.url()).pathname === "/api/decisions"),
    page.reload(),
  ]);
  expect((await answer.request().allHeaders())["if-none-match"]).toMatch(/^W/);
  await expect.poll(shown).toEqual(down(120, 71));
  await older.click();
  await expect.poll(shown).toEqual(down(120, 21));
  await world.asOwner("UPDATE decisions SET status = 'rejected' WHERE title = 'Proposal 21'");
  await older.click();
  await expect.poll(shown).toEqual(down(120, 1));
  await older.waitFor({ state: "detached" });
  const { id } = await propose("The last");
  await page.locator(`a[href="/decisions/${id}"]`).waitFor();
  // All pages are read again; what was settled stands where settled ones do.
  await expect.poll(shown).toEqual([...down(120, 22), ...down(20, 1), 21]);
});
