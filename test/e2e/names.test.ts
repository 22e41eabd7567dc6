import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addRecord } from "#features/records/contract.ts";
import { type Member, openWorld, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";
import { inspectPage } from "./inspect.ts";

/** Customers from the names on invoices, what is open of those, and deals in the company's own stages. */
let world: World;
let browser: Browser;
let owner: Member;
let page: Page;

const add = (kind: string, fields: object) =>
  owner.call(addRecord, { body: { kind, source: "manual", fields } as never });

beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  owner = await world.member("owner");
  const invoice = { direction: "receivable", issuedOn: "2026-01-05", dueOn: "2026-02-05", status: "open" };
  await add("invoices", { ...invoice, number: "A1", customerName: "Acme Ltd", amount: 1_000, openAmount: 250 });
  await add("invoices", { ...invoice, number: "A2", customerName: "Acme Ltd", amount: -100 });
  await add("invoices", { ...invoice, number: "A3", customerName: "Acme Inc", amount: 40, status: "draft" });
  await add("invoices", { ...invoice, number: "A4", customerName: "Beta", amount: 30 });
  await add("invoices", { ...invoice, number: "A5", customerName: "Total", amount: 20 });
  const deal = { customerName: "Beta", amount: 10, openedOn: "2026-01-05", stage: "proposal" };
  await add("deals", { ...deal, name: "Rollout", stageName: "Technical Evaluation" });
  await add("deals", { ...deal, name: "Renewal" });
  page = await openPage(browser, world, owner);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const row = (name: string) => page.getByRole("row").filter({ hasText: name });
const inspect = () => inspectPage(page);

test("customers are created from names, what may be the same is asked, and it is undone as one", async () => {
  await page.goto(`${world.url}/records/customers`);
  await page.getByText("Your records name 3 customers that are not in this list.").waitFor();
  await inspect();
  await page.getByRole("button", { name: "Create 2 customers from names in your records" }).click();
  const dialog = page.getByRole("dialog", { name: "Create customers from names" });
  expect(await dialog.getByLabel("Acme Ltd", { exact: true }).isChecked()).toBe(true);
  expect(await dialog.getByLabel("Total", { exact: true }).isChecked()).toBe(false);
  await dialog.getByLabel("What Acme Inc is").selectOption("The same as Acme Ltd");
  await inspect();
  await dialog.getByLabel("Beta", { exact: true }).uncheck();
  await dialog.getByRole("button", { name: "Create 1 customer" }).click();
  await page.getByText("1 customer created").first().waitFor();
  await row("Acme Ltd").waitFor();
  await page.getByText("Your records name 1 customer that is not in this list.").waitFor();
  await page.getByRole("button", { name: "Undo" }).first().click();
  await page.getByText("Your records name 3 customers that are not in this list.").waitFor();
});

test("an invoice shows what is open of it, and a credit note that it is one", async () => {
  await page.goto(`${world.url}/records/invoices`);
  await row("A1").getByText("$250.00 of $1,000.00").waitFor();
  await row("A2").getByText("Open, credit note").waitFor();
  await row("A3").getByText("Draft").waitFor();
  await page.getByLabel("View").selectOption("To receive");
  await page.getByText("receivable $200.00").waitFor();
  await inspect();
  // Marking it as paid leaves nothing open, and the form says so.
  await page.getByRole("link", { name: "A1", exact: true }).click();
  await page.getByText("Open amount").waitFor();
  await inspect();
  await page.getByRole("button", { name: "Edit" }).click();
  const form = page.getByRole("dialog", { name: "Change this invoice" });
  expect(await form.getByLabel("Open amount").inputValue()).toBe("250");
  await form.getByLabel("Status").selectOption("Paid");
  expect(await form.getByLabel("Open amount").inputValue()).toBe("0");
  await inspect();
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByText("Invoice changed").first().waitFor();
});

test("deals are shown and filtered by the company's own stages", async () => {
  await page.goto(`${world.url}/records/deals`);
  await row("Rollout").getByText("Technical Evaluation").waitFor();
  await row("Renewal").getByText("Proposal").waitFor();
  await page.getByLabel("Stage", { exact: true }).selectOption("Technical Evaluation");
  await expect.poll(() => row("Renewal").count()).toBe(0);
  await row("Rollout").waitFor();
  await inspect();
  await page.getByRole("link", { name: "Rollout" }).click();
  await page.getByText("Technical Evaluation, counted as proposal").first().waitFor();
  await inspect();
  await page.goto(`${world.url}/records/deals?field=stageName&is=Technical+Evaluation`);
  await page.getByLabel("Stage", { exact: true }).selectOption("Stage: any");
  await row("Renewal").waitFor();
});
