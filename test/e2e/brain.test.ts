import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEmail, makePdf } from "../documents.ts";
import { taskEveryMonday } from "../mondays.ts";
import { type Member, openWorld, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";
import { inspectPage } from "./inspect.ts";

/** The Company Brain: documents in, an answer with its sources, a source at its place, a mark, patterns and reflection. */
let world: World;
let browser: Browser;
let member: Member;
let page: Page;

beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  member = await world.member("owner");
  page = await openPage(browser, world, member);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const region = (name: string) => page.getByRole("region", { name, exact: true });
const input = () => page.getByRole("textbox", { name: "Question" });
const ask = async (question: string) => {
  await input().fill(question);
  const sent = page.waitForRequest("**/api/brain/query");
  await input().press("Enter");
  expect((await sent).postDataJSON()).toEqual({ question });
  await page.getByText("Query processed successfully").first().waitFor();
};
const answer = () => page.getByRole("region", { name: "Answer" });

test("an empty Brain says what would be here; a blank question is not sent", async () => {
  await page.goto(`${world.url}/brain-dashboard`);
  await page.getByRole("heading", { name: "Company Brain" }).waitFor();
  await page.getByText("No documents yet.").waitFor();
  await page.getByText("No connections yet.").waitFor();
  for (const name of ["Goals", "Patterns", "Insights", "Decisions", "Entities"])
    await page.getByRole("tab", { name }).waitFor();
  const submit = page.getByRole("button", { name: "Ask", exact: true });
  expect(await submit.isDisabled()).toBe(true);
  let sent = 0;
  page.on("request", (request) => void (sent += request.url().endsWith("/api/brain/query") ? 1 : 0));
  await input().fill("   ");
  await input().press("Enter");
  await input().fill("Who supplies mugs?");
  await input().press("Shift+Enter");
  expect(sent).toBe(0);
  await input().fill("");
  await inspectPage(page);
});

test("documents are uploaded, several at once, each with its result", async () => {
  const pages = Array.from({ length: 60 }, (_, at) => [`Page ${at + 1} is about deliveries to the Swindon warehouse.`]);
  pages[40] = ["From 1 September 2026 the enamel mug costs £3.42, says Castle Enamel Ltd."];
  await page.locator("input[type=file]").setInputFiles([
    { name: "Castle Enamel price list.pdf", mimeType: "application/pdf", buffer: makePdf(pages) },
    { name: "Lowry.eml", mimeType: "message/rfc822", buffer: makeEmail("We confirm your sheet price of £0.91.") },
    { name: "Trade terms.pdf", mimeType: "application/pdf", buffer: makePdf([["a"]], { encrypted: true }) },
    { name: "empty.txt", mimeType: "text/plain", buffer: Buffer.from("") },
  ]);
  const documents = region("Documents");
  await documents.getByRole("link", { name: "Castle Enamel price list.pdf" }).waitFor();
  await documents.getByText("60 pages, 60 passages").waitFor();
  await documents.getByRole("link", { name: "Lowry.eml" }).waitFor();
  await documents.getByText("The file is encrypted. Upload a copy without a password.").waitFor();
  await documents.getByText("The file is empty.").waitFor();
  await page.reload();
  await documents.getByText("Not read", { exact: true }).waitFor();
  expect(await documents.getByRole("button", { name: /^Stop/ }).count()).toBe(0);
});

test("an answer cites its sources, and a source opens at its place in the document", async () => {
  await ask("What does the enamel mug cost?");
  await answer().getByText("£3.42").first().waitFor();
  await answer().getByText(/\d+%/).first().waitFor();
  await answer()
    .getByText(/relevance/)
    .first()
    .waitFor();
  await answer().getByText("Suggested actions").waitFor();
  await answer().getByText("Related entities").waitFor();
  await inspectPage(page);
  await answer().getByRole("link", { name: "Castle Enamel price list.pdf" }).first().click();
  const opened = page.getByRole("dialog").locator("[aria-current=location]");
  await opened.getByText("Page 41").waitFor();
  await opened.getByText("the enamel mug costs £3.42").waitFor();
  expect(await opened.evaluate((item) => item.getBoundingClientRect().top < window.innerHeight)).toBe(true);
  await page.keyboard.press("Escape");
});

test("a fact that is marked wrong no longer answers", async () => {
  await ask("What does the enamel mug cost?");
  const before = await answer().textContent();
  const item = answer().getByRole("list", { name: "Sources" }).getByRole("listitem").filter({ hasText: "£3.42" });
  const marked = page.waitForResponse(/\/api\/brain\/memories\/[^/]+\/mark$/);
  await item.getByRole("button", { name: /^Wrong/ }).click();
  expect((await marked).status()).toBe(200);
  await expect.poll(() => answer().textContent()).not.toContain("£3.42");
  expect(await answer().textContent()).not.toBe(before);
});

test("a fact marked wrong no longer answers, and counts again once the mark is taken back", async () => {
  const facts = page.getByRole("tabpanel");
  await page.getByRole("tab", { name: /^Facts/ }).click();
  const fact = facts.getByRole("listitem").filter({ hasText: "enamel mug" });
  await fact.getByText("In doubt").waitFor();
  await page.getByRole("tab", { name: /^Items/ }).click();
  await facts.getByLabel("Show").selectOption("Marked wrong");
  await facts.getByRole("button", { name: /^Take back the mark/ }).click();
  await facts.getByText("No marked items").waitFor();
  await ask("What is the price of the enamel mug?");
  const told = answer().getByText("enamel mug, price: £3.42").first();
  await told.waitFor();
  await page.getByRole("tab", { name: /^Facts/ }).click();
  await fact.getByRole("link", { name: "Source" }).waitFor();
  await inspectPage(page);
  await fact.getByRole("button", { name: "Wrong: enamel mug, price £3.42" }).click();
  await fact.getByText("Marked wrong").waitFor();
  await ask("What is the price of the enamel mug?");
  await told.waitFor({ state: "detached" });
  await fact.getByRole("button", { name: /^Take back the mark/ }).click();
  await ask("What is the price of the enamel mug?");
  await told.waitFor();
});

test("patterns are looked for and found, the day is reflected on, and the Brain is synced", async () => {
  await taskEveryMonday(8, member);
  for (const [name, path, toast] of [
    ["Detect Patterns", "detect-patterns", "Pattern detection completed"],
    ["Generate Reflection", "reflect", "Daily reflection generated"],
    ["Sync Brain", "sync", "Brain sync completed"],
  ] as const) {
    const sent = page.waitForRequest(`**/api/brain/${path}`);
    await page.getByRole("button", { name }).click();
    expect((await sent).postData()).toBe(null);
    await page.getByText(toast, { exact: true }).first().waitFor();
  }
  await page.getByRole("tab", { name: /^Patterns 1$/ }).click();
  const pattern = page.getByRole("tabpanel").getByRole("listitem").first();
  await pattern.getByText("task created: mostly on Mondays").waitFor();
  await pattern.getByText("8 occurrences").waitFor();
  await pattern.getByText(/\d+%/).first().waitFor();
  await page.getByRole("tab", { name: /^Insights 2$/ }).click();
  await page.getByRole("tabpanel").getByText("Plan for Mondays").waitFor();
  await page.getByRole("tabpanel").getByText("Actionable").first().waitFor();
});

test("failures are said in the specification's words", async () => {
  for (const [name, path, title, text] of [
    ["Detect Patterns", "detect-patterns", "Pattern detection failed", "Failed to detect patterns. Please try again."],
    ["Generate Reflection", "reflect", "Reflection generation failed", "500: Away"],
    ["Sync Brain", "sync", "Brain sync failed", "500: Away"],
  ] as const) {
    await page.route(`**/api/brain/${path}`, (route) => route.fulfill({ status: 500, body: "Away" }), { times: 1 });
    await page.getByRole("button", { name }).click();
    await page.getByText(title, { exact: true }).first().waitFor();
    await page.getByText(text, { exact: true }).first().waitFor();
  }
  await page.route("**/api/brain/query", (route) => route.fulfill({ status: 500, body: "Away" }), { times: 1 });
  await input().fill("Anything?");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await page.getByText("Query failed", { exact: true }).first().waitFor();
  await page.getByText("Failed to process brain query", { exact: true }).first().waitFor();
});

test("the graph is walked by keyboard, and is a table too", async () => {
  await page.goto(`${world.url}/brain-dashboard`);
  const node = page.getByRole("button", { name: "Castle Enamel Ltd, company" });
  await node.focus();
  await node.press("Enter");
  await region("Castle Enamel Ltd").getByText("Named in").waitFor();
  await region("Castle Enamel Ltd").getByRole("button", { name: "Show its connections" }).click();
  await page.getByText("around Castle Enamel Ltd").waitFor();
  await page.getByRole("button", { name: "Show as table" }).click();
  await region("Relationships").getByRole("row").nth(1).waitFor();
  await inspectPage(page);
});

test("a goal has key results and blockers, and is edited", async () => {
  await page.getByRole("tab", { name: "Goals" }).click();
  await page.getByRole("button", { name: "Add goal" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Goal", { exact: true }).fill("Sell for £5.6m");
  await dialog.getByLabel("Timeframe").fill("to 31 Dec 2026");
  await dialog.getByRole("button", { name: "Add key result" }).click();
  await dialog.getByLabel("What is measured").fill("Trade orders");
  await dialog.getByLabel("Now").fill("310");
  await dialog.getByLabel("Target").fill("400");
  await dialog.getByRole("button", { name: "Add blocker" }).click();
  await dialog.getByLabel("Blocker 1", { exact: true }).fill("Packing line");
  await inspectPage(page);
  await dialog.getByRole("button", { name: "Add goal", exact: true }).click();
  const goal = page.getByRole("tabpanel").getByRole("listitem").filter({ hasText: "Sell for £5.6m" }).first();
  await goal.getByText("310 of 400").waitFor();
  await goal.getByText("Blocked: Packing line").waitFor();
  await goal.getByRole("button", { name: "Edit Sell for £5.6m" }).click();
  await dialog.getByLabel("Status").selectOption("paused");
  await dialog.getByRole("button", { name: "Save goal" }).click();
  await goal.getByText("Paused").waitFor();
});

test("a document is deleted after a question", async () => {
  const documents = region("Documents");
  await documents.getByRole("button", { name: "Delete Lowry.eml" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete document" }).click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await documents.getByRole("link", { name: "Lowry.eml" }).waitFor({ state: "detached" });
  expect(await documents.getByRole("link", { name: "Castle Enamel price list.pdf" }).count()).toBe(1);
});
