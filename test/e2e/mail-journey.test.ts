import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as product from "#app/rooms.ts";
import { gmailMailboxes } from "#connectors/gmail/connector.ts";
import { imapMailboxes } from "#connectors/imap/kinds.ts";
import { setAutonomy } from "#features/agents/contract.ts";
import * as mail from "#features/mailroom/contract.ts";
import { initializeOversight } from "#features/oversight/contract.ts";
import { addRecord } from "#features/records/contract.ts";
import { hurryDeliveries } from "../deliveries.ts";
import { type GmailStandIn, openGmail } from "../outside/gmail.ts";
import { gmailRefusals } from "../outside/gmail-refusals.ts";
import { client } from "../outside/google-sign-in.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";
import { inspectPage, inspectThemes } from "./inspect.ts";

/** An owner's first day with Gmail, from Google's page to the stop. */
let gmail: GmailStandIn;
let world: World;
let browser: Browser;
let member: Member;
let page: Page;
let home: string;
beforeAll(async () => {
  gmail = await openGmail();
  world = await openWorld(
    { UNDO_SECONDS: "120", PRIVATE_ADDRESSES: "127.0.0.1" },
    { ...product, connectors: [gmail.connector], mailboxes: [gmailMailboxes, imapMailboxes()] },
  );
  browser = await openBrowser();
  member = await world.member();
  const team = await hire(member, "CEO", "Sales", "Legal");
  await member.call(initializeOversight);
  for (const agent of team)
    await member.call(setAutonomy, { params: { id: agent.id }, body: { autonomyLevel: "execute" } });
  const add = (kind: string, fields: object) =>
    member.call(addRecord, { body: { kind, source: "manual", fields } as never });
  await add("customers", { name: "Harbour Foods", email: "kim@harbour.example", status: "active" });
  await add("deals", {
    name: "Spring order",
    customerName: "Harbour Foods",
    stage: "proposal",
    amount: 5_200,
    openedOn: "2026-10-01",
    expectedCloseOn: "2027-01-15",
  });
  await add("invoices", {
    number: "1037",
    customerName: "Harbour Foods",
    direction: "receivable",
    status: "open",
    amount: 2_800,
    issuedOn: "2026-09-01",
    dueOn: "2026-10-01",
  });
  page = await openPage(browser, world, member);
  // Google leads back to the address that is registered there.
  const [back = ""] = (await member.call(mail.getEmailStatus)).requiredRedirectUris;
  home = new URL(back).origin;
  await page.context().addCookies([{ name: "sid", value: (member.cookie ?? "").slice(4), url: home }]);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
  await gmail?.close();
});

/** Pictures for the eye, where a folder is named. */
async function take(name: string): Promise<void> {
  const folder = process.env["PICTURES"];
  if (!folder) return;
  for (const [width, height] of [
    [1_440, 900],
    [360, 740],
  ] as const)
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  await page.setViewportSize({ width: 1_440, height: 900 });
  await page.emulateMedia({ colorScheme: "light" });
}

const process_ = async () => {
  await page.getByRole("button", { name: "Process Now" }).first().click();
  await page.getByText("All unread emails have been processed").waitFor();
};
const pane = (subject: string) => page.getByRole("article", { name: subject });
const choose = async (subject: string) => {
  await page.getByRole("button", { name: new RegExp(subject) }).click();
  await pane(subject).waitFor();
};
const leave = async (subject: string) => {
  await hurryDeliveries(world);
  await pane(subject).getByText("It was sent.").waitFor();
};

test("Gmail is connected by Google's own steps, in a window of its own", async () => {
  await page.goto(`${home}/mail`);
  await page.getByText("No mailbox yet").waitFor();
  await take("1-nothing");
  await page.getByRole("button", { name: "Connect a mailbox" }).click();
  await page.getByRole("textbox", { name: "Email address to connect" }).fill("company@gmail.com");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("textbox", { name: "Client ID" }).fill(client.client_id);
  await page.getByLabel("Client secret").fill(client.client_secret);
  await page.getByRole("checkbox", { name: "I agree to this for the company" }).check();
  const [google] = await Promise.all([
    page.context().waitForEvent("page"),
    page.getByRole("button", { name: "Sign in with Gmail" }).click(),
  ]);
  await google.waitForURL(/\/mail\?connected/);
  await google.close();
  await member.call(mail.startProcessing);
  await page.reload();
  await page.getByText("No email needs you.").waitFor();
  await expect.poll(async () => (await member.call(mail.getEmailStatus)).lastGoodAt).not.toBeNull();
  await take("2-started");
});

