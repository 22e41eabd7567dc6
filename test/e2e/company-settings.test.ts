// Nightly: three tabs of settings; http/company-setup holds what they save daily.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setLocale } from "#features/accounts/contract.ts";
import { setupCompany } from "#features/setup/company/contract.ts";
import { colleague } from "../samples.ts";
import { type Member, openWorld, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";
import { inspectThemes } from "./inspect.ts";

/** Company settings: integrations, security and general; the AI models have a journey of their own. */
let world: World;
let browser: Browser;
let member: Member;
let page: Page;

beforeAll(async () => {
  world = await openWorld({ PLANS: "on" });
  browser = await openBrowser();
  member = await world.member("anna");
  await member.call(setupCompany, {
    body: {
      name: "Hartley & Finch",
      industry: "Retail",
      departmentsActive: ["Sales"],
      goals: { description: "Revenue of 2 million by the end of 2027" },
    },
  });
  await member.call(setLocale, { body: { currency: "GBP", timeZone: "Europe/London", fiscalYearStart: 4 } });
  page = await openPage(browser, world, member, { colorScheme: "light" });
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const tab = (name: string) => page.getByRole("tab", { name, exact: true });

test("the first tab says that no integration is connected and what works without", async () => {
  await page.goto(`${world.url}/company-settings`);
  await page.getByRole("heading", { name: "Company Settings" }).waitFor();
  await page.getByText("No integrations connected yet").waitFor();
  await page.getByText("Integrations page").waitFor();
  await inspectThemes(page);
});

test("the security tab states encryption, isolation and logging", async () => {
  await tab("Security").click();
  await page.getByText("Tokens are encrypted with AES-256").waitFor();
  await page.getByText("Company data is isolated").waitFor();
  await page.getByText("Integration activity is logged").waitFor();
  await inspectThemes(page);
});

test("the general tab shows name and industry as they are, and an admin changes currency and time zone there", async () => {
  await tab("General").click();
  const name = page.getByLabel("Company Name");
  await name.waitFor();
  expect([await name.inputValue(), await name.isDisabled()]).toEqual(["Hartley & Finch", true]);
  const industry = page.getByLabel("Industry");
  expect([await industry.inputValue(), await industry.isDisabled()]).toEqual(["Retail", true]);
  await page.getByText("Contact support to update company information").waitFor();
  await page.getByText("0 of 6").waitFor();
  await page.getByText(/^Free trial until/).waitFor();
  await inspectThemes(page);
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByRole("dialog").getByLabel("Currency").selectOption("EUR");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByRole("definition").filter({ hasText: "EUR" }).waitFor();
  await page.reload();
  await page.getByRole("definition").filter({ hasText: "April" }).waitFor();
  expect(new URL(page.url()).search).toBe("?tab=general");
});

test("somebody who is no admin sees the same without the way to change it", async () => {
  const viewer = await colleague(world, member, "viewer");
  const other = await openPage(browser, world, { ...member, cookie: viewer.cookie });
  await other.goto(`${world.url}/company-settings?tab=general`);
  await other.getByLabel("Company Name").waitFor();
  expect(await other.getByRole("button", { name: "Change", exact: true }).count()).toBe(0);
  expect(await other.getByText("As an admin").count()).toBe(0);
  await other.context().close();
});
