// Nightly: all eight executives at work in two browsers; http/executive-answers and http/agency hold what they do daily.
import { readFile } from "node:fs/promises";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { agentRoleIds } from "#contract/roles.ts";
import { getImport, importMetrics } from "#features/metrics/contract.ts";
import { addSamples } from "#features/records/samples/contract.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";
import { inspectPage } from "./inspect.ts";
import { ask, retailCsv } from "./story.ts";

/** Executives at work, from their first day: asked, answered with sources, briefed, stopped, refused. */
let world: World;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let feed: Page;
const reloads: string[] = [];

beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  const anna = await world.member("anna");
  await fillCompany(anna);
  page = await openPage(browser, world, anna);
  context = page.context();
  feed = await context.newPage();
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

/** Figures, records and all eight executives; that they come in by the screen is proved elsewhere. */
async function fillCompany(member: Member): Promise<void> {
  const columns = { metricName: "daily_revenue", dateColumn: "date", valueColumn: "revenue" } as const;
  const { id } = await member.call(importMetrics, {
    query: { fileName: "daily-sales.csv", ...columns, dateFormat: "YYYY-MM-DD", currency: "GBP" },
    body: await readFile(retailCsv, "utf8"),
  });
  await vi.waitUntil(async () => (await member.call(getImport, { params: { id } })).status === "done", 60_000);
  await member.call(addSamples);
  await hire(member, ...agentRoleIds);
}

const section = (name: string, of: Page = page) => of.getByRole("region", { name, exact: true });
/** The answer to a question; what other answers offer to ask next is not meant. */
const answerTo = (question: string) =>
  section("Ask an Agent")
    .getByRole("listitem")
    .filter({ has: page.locator("span", { hasText: question }) });
/** The figures of an answer; its other buttons are questions to ask next. */
const figuresOf = (answer: Locator) => answer.locator("p").getByRole("button");

const inspect = (of = page) => inspectPage(of);

/** Opens where a figure comes from, gives what stands there. */
async function sourceOf(figure: Locator): Promise<{ text: string; href: string | null; written: string }> {
  const written = await figure.innerText();
  await figure.click();
  const bubble = page.locator(`#${await figure.getAttribute("aria-describedby")}`);
  // Its source; the other link opens the rows in Explore.
  const link = bubble.getByRole("link").filter({ hasNotText: "Open in Explore" });
  const href = (await link.count()) > 0 ? await link.getAttribute("href") : null;
  const text = await bubble.innerText();
  await page.keyboard.press("Escape");
  return { text, href, written };
}

const numberOf = (text: string): number => Number(text.replace(/[^\d.-]/g, ""));

/** Lets two runs that are over look as if they were under way: no other begins. */
const fill = () =>
  world.asOwner(
    `UPDATE agent_runs SET status = 'running', lease_until = now() + interval '1 hour'
     WHERE id IN (SELECT id FROM agent_runs WHERE parent_id IS NULL AND status = 'done' ORDER BY created_at LIMIT 2)`,
  );
const free = () =>
  world.asOwner("UPDATE agent_runs SET status = 'done' WHERE lease_until > now() + interval '30 minutes'");

/** Makes every step take a quarter of a second: the rows of the samples alone are read in no time. */
async function slowDown(): Promise<void> {
  await world.asOwner(`CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE until timestamptz := clock_timestamp() + interval '250 milliseconds';
    BEGIN LOOP EXIT WHEN clock_timestamp() > until; END LOOP; RETURN NEW; END $$`);
  await world.asOwner("CREATE TRIGGER slow BEFORE INSERT ON agent_run_steps FOR EACH ROW EXECUTE FUNCTION slow()");
}

