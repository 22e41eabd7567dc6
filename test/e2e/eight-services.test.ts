import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as product from "#app/rooms.ts";
import { exploreHref } from "#contract/query.ts";
import { makeDecision } from "#features/decisions/contract.ts";
import { startProcessing } from "#features/mailroom/contract.ts";
import { figureQuery } from "#features/metrics/web/figure-href.ts";
import { setUpCredentials } from "#features/integrations/contract.ts";
import { changeSlack, getSlack } from "#features/slack/contract.ts";
import { type Eight, known, openEight, operatorsClients, type Tried } from "../outside/eight/services.ts";
import { hire, testContexts, type Member, openWorld, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";
import { inspectThemes } from "./inspect.ts";

/** Each of the eight services through its real sign-in: connected, read, seen in figures, answers and approvals, removed. */
let eight: Eight;
let world: World;
let browser: Browser;
let home: string;
beforeAll(async () => {
  eight = await openEight("usd");
  const { connectors, mailboxes } = eight;
  world = await openWorld(
    { PRIVATE_ADDRESSES: "127.0.0.1", ...operatorsClients },
    { ...product, connectors, mailboxes },
  );
  home = world.boardroom.platform.mail.publicUrl.origin;
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
  await eight?.close();
});

type Place = { path: string; text: string | RegExp };
type Journey = {
  id: string;
  /** What it fills, on a page. */
  seen: Place;
  /** What is gone from a page once it was deleted at the service. */
  gone?: Place;
  /** A question, of an agent or of the Brain, what its answer says, and what it says after the deletion. */
  asked: { of: "agents" | "brain"; question: string; answer: RegExp; after?: RegExp };
  /** Of a proposal in Slack, which is withdrawn with what was deleted. */
  proposed?: string;
};
const invoices = { path: "/records/invoices", text: known.invoice };
const deals = { path: "/records/deals", text: known.deal };
const owed = { of: "agents", question: `How much does ${known.customer} owe us?`, answer: /\$12,500/ } as const;
const open = { of: "agents", question: "How much are our open deals worth?", answer: /\$12,500/ } as const;

const hours = exploreHref({ ...figureQuery("meeting_hours"), measure: { of: "sum", field: null } });

const journeys: Journey[] = [
  { id: "stripe", seen: { path: "/", text: "$4,321" }, gone: invoices, asked: owed, proposed: "Collect $12,500 from" },
  {
    id: "quickbooks",
    seen: { path: "/records/ledger", text: "$30,000" },
    gone: invoices,
    asked: owed,
    proposed: "Collect $12,500 from",
  },
  { id: "hubspot", seen: deals, gone: deals, asked: open, proposed: known.deal },
  { id: "salesforce", seen: deals, gone: deals, asked: open, proposed: known.deal },
  {
    id: "google_calendar",
    seen: { path: hours, text: "1.5" },
    asked: {
      of: "agents",
      question: "When is the next meeting?",
      answer: /Review with Harbour Foods/,
      after: /No meetings/,
    },
  },
  {
    id: "google_drive",
    seen: { path: "/brain-dashboard?tab=documents", text: "Harbour lease" },
    gone: { path: "/brain-dashboard?tab=documents", text: "Harbour lease" },
    asked: { of: "brain", question: "When does the lease of the harbour office end?", answer: /30 June 2031/ },
  },
];

/** A company whose proposals are posted to Slack. */
async function companyWithSlack(): Promise<Member> {
  const member = await world.member();
  await hire(member, "CEO", "CFO", "Sales", "Operations");
  const { token: bot_token, secret: signing_secret } = eight.slack.settings;
  eight.slack.settings.isRevoked = false;
  await member.call(setUpCredentials, { body: { integrationId: "slack", credentials: { bot_token, signing_secret } } });
  await member.call(changeSlack, {
    body: { channelId: "C1", approvals: true, notices: false, brief: false, messages: false },
  });
  eight.slack.posted.length = 0;
  return member;
}

/** Signed in at the address that services lead back to. */
async function pageAtHome(member: Member): Promise<Page> {
  const page = await openPage(browser, world, member);
  await page.context().addCookies([{ name: "sid", value: (member.cookie ?? "").slice(4), url: home }]);
  return page;
}
/** Pictures for the eye, where a folder is named. */
async function take(page: Page, name: string): Promise<void> {
  const folder = process.env["PICTURES"];
  if (!folder) return;
  for (const width of [1_440, 390])
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  await page.setViewportSize({ width: 1_440, height: 900 });
  await page.emulateMedia({ colorScheme: "light" });
}
const toast = (page: Page, title: string) => page.getByText(title, { exact: true }).first().waitFor();
const rowOf = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });

/** From the page of integrations over the service's own page, if it has one. */
async function connect(page: Page, { id, name, typed, connector }: Tried): Promise<void> {
  await page.goto(`${home}/integrations`);
  await page.locator(`[data-service="${id}"]`).getByRole("button", { name: "Connect Integration" }).click();
  const dialog = page.getByRole("dialog", { name: `Connect ${name}` });
  for (const [label, value] of Object.entries(typed)) await dialog.getByLabel(label, { exact: true }).fill(value);
  if (Object.keys(typed).length > 0) await dialog.getByRole("button", { name: "Connect" }).click();
  if (!connector.oauth || id === "stripe") return toast(page, "Integration Connected");
  await page.getByRole("heading", { name: `${name} (stand-in)` }).waitFor();
  await page.getByRole("link", { name: "Allow" }).click();
  await page.waitForURL(/\?connected$/);
}

