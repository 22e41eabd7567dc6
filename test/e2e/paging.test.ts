// Nightly: older decisions while new ones come in; http/paging holds the pages daily.
import type { Browser, Page, WebSocket } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Agent } from "#features/agents/contract.ts";
import { makeDecision } from "#features/decisions/contract.ts";
import { putCopies } from "../copies.ts";
import { hire, type Member, openWorld, testContexts, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";

let world: World;
let browser: Browser;
let owner: Member;
let page: Page;
let cfo: Agent | undefined;
beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  owner = await world.member("owner");
  [cfo] = await hire(owner, "CFO");
  page = await openPage(browser, world, owner);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const propose = (subject: string) => {
  const context = { ...testContexts.CFO.context, subject };
  return owner.call(makeDecision, { body: { agentId: cfo?.id ?? "", ...testContexts.CFO, context } });
};
const putProposals = () => {
  const differ = "'number', 1000 + n, 'title', 'Proposal ' || n, 'priority', 'medium', 'status', 'pending'";
  return putCopies(world, owner.user.companyId, { table: "decisions", differ });
};
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, at) => from - at);
/** The numbers of the proposals on the screen, in their order. */
const shown = async () =>
  (await page.getByRole("link", { name: /^Proposal \d+$/ }).allTextContents()).map((text) => Number(text.slice(9)));

test("older decisions follow without a gap or one twice, also when one is settled and one comes in meanwhile", async () => {
  await propose("The first");
  await putProposals();
  await world.asOwner("UPDATE decisions SET status = 'approved' WHERE number = 1");
  await world.asOwner("UPDATE decision_counters SET made = 2000");
  await page.goto(`${world.url}/decisions?sort=newest`);
  await expect.poll(shown).toEqual(down(120, 71));
  const older = page.getByRole("button", { name: "Show older" });
  await older.waitFor();
  await page.reload();
  await expect.poll(shown).toEqual(down(120, 71));
  await older.click();
  await expect.poll(shown).toEqual(down(120, 21));
  await world.asOwner("UPDATE decisions SET status = 'rejected' WHERE title = 'Proposal 21'");
  await older.click();
  await expect.poll(shown).toEqual(down(120, 1));
  await older.waitFor({ state: "detached" });
  const { id } = await propose("The last");
  await page.locator(`a[href="/decisions/${id}"]`).waitFor();
  // All pages are read again.
  await expect.poll(shown).toEqual(down(120, 1));
});

/** Holds the next call for the first page of the list, or for a later one, until it is let go. */
async function holdList(which: "first" | "later"): Promise<{ asked: Promise<void>; release: () => void }> {
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const isHeld = ({ pathname, searchParams }: URL) =>
    pathname === "/api/decisions/ledger" && searchParams.has("cursor") === (which === "later");
  await page.route(
    isHeld,
    async (route) => {
      asked.resolve();
      await held.promise;
      await route.continue().catch(() => undefined);
    },
    { times: 1 },
  );
  return { asked: asked.promise, release: held.resolve };
}

const rows = () => page.locator("tr[data-row]");
const older = () => page.getByRole("button", { name: "Show older" });
/** Opens the list of many decisions and gives the tab's socket once it hears what happens. */
async function openList(): Promise<WebSocket> {
  // An open list would be read again before the rows stand, which no version tells of.
  await page.goto("about:blank");
  await propose("One");
  await putProposals();
  const [socket] = await Promise.all([page.waitForEvent("websocket"), page.goto(`${world.url}/decisions?sort=newest`)]);
  await socket.waitForEvent("framereceived");
  await expect.poll(() => rows().count()).toBe(50);
  return socket;
}

test("older decisions that were asked for come although something new comes in meanwhile, and so does that", async () => {
  const socket = await openList();
  const later = await holdList("later");
  await older().click();
  await later.asked;
  const announced = socket.waitForEvent("framereceived", ({ payload }) => String(payload).includes("decision"));
  const { id } = await propose("News while older ones are read");
  await announced;
  later.release();
  await page.locator(`a[href="/decisions/${id}"]`).waitFor();
  await expect.poll(() => rows().count()).toBe(100);
});

test("what has come in is shown although older decisions are asked for before it is read, and so are they", async () => {
  await openList();
  const first = await holdList("first");
  const { id } = await propose("Older ones while news are read");
  await first.asked;
  await older().click();
  first.release();
  await page.locator(`a[href="/decisions/${id}"]`).waitFor();
  await expect.poll(() => rows().count()).toBe(100);
});
