import type { Browser, Page } from "playwright-core";
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
  world = await openWorld({ UNDO_SECONDS: "0" }, { ...product, mailboxes: [outside.kind] });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

/** Pictures for the eye, where a folder is named. */
const take = async (page: Page, name: string): Promise<void> => {
  const folder = process.env["PICTURES"];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
};

test("a draft cites its record, its promise becomes a task, and what was changed is shown and forgotten", async () => {
  const member = await world.member();
  await hire(member, "CEO", "CFO");
  await member.call(mail.connectMailbox, {
    body: { kind: "memory", settings: { address: "hello@facts.example", password: "secret" }, consent: true },
  });
  const add = (kind: string, fields: object) =>
    member.call(addRecord, { body: { kind, source: "manual", fields } as never });
  await add("customers", { name: "Harbour Foods", email: "kim@customer.example", status: "active" });
  const dates = { issuedOn: "2026-10-01", dueOn: "2026-10-31" };
  const invoice = { number: "INV-1037", customerName: "Harbour Foods", direction: "receivable", status: "open" };
  await add("invoices", { ...invoice, ...dates, amount: 1200 });
  outside.of("hello@facts.example").arrive({
    subject: "Invoice",
    text: "Hello, what is the state of invoice 1037?",
    headers: "Authentication-Results: facts.example; dmarc=pass\r\n",
  });
  await member.call(mail.processNow);

  const page = await openPage(browser, world, member);
  await page.goto(`${world.url}/mail`);
  await page.getByRole("button", { name: /Invoice/ }).click();
  const fact = page.getByRole("link", { name: /^Invoice INV-1037: \$1,200.00, issued on 1 October 2026/ });
  expect(await fact.getAttribute("href")).toMatch(/^\/records\/invoices\//);
  const answer = page.getByRole("textbox", { name: "Answer" });
  const changed = (await answer.inputValue())
    .replace("Kind regards,", "Cheers,")
    .replace("A colleague will", "We will refund €5 by 4 December 2099. A colleague will");
  await answer.fill(changed);
  await take(page, "mail-facts");
  await inspectThemes(page);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await hurryDeliveries(world);
  await page.getByText("It was sent.").first().waitFor();
  const promised = page.getByRole("link", { name: "We will refund €5 by 4 December 2099." });
  await promised.waitFor({ timeout: 30_000 });
  await page.getByText("Promised by 4 December 2099:").waitFor();
  await take(page, "mail-promise");

  await page.goto(`${world.url}/mail`);
  const panel = page.getByRole("region", { name: "Drafts and your changes" });
  await panel.getByText(/0 of 1 draft sent unedited, lower 95% bound 0%/).waitFor();
  await panel
    .getByRole("button", { name: /What you changed/ })
    .or(panel.getByText(/What you changed/))
    .first()
    .click();
  await panel.getByText("Cheers,").waitFor();
  await take(page, "mail-learned");
  await inspectPage(page);
  const before = await panel.getByRole("button", { name: "Forget" }).count();
  await panel.getByRole("button", { name: "Forget" }).first().click();
  await expect.poll(() => panel.getByRole("button", { name: "Forget" }).count()).toBe(before - 1);
  await page.setViewportSize({ width: 360, height: 800 });
  await take(page, "mail-learned-phone");
  await inspectPage(page);
});
