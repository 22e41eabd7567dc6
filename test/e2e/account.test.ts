// Nightly: passwords in two browsers; http/accounts holds the rules daily.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Member, openWorld, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";

let world: World;
let browser: Browser;
let member: Member;
let page: Page;

beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  member = await world.member();
  page = await openPage(browser, world, member);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const fill = async (current: string, next: string) => {
  await page.getByLabel("Current password").fill(current);
  await page.getByLabel("New password").fill(next);
  await page.getByRole("button", { name: "Change password" }).click();
};

const signIn = async (on: Page, password: string) => {
  await on.getByLabel("Username").fill(member.username);
  await on.getByLabel("Password").fill(password);
  await on.getByRole("button", { name: "Sign In" }).click();
};

/** What is said about a field, which has the keyboard when it is wrong. */
const faultOf = async (label: string): Promise<string | null> => {
  const field = page.getByLabel(label);
  await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
  return page.locator(`[id="${await field.getAttribute("aria-describedby")}"]`).textContent();
};

test("a person changes their password, says so beside the field where it is refused, and the other browser is signed out", async () => {
  const other = await openPage(browser, world, null);
  await other.goto(`${world.url}/auth`);
  await signIn(other, member.password);
  await other.getByRole("heading", { name: "AI Company Control Center" }).waitFor();
  // A page that asks for nothing at intervals: only the socket can tell it.
  await other.goto(`${world.url}/account`);
  await other.getByRole("heading", { name: "Your account" }).waitFor();
  await other.getByText("Live", { exact: true }).waitFor();

  await page.goto(world.url);
  await page.getByRole("button", { name: "Open navigation menu" }).click();
  await page.getByRole("link", { name: "Your account" }).click();
  await page.waitForURL(`${world.url}/account`);
  await page.getByRole("button", { name: "Change password" }).click();
  expect(await faultOf("Current password")).toBe("Current password is required");
  await fill("not this one", "four quiet herons");
  await expect.poll(() => faultOf("Current password")).toBe("This is not your current password");
  await fill(member.password, "iloveyou");
  await expect.poll(() => faultOf("New password")).toBe("This password is too common. Choose another");
  expect(await page.getByText("Password change failed").count()).toBe(0);
  await fill(member.password, "four quiet herons");
  await page.getByText("Password Changed").waitFor();
  await page.getByText("You are signed out of 1 other session.").waitFor();
  await expect.poll(() => page.getByLabel("New password").inputValue()).toBe("");

  await other.waitForURL(`${world.url}/auth`);
  await page.reload();
  await page.getByRole("heading", { name: "Your account" }).waitFor();
  await signIn(other, member.password);
  await other.getByText("401: Invalid username or password").waitFor();
  await signIn(other, "four quiet herons");
  await other.getByRole("heading", { name: "AI Company Control Center" }).waitFor();
});

test("a browser that has signed out is still known when the person comes back", async () => {
  const known = async () =>
    (await page.context().cookies()).flatMap(({ name, httpOnly }) => (httpOnly ? [name.replace(/-.*/, "")] : []));
  await page.goto(`${world.url}/account`);
  await page.getByRole("button", { name: "Open navigation menu" }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL(`${world.url}/auth`);
  await signIn(page, "four quiet herons");
  await page.getByRole("heading", { name: "AI Company Control Center" }).waitFor();
  expect((await known()).toSorted()).toEqual(["device", "sid"]);
  await page.getByRole("button", { name: "Open navigation menu" }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL(`${world.url}/auth`);
  expect(await known()).toEqual(["device"]);
});

test("signing up with a password that is refused says so beside the field, without a toast", async () => {
  const up = await openPage(browser, world, null);
  await up.goto(`${world.url}/auth`);
  await up.getByRole("tab", { name: "Sign Up" }).click();
  const typed = {
    Username: "herbert",
    Email: "herbert@example.com",
    "Company Name": "Fernhill",
    Password: "fernhill99",
  };
  for (const [label, value] of Object.entries(typed)) await up.getByLabel(label).fill(value);
  await up.getByRole("button", { name: "Sign Up" }).click();
  await up.getByText("Password must not be your name, email address or company name").waitFor();
  expect(await up.getByLabel("Password").getAttribute("aria-invalid")).toBe("true");
  expect(await up.getByText("Registration failed").count()).toBe(0);
  await up.getByLabel("Password").fill("four quiet herons");
  await up.getByRole("button", { name: "Sign Up" }).click();
  await up.getByRole("heading", { name: "AI Company Control Center" }).waitFor();
});
