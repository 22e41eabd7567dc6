import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as product from "#app/rooms.ts";
import { addClient } from "#features/accounts/assistants/contract.ts";
import type { Decision, DecisionPage } from "#features/decisions/contract.ts";
import { setUpCredentials } from "#features/integrations/contract.ts";
import { findMailbox } from "#features/mailroom/connecting/contract.ts";
import { connectMailbox } from "#features/mailroom/contract.ts";
import { addRecord } from "#features/records/contract.ts";
import { changeSlack } from "#features/slack/contract.ts";
import { readConfig } from "#platform/config.ts";
import { callTool, connectAssistant } from "../assistant.ts";
import { eventually } from "../connecting.ts";
import { hurryDeliveries } from "../deliveries.ts";
import { openMailProvider } from "../outside/mail-provider.ts";
import { openSlack } from "../outside/slack.ts";
import { freePort } from "../port.ts";
import { freshGround, hire, type Member, openOn, type World } from "../world.ts";
import { type ListeningProgram, listenAsProgram, signInBy } from "./assistant-program.ts";
import { openBrowser, openPage } from "./browser.ts";
import { inspectPage, inspectThemes } from "./inspect.ts";

/** From a question in an assistant to a letter in the customer's mailbox, with Slack and the mail servers beside it. */
let slack: Awaited<ReturnType<typeof openSlack>>;
let outside: Awaited<ReturnType<typeof openMailProvider>>;
let ground: Awaited<ReturnType<typeof freshGround>>;
let program: ListeningProgram;
let browser: Browser;
let env: Record<string, string>;
let world: World;

const start = async (role: "web" | "all") => {
  const rooms = { ...product, connectors: [slack.connector], mailboxes: outside.kinds };
  world = await openOn(readConfig({ ...env, ROLE: role }), rooms);
};
const restart = async (role: "web" | "all") => {
  await world.close();
  await start(role);
};

beforeAll(async () => {
  [slack, outside, ground, program] = [
    await openSlack(),
    await openMailProvider(),
    await freshGround(),
    await listenAsProgram(),
  ];
  const usual = { LOG_LEVEL: "fatal", RATE_LIMIT_FACTOR: "1000", UNDO_SECONDS: "0", EMBEDDER: "hashing" };
  env = { ...usual, ...ground.env, PORT: String(await freePort()), PRIVATE_ADDRESSES: "127.0.0.1" };
  await start("all");
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
  ground?.remove();
  await Promise.all([program?.close(), outside?.close(), slack?.close()]);
});

/** Pictures for the eye, where a folder is named. */
async function take(page: Page, name: string): Promise<void> {
  const folder = process.env["PICTURES"];
  if (!folder) return;
  for (const width of [390, 1_440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true });
  }
}

const customer = "accounts@harbour.example";
const sender = "kim@town.example";
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** A company with a mailbox, Slack, and a customer that has not paid. */
async function furnished(): Promise<{ member: Member; slackAddress: string; slackUser: string }> {
  const member = await world.member("owner");
  await hire(member, "CEO", "CFO");
  const add = (kind: string, fields: object) =>
    member.call(addRecord, { body: { kind, source: "manual", fields } as never });
  await add("customers", { name: "Harbour Foods", email: customer, status: "active" });
  const bill = { customerName: "Harbour Foods", direction: "receivable", status: "open", issuedOn: daysAgo(60) };
  await add("invoices", { ...bill, number: "INV-1042", amount: 1_250, dueOn: daysAgo(30) });
  await add("invoices", { ...bill, number: "INV-1077", amount: 900, dueOn: daysAgo(-30) });
  const { settings } = await member.call(findMailbox, { body: { address: sender } });
  await member.call(connectMailbox, {
    body: { kind: "imap", settings: { ...settings, address: sender, password: "secret" }, consent: true },
  });
  const credentials = { bot_token: slack.settings.token, signing_secret: slack.settings.secret };
  await member.call(setUpCredentials, { body: { integrationId: "slack", credentials } });
  const posts = { channelId: "C1", approvals: true, notices: false, brief: false, messages: false };
  const { address } = await member.call(changeSlack, { body: posts });
  slack.user("UOWNER", member.user.email);
  return { member, slackAddress: world.url + new URL(address).pathname, slackUser: "UOWNER" };
}

