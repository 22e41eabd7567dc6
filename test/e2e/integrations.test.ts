import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as product from "#app/rooms.ts";
import { stripeConnector } from "#connectors/stripe/connector.ts";
import { openStripe, stripeKey } from "../outside/stripe.ts";
import { hire, openWorld, type World } from "../world.ts";
import { failWrites, openBrowser, openPage } from "./browser.ts";
import { inspectPage, inspectThemes } from "./inspect.ts";

let stripe: Awaited<ReturnType<typeof openStripe>>;
let world: World;
let browser: Browser;
beforeAll(async () => {
  stripe = await openStripe();
  const connectors = [...product.connectors.filter(({ id }) => id !== "stripe"), stripeConnector(stripe.url)];
  world = await openWorld({ PRIVATE_ADDRESSES: "127.0.0.1" }, { ...product, connectors });
  browser = await openBrowser();
});
afterEach(() => stripe.heal());
afterAll(async () => {
  await browser?.close();
  await world?.close();
  await stripe?.close();
});

/** Pictures for the eye, where a folder is named. */
const take = async (page: Page, name: string): Promise<void> => {
  const folder = process.env["PICTURES"];
  if (folder) await page.screenshot({ path: `${folder}/integrations-${name}.png`, fullPage: true });
};
const day = 86_400;
const at = (ago: number): number => Math.floor(Date.now() / 1_000) - ago * day;
const toast = (page: Page, title: string) => page.getByText(title, { exact: true }).first().waitFor();

test("Stripe is connected by its key, fills records and the dashboard, follows deletions, and is removed with all it brought", async () => {
  const harbour = stripe.add("customers", { name: "Harbour Foods", created: at(40) });
  stripe.add("invoices", {
    customer: harbour,
    number: "HF-1",
    status: "open",
    total: 120_050,
    amount_remaining: 120_050,
    created: at(20),
    due_date: at(5),
  });
  const draft = stripe.add("invoices", {
    customer: harbour,
    number: "HF-2",
    status: "draft",
    total: 900,
    amount_remaining: 900,
    created: at(3),
  });
  stripe.add("balance_transactions", { currency: "usd", amount: 432_100, fee: 0, net: 432_100, created: at(1) });
  const member = await world.member();
  await hire(member, "CFO");
  const page = await openPage(browser, world, member);
  await page.goto(`${world.url}/integrations`);
  const service = page.locator('[data-service="stripe"]');
  await service.getByText("Stripe would fill Daily Revenue, Customers, Invoices, Subscriptions").waitFor();
  expect(await page.locator("[data-service]").count()).toBe(8);
  await page.getByText("Instead of Stripe").waitFor();
  await take(page, "available");
  await inspectThemes(page);

  await service.getByRole("button", { name: "Connect Integration" }).click();
  const dialog = page.getByRole("dialog", { name: "Connect Stripe" });
  expect(await dialog.getByLabel("Secret key").getAttribute("type")).toBe("password");
  await dialog.getByLabel("Secret key").fill("rk_test_wrongwrongwrong");
  await dialog.getByRole("button", { name: "Connect" }).click();
  await toast(page, "Setup Failed");
  await dialog.getByLabel("Secret key").fill(stripeKey);
  await take(page, "dialog");
  await dialog.getByRole("button", { name: "Connect" }).click();
  await toast(page, "Integration Connected");
  await page.getByText("Your integration has been set up successfully").waitFor();
  await expect.poll(() => service.getByRole("button", { name: "Connect Integration" }).isDisabled()).toBe(true);

  await page.getByRole("tab", { name: "Active" }).click();
  const row = page.getByRole("listitem").filter({ hasText: "Stripe" });
  await row.getByRole("button", { name: "Test" }).click();
  await toast(page, "Connection Successful");
  await row.getByRole("button", { name: "Sync" }).click();
  await toast(page, "Sync Successful");
  await row.getByText(/Last sync: .*(?:now|ago)/).waitFor();
  await take(page, "active");
  await inspectThemes(page);

  await page.goto(world.url);
  await page.getByText("$4,321").first().waitFor();
  await page.getByText(/^Stripe, (?:now|\d+ (?:s|min) ago)/).waitFor();
  await take(page, "dashboard");
  await page.goto(`${world.url}/records/invoices`);
  await page.getByText("HF-2").first().waitFor();
  await page.getByText("From Stripe,").waitFor();

  stripe.remove("invoices", draft);
  await page.goto(`${world.url}/integrations?tab=active`);
  await row.getByRole("button", { name: "Sync" }).click();
  await page.getByText("1 removed.", { exact: false }).first().waitFor();
  await page.getByRole("tab", { name: "Logs" }).click();
  await page.getByText("1 removed.", { exact: false }).last().waitFor();
  await take(page, "logs");
  await inspectPage(page);
  await page.goto(`${world.url}/records/invoices`);
  await page.getByText("HF-1").first().waitFor();
  expect(await page.getByText("HF-2").count()).toBe(0);

  await page.goto(`${world.url}/integrations?tab=active`);
  const on = row.getByRole("switch", { name: "Stripe is on" });
  await on.click();
  await toast(page, "Integration Deactivated");
  await row.getByText("Inactive").waitFor();
  expect(await row.getByRole("button", { name: "Sync" }).isDisabled()).toBe(true);
  await on.click();
  await toast(page, "Integration Activated");

  await page.goto(`${world.url}/company-settings`);
  await page.getByText("Error Count").waitFor();
  await take(page, "settings");
  await inspectThemes(page);
  await page.getByRole("button", { name: "Test Connection" }).click();
  await toast(page, "Connection Successful");

  await page.goto(`${world.url}/integrations?tab=active`);
  await row.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await toast(page, "Integration Removed");
  await page.getByText("No integrations connected yet").waitFor();
  await page.goto(`${world.url}/records/invoices`);
  await expect.poll(() => page.getByText("HF-1").count()).toBe(0);
  await page.goto(world.url);
  await expect.poll(() => page.getByText("$4,321").count(), { timeout: 15_000 }).toBe(0);
}, 120_000);

