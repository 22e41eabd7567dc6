import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recordMetrics } from "#features/metrics/contract.ts";
import { addRecord } from "#features/records/contract.ts";
import { type Member, openWorld, type World } from "../world.ts";
import { exportCsv, openBrowser, openPage } from "./browser.ts";
import { inspectPage } from "./inspect.ts";

/** From a question to start with to an answer on the dashboard: every menu, the address, the file, the pin. */
let world: World;
let browser: Browser;
let owner: Member;
let page: Page;

beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  owner = await world.member("owner");
  page = await openPage(browser, world, owner, {
    acceptDownloads: true,
    permissions: ["clipboard-read", "clipboard-write"],
  });
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const inspect = (tab = page) => inspectPage(tab);

const answer = (text: string | RegExp) =>
  page.getByRole("main").getByRole("status").filter({ hasText: text }).waitFor();
const menu = (name: string) => page.getByRole("group", { name: "Query" }).getByLabel(name, { exact: true });
const row = (name: string) => page.getByRole("row").filter({ hasText: name });
const explored = (query: object) => `${world.url}/explore?q=${encodeURIComponent(JSON.stringify(query))}`;

const invoices = [
  { customerName: "Alder", issuedOn: "2025-01-31", amount: 100 },
  { customerName: "Alder", issuedOn: "2025-03-01", amount: 250 },
  { customerName: "=Birch", issuedOn: "2025-03-31", amount: 50, status: "paid", paidOn: "2025-04-20" },
  { customerName: "=Birch", issuedOn: "2024-03-15", amount: 200, status: "paid", paidOn: "2024-03-20" },
  { customerName: "=Birch", issuedOn: "2025-04-01", amount: 70, currency: "EUR" },
] as const;

async function fill(): Promise<void> {
  for (const [at, invoice] of invoices.entries()) {
    const fields = { number: `INV-${at}`, direction: "receivable", status: "open", dueOn: "2025-06-01", ...invoice };
    await owner.call(addRecord, { body: { kind: "invoices", source: "manual", fields } as never });
  }
  const points = ["2025-01-05", "2025-02-05", "2025-03-05"].map((measurementDate, at) => ({
    metricName: "daily_revenue",
    metricValue: 100 * (at + 1),
    measurementDate,
  }));
  await owner.call(recordMetrics, { body: { source: "manual", points } });
}