test("all eight are at work, and the feed tells of what was brought", async () => {
  await page.goto(world.url);
  await page.getByText("AI Agent Status: 8 of 8 active").waitFor();
  await section("Ask an Agent").getByRole("button", { name: "Are we on track for our revenue goal?" }).waitFor();
  await feed.goto(`${world.url}/feed`);
  await feed.getByRole("listitem").filter({ hasText: "Sample data added" }).waitFor();
  await feed.getByRole("banner").getByText("Live", { exact: true }).waitFor();
  await expect.poll(() => feed.getByRole("listitem").count()).toBeGreaterThan(1);
  feed.on("framenavigated", (frame) => reloads.push(frame.url()));
  expect(reloads).toEqual([]);
  // A tab behind another is drawn once a second, and every click waits for two pictures.
  await page.bringToFront();
});

test.each([
  {
    question: "Who owes us the most?",
    role: "CFO",
    words: /owes the most: \$[\d,]+, of which \$[\d,]+ is overdue, the oldest for \d+ days/,
  },
  { question: "Which customers are at risk?", role: "Customer Success", words: /\d+ of \d+ customers are at risk/ },
  {
    question: "Which certificates, domains or tokens expire soon?",
    role: "CTO",
    words: /within 30 days/,
  },
])(
  "$question is answered by the $role, and every number says where it comes from",
  async ({ question, role, words }) => {
    await ask(page, question);
    const answer = answerTo(question);
    expect(await answer.innerText()).toMatch(words);
    const figures = await figuresOf(answer).all();
    expect(figures.length).toBeGreaterThan(1);
    for (const figure of figures) {
      const { text, href } = await sourceOf(figure);
      expect(text).toMatch(/Source\s+\S/);
      expect(text).toMatch(/As of\s+\d+ \w+ \d{4}/);
      expect(href).toMatch(/^\/records\//);
    }
    const [asked] = await world.asOwner<{ role: string }>(
      "SELECT a.role FROM tasks t JOIN agents a ON a.id = t.assigned_agent_id WHERE t.title = $1",
      [question],
    );
    expect(asked?.role).toBe(role);
    await inspect();
  },
);

test("a figure's link leads to the rows, and they come to the same number", async () => {
  const question = "Who owes us the most?";
  const [figure] = await figuresOf(answerTo(question)).all();
  if (!figure) throw new Error("No figure.");
  const { href, written } = await sourceOf(figure);
  await page.goto(world.url + href);
  await page
    .getByRole("status")
    .filter({ hasText: `${written}.00` })
    .first()
    .waitFor();
  const rows = page.getByRole("row").filter({ has: page.getByRole("cell") });
  await rows.first().waitFor();
  const amounts = await rows.evaluateAll((all) =>
    all.map((row) => /\$[\d,]+\.\d\d/.exec(row.textContent ?? "")?.[0] ?? ""),
  );
  expect(amounts.length).toBeGreaterThan(0);
  expect(amounts.reduce((total, amount) => total + numberOf(amount), 0)).toBe(numberOf(written));
  await inspect();
});

test("what nobody knows is not answered, and missing figures are named with the way to bring them", async () => {
  await page.goto(world.url);
  const weather = "What will the weather be like tomorrow?";
  await ask(page, weather);
  await answerTo(weather)
    .getByText(/^I can't answer this: none of your records/)
    .waitFor();
  expect(await figuresOf(answerTo(weather)).count()).toBe(0);
  const cash = "How long does our cash last?";
  await ask(page, cash);
  await answerTo(cash)
    .getByText(/^I cannot answer this\. I would need the balance of the bank accounts/)
    .waitFor();
  expect(await answerTo(cash).innerText()).not.toMatch(/\$0\b/);
  await answerTo(cash).getByRole("link", { name: "Open Records" }).click();
  await page.waitForURL(/\/records\/figures\/cash/);
  await page.goto(world.url);
  const inbox = section("Task Inbox");
  await inbox.waitFor();
  // What could not be answered is closed as such.
  expect(await inbox.getByText(cash, { exact: true }).count()).toBe(0);
  expect(await inbox.getByText("Who owes us the most?", { exact: true }).count()).toBe(0);
});

test("the work behind an answer is on a page of its own", async () => {
  await page.goto(`${world.url}/runs`);
  await page.getByRole("link", { name: "Who owes us the most?" }).click();
  await page.getByRole("heading", { level: 1, name: "Who owes us the most?" }).waitFor();
  const main = page.getByRole("main");
  for (const said of ["Rules, no cost", "From the owner"])
    await main.getByText(said, { exact: true }).first().waitFor();
  await main.getByText(/asked by anna/).waitFor();
  await section("Steps").getByText("Read receivables").waitFor();
  await section("Steps").getByText("cfo_receivables").waitFor();
  const given = section("Input");
  await given.getByText(/from the request and the company's records/).waitFor();
  await given.getByText(/^Show \d+ parts?$/).click();
  await given.getByText("Data, not instructions: a question a person typed").waitFor();
  await section("Receivables").getByText("Over 90 days overdue").waitFor();
  await expect.poll(() => section("Evidence").getByRole("link").count()).toBeGreaterThan(2);
  await section("Effects").getByText("Task, completed").waitFor();
  await section("Effects")
    .getByText(/^Message/)
    .waitFor();
  await inspect();
  await section("Effects").getByRole("link", { name: "Who owes us the most?" }).click();
  const task = page.getByRole("dialog", { name: "Who owes us the most?" });
  await task.getByText(/owes the most/).waitFor();
  await page.keyboard.press("Escape");
  await task.waitFor({ state: "hidden" });
  expect(new URL(page.url()).search).toBe("");
  // The reasons why a customer is at risk are longer than a phone is wide.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${world.url}/runs`);
  await page.getByRole("link", { name: "Which customers are at risk?" }).click();
  await section("Evidence").getByRole("link").first().waitFor();
  await inspect();
  await page.setViewportSize({ width: 1440, height: 900 });
});

test("the feed told all of it without a reload, and leads to the cause", async () => {
  const told = feed.getByRole("listitem").filter({ hasText: "Brightwater Foods owes the most" }).first();
  await feed.bringToFront();
  await told.waitFor();
  expect(reloads).toEqual([]);
  await inspect(feed);
  await told.getByRole("link").click();
  await feed.getByRole("heading", { level: 1, name: "Who owes us the most?" }).waitFor();
  await feed.goBack();
  await told.waitFor();
});

test("the CEO's briefing is worked out before one's eyes, by asking everybody", async () => {
  const second = await context.newPage();
  // Every number of steps that was ever to be seen.
  await second.addInitScript(() => {
    const seen = new Set<number>();
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const steps = document.querySelectorAll("ol[aria-live] > li").length;
      if (steps > 0) seen.add(steps);
    }).observe(document, { childList: true, subtree: true });
  });
  await fill();
  await second.goto(`${world.url}/runs`);
  await second.getByLabel("Briefing by").selectOption({ label: "Eleanor, CEO" });
  await second.getByRole("button", { name: "Ask for a briefing" }).click();
  await second.waitForURL(/\/runs\/[0-9a-f-]{36}$/);
  const moved: string[] = [];
  second.on("framenavigated", (frame) => moved.push(frame.url()));
  await section("Steps", second).getByText("Not started yet.").waitFor();
  await slowDown();
  await free();
  // Whoever is done lets begin who has waited longest.
  await page.bringToFront();
  await page.goto(world.url);
  await ask(page, "How much do customers owe us?");
  await second.bringToFront();
  await second.getByRole("heading", { name: "Top priorities" }).waitFor();
  const seen = () => second.evaluate(() => [...(Reflect.get(window, "seen") as Set<number>)]);
  await expect.poll(async () => (await seen()).at(-1)).toBe(9);
  expect((await seen()).length).toBeGreaterThan(1);
  expect(moved).toEqual([]);
  await world.asOwner("DROP TRIGGER slow ON agent_run_steps");
  await section("Top priorities", second).getByText(/^1\. /).waitFor();
  await expect.poll(() => section("Top priorities", second).getByRole("table").getByRole("row").count()).toBe(4);
  await section("What the executives say", second)
    .getByText(/^Marcus \(CFO\): /)
    .waitFor();
  await expect.poll(() => section("Other agents' runs", second).getByRole("listitem").count()).toBe(7);
  const needs = await section("What is missing", second).getByRole("listitem").allInnerTexts();
  expect(needs.length).toBeGreaterThan(0);
  expect(new Set(needs).size).toBe(needs.length);
  await inspect(second);
  await section("Other agents' runs", second)
    .getByRole("link", { name: /^Marcus \(CFO\)/ })
    .click();
  await section("Receivables", second).waitFor();
  await second.getByRole("main").getByRole("link", { name: "Eleanor" }).waitFor();
  await inspect(second);
  await second.close();
  await page.bringToFront();
});

test("what was asked for is stopped by its button", async () => {
  await fill();
  await page.goto(`${world.url}/runs`);
  await page.getByLabel("Briefing by").selectOption({ label: "Marcus, CFO" });
  await page.getByRole("button", { name: "Ask for a briefing" }).click();
  await section("Steps").getByText("Not started yet.").waitFor();
  const stop = page.getByRole("button", { name: "Stop", exact: true });
  await stop.click();
  await page.getByText("Stopped", { exact: true }).first().waitFor();
  await page.getByText("Stopped by a person.").waitFor();
  await free();
  await expect.poll(() => stop.count()).toBe(0);
  await inspect();
});

test("a remark that begins with @CFO is answered there", async () => {
  await page.goto(`${world.url}/decisions`);
  await page.getByRole("row").locator('a[href^="/decisions/"]').first().click();
  const comments = section("Comments");
  await comments.getByLabel("Add a comment").fill("@CFO How much is overdue?");
  await comments.getByRole("button", { name: "Comment", exact: true }).click();
  const answer = comments.getByRole("listitem").filter({ hasText: "Marcus (CFO)" });
  await answer.getByText(/\$[\d,]+ .*overdue/).waitFor();
  await comments.getByRole("listitem").filter({ hasText: "@CFO How much is overdue?" }).waitFor();
  await answer.getByRole("link", { name: "How it was worked out" }).waitFor();
  await inspect();
});

test("a task shows its answer, and takes a remark", async () => {
  await page.goto(world.url);
  const inbox = section("Task Inbox");
  await inbox.getByText("Closed", { exact: true }).click();
  await inbox.getByRole("button", { name: "Who owes us the most?" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Who owes us the most?" });
  await dialog.getByText(/owes the most/).waitFor();
  await dialog.getByLabel("Add a comment").fill("Call them on Monday");
  await dialog.getByRole("button", { name: "Comment", exact: true }).click();
  await dialog.getByRole("listitem").filter({ hasText: "Call them on Monday" }).waitFor();
  await inspect();
  await page.keyboard.press("Escape");
});

test("what an executive may not do is refused in words", async () => {
  await section("Agent Roster").getByRole("button", { name: "Edit Marcus" }).click();
  const form = page.getByRole("dialog", { name: "Edit agent" });
  await form.getByRole("switch", { name: "Financial analysis" }).click();
  await form.getByRole("button", { name: "Save Changes" }).click();
  await form.waitFor({ state: "hidden" });
  const question = "How much is overdue?";
  const box = section("Ask an Agent");
  await box.getByLabel("Question").fill(question);
  await box.getByText("High", { exact: true }).click();
  await box.getByRole("button", { name: "Ask", exact: true }).click();
  await page.getByText("Marcus may not read receivables: financial analysis is switched off").first().waitFor();
  // Another answer may offer it as the next question, on a button.
  const texts = await box.locator("ul[aria-live] span:not(button span)").allInnerTexts();
  expect(texts).not.toContain(question);
  expect(texts.length).toBeGreaterThan(0);
});
