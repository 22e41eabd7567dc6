import { ImapFlow } from "imapflow";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as product from "#app/rooms.ts";
import { hurryDeliveries } from "../deliveries.ts";
import { client } from "../outside/google-sign-in.ts";
import { openMailProvider } from "../outside/mail-provider.ts";
import { hire, openWorld, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";
import { inspectPage, inspectThemes } from "./inspect.ts";

/** Connecting a mailbox in the browser, over Dovecot and an SMTP server. */
let outside: Awaited<ReturnType<typeof openMailProvider>>;
let world: World;
let browser: Browser;
beforeAll(async () => {
  outside = await openMailProvider();
  world = await openWorld(
    { UNDO_SECONDS: "120", PRIVATE_ADDRESSES: "127.0.0.1" },
    { ...product, connectors: [outside.connector], mailboxes: outside.kinds },
  );
  outside.settings.reachedAt = world.url;
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
  await outside?.close();
});

async function arrive(user: string): Promise<void> {
  const to = { host: "127.0.0.1", port: outside.dovecot.port, secure: false, doSTARTTLS: false };
  const hand = new ImapFlow({ ...to, auth: { user, pass: "secret" }, logger: false });
  await hand.connect();
  await hand.append(
    "INBOX",
    `From: Kim Ford <kim@customer.example>\r\nTo: ${user}\r\nSubject: Colours\r\nMessage-ID: <1.${user}>\r\n\r\nWhich colours do you have?\r\n`,
  );
  await hand.logout();
}
/** From the connected mailbox to the answer that left. */
async function answer(page: Page, address: string): Promise<void> {
  await page.getByRole("button", { name: "Start Auto-Reply" }).first().click();
  await page.getByText("Email processing started").waitFor();
  await page.getByText(/Read every two minutes, last read/).waitFor();
  await arrive(address);
  await page.getByRole("button", { name: "Process Now" }).first().click();
  await page.getByRole("button", { name: /Colours/ }).click();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("button", { name: /Undo/ }).waitFor();
  await hurryDeliveries(world);
  await page.getByText("It was sent.").filter({ visible: true }).first().waitFor();
}
const findAddress = async (page: Page, address: string) => {
  await page.getByRole("textbox", { name: "Email address to connect" }).fill(address);
  await page.getByRole("button", { name: "Continue" }).click();
};

test("typing the address and the password connects a mailbox, which answers", async () => {
  const member = await world.member();
  await hire(member, "CEO");
  const page = await openPage(browser, world, member);
  await page.goto(`${world.url}/mail`);
  await findAddress(page, "kim@nowhere.example");
  await page.getByText("No servers were found for this address.").waitFor();
  await page.getByRole("textbox", { name: "IMAP server" }).waitFor();
  await findAddress(page, "kim@town.example");
  await page.getByText("Found 127.0.0.1 for reading and 127.0.0.1 for sending.").waitFor();
  const connect = page.getByRole("button", { name: "Connect kim@town.example" });
  await page.getByLabel("Password").fill("wrong");
  expect(await connect.isDisabled()).toBe(true);
  await page.getByRole("checkbox", { name: "I agree to this for the company" }).check();
  await inspectPage(page);
  await inspectThemes(page);
  await connect.click();
  await page
    .getByText(/refused the sign-in/)
    .first()
    .waitFor();
  await page.getByLabel("Password").fill("secret");
  await connect.click();
  await page.getByRole("button", { name: "Check" }).click();
  await page.getByText("Sending (SMTP): works").waitFor();
  await answer(page, "kim@town.example");
  expect(outside.plainSmtp.takenFor("kim@customer.example")).toHaveLength(1);
});

test("a provider's own sign-in connects a mailbox from the company settings, and a refusal is told", async () => {
  const member = await world.member();
  await hire(member, "CEO");
  const page = await openPage(browser, world, member, { viewport: { width: 360, height: 800 } });
  const address = "eva@acme.example";
  await page.goto(`${world.url}/company-settings`);
  await findAddress(page, address);
  await page.getByText("This is Acme Mail. Sign in with Acme.").waitFor();
  await page.getByText(/\/integrations\/return\/acme$/).waitFor();
  await page.getByRole("textbox", { name: "Client ID" }).fill(client.client_id);
  await page.getByLabel("Client secret").fill(client.client_secret);
  await page.getByRole("checkbox", { name: "I agree to this for the company" }).check();
  await inspectPage(page);
  const signIn = page.getByRole("button", { name: "Sign in with Acme Mail (IMAP)" });
  const goAway = async () => (await Promise.all([page.context().waitForEvent("page"), signIn.click()]))[0];
  outside.signIn.settings.agrees = false;
  const refused = await goAway();
  await refused.getByText("You did not agree, so nothing was connected.").waitFor();
  await refused.close();
  Object.assign(outside.signIn.settings, { agrees: true, account: address });
  const agreed = await goAway();
  await agreed.waitForURL(/\/mail\?connected/);
  await agreed.getByText(address, { exact: true }).waitFor();
  await answer(agreed, address);
  expect(outside.smtp.takenFor("kim@customer.example").map(({ user }) => user)).toEqual([address]);
});
