import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addRecord } from "#features/records/contract.ts";
import { recordMetrics } from "#features/metrics/contract.ts";
import { type Member, openWorld, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";
import { inspectPage } from "./inspect.ts";
import { csvFile, fileCard, openImport } from "./story.ts";

/**
 * From an empty list to records that are found again: a file with a fault, the same file put right, samples in and out.
 */
let world: World;
let browser: Browser;
let owner: Member;
let page: Page;

beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  owner = await world.member("owner");
  page = await openPage(browser, world, owner);
  await page.goto(world.url);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const row = (name: string) => page.getByRole("row").filter({ hasText: name });
const status = (text: string | RegExp) => page.getByRole("status").filter({ hasText: text }).first();
const heading = "Company;Contact Mail;Status;Customer since;Remark\n";
const good = "Acme Ltd;a@acme.example;active;01.02.2024;\nBolt GmbH;;prospect;;=1+1\n";

const inspect = () => inspectPage(page);

test("an empty list says what would be there; a file with a bad line takes the others", async () => {
  await page.getByRole("button", { name: "Open navigation menu" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Records" }).click();
  await page.getByText("No customers yet").waitFor();
  await inspect();
  await openImport(page, csvFile("customers.csv", `${heading}${good};;prospect;;\n`));
  const card = fileCard(page, "customers.csv");
  await card.getByText("Heading line").waitFor({ state: "attached" });
  await card.getByText(/^Columns/).click();
  // Its columns were found by their headings, and one is corrected by hand.
  expect(await card.getByLabel("What Company becomes").inputValue()).toBe("name");
  await card.getByLabel("What Contact Mail becomes").selectOption("email");
  await card.getByRole("region", { name: "First rows as they will stand" }).getByText("a@acme.example").waitFor();
  const start = card.getByRole("button", { name: "Import 3 rows" });
  await expect.poll(() => start.isEnabled()).toBe(true);
  await inspect();
  await start.click();
  await card.getByText(/^2 added/).waitFor();
  await card.getByText("1 line not taken").click();
  await card.getByRole("listitem").getByText("4", { exact: true }).waitFor();
  await inspect();
});

test("put right, the same file adds what was missing; a reload does not lose the import", async () => {
  const dialog = page.getByRole("dialog", { name: "Add data" });
  await dialog.getByText("Or paste rows").click();
  await dialog.getByLabel("Rows", { exact: true }).fill(`${heading}${good}Calder;;asleep;;\n`);
  await dialog.getByRole("button", { name: "Use these rows" }).click();
  const card = fileCard(page, "Pasted rows.csv");
  // The column was corrected before; the word is new.
  await card.getByLabel("Status: asleep").selectOption("churned");
  await card.getByText("Ready").waitFor();
  await page.reload();
  await card.getByRole("button", { name: "Import 3 rows" }).click();
  await card.getByText(/^1 added, 2 already there/).waitFor();
  await page.reload();
  await card.getByText(/^1 added/).waitFor();
  expect(new URL(page.url()).searchParams.get("import")).toBe("new");
  await dialog.getByRole("button", { name: "Close", exact: true }).first().click();
  await status("3 customers").waitFor();
});

test("search and filters stand in the address, and a link brings them back", async () => {
  await page.getByRole("searchbox", { name: "Search customers" }).fill("bolt");
  await status("1 customer").waitFor();
  expect(new URL(page.url()).searchParams.get("q")).toBe("bolt");
  await page.goto(`${world.url}/records/customers?view=churned`);
  await row("Calder").waitFor();
  expect(await page.getByLabel("View").inputValue()).toBe("churned");
  await page.getByLabel("Status").selectOption("active");
  await page.getByText("No customers match").waitFor();
  await page.getByRole("button", { name: "Show all customers" }).click();
  await status("3 customers").waitFor();
});

test("what a link asks for stands above the list in words, and each of it can be taken away", async () => {
  await page.goto(`${world.url}/records/customers?ownerName=Nobody&day=lastContactOn&from=2026-09-01&to=2026-09-30`);
  await page.getByText("No customers match").waitFor();
  const filters = page.getByRole("list", { name: "Filters" });
  expect(await filters.getByRole("listitem").allTextContents()).toEqual([
    "Owner: Nobody",
    "Last contact 1 September 2026 to 30 September 2026",
  ]);
  await inspect();
  await page.getByRole("button", { name: "Remove filter Last contact" }).click();
  await page.waitForURL(`${world.url}/records/customers?ownerName=Nobody`);
  await page.getByText("No customers match").waitFor();
  await page.getByRole("button", { name: "Remove filter Owner: Nobody" }).click();
  await status("3 customers").waitFor();
  await expect.poll(() => filters.count()).toBe(0);
});

test("a record is opened, changed, removed and brought back; an invoice finds its customer", async () => {
  await page.goto(`${world.url}/records/invoices`);
  await page.getByRole("button", { name: "Add invoice" }).click();
  await page.getByLabel("Number").fill("INV-1");
  await page.getByLabel("Customer").fill("acme ltd");
  await page.getByLabel("Issued").fill("2026-09-01");
  await page.getByLabel("Due").fill("2026-09-30");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("Some fields need a look.").waitFor();
  await inspect();
  await page.getByLabel(/^Amount/).fill("1,250.50");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await status("receivable $1,250.50").waitFor();
  await page.goto(`${world.url}/records/invoices?view=overdue`);
  await row("INV-1").getByText("overdue").waitFor();
  await page.getByRole("link", { name: "INV-1" }).click();
  await page.getByRole("link", { name: "acme ltd" }).click();
  await page.getByRole("heading", { name: "Acme Ltd" }).waitFor();
  await page.getByRole("link", { name: "INV-1" }).waitFor();
  await inspect();
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Segment").fill("Enterprise");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Enterprise").waitFor();
  await page.getByRole("button", { name: "Remove" }).click();
  await status("2 customers").waitFor();
  await page.getByText("Removed in the last 24 hours (1)").click();
  await page.getByRole("button", { name: "Bring back" }).click();
  await status("3 customers").waitFor();
});

test("samples fill every list and go again, after a question", async () => {
  await page.goto(`${world.url}/records/contracts`);
  await page.getByRole("button", { name: "Try with sample data" }).click();
  await status("40 contracts").waitFor();
  await page.getByText("682 records are sample data").waitFor();
  await page.getByLabel("View").selectOption("notice90");
  await page.getByRole("table").getByText("Sample", { exact: true }).first().waitFor();
  await inspect();
  await page.getByRole("button", { name: "Remove sample data" }).click();
  const question = page.getByRole("dialog", { name: "Remove the 682 sample records?" });
  await question.getByText(/Your own records stay\. You can bring them back for 24 hours/).waitFor();
  await inspect();
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "hidden" });
  await page.getByText("682 records are sample data").waitFor();
  await page.getByRole("button", { name: "Remove sample data" }).click();
  await question.getByRole("button", { name: "Remove 682 records" }).click();
  await question.waitFor({ state: "hidden" });
  await page.getByText("682 records are sample data").waitFor({ state: "detached" });
  await page.goto(`${world.url}/records/contracts`);
  await page.getByText("No contracts yet").waitFor();
});

