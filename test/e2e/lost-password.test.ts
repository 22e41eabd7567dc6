// Nightly: waits for mail; http/mail holds the rules daily.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hurryDeliveries } from "../deliveries.ts";
import { lastMailFor } from "../mailing.ts";
import { type MailStandIn, openMailStandIn } from "../outside/smtp/server.ts";
import { type Member, openWorld, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";

let server: MailStandIn;
let world: World;
let browser: Browser;
let member: Member;

beforeAll(async () => {
  server = await openMailStandIn();
  world = await openWorld({ SMTP_URL: server.url, MAIL_FROM: "boardroom@example.org" });
  browser = await openBrowser();
  member = await world.member("lost");
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
  await server?.close();
});

/** The address of the button in a mail, on the host this browser uses. */
async function linkFor(address: string, wanted = 1): Promise<string> {
  const { mail } = await lastMailFor(server, address, wanted);
  const [link = ""] = /http:\S+#[\w-]{43}/.exec(mail.text ?? "") ?? [];
  return link.replace("localhost", "127.0.0.1");
}

const signIn = async (page: Page, password: string) => {
  await page.getByLabel("Username").fill(member.username);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
};

test("a person who forgot their password gets a link, chooses a new one and signs in with it; the link works once", async () => {
  const page = await openPage(browser, world, null);
  await page.goto(`${world.url}/auth`);
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByRole("heading", { name: "Forgot your password?" }).waitFor();
  await page.getByRole("button", { name: "Send link" }).click();
  await page.getByText("Invalid email address").waitFor();
  await page.getByLabel("Email").fill(member.user.email);
  await page.getByRole("button", { name: "Send link" }).click();
  await page.getByText(`If an account has the address ${member.user.email}, a link is on its way.`).waitFor();

  const link = await linkFor(member.user.email);
  const phone = await openPage(browser, world, null);
  await phone.goto(link);
  await phone.getByText(`For ${member.username} of Company of lost.`).waitFor();
  await phone.getByLabel("New password").fill("iloveyou");
  await phone.getByRole("button", { name: "Set password" }).click();
  await phone.getByText("This password is too common. Choose another").waitFor();
  await phone.getByLabel("New password").fill("seven slow rivers");
  await phone.getByRole("button", { name: "Set password" }).click();
  await phone.getByText("1 session ended. Sign in with your new password.").waitFor();
  await phone.getByRole("link", { name: "Go to sign-in" }).click();
  await signIn(phone, "seven slow rivers");
  await phone.getByRole("heading", { name: "AI Company Control Center" }).waitFor();

  const again = await openPage(browser, world, null);
  await again.goto(link);
  await again.getByText("This link does not work. It may be used or more than 30 minutes old").waitFor();
  await again.getByRole("link", { name: "Send another link" }).click();
  await again.getByRole("button", { name: "Send link" }).waitFor();
});

test("an invitation's mail is shown with it, and one that was refused says what to do", async () => {
  const admin = await world.member("inviting");
  const page = await openPage(browser, world, admin);
  await page.goto(`${world.url}/members`);
  await page.getByText("The link is mailed, and shown to you.").waitFor();
  const inviteTo = async (email: string) => {
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Create invitation" }).click();
    const dialog = page.getByRole("dialog", { name: `Invitation for ${email}` });
    await dialog.getByText(`This link is on its way to ${email} by mail.`).waitFor();
    await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  };
  await inviteTo("guest@example.com");
  await page.locator('[data-invitation="guest@example.com"]').getByText("mailed").waitFor();
  server.behave({ kind: "refuse", at: "to", code: 550 });
  await inviteTo("nobody@example.com");
  await page.locator('[data-invitation="nobody@example.com"]').getByText("mail not delivered").waitFor();
  server.behave({ kind: "take" });

  const guest = await openPage(browser, world, null);
  await guest.goto(await linkFor("guest@example.com"));
  await guest.getByRole("heading", { name: "Join Company of inviting" }).waitFor();
  await hurryDeliveries(world);
  expect(server.takenFor("nobody@example.com")).toEqual([]);
});

test("without mail the page names the operator's command", async () => {
  const silent = await openWorld({ ROLE: "web" });
  try {
    const page = await openPage(browser, silent, null);
    await page.goto(`${silent.url}/lost-password`);
    await page.getByText("npm run user:reset -- your-username").waitFor();
    expect(await page.getByLabel("Email").count()).toBe(0);
  } finally {
    await silent.close();
  }
});