test("an assistant finds what is overdue and proposes a reminder, which is approved in Slack and arrives once", async () => {
  const { member, slackAddress, slackUser } = await furnished();
  const url = world.config.publicUrl.origin;
  const { id: clientId } = await member.call(addClient, {
    body: { name: "Editor", redirectUris: ["http://127.0.0.1/callback"] },
  });
  const page = await openPage(browser, world, null);
  const tokens = await signInBy(page, {
    url,
    clientId,
    program,
    member,
    consent: async () => {
      await inspectThemes(page);
      await take(page, "1-consent");
    },
  });

  // It asks, and its answer's link opens the figure in the browser.
  await using assistant = await connectAssistant(url, tokens.access_token);
  const { json: overdue } = await callTool(assistant, "list_overdue");
  expect(overdue).toMatchObject([
    { one: "invoice", count: 1, url: expect.stringContaining(`${url}/records/invoices`) },
  ]);
  await page.goto((overdue as { url: string }[])[0]?.url ?? "");
  await page.getByText("INV-1042").first().waitFor();
  expect(await page.getByText("INV-1077").count()).toBe(0);
  await take(page, "2-overdue");
  const { json: list } = await callTool(assistant, "list_records", { kind: "invoices", view: "overdue" });
  const [invoice] = (list as { rows: { fields: Record<string, string> }[] }).rows;

  // It proposes; a person decides.
  const asked = { request: { kind: "reminder", party: invoice?.fields["customerName"] } };
  const { json: proposed, texts } = await callTool(assistant, "propose_letter", asked);
  const { decisionId: id } = proposed as { decisionId: string };
  expect(texts.at(-1)).toContain(`Waits for approval as decision ${id}: nothing has happened yet`);
  const standing = async () => {
    const { json } = await callTool(assistant, "get_decision", { id });
    const { decision, effects } = json as { decision: Decision; effects: DecisionPage["effects"] };
    return [decision.status, ...effects.flatMap(({ kind, status }) => (kind === "action" ? [status] : []))];
  };
  expect(await standing()).toEqual(["pending"]);
  expect((await callTool(assistant, "propose_letter", asked)).texts).toEqual([
    "An email of this kind to Harbour Foods waits already, under Mail.",
  ]);
  await page.goto(/https?:\S+(?=\. Ask)/.exec(texts.at(-1) ?? "")?.[0] ?? "");
  await page
    .getByText(/INV-1042/)
    .first()
    .waitFor();
  await inspectPage(page);
  await take(page, "3-waits");

  // Slack shows it with buttons. No worker runs while the button is pressed, twice, and the first press is sent again.
  await eventually(async () => slack.posted.length > 0);
  const [message] = slack.posted;
  if (!message) throw new Error("It was not posted.");
  expect(message.blocks).toContain(`${url}/decisions/${id}|`);
  // The approver reads the letter itself.
  expect(message.blocks).toContain("Our records show $1,250 outstanding on invoice no. INV-1042");
  await restart("web");
  const once = { trigger: "the first press", at: Math.floor(Date.now() / 1_000) };
  const presses = [once, once, {}].map((how) => () => slack.press(slackAddress, message, "approve", slackUser, how));
  const answers: number[] = [];
  for (const press of presses) answers.push((await press()).status);
  expect(answers).toEqual([200, 409, 200]);
  expect(outside.plainSmtp.journal).toEqual([]);

  // The worker comes back, and goes away again once the letter left.
  await restart("all");
  await expect.poll(standing, { timeout: 60_000 }).toEqual(["approved", "sent"]);
  await restart("all");
  await eventually(async () => message.blocks.includes(`Approved by ${member.username}`));
  expect(message.blocks).not.toContain("action_id");
  await eventually(async () => slack.told.length > 0);
  expect(slack.told.map(({ text }) => text)).toEqual([expect.stringMatching(/already|approved/i)]);
  await hurryDeliveries(world);
  await eventually(async () => {
    const [open] = await world.asOwner("SELECT 1 FROM deliveries WHERE status IN ('held', 'sending') LIMIT 1");
    return open === undefined;
  });
  const [letter, ...more] = outside.plainSmtp.journal;
  expect(more).toEqual([]);
  expect([letter?.from, letter?.to]).toEqual([sender, [customer]]);
  expect(letter?.mail.subject).toContain("INV-1042");
  expect(letter?.mail.text).toContain("$1,250");
  expect(slack.posted).toHaveLength(1);

  // What the person sees afterwards.
  expect(await standing()).toEqual(["approved", "sent"]);
  await page.reload();
  await page.getByText("action, sent").first().waitFor();
  await inspectThemes(page);
  await take(page, "4-sent");
  await page.goto(`${url}/mail`);
  await page.getByRole("button", { name: /^To Harbour Foods.*Sent/ }).waitFor();
  await take(page, "5-mail");
});
