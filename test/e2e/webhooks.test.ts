import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDecision } from "#features/decisions/contract.ts";
import { stopOversight, initializeOversight } from "#features/oversight/contract.ts";
import { statusesOf } from "../deliveries.ts";
import { openService, type Service } from "../outside/service.ts";
import { isSigned, postedTo, postTo, signedBy } from "../receiving.ts";
import { hire, type Member, openWorld, testContexts, type World } from "../world.ts";
import { freezePolls, openBrowser, openPage } from "./browser.ts";
import { inspectPage, inspectThemes } from "./inspect.ts";

let world: World;
let browser: Browser;
let receiver: Service;
beforeAll(async () => {
  world = await openWorld({ PRIVATE_ADDRESSES: "127.0.0.1" });
  receiver = await openService(() => ({ body: "taken" }));
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
  await receiver?.close();
});

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
/** Pictures for the eye, where a folder is named. */
const take = async (page: Page, name: string): Promise<void> => {
  const folder = process.env["PICTURES"];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
};

async function openWebhooks(member: Member, options: Parameters<typeof openPage>[3] = {}): Promise<Page> {
  const page = await openPage(browser, world, member, options);
  await page.goto(`${world.url}/webhooks`);
  await page.getByRole("heading", { name: "Webhooks", exact: true }).waitFor();
  return page;
}

/** The text under a heading of the dialog that shows things once. */
const shownText = (page: Page, label: string) =>
  page.getByRole("dialog").getByRole("region", { name: label }).locator("pre").innerText();

test("an admin adds a webhook, approves a decision and sees it arrive signed; posts rows in and sees the dashboard change", async () => {
  const member = await world.member();
  const [cfo] = await hire(member, "CFO");
  const page = await openWebhooks(member);
  await page.getByText("No webhook yet").waitFor();
  await take(page, "webhooks-empty");

  await page.getByRole("button", { name: "Add webhook" }).click();
  await page.getByLabel("Name").fill("Warehouse");
  await page.getByLabel("Address").fill(`${receiver.url}/hook`);
  await page.getByRole("group", { name: "Events" }).getByLabel("Decision", { exact: true }).check();
  await inspectPage(page);
  await take(page, "webhooks-form");
  await page.getByRole("dialog").getByRole("button", { name: "Add webhook" }).click();
  const secret = await shownText(page, "Secret");
  await take(page, "webhooks-secret");
  await page.getByRole("button", { name: "Done" }).click();

  // The stop holds what a decision sends; resuming releases it.
  const { id: decision } = await member.call(makeDecision, { body: { agentId: cfo?.id ?? "", ...testContexts.CFO } });
  await expect.poll(() => receiver.journal.length).toBeGreaterThan(0);
  const before = receiver.journal.length;
  await member.call(initializeOversight);
  await member.call(stopOversight);
  const decisions = await openPage(browser, world, member);
  await decisions.goto(`${world.url}/decisions/${decision}`);
  await decisions
    .getByRole("button", { name: /^Approve and reserve/ })
    .first()
    .click();
  await decisions
    .getByText(/^Approved by /)
    .first()
    .waitFor();
  await expect.poll(async () => (await statusesOf(world, member)).at(-1)).toBe("held");
  expect(receiver.journal.length).toBe(before);
  const outbox = await openPage(browser, world, member);
  await outbox.goto(`${world.url}/outbox`);
  await outbox.getByText("Held: autonomous work is on hold").first().waitFor();
  await outbox.goto(`${world.url}/oversight`);
  await outbox.getByRole("button", { name: "Initialize AGI Oversight" }).first().click();
  await expect.poll(() => postedTo(receiver).map(({ type }) => type)).toContain("decision.approved");
  const arrived = receiver.journal.find(({ text }) => text.includes("decision.approved"));
  expect(arrived && isSigned(arrived, secret)).toBe(true);

  const outgoing = section(page, "Events to other programs");
  await outgoing.getByText("Last 100 messages").click();
  const message = outgoing.getByRole("listitem").filter({ hasText: "decision.approved" }).last();
  await message.getByText("Delivered").waitFor();
  await message.getByText("Request and 1 answer").click();
  await inspectThemes(page);
  await take(page, "webhooks-log");
  const times = receiver.journal.length;
  await message.getByRole("button", { name: "Send again" }).click();
  await expect.poll(() => receiver.journal.length).toBe(times + 1);
  expect(receiver.journal.at(-1)?.headers["webhook-id"]).toBe(arrived?.headers["webhook-id"]);

  await page.getByRole("button", { name: "Add address" }).click();
  await page.getByLabel("Name").fill("Till in the shop");
  await page.getByRole("dialog").getByRole("button", { name: "Add address" }).click();
  const [address, key] = [await shownText(page, "Address"), await shownText(page, "Secret")];
  await take(page, "webhooks-address");
  await page.getByRole("button", { name: "Done" }).click();
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const dashboard = await openPage(browser, world, member);
  await freezePolls(dashboard);
  await dashboard.goto(world.url);
  await dashboard.getByRole("banner").getByText("Live", { exact: true }).waitFor();
  const body = JSON.stringify({ rows: [{ day, daily_revenue: 48_213, footfall: 120 }, { day: "soon" }] });
  expect((await postTo(world, address, body, signedBy(key, body))).status).toBe(202);
  // The tab reads nothing at intervals: the news came by its socket.
  await dashboard.getByText("$48,213", { exact: true }).first().waitFor();
  const rows = section(page, "Rows from other programs");
  await rows.getByText("Last 100 messages").click();
  await rows.getByText("1 added, 1 refused").waitFor();
  await rows.getByText("Rows", { exact: true }).click();
  await rows.getByText("YYYY-MM-DD").waitFor();
  await take(page, "webhooks-rows");
  await rows.getByLabel("What footfall means").selectOption({ label: "A figure of its own" });
  await expect.poll(() => rows.getByLabel("What footfall means").count()).toBe(0);
  const again = JSON.stringify({ day, footfall: 120 });
  expect((await postTo(world, address, again, signedBy(key, again))).status).toBe(202);
  await rows.getByText("1 added", { exact: true }).waitFor();
  await inspectPage(page);
});