test("emails are routed by label and by what they say, and a draft is edited and sent", async () => {
  gmail.deliver({ subject: "A contract", labels: ["INBOX", "Legal"] });
  gmail.deliver({
    from: "Kim Ford <kim@harbour.example>",
    subject: "Twenty more",
    text: "We would like to order twenty red ones. What is your price for them?\r\n\r\nKim\r\n\r\n> Dear Kim,\r\n> thank you for your visit.",
  });
  gmail.deliver({ subject: "Away", headers: { "Auto-Submitted": "auto-replied" }, from: "max@away.example" });
  await process_();
  await choose("A contract");
  await pane("A contract")
    .getByText(/Routed to .*, Legal\. .*label/)
    .waitFor();
  await choose("Twenty more");
  await pane("Twenty more")
    .getByText(/Routed to .*, Sales\./)
    .waitFor();
  await pane("Twenty more").getByRole("link", { name: "1037" }).waitFor();
  await pane("Twenty more").getByText("Spring order").waitFor();
  await pane("Twenty more").getByText("2 quoted lines").waitFor();
  await take("3-draft");
  await inspectPage(page);
  await inspectThemes(page);
  await page.keyboard.press("e");
  await pane("Twenty more").getByRole("textbox", { name: "Answer" }).fill("Dear Kim, we have all twenty of them.");
  await pane("Twenty more").getByRole("button", { name: "Send", exact: true }).click();
  await pane("Twenty more").getByRole("button", { name: /Undo/ }).waitFor();
  await take("4-held");
  await leave("Twenty more");
  expect(gmail.sent.map(({ by, raw }) => [by, raw.includes("all twenty of them")])).toEqual([["api", true]]);
  await take("5-sent");
});

test("an opened category is sent alone after its hold, and another is taken back", async () => {
  await page.getByRole("button", { name: "Mailbox settings" }).click();
  await page.getByRole("checkbox", { name: "CEO" }).click();
  await page.getByText("The categories you opened are sent after their hold.").waitFor();
  gmail.deliver({ from: "Lee <lee@first.example>", subject: "First thanks" });
  gmail.deliver({ from: "Ann <ann@second.example>", subject: "Second thanks" });
  await process_();
  await choose("Second thanks");
  await pane("Second thanks").getByRole("button", { name: /Undo/ }).click();
  await pane("Second thanks").getByText("Draft: You took it back.").waitFor();
  await choose("First thanks");
  await leave("First thanks");
  expect(gmail.sent).toHaveLength(2);
});

test("a promise waits for its approval, a person in Gmail has the last word, and a sender is never answered", async () => {
  gmail.deliver({ from: "Kim Ford <kim@harbour.example>", subject: "Money back", text: "I want a refund of £500." });
  await process_();
  await choose("Money back");
  await pane("Money back")
    .getByText(/It waits for decision D-\d+/)
    .waitFor();
  await take("6-promise");
  expect(await pane("Money back").getByRole("button", { name: "Send", exact: true }).count()).toBe(0);

  const [draftId = ""] =
    [...gmail.drafts].find(([, id]) => gmail.letters.get(id)?.raw.includes("Re: Second thanks")) ?? [];
  gmail.person.send(draftId);
  await process_();
  await choose("Second thanks");
  await pane("Second thanks").getByText("By a person: A person sent it.").waitFor();
  await take("7-by-a-person");

  await choose("A contract");
  await pane("A contract").getByRole("button", { name: "Never answer this sender" }).click();
  await pane("A contract").getByRole("button", { name: "Answer this sender again" }).waitFor();
  await take("8-skipped");
  await page.getByRole("button", { name: "Undo" }).click();
  await pane("A contract").getByRole("button", { name: "Never answer this sender" }).waitFor();
  await page.getByRole("combobox", { name: "State" }).selectOption("waiting");
  await page.getByRole("button", { name: /A contract/ }).waitFor();
  await expect.poll(() => page.getByRole("button", { name: /First thanks/ }).count()).toBe(0);
  await take("9-filtered");
  await page.getByRole("combobox", { name: "State" }).selectOption("");
});

test("everything stops, and an outage and the end of a sign-in are said", async () => {
  await page.getByRole("button", { name: "Stop Auto-Reply" }).click();
  await page.getByText("Email processing stopped").waitFor();
  await page.getByText(`${gmail.address} is not being read.`).waitFor();
  gmail.fail(
    { kind: "refuse", ...gmailRefusals.accessNotConfigured },
    { on: ({ path }) => path.startsWith("/gmail/") },
  );
  await member.call(mail.startProcessing);
  await expect.poll(async () => (await member.call(mail.getEmailStatus)).lastError, { timeout: 60_000 }).not.toBeNull();
  await world.asOwner("UPDATE mailboxes SET outage_task_id = gen_random_uuid() WHERE company_id = $1", [
    member.user.companyId,
  ]);
  await world.asOwner(
    "UPDATE connections SET refresh_expires_at = now() + interval '30 hours 30 minutes' WHERE company_id = $1",
    [member.user.companyId],
  );
  await page.goto(`${home}/mail`);
  await page.getByText(/has not been read/).waitFor();
  await page.getByText("Google ends this sign-in in 1 day 6 h").waitFor();
  await take("10-outage");
  await page.goto(home);
  await page.getByText(/has not been read/).waitFor();
  await take("11-dashboard");
});
