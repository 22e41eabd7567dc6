// Nightly: apps and passkeys; http/second-factor holds the rules daily.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requireSecondFactor } from "#features/accounts/factors/contract.ts";
import { codeOf } from "../factors.ts";
import { colleague } from "../samples.ts";
import { type Member, openWorld, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";

let world: World;
let browser: Browser;
let member: Member;
/** Browsers allow passkeys for names only. */
let origin: string;

beforeAll(async () => {
  world = await openWorld();
  origin = world.config.publicUrl.origin;
  browser = await openBrowser();
  member = await world.member();
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const signIn = async (page: Page, { username, password }: Member) => {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
};
const dashboard = (page: Page) => page.getByRole("heading", { name: "AI Company Control Center" }).waitFor();
const logOut = async (page: Page) => {
  await page.getByRole("button", { name: "Open navigation menu" }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL(`${origin}/auth`);
};

/** Sets the app up in the dialog that is open; gives its secret and the recovery codes, which it dismisses. */
async function setUpApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole("button", { name: "Set up authenticator app" }).click();
  await page.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
  const secret = (await page.locator("[data-dialog] .font-mono").textContent())?.replaceAll(" ", "") ?? "";
  await page.getByLabel("Code", { exact: true }).fill(codeOf(secret, 9));
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByText("This code is not right.", { exact: false }).waitFor();
  await page.getByLabel("Code", { exact: true }).fill(codeOf(secret));
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
  const codes = await page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem").allTextContents();
  await page.getByRole("button", { name: "I saved them" }).click();
  return { secret, codes };
}

test("a person sets up an app and a passkey, and signs in with each and with a recovery code", async () => {
  const page = await openPage(browser, world, null);
  const devices = await page.context().newCDPSession(page);
  await devices.send("WebAuthn.enable");
  await devices.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto(`${origin}/auth`);
  await signIn(page, member);
  await dashboard(page);
  await page.goto(`${origin}/account`);
  const { secret, codes } = await setUpApp(page);
  expect(codes).toHaveLength(10);
  await page.getByText("10 of 10 left").waitFor();

  await page.getByRole("button", { name: "Add passkey" }).click();
  const dialog = page.locator("[data-dialog]");
  await dialog.getByRole("button", { name: "Add passkey" }).click();
  await page.getByText("Give the passkey a name").waitFor();
  await page.getByLabel("Name", { exact: true }).fill("This laptop");
  await dialog.getByRole("button", { name: "Add passkey" }).click();
  await page.getByRole("button", { name: "Remove This laptop" }).waitFor();

  await logOut(page);
  await signIn(page, member);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await dashboard(page);

  await logOut(page);
  await signIn(page, member);
  await page.getByLabel("Code", { exact: true }).fill("12");
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByText("Enter the 6 digits your app shows").waitFor();
  await page.getByLabel("Code", { exact: true }).fill(codeOf(secret, 1));
  await page.getByRole("button", { name: "Sign In" }).click();
  await dashboard(page);

  await logOut(page);
  await signIn(page, member);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(codes[3] ?? "");
  await page.getByRole("button", { name: "Sign In" }).click();
  await dashboard(page);
  await page.goto(`${origin}/account`);
  await page.getByText("9 of 10 left").waitFor();
  await page.getByRole("button", { name: "Remove This laptop" }).click();
  await dialog.getByRole("button", { name: "Remove This laptop" }).click();
  await page.getByText("Passkey Removed").waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Remove This laptop" }).count()).toBe(0);
});

test("where the company requires it, a person without a second factor sets it up before anything else", async () => {
  const owner = await world.member("strict");
  const joined = await colleague(world, owner, "member");
  await owner.call(requireSecondFactor, { body: { isRequired: true } });
  const page = await openPage(browser, world, null);
  await page.goto(`${origin}/auth`);
  await signIn(page, joined);
  await page.getByRole("heading", { name: "Set up a second factor" }).waitFor();
  await page.goto(`${origin}/tasks`);
  await page.getByRole("heading", { name: "Set up a second factor" }).waitFor();
  await setUpApp(page);
  await page.getByRole("heading", { name: "Tasks" }).first().waitFor();

  const settings = await openPage(browser, world, owner);
  await settings.goto(`${world.url}/company-settings?tab=security`);
  const required = settings.getByRole("switch", { name: "Require a second factor" });
  await expect.poll(() => required.getAttribute("aria-checked")).toBe("true");
  await required.click();
  await settings.getByText("Second Factor Optional").waitFor();
  await settings.goto(`${world.url}/members`);
  await settings.locator(`[data-member="${owner.username}"]`).getByText("No second factor").waitFor();
  expect(await settings.locator(`[data-member="${joined.username}"]`).getByText("No second factor").count()).toBe(0);
});