test("the figures stand beside them, each with its days as a picture and a table", async () => {
  const points = ["2026-11-01", "2026-11-02", "2026-11-03"].map((measurementDate, at) => ({
    metricName: "daily_revenue",
    metricValue: 100 * (at + 1),
    measurementDate,
  }));
  await owner.call(recordMetrics, { body: { source: "manual", points } });
  await page.goto(`${world.url}/records/figures`);
  await row("Daily revenue").getByText("$300.00").waitFor();
  await page.getByRole("link", { name: "Daily revenue" }).click();
  await page.getByRole("img", { name: /between \$100\.00 and \$300\.00, most recently \$300\.00/ }).waitFor();
  await row("2 November 2026").getByText("$200.00").waitFor();
  await inspect();
});

test("a figure nobody has recorded says how it is brought, and is brought from there", async () => {
  await page.goto(`${world.url}/records/figures/cash`);
  await page.getByText("No Cash figures", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Import files" }).waitFor();
  await page.getByRole("button", { name: "Enter a value" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Value (USD)").fill("5000");
  expect(await dialog.getByLabel("Metric name").inputValue()).toBe("cash");
  await dialog.getByRole("button", { name: "Record value" }).click();
  await page.getByRole("heading", { level: 1, name: "Cash" }).waitFor();
  await page.getByText(/^\$5,000\.00 on /).waitFor();
  await inspect();
});

test("a form asks before it loses what was typed", async () => {
  await page.goto(`${world.url}/records/vendors`);
  await page.getByRole("button", { name: "Add vendor" }).click();
  const form = page.getByRole("dialog", { name: "Add vendor" });
  await form.getByLabel("Name").fill("Paper & Co");
  await page.keyboard.press("Escape");
  await form.getByRole("button", { name: "Keep Editing" }).click();
  expect(await form.getByLabel("Name").inputValue()).toBe("Paper & Co");
  await form.getByRole("button", { name: "Close form" }).click();
  await form.getByRole("button", { name: "Discard" }).click();
  await form.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Add vendor" }).click();
  await page.keyboard.press("Escape");
  await form.waitFor({ state: "hidden" });
  // Escape comes right behind the last key: on a slow machine the page has not been drawn again in between.
  await page.getByRole("button", { name: "Add vendor" }).click();
  await form.getByLabel("Name").evaluate(async (field: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, "Paper & Co");
    field.dispatchEvent(new Event("input", { bubbles: true }));
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
  });
  await form.getByRole("button", { name: "Discard" }).click();
  await form.waitFor({ state: "hidden" });
});

test("on a phone records are lines, the kind that is open is in view, and nothing scrolls sideways", async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ["customers", "invoices", "figures", "figures/daily_revenue"]) {
    await page.goto(`${world.url}/records/${path}`);
    await page
      .getByRole("list", { name: /^List of/ })
      .or(page.getByRole("table"))
      .first()
      .waitFor();
    await inspect();
  }
  await page.goto(`${world.url}/records/invoices`);
  const line = page.getByRole("list", { name: "List of invoices" }).getByRole("listitem").filter({ hasText: "INV-1" });
  await line.getByText("$1,250.50").waitFor();
  await line.getByText("overdue").waitFor();
  await line.getByText("receivable, acme ltd, due 30 Sept").waitFor();
  await page.goto(`${world.url}/records/figures`);
  const kinds = page.getByLabel("Kind of records");
  expect(await kinds.inputValue()).toBe("figures");
  await kinds.selectOption("invoices");
  await line.waitFor();
});

