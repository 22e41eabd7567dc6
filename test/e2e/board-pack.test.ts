import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#contract/days.ts";
import { recordMetrics } from "#features/metrics/contract.ts";
import { lastMonth, packSpan } from "#features/reports/rules.ts";
import { now } from "#platform/clock.ts";
import { openWorld, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";
import { inspectPage, inspectThemes } from "./inspect.ts";

let world: World;
let browser: Browser;
beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

test("an owner opens the board pack, prints it, and shares it with somebody who has no account", async () => {
  const member = await world.member();
  const { from, label } = packSpan(lastMonth(now().toISOString().slice(0, 10)));
  const figure = (metricName: string, metricValue: number, at = 0) => ({
    metricName,
    metricValue,
    measurementDate: addDays(from, at),
  });
  await member.call(recordMetrics, {
    body: {
      source: "manual",
      points: [figure("daily_revenue", 4_000), figure("daily_revenue", 321, 1), figure("revenue_target", 5_000, 20)],
    },
  });
  const page = await openPage(browser, world, member);
  await page.goto(`${world.url}/board-pack`);
  const revenue = page.getByRole("row", { name: /^Revenue/ });
  await revenue.getByText("$4,321").waitFor();
  await revenue.getByText("$5,000").waitFor();
  await inspectPage(page);
  await inspectThemes(page);
  expect((await page.pdf()).length).toBeGreaterThan(10_000);

  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: "Make the link" }).click();
  const link = await page.getByLabel("Link", { exact: true }).inputValue();
  await page.getByRole("button", { name: "Close" }).first().click();
  await page.getByText("not opened yet").waitFor();

  const outside = await browser.newContext();
  const guest = await outside.newPage();
  await guest.goto(link);
  await guest.getByRole("heading", { name: new RegExp(`: ${label}$`) }).waitFor();
  await guest.getByText("$4,321").waitFor();
  // It shows that alone: nothing leads further into the company.
  expect(await guest.getByRole("link").count()).toBe(0);

  await page.reload();
  await page.getByText(/opened 1 time,/).waitFor();
  await page.getByRole("button", { name: `Revoke the link to ${label}` }).click();
  await page.getByText("Link Revoked", { exact: true }).first().waitFor();
  await guest.reload();
  await guest.getByText("This link does not work any more").waitFor();
  await outside.close();

  await revenue.getByRole("link").click();
  await page.waitForURL(/\/explore\?q=/);
});
