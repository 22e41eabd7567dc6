import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as product from "#app/rooms.ts";
import * as mail from "#features/mailroom/contract.ts";
import { addRecord } from "#features/records/contract.ts";
import { hurryDeliveries } from "../deliveries.ts";
import { mailboxes } from "../mailbox.ts";
import { hire, openWorld, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";
import { inspectPage, inspectThemes } from "./inspect.ts";

const outside = mailboxes();
let world: World;
let browser: Browser;
beforeAll(async () => {
  // What is approved leaves at once.
  world = await openWorld({ UNDO_SECONDS: "0" }, { ...product, mailboxes: [outside.kind] });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

test("chasing what is overdue ends with three letters, approved together, that arrive once each", async () => {
  const member = await world.member();
  await hire(member, "CEO", "CFO");
  const address = "money@harbour.example";
  await member.call(mail.connectMailbox, {
    body: { kind: "memory", settings: { address, password: "secret" }, consent: true },
  });
  for (const [name, amount] of [
    ["Elm", 900],
    ["Fir", 600],
    ["Oak", 300],
  ] as const) {
    const to = `${name.toLowerCase()}@customer.example`;
    await member.call(addRecord, {
      body: { kind: "customers", source: "manual", fields: { name, email: to, status: "active" } as never },
    });
    const bill = { number: `${name}-1`, customerName: name, amount, status: "open", direction: "receivable" };
    const fields = { ...bill, issuedOn: "2026-01-05", dueOn: "2026-02-05" } as never;
    await member.call(addRecord, { body: { kind: "invoices", source: "manual", fields } });
  }
  const page = await openPage(browser, world, member);
  await page.goto(`${world.url}/console`);
  await page.getByRole("textbox", { name: "Command", exact: true }).fill("Chase the overdue invoices");
  await page.getByRole("button", { name: "Create plan" }).click();
  await page.getByText("Remind Elm of $900", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Accept plan" }).click();
  await page.getByText("Plan accepted", { exact: true }).first().waitFor();

  await page.goto(`${world.url}/mail`);
  await page.getByText("To Elm", { exact: true }).waitFor();
  await page.getByRole("button", { name: /To Elm/ }).click();
  await page.getByText("Elm owes $900 on 1 overdue invoice.").waitFor();
  await inspectPage(page);
  await inspectThemes(page);
  expect(outside.of(address).sent).toEqual([]);

  await page.goto(`${world.url}/decisions?status=pending`);
  for (const name of ["elm", "fir", "oak"])
    await page.getByRole("checkbox", { name: new RegExp(`^Select Write to ${name}@`) }).check();
  await page.getByRole("button", { name: /^Approve/ }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Approve/ })
    .click();
  await page.getByText("Approved 3 decisions").waitFor();
  await hurryDeliveries(world);
  await expect.poll(() => outside.of(address).sent.length, { timeout: 30_000 }).toBe(3);
  expect(
    outside
      .of(address)
      .sent.map(({ letter }) => letter.to)
      .toSorted(),
  ).toEqual(["elm@customer.example", "fir@customer.example", "oak@customer.example"]);
  await page.goto(`${world.url}/mail`);
  await expect.poll(() => page.getByRole("button", { name: /^To (Elm|Fir|Oak).*Sent/ }).count()).toBe(3);
});

test("an owner changes a template and goes back to ours", async () => {
  const member = await world.member();
  const page = await openPage(browser, world, member, { viewport: { width: 390, height: 844 } });
  await page.goto(`${world.url}/mail`);
  await page.getByText("Reminder of overdue invoices").click();
  await page.getByRole("textbox", { name: "Subject" }).first().fill("About {invoice}");
  await page.getByRole("button", { name: "Save" }).first().click();
  await page.getByText("Reminder of overdue invoices · changed").waitFor();
  await inspectPage(page);
  await page.getByRole("button", { name: "Back to ours" }).click();
  await page.getByText("Reminder of overdue invoices", { exact: true }).waitFor();
});

test("a record that calls for an email has its button", async () => {
  const member = await world.member();
  await hire(member, "CEO", "CFO");
  const address = `${member.user.username}@own.example`.toLowerCase();
  await member.call(mail.connectMailbox, {
    body: { kind: "memory", settings: { address, password: "secret" }, consent: true },
  });
  const add = (kind: string, fields: object) =>
    member.call(addRecord, { body: { kind, source: "manual", fields } as never });
  await add("customers", { name: "Ash", email: "ash@customer.example", status: "active" });
  const bill = { customerName: "Ash", amount: 700, status: "open", direction: "receivable", issuedOn: "2026-01-05" };
  const late = await add("invoices", { ...bill, number: "A-1", dueOn: "2026-02-05" });
  const later = await add("invoices", { ...bill, number: "A-2", dueOn: "2099-02-05" });
  const page = await openPage(browser, world, member);
  await page.goto(`${world.url}/records/invoices/${later.id}`);
  await page.getByRole("heading", { name: "A-2" }).waitFor();
  expect(await page.getByRole("button", { name: "Send a reminder" }).count()).toBe(0);
  await page.goto(`${world.url}/records/invoices/${late.id}`);
  await page.getByRole("button", { name: "Send a reminder" }).click();
  await page.getByText("Ash owes $700 on 1 overdue invoice.").waitFor();
  await page.goto(`${world.url}/records/invoices/${late.id}`);
  await page.getByRole("button", { name: "Send a reminder" }).click();
  await page.getByText("An email of this kind to Ash waits already, under Mail.").first().waitFor();
});