/** Reads once more, and says what came of it. */
async function sync(page: Page, name: string, says: string): Promise<void> {
  await page.goto(`${home}/integrations?tab=active`);
  await rowOf(page, name).getByRole("button", { name: "Sync" }).click();
  await page.getByText(says, { exact: false }).first().waitFor();
}

async function remove(page: Page, name: string): Promise<void> {
  await page.goto(`${home}/integrations?tab=active`);
  await rowOf(page, name).getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await toast(page, "Integration Removed");
}

async function ask(page: Page, { of, question }: Journey["asked"], answer: RegExp): Promise<void> {
  await page.goto(home + (of === "brain" ? "/brain-dashboard" : "/"));
  if (of === "agents") {
    const section = page.getByRole("region", { name: "Ask an Agent" });
    await section.getByLabel("Question").fill(question);
    await section.getByText("High", { exact: true }).click();
    await section.getByRole("button", { name: "Ask", exact: true }).click();
    await section.getByRole("listitem").filter({ hasText: question }).getByText(answer).first().waitFor();
  } else {
    await page.getByRole("textbox", { name: "Question" }).fill(question);
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await page.getByText(answer).first().waitFor();
  }
}

async function isGone(page: Page, { path, text }: Place): Promise<void> {
  await page.goto(home + path);
  await expect.poll(() => page.getByText(text).count(), { timeout: 30_000 }).toBe(0);
}

const wiped = async (member: Member, id: string) =>
  world.asOwner(
    "SELECT status, sealed_credentials, sealed_access, sealed_refresh, cursor FROM connections WHERE company_id = $1 AND connector = $2",
    [member.user.companyId, id],
  );

test.each(journeys)(
  "$id",
  async ({ id, seen, gone, asked, proposed }) => {
    const tried = eight.all.find((one) => one.id === id) as Tried;
    const member = await companyWithSlack();
    const page = await pageAtHome(member);
    await connect(page, tried);
    await sync(page, tried.name, "Sync Successful");
    await take(page, id);
    await page.goto(home + seen.path);
    await page.getByText(seen.text).first().waitFor();
    await inspectThemes(page);
    await ask(page, asked, asked.answer);
    if (proposed) await isPosted(proposed);

    const [deleted] = tried.held();
    tried.remove(deleted?.id ?? "");
    await sync(page, tried.name, "1 removed.");
    if (gone) await isGone(page, gone);
    if (asked.after) await ask(page, asked, asked.after);
    if (proposed) await isPosted("Withdrawn");

    await remove(page, tried.name);
    await isGone(page, seen);
    expect(await wiped(member, id)).toEqual([wipedRow]);
  },
  180_000,
);

const isPosted = (text: string) =>
  expect.poll(() => eight.slack.posted.map((one) => one.text).join("\n"), { timeout: 60_000 }).toContain(text);

const wipedRow = { status: null, sealed_credentials: null, sealed_access: null, sealed_refresh: null, cursor: null };
const of = (id: string) => eight.all.find((one) => one.id === id) as Tried;

test("gmail", async () => {
  const member = await world.member();
  await hire(member, "CEO", "CFO");
  const page = await pageAtHome(member);
  await connect(page, of("gmail"));
  await member.call(startProcessing);
  of("gmail").add("Our second invoice");
  await page.goto(`${home}/mail`);
  await page.getByRole("button", { name: "Process Now" }).first().click();
  await page.getByRole("button", { name: /Our second invoice/ }).waitFor();
  await sync(page, "Gmail", "Sync Successful");
  await remove(page, "Gmail");
  expect(await wiped(member, "gmail")).toEqual([wipedRow]);
}, 180_000);

test("slack", async () => {
  const { slack } = eight;
  slack.settings.isRevoked = false;
  slack.posted.length = 0;
  const member = await world.member();
  const team = await hire(member, "CEO", "CFO");
  slack.user("U1", member.user.email);
  const page = await pageAtHome(member);
  await page.goto(`${home}/integrations/slack`);
  await page.getByText("Connect Slack").waitFor();
  await take(page, "slack-nothing");
  await connect(page, of("slack"));
  await sync(page, "Slack", "Sync Successful");
  await rowOf(page, "Slack").getByRole("link", { name: "Settings" }).click();
  await page.getByRole("combobox", { name: "Channel" }).selectOption("#approvals");
  await page.getByLabel("Proposals, with buttons").check();
  await page.getByRole("button", { name: "Save" }).click();
  await toast(page, "Slack settings saved");
  await take(page, "slack-chosen");
  await inspectThemes(page);
  const { address } = await member.call(getSlack);
  const agentId = team.find(({ role }) => role === "CFO")?.id ?? "";
  const { id } = await member.call(makeDecision, { body: { agentId, ...testContexts.CFO } as never });
  await expect.poll(() => slack.posted.length, { timeout: 60_000 }).toBe(1);
  const [message] = slack.posted;
  await page.goto(`${home}/decisions/${id}`);
  if (message) await slack.press(world.url + new URL(address).pathname, message, "approve", "U1");
  await page
    .getByText(/Approved by/)
    .first()
    .waitFor();
  await expect.poll(() => message?.text, { timeout: 60_000 }).toContain("Approved by");
  await slack.sendEvent(world.url + new URL(address).pathname, slack.mention("U1", "How many decisions did we make?"));
  await expect.poll(() => slack.posted.find(({ thread }) => thread)?.text, { timeout: 60_000 }).toContain("decision");
  await remove(page, "Slack");
  await expect.poll(() => slack.settings.isRevoked, { timeout: 60_000 }).toBe(true);
  expect(await wiped(member, "slack")).toEqual([wipedRow]);
}, 180_000);