test("without any data the page says how to bring some", async () => {
  await page.goto(world.url);
  await page.getByRole("button", { name: "Open navigation menu" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Explore" }).click();
  await page.getByText("No data yet").waitFor();
  await page.getByRole("button", { name: "Try with sample data" }).waitFor();
  await inspect();
});

test("with data it offers questions, and the first of them is answered in a sentence, a picture and a table", async () => {
  await fill();
  await page.reload();
  await page.getByRole("link", { name: "Overdue invoices by customer" }).waitFor();
  await inspect();
  await page.getByRole("link", { name: "Daily revenue by month" }).click();
  await answer("March 2025 was best: $300.");
  await page.getByRole("img", { name: /^Daily revenue by month\. March 2025 was best/ }).waitFor();
  await row("February 2025").getByText("$200").waitFor();
  expect(await menu("Measure").inputValue()).toBe("sum|value");
  await inspect();
});

test("kind, period, group, measure and comparison are asked as they are chosen, and stand in the address", async () => {
  await menu("Kind").selectOption({ label: "Invoices" });
  await menu("Measure").selectOption({ label: "Total amount" });
  await menu("Period").selectOption({ label: "2025" });
  await answer("March was highest: $300.");
  await menu("Compare with").selectOption({ label: "Year before (2024)" });
  await answer(/^March was highest: \$300, up 50% on March 2024\. .* In all, 2025 is up 100% on 2024 \(\$200\)\.$/);
  await row("March 2025").getByText("+50.0%").waitFor();
  await page.getByText("Other currencies are never added.").waitFor();
  await page.getByRole("link", { name: "1 invoice", exact: true }).waitFor();
  await inspect();
  await menu("Group by").selectOption({ label: "Customer" });
  await answer(/^Alder leads with \$350, 87\.5% of \$400\./);
  await page.getByRole("img", { name: /^Total amount by customer\./ }).waitFor();
  await inspect();
  // A period of all time has nothing to be compared with.
  await menu("Period").selectOption({ label: "All time" });
  await answer(/^Alder leads with \$350, 58\.3% of \$600\./);
  expect(await menu("Compare with").isDisabled()).toBe(true);
  await page.goBack();
  await answer(/87\.5% of \$400\./);
  expect(await menu("Period").inputValue()).toContain("2025");
});

test("a filter is put together in words, shown as a chip, changed and removed", async () => {
  await page.getByRole("button", { name: "Add a filter" }).click();
  const form = page.getByRole("dialog", { name: "Add a filter" });
  await form.getByLabel("Field").selectOption({ label: "Status" });
  await form.getByRole("button", { name: "Add filter" }).click();
  await form.getByText("Choose at least one").waitFor();
  await form.getByLabel("Paid", { exact: true }).check();
  await inspect();
  await form.getByRole("button", { name: "Add filter" }).click();
  await answer(/^=Birch leads with \$50/);
  await page.getByRole("button", { name: "Change filter Status is Paid" }).click();
  const change = page.getByRole("dialog", { name: "Change filter" });
  await change.getByLabel("Test").selectOption({ label: "is not" });
  await change.getByRole("button", { name: "Change filter" }).click();
  await answer(/^Alder leads with \$350/);
  await page.getByRole("button", { name: "Remove filter Status is not Paid" }).click();
  await page.getByLabel("Search", { exact: true }).fill("alder");
  await answer(/^Alder leads with \$350/);
  await page.getByLabel("Search", { exact: true }).fill("");
  await answer(/87\.5% of \$400\./);
});

test("the head of a column orders the table, and its figures open the rows, which open the record", async () => {
  await page.getByRole("columnheader", { name: "2025" }).getByRole("button").click();
  await answer(/^=Birch is lowest with \$50/);
  expect(await page.getByRole("columnheader", { name: "2025" }).getAttribute("aria-sort")).toBe("ascending");
  await page.getByRole("columnheader", { name: "2025" }).getByRole("button").click();
  await answer(/^Alder leads with \$350/);
  await page.getByRole("link", { name: "2, show the rows of Alder" }).click();
  await answer(/^\$350 in 2025\. From 2 invoices\./);
  await page.getByRole("button", { name: /^Change filter Customer is Alder/ }).waitFor();
  await inspect();
  await page.getByRole("link", { name: "INV-1" }).click();
  await page.getByRole("heading", { name: "INV-1" }).waitFor();
  await page.goBack();
});

test("what makes no sense is refused in a sentence while the last answer stays; an unreadable address starts again", async () => {
  await page.goto(explored({ subject: "invoices", groupBy: { field: "amount" } }));
  await page.getByRole("alert").getByText("Amount cannot be grouped by. Filter by it instead").waitFor();
  await inspect();
  await menu("Group by").selectOption({ label: "Status" });
  await answer(/^Open leads with 3 invoices/);
  await page.goto(`${world.url}/explore?q=${encodeURIComponent('{"subject":"parcels"}')}`);
  await page.getByText('Nothing is called "parcels" here').waitFor();
  await page.goto(`${world.url}/explore?q=%7B`);
  await page.getByText("This query cannot be read. Start again from Explore").waitFor();
  await inspect();
  await page.getByRole("button", { name: "Start again" }).click();
  await page.getByRole("heading", { name: "Start with a question" }).waitFor();
});

test("the address shows somebody else the same, and the file holds it with formulas disarmed", async () => {
  await page.goto(
    explored({ subject: "invoices", groupBy: { field: "customerName" }, measure: { of: "sum", field: "amount" } }),
  );
  await answer(/^Alder leads with \$350/);
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByTestId("toast").getByText("Link copied").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const second = await page.context().newPage();
  await second.goto(link);
  await second.getByRole("status").filter({ hasText: "Alder leads with $350" }).waitFor();
  await second.close();
  const download = page.waitForEvent("download");
  await exportCsv(page);
  const file = await download;
  expect(file.suggestedFilename()).toBe("total-amount-of-invoices-by-customer.csv");
  expect(await readFile(await file.path(), "utf8")).toContain("\r\n'=Birch,250,");
});

test("an answer is pinned, stands on the dashboard, follows new records and is taken off with a way back", async () => {
  await page.getByRole("button", { name: "Pin to dashboard" }).click();
  const dialog = page.getByRole("dialog", { name: "Pin to dashboard" });
  expect(await dialog.getByLabel("Title").inputValue()).toBe("Total amount of invoices by customer");
  await inspect();
  await dialog.getByLabel("Title").fill("Billed by customer");
  await dialog.getByRole("button", { name: "Pin to dashboard" }).click();
  const toast = page.getByTestId("toast");
  await toast.getByText("Pinned to the dashboard").waitFor();
  await toast.getByRole("button", { name: "Undo" }).waitFor();
  await page.getByRole("region", { name: "Pinned" }).getByRole("link", { name: "Billed by customer" }).waitFor();
  await page.goto(world.url);
  const pinned = page.getByRole("region", { name: "Pinned" });
  await pinned.getByText("Alder leads with $350, 58.3% of $600.").waitFor();
  await inspect();
  const more = {
    number: "INV-9",
    direction: "receivable",
    status: "open",
    dueOn: "2025-06-01",
    issuedOn: "2025-05-01",
  };
  await owner.call(addRecord, {
    body: { kind: "invoices", source: "manual", fields: { ...more, customerName: "Alder", amount: 400 } } as never,
  });
  await pinned.getByText("Alder leads with $750, 75% of $1,000.").waitFor();
  await pinned.getByRole("button", { name: "Remove Billed by customer from the dashboard" }).click();
  await pinned.waitFor({ state: "hidden" });
  await toast.getByRole("button", { name: "Undo" }).click();
  await pinned.getByRole("link", { name: "Billed by customer" }).click();
  await answer(/^Alder leads with \$750/);
});

test("record lists and figures open in Explore with what they show", async () => {
  await page.goto(`${world.url}/records/invoices?view=overdue`);
  await page.getByRole("main").getByRole("link", { name: "Explore" }).click();
  await page.getByRole("button", { name: "Change filter Overdue" }).waitFor();
  await answer(/^4 invoices\./);
  await page.goto(`${world.url}/records/figures/daily_revenue`);
  await page.getByRole("link", { name: "Open in Explore" }).click();
  await answer("March 2025 was best: $300.");
});

test("on a phone nothing scrolls sideways, and every menu is there", async () => {
  await page.setViewportSize({ width: 390, height: 800 });
  const by = (groupBy: object | null) =>
    explored({ subject: "invoices", groupBy, measure: { of: "sum", field: "amount" } });
  for (const address of [by({ field: "issuedOn", unit: "month" }), by({ field: "customerName" }), by(null)]) {
    await page.goto(address);
    await answer(/./);
    await menu("Kind").waitFor();
    await inspect();
  }
  await page.goto(`${world.url}/explore`);
  await page.getByRole("heading", { name: "Start with a question" }).waitFor();
  await inspect();
  await page.goto(world.url);
  await page.getByRole("region", { name: "Pinned" }).getByText("Alder leads").waitFor();
  await inspect();
});