test("on a phone, in the dark, failing and rotating, everything is still readable", async () => {
  const member = await world.member();
  const events = ["metric.recorded", "decision.approved"];
  const add = (name: string, address: string) =>
    member.send("POST", "/api/webhooks", { body: { name, address, events } });
  await add("A warehouse with a rather long name that goes on", `${receiver.url}/${"a-long-path/".repeat(12)}`);
  const { json } = await add("CRM", `${receiver.url}/crm`);
  const { id } = (json as { webhook: { id: string } }).webhook;
  await member.send("POST", `/api/webhooks/${id}/secret`);
  await world.asOwner("UPDATE webhooks SET failing_since = now() - interval '2 days' WHERE id = $1", [id]);
  await member.send("POST", "/api/webhooks/incoming", { body: { name: "Till", target: "payments" } });
  await member.send("POST", `/api/webhooks/${id}/test`);
  for (const [name, options] of [
    ["phone-light", { viewport: { width: 360, height: 780 } }],
    ["phone-dark", { viewport: { width: 360, height: 780 }, colorScheme: "dark" }],
    ["desktop-dark", { colorScheme: "dark" }],
    ["desktop-light", {}],
  ] as const) {
    const page = await openWebhooks(member, options);
    await page.getByText("Signed with both secrets").waitFor();
    await page.getByText("Last 100 messages").nth(1).click();
    await page.getByText("webhook.test", { exact: true }).waitFor();
    await inspectPage(page);
    await take(page, `webhooks-${name}`);
    await page.getByRole("button", { name: "Change: CRM" }).click();
    await inspectPage(page);
    await take(page, `webhooks-form-${name}`);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Add address" }).click();
    await inspectPage(page);
    await take(page, `webhooks-add-${name}`);
    await page.context().close();
  }
});