test("a phone shows the services without scrolling sideways; a refused key asks to reconnect", async () => {
  const member = await world.member();
  const page = await openPage(browser, world, member, { viewport: { width: 360, height: 800 } });
  await page.goto(`${world.url}/integrations`);
  await page.locator('[data-service="stripe"]').getByRole("button", { name: "Connect Integration" }).click();
  await page.getByLabel("Secret key").fill(stripeKey);
  await page.getByRole("dialog").getByRole("button", { name: "Connect" }).click();
  await toast(page, "Integration Connected");
  await take(page, "phone");
  await inspectPage(page);
  stripe.settings.key = "rk_test_anotheranother";
  await page.goto(`${world.url}/integrations?tab=active`);
  await page.getByRole("button", { name: "Test" }).click();
  await toast(page, "Connection Failed");
  stripe.settings.key = stripeKey;
  await page.getByText("Expired").waitFor();
  await take(page, "phone-expired");
  await inspectPage(page);
  await page.getByRole("link", { name: "Reconnect" }).click();
  await page.locator('[data-service="stripe"]').getByRole("button", { name: "Connect Integration" }).click();
  await page.getByLabel("Secret key").fill(stripeKey);
  await page.getByRole("dialog").getByRole("button", { name: "Connect" }).click();
  await toast(page, "Integration Connected");
}, 60_000);

test("what fails without a reason is told in words, before and after it goes well", async () => {
  const member = await world.member();
  const page = await openPage(browser, world, member);
  const connect = (service: string) =>
    page.locator(`[data-service="${service}"]`).getByRole("button", { name: "Connect Integration" }).click();
  await page.goto(`${world.url}/integrations`);
  await page.evaluate(failWrites);
  await connect("gmail");
  await toast(page, "Initialization Failed");
  await toast(page, "Failed to initialize integration");
  await connect("stripe");
  const dialog = page.getByRole("dialog", { name: "Connect Stripe" });
  await dialog.getByLabel("Secret key").fill(stripeKey);
  await dialog.getByRole("button", { name: "Connect" }).click();
  await toast(page, "Failed to set up integration");
  await page.reload();
  await connect("gmail");
  await toast(page, "Integration Initialized");
  await page.getByText("Setup Required").first().waitFor();
  await page.reload();
  await connect("stripe");
  await dialog.getByLabel("Secret key").fill(stripeKey);
  await dialog.getByRole("button", { name: "Connect" }).click();
  await toast(page, "Integration Connected");

  stripe.settings.key = "rk_test_anotheranother";
  await page.goto(`${world.url}/integrations?tab=active`);
  const row = page.getByRole("listitem").filter({ hasText: "Stripe" });
  await row.getByRole("button", { name: "Sync" }).click();
  await toast(page, "Sync Failed");
  stripe.settings.key = stripeKey;

  await page.goto(`${world.url}/company-settings`);
  const card = page.getByRole("listitem").filter({ hasText: "Stripe" });
  const disconnect = async () => {
    await card.getByRole("button", { name: "Disconnect" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
  };
  await card.getByRole("button", { name: "Disconnect" }).waitFor();
  await page.evaluate(failWrites);
  await disconnect();
  await toast(page, "Disconnect Failed");
  await toast(page, "Failed to disconnect integration");
  await page.reload();
  await disconnect();
  await toast(page, "Integration Disconnected");
  await page.getByText("The integration has been disconnected successfully").waitFor();
}, 120_000);