test("on a phone every field of a form is inside the panel", async () => {
  await page.goto(`${world.url}/records/customers`);
  await page.getByRole("button", { name: "Add customer" }).click();
  const fields = page.getByRole("dialog").locator("input, select, textarea");
  await fields.first().waitFor();
  const faults = await fields.evaluateAll((all) => {
    const boxes = all.map((field) => field.getBoundingClientRect());
    const isOver = (box: DOMRect, at: number) =>
      boxes[at - 1]?.top === box.top && box.left < (boxes[at - 1]?.right ?? 0);
    return boxes.filter((box, at) => box.right > window.innerWidth || isOver(box, at)).length;
  });
  expect(faults).toBe(0);
});

test("a bill that was not paid in time is overdue in the list and on its page", async () => {
  const member = await world.member("bills");
  const fields = { number: "BILL-1", direction: "payable", vendorName: "Hostly", amount: 90, status: "open" };
  const body = {
    kind: "invoices",
    source: "manual",
    fields: { ...fields, issuedOn: "2026-01-01", dueOn: "2026-01-31" },
  };
  await member.call(addRecord, { body: body as never });
  const bills = await openPage(browser, world, member);
  await bills.goto(`${world.url}/records/invoices`);
  await bills.getByRole("row").filter({ hasText: "BILL-1" }).getByText("Open, overdue").waitFor();
  await bills.getByRole("link", { name: "BILL-1" }).click();
  await bills.getByRole("heading", { name: "BILL-1" }).waitFor();
  await expect.poll(() => bills.getByText("Open, overdue").count()).toBeGreaterThan(0);
  await bills.context().close();
});
