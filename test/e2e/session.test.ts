import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setupAgents } from "#features/setup/contract.ts";
import { defaultWorkforce } from "#features/setup/rules.ts";
import { type Member, openWorld, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";
import { inspectPage } from "./inspect.ts";
import { signUp } from "./story.ts";

let world: World;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  page = await (await browser.newContext()).newPage();
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const protectedPaths =
  "/ /orchestrator /brain-dashboard /agent-identity /ceo-chat /security /privacy-dashboard /integrations /company-settings /company-setup /agent-setup /console /feed".split(
    " ",
  );

test.each(protectedPaths)("signed out, %s leads to sign-in", async (path) => {
  await page.goto(world.url + path);
  await page.waitForURL(`${world.url}/auth`);
  await page.getByRole("tab", { name: "Sign In" }).waitFor();
});

test("an unknown path says so, signed in or not", async () => {
  await page.goto(`${world.url}/nowhere`);
  await page.getByText("404 Page Not Found").waitFor();
  await page.getByText("Did you forget to add the page to the router?").waitFor();
});

test("the forms say what is missing and send nothing", async () => {
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  await page.goto(`${world.url}/auth`);
  await page.getByRole("tab", { name: "Sign In" }).click();
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByText("Username is required").waitFor();
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await page.getByLabel("Email").fill("nobody");
  await page.getByLabel("Company Name").fill("H");
  await page.getByRole("button", { name: "Sign Up" }).click();
  await page.getByText("Invalid email address").waitFor();
  await page.getByText("Company name must be at least 2 characters").waitFor();
  expect(sent).toEqual([]);
});

test("a wrong password is told in a toast", async () => {
  await page.goto(`${world.url}/auth`);
  await page.getByRole("tab", { name: "Sign In" }).click();
  await page.getByLabel("Username").fill("nobody");
  await page.getByLabel("Password").fill("wrong password");
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByText("Login failed").waitFor();
  await page.getByText("401: Invalid username or password").waitFor();
});

test("signed in, /auth leads home, a reload keeps the session, and the menu names the person", async () => {
  await signUp(page, world.url, { username: "anna", company: "Hartley & Finch" });
  await page.goto(`${world.url}/auth`);
  await page.waitForURL(`${world.url}/`);
  await page.reload();
  await page.getByRole("heading", { name: "AI Company Control Center" }).waitFor();
  const button = page.getByRole("button", { name: "Open navigation menu" });
  expect(await button.getAttribute("aria-expanded")).toBe("false");
  await button.click();
  const menu = page.getByRole("dialog");
  await menu.getByText("anna").waitFor();
  expect(await menu.getByRole("link", { name: /Dashboard/ }).getAttribute("aria-current")).toBe("page");
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "hidden" });
  await button.click();
  await page.mouse.click(20, 400);
  await menu.waitFor({ state: "hidden" });
});

test("a name that is taken, and a sign-out that fails, are told in a toast", async () => {
  const other = await (await browser.newContext()).newPage();
  await other.goto(world.url);
  await other.getByRole("tab", { name: "Sign Up" }).click();
  for (const [label, value] of Object.entries({
    Username: "anna",
    Email: "other@example.com",
    "Company Name": "Other",
    Password: "a long password",
  }))
    await other.getByLabel(label).fill(value);
  await other.getByRole("button", { name: "Sign Up" }).click();
  await other.getByText("Registration failed", { exact: true }).waitFor();
  await other.context().close();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/logout", async (route) => {
    await held;
    await route.fulfill({ status: 503, contentType: "text/plain", body: "Not now" });
  });
  await page.getByRole("button", { name: "Open navigation menu" }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await page.getByRole("button", { name: "Logging out..." }).waitFor();
  release();
  await page.getByText("Logout failed", { exact: true }).waitFor();
  await page.getByText("503: Not now", { exact: true }).waitFor();
  await page.unroute("**/api/logout");
  await page.keyboard.press("Escape");
});

test("logging out leads to sign-in and leaves nothing behind but the theme", async () => {
  await page.evaluate(() => {
    localStorage.setItem("typed", "something");
    localStorage.setItem("boardroom.theme", "dark");
    document.documentElement.dataset["theme"] = "dark";
  });
  await page.getByRole("button", { name: "Open navigation menu" }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL(`${world.url}/auth`);
  await page.getByText("Logged out successfully").waitFor();
  expect(await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))).toEqual({
    "boardroom.theme": "dark",
  });
  await page.goto(world.url);
  await page.waitForURL(`${world.url}/auth`);
});

test("who signs in next sees nothing of who was there before", async () => {
  const [before, next] = [await world.member("before"), await world.member("next")];
  const agents = defaultWorkforce.filter(({ role }) => role === "CEO").map((agent) => ({ ...agent, name: "Zebulon" }));
  await before.call(setupAgents, { body: { selectedRoles: ["CEO"], agents } });
  const signIn = async (member: Member) => {
    await page.getByLabel("Username").fill(member.username);
    await page.getByLabel("Password").fill(member.password);
    await page.getByRole("button", { name: "Sign In" }).click();
    await page.getByText(member.user.company.name).first().waitFor();
  };
  await signIn(before);
  await page.getByText("Zebulon").first().waitFor();
  await page.getByRole("button", { name: "Open navigation menu" }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL(`${world.url}/auth`);
  // Whatever is shown now was kept from before: the server says nothing.
  await page.route(/\/api\/(agents|dashboard|decisions|tasks)$/, () => new Promise(() => undefined));
  await signIn(next);
  await page.getByText("Loading dashboard...").waitFor();
  await page.getByRole("heading", { name: "Agent Roster" }).waitFor();
  expect(await page.getByText("Zebulon").count()).toBe(0);
  expect(await page.getByText(before.user.company.name).count()).toBe(0);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("the first field has the focus, the address works as username, and an ended session says why", async () => {
  const member = await world.member("returning");
  const tab = await (await browser.newContext()).newPage();
  await tab.goto(`${world.url}/auth`);
  const username = tab.getByLabel("Username");
  await username.waitFor();
  await expect.poll(() => username.evaluate((field) => field === document.activeElement)).toBe(true);
  await tab.keyboard.type(member.user.email);
  await tab.getByLabel("Password").fill(member.password);
  await tab.keyboard.press("Enter");
  await tab.getByRole("heading", { name: "AI Company Control Center" }).waitFor();
  await world.asOwner("UPDATE sessions SET seen_at = now() - interval '13 hours' WHERE user_id = $1", [member.user.id]);
  // The next poll meets the end.
  await tab.waitForURL(`${world.url}/auth`);
  await tab.getByText("You were signed out after 12 hours without activity. Sign in to continue.").waitFor();
  await inspectPage(tab);
  await tab.context().close();
});

const services = "Gmail, QuickBooks, Slack, Stripe, HubSpot, Salesforce, Google Calendar, Google Drive".split(", ");
test("Integrations says what is there", async () => {
  const tab = await openPage(browser, world, await world.member("connecting"));
  await tab.goto(world.url);
  await tab.getByRole("button", { name: "Open navigation menu" }).click();
  await tab.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Integrations" }).click();
  await tab.getByRole("heading", { name: "Enterprise Integrations" }).waitFor();
  for (const name of services) await tab.getByText(name, { exact: true }).first().waitFor();
  await inspectPage(tab);
  await tab.context().close();
});
