// Nightly: waits for cycles; http/autopilot holds the rules daily.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { acceptPlan, executeCommand } from "#features/plans/contract.ts";
import { addSamples } from "#features/records/samples/contract.ts";
import { now } from "#platform/clock.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";
import { openBrowser, openFeed, openPage } from "./browser.ts";
import { inspectPage } from "./inspect.ts";

/** Auto-pilot runs one cycle and skips the next. */
let world: World;
let browser: Browser;
let owner: Member;
let page: Page;

beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  owner = await world.member("owner");
  await hire(owner, "CEO", "CFO", "Customer Success", "Legal");
  await owner.call(addSamples);
  page = await openPage(browser, world, owner);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

let slots = 0;
/** Makes a slot due: the clock finds it within ten seconds. */
async function makeDue(): Promise<void> {
  slots += 1;
  await world.asOwner(
    `UPDATE job_slots SET next_at = date_trunc('seconds', $2::timestamptz) - interval '2 hours' + $3 * interval '1 second'
     WHERE company_id = $1 AND job = 'autopilot'`,
    [owner.user.companyId, now(), slots],
  );
}

const statuses = async () =>
  (
    await world.asOwner<{ status: string }>(
      "SELECT status FROM autopilot_cycles WHERE company_id = $1 ORDER BY number",
      [owner.user.companyId],
    )
  ).map(({ status }) => status);

test("auto-pilot is switched on, and its frequency is sent only while it is on", async () => {
  await page.goto(`${world.url}/orchestrator`);
  const panel = page.getByRole("region", { name: "Auto-Pilot", exact: true });
  const frequency = panel.getByRole("combobox", { name: "Cycle frequency" });
  await frequency.waitFor();
  expect(await frequency.inputValue()).toBe("30");
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/orchestrator/autopilot")) sent.push(request.postData() ?? "");
  });
  await frequency.selectOption("60");
  expect(sent).toEqual([]);
  await panel.getByRole("switch", { name: "Auto-Pilot" }).click();
  await page.getByText("Auto-Pilot Updated").waitFor();
  // A load in between brings the server's value back.
  expect(sent.map((body) => JSON.parse(body) as unknown)).toEqual([
    { enabled: true, frequency: expect.toBeOneOf([30, 60]) },
  ]);
  await panel.getByRole("combobox", { name: "Quiet hours" }).selectOption("none");
  await expect.poll(() => sent.length).toBe(2);
  await expect.poll(() => frequency.isEnabled()).toBe(true);
  await frequency.selectOption("15");
  await expect.poll(() => sent.length).toBe(3);
  await expect.poll(() => panel.getByRole("switch", { name: "Auto-Pilot" }).getAttribute("aria-checked")).toBe("true");
  await inspectPage(page);
});

test("one cycle starts agents' tasks and has a page; the next has nothing new and is skipped", async () => {
  const plan = await owner.call(executeCommand, { body: { prompt: "Renew our contracts" } });
  await owner.call(acceptPlan, { params: { id: plan.id } });
  const { feed, appears } = await openFeed(browser, world, owner);
  await makeDue();
  const panel = page.getByRole("region", { name: "Auto-Pilot", exact: true });
  const cycle = (name: RegExp) => panel.getByRole("link", { name });
  await cycle(/Did \d/)
    .first()
    .waitFor({ timeout: 90_000 });
  await appears(/^Auto-pilot cycle \d+/);
  await feed.context().close();
  // Until nothing is left for agents.
  await expect.poll(statuses, { timeout: 60_000 }).not.toContain("running");
  for (let at = 0; at < 4 && !(await statuses()).includes("skipped"); at += 1) {
    const before = (await statuses()).length;
    await makeDue();
    await expect.poll(async () => (await statuses()).length, { timeout: 90_000 }).toBe(before + 1);
    await expect.poll(statuses, { timeout: 60_000 }).not.toContain("running");
  }
  await cycle(/Skipped: nothing new/)
    .first()
    .waitFor({ timeout: 90_000 });
  await cycle(/Did \d/)
    .last()
    .click();
  await page.getByRole("heading", { name: /^Auto-pilot cycle, / }).waitFor();
  const did = page.getByRole("region", { name: "Did", exact: true });
  await did.getByRole("listitem").first().waitFor();
  await page.getByRole("region", { name: "Looked at" }).getByText("Overdue tasks").waitFor();
  await inspectPage(page);
  await page.getByRole("link", { name: "Show its entries" }).click();
  await page.getByText(/^Only journal entries \d+ to \d+\.$/).waitFor();
  await page
    .getByText(/^Auto-pilot cycle \d+$/)
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Show all" }).click();
  await expect.poll(() => page.getByText(/^Only journal entries/).count()).toBe(0);
  await page.goBack();
  await did
    .getByRole("link", { name: /^Open task: / })
    .first()
    .click();
  await page.getByRole("dialog").getByRole("heading", { name: "Result" }).waitFor();
});

test("a cycle that does not exist is not found", async () => {
  await page.goto(`${world.url}/orchestrator/cycles/00000000-0000-4000-8000-00000000dead`);
  await page
    .getByRole("heading", { name: /not found/i })
    .first()
    .waitFor();
});
