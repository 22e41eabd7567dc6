// Nightly: servers go away and come back; dashboard holds what a page then says daily.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setLocale } from "#features/accounts/contract.ts";
import { type Member, openWorld, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";

/** A server that is busy or away while somebody is signed in. */
let world: World;
let browser: Browser;
let owner: Member;
let page: Page;

beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  owner = await world.member("owner");
  page = await openPage(browser, world, owner);
  page.setDefaultTimeout(8000);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const sentence = "The server is busy. Try again shortly.";
/** Lets every question who is signed in come to nothing; gives how often that happened, and how to end it. */
async function away(how: "busy" | "gone"): Promise<{ times: () => number; end: () => Promise<void> }> {
  let times = 0;
  await page.route("**/api/user", async (route) => {
    times += 1;
    if (how === "gone") await route.abort();
    else await route.fulfill({ status: 503, body: sentence, headers: { "retry-after": "1" } });
  });
  return { times: () => times, end: () => page.unroute("**/api/user") };
}

test.each([
  ["busy", sentence],
  ["gone", "Check your connection."],
] as const)(
  "a page that opens while the server is %s says so, waits, and opens where it was wanted",
  async (how, said) => {
    const trouble = await away(how);
    await page.goto(`${world.url}/decisions`);
    await page.getByRole("alert").filter({ hasText: "Can’t reach Boardroom" }).getByText(said).waitFor();
    expect(new URL(page.url()).pathname).toBe("/decisions");
    await trouble.end();
    await page.getByRole("heading", { name: "Decisions" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/decisions");
  },
);

test("a page that is open stays, with what was typed, when the server does not answer who is there", async () => {
  await page.goto(`${world.url}/`);
  await page.getByRole("button", { name: "New task" }).first().click();
  await page.getByLabel("Title", { exact: true }).fill("Half a sentence");
  const trouble = await away("busy");
  // Everything on the screen is read again.
  await owner.call(setLocale, { body: { currency: "EUR", timeZone: "Europe/Berlin" } });
  await expect.poll(trouble.times).toBeGreaterThan(1);
  expect(await page.getByLabel("Title", { exact: true }).inputValue()).toBe("Half a sentence");
  await trouble.end();
});

test.each([
  ["without a network", "offline"],
  ["while the server is away", "away"],
] as const)("%s what loads on demand keeps the page, and opens when the server answers", async (_, how) => {
  // A browser of its own: what it has loaded before it need not ask for again.
  const tab = await openPage(browser, world, owner);
  const cut = async (isCut: boolean) => {
    if (how === "offline") await tab.context().setOffline(isCut);
    else
      for (const path of ["**/assets/**", "**/livez", "**/api/**"])
        if (isCut) await tab.route(path, (route) => route.abort());
        else await tab.unroute(path);
  };
  await tab.goto(`${world.url}/`);
  // An open menu loads the code of every page.
  const link = tab.getByRole("link", { name: "Industry and goals" });
  await link.waitFor();
  await cut(true);
  await link.click();
  await tab.getByRole("alert").filter({ hasText: "Can’t reach Boardroom" }).waitFor();
  await cut(false);
  const heading = tab.getByRole("heading", { name: "Company setup" }).first();
  await heading.waitFor();
  await cut(true);
  await tab.getByRole("button", { name: "Open navigation menu" }).click();
  await tab.getByText("This opens as soon as the server answers.").waitFor();
  await heading.waitFor();
  await cut(false);
  await tab.getByRole("navigation", { name: "Main" }).waitFor();
  expect(new URL(tab.url()).pathname).toBe("/company-setup");
  await tab.context().close();
});

test("without a network a change is refused at once and never made later; a double click makes it once", async () => {
  const tab = await openPage(browser, world, owner);
  await tab.goto(`${world.url}/tasks`);
  await tab.getByRole("button", { name: "New task" }).first().click();
  await tab.getByLabel("Title", { exact: true }).fill("Call Acme");
  const add = tab.getByRole("button", { name: "Add task" });
  await tab.context().setOffline(true);
  await add.click();
  await tab
    .getByText(/Can't reach the server\. Check your connection/)
    .first()
    .waitFor();
  await tab.context().setOffline(false);
  await add.dblclick();
  await tab.getByRole("button", { name: "Add task" }).waitFor({ state: "detached" });
  const made = () =>
    world.asOwner("SELECT id FROM tasks WHERE title = 'Call Acme' AND company_id = $1", [owner.user.companyId]);
  expect(await made()).toHaveLength(1);
  await tab.context().close();
});
