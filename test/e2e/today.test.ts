import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as product from "#app/rooms.ts";
import { addDays } from "#contract/days.ts";
import * as mail from "#features/mailroom/contract.ts";
import { getNeeds } from "#features/today/contract.ts";
import { dayIn, now } from "#platform/clock.ts";
import { importFile } from "../importing.ts";
import { mailboxes } from "../mailbox.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";
import { inspectPage, inspectThemes } from "./inspect.ts";

/** An own company built from files: what it opens on, and how one gets around. */
const outside = mailboxes();
let world: World;
let browser: Browser;
let member: Member;
let page: Page;
const today = dayIn(now(), "Europe/London");
const ago = (days: number) => addDays(today, -days);
const address = "money@own.example";

beforeAll(async () => {
  world = await openWorld({ UNDO_SECONDS: "120" }, { ...product, mailboxes: [outside.kind] });
  browser = await openBrowser();
  member = await world.member("owner");
  await hire(member, "CEO", "Customer Success");
  await member.call(mail.connectMailbox, {
    body: { kind: "memory", settings: { address, password: "secret" }, consent: true },
  });
  page = await openPage(browser, world, member);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const list = () => page.getByRole("region", { name: "Needs you", exact: true });
const letters = async () => (await member.call(mail.listLetters)).letters.map(({ state }) => state);

test("an overdue customer is reminded with one click and the reminder taken back with another", async () => {
  const customers = ["name,email", "Elm,elm@customer.example", "Oak,oak@customer.example"];
  await importFile(world, member, "customers", customers.join("\n"));
  const invoices = [
    "Number,Customer,Issued,Due,Amount,Status",
    `E-1,Elm,${ago(60)},${ago(30)},900,open`,
    `E-2,Elm,${ago(50)},${ago(20)},100,open`,
    `O-1,Oak,${ago(50)},${ago(20)},300,open`,
  ];
  await importFile(world, member, "invoices", invoices.join("\n"));
  await page.goto(world.url);
  await list().getByText("Elm owes 2 invoices").waitFor();
  await inspectPage(page);
  await inspectThemes(page);
  await list().getByRole("button", { name: "Send reminder: Elm owes 2 invoices" }).click();
  await list().getByText("Reminder to elm@customer.example sent: Elm owes 2 invoices").waitFor();
  await list().getByRole("link", { name: "Elm owes 2 invoices" }).waitFor({ state: "detached" });
  expect(await letters()).toEqual(["held"]);
  await list()
    .getByRole("button", { name: /^Undo: Reminder to elm/ })
    .click();
  await list().getByRole("button", { name: "Send reminder: Elm owes 2 invoices" }).waitFor();
  expect(await letters()).toEqual(["discarded"]);
  expect(outside.of(address).sent).toEqual([]);
});

test("a line is marked paid or snoozed from its menu, with keys too, and is gone for a second person", async () => {
  await page.goto(world.url);
  const row = list().getByRole("listitem").filter({ hasText: "Oak owes 1 invoice" });
  await row.getByRole("link", { name: "Oak owes 1 invoice" }).focus();
  await page.keyboard.press("s");
  await page.getByRole("menuitem", { name: "Mark paid" }).waitFor();
  await inspectPage(page);
  const other = await openPage(browser, world, member);
  await other.goto(world.url);
  const theirs = other.getByRole("region", { name: "Needs you", exact: true });
  const gone = theirs.getByRole("button", { name: "More for Oak owes 1 invoice" });
  await gone.waitFor();
  await page.getByRole("menuitem", { name: "Mark paid" }).click();
  await list().getByText("Oak: marked paid").waitFor();
  await gone.waitFor({ state: "detached" });
  await other.context().close();
  await list().getByRole("button", { name: "Undo: Oak: marked paid" }).click();
  await row.getByRole("button", { name: "More for Oak owes 1 invoice" }).click();
  await page.getByRole("menuitem", { name: "Snooze for two weeks" }).click();
  await list().getByText("Snoozed: Oak owes 1 invoice").waitFor();
  await page.reload();
  await list().getByText("Snoozed", { exact: false }).last().click();
  await row.getByRole("button", { name: "More for Oak owes 1 invoice" }).click();
  await page.getByRole("menuitem", { name: "Show it again" }).click();
  await list().getByText("Shown again: Oak owes 1 invoice").waitFor();
  await list().getByText("Since Monday").click();
  await list().getByText("Nothing was paid, decided or sent.").waitFor();
  const { lines } = await member.call(getNeeds);
  expect(lines.map(({ title, amount, snoozed }) => [title, amount, snoozed])).toEqual([
    ["Elm owes 2 invoices", 1_000, null],
    ["Oak owes 1 invoice", 300, null],
  ]);
});

test("seven places stand at the left, five at the bottom of a phone, and g with a letter goes there", async () => {
  const bar = page.getByRole("navigation", { name: "Places", exact: true });
  await page.goto(world.url);
  await bar.waitFor();
  expect(await bar.locator("> ul > li > a").allInnerTexts()).toEqual([
    "Today",
    "Decisions",
    "Work",
    "Company",
    "Agents",
    "Ask",
    "Settings",
  ]);
  for (const [key, path] of [
    ["d", "/decisions"],
    ["w", "/tasks"],
    ["c", "/records"],
    ["a", "/agent-identity"],
    ["q", "/ceo-chat"],
    ["s", "/company-settings"],
    ["t", "/"],
  ] as const) {
    await page.keyboard.press("g");
    await page.keyboard.press(key);
    await page.waitForURL(({ pathname }) => pathname === path || (path !== "/" && pathname.startsWith(`${path}/`)));
  }
  await bar.getByRole("link", { name: "Settings", exact: true }).click();
  await bar.getByRole("link", { name: "Members" }).click();
  await page.getByRole("heading", { name: "Members" }).waitFor();
  await inspectPage(page);
  const phone = await openPage(browser, world, member, { viewport: { width: 390, height: 844 } });
  await phone.goto(`${world.url}/tasks`);
  const bottom = phone.getByRole("navigation", { name: "Places on phones" });
  await bottom.waitFor();
  expect(await bottom.getByRole("link").allInnerTexts()).toEqual(["Today", "Decisions", "Work", "Company", "Ask"]);
  await phone.getByRole("navigation", { name: "Work pages" }).getByRole("link", { name: "Runs" }).click();
  await phone.getByRole("heading", { name: "Runs" }).first().waitFor();
  await inspectPage(phone);
  await phone.context().close();
});
