import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stopOversight } from "#features/oversight/contract.ts";
import { deliver, roomsWith, standIn, statusesOf } from "../deliveries.ts";
import { type Member, openWorld, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";
import { inspectPage, inspectThemes } from "./inspect.ts";

const letter = standIn("letter", { class: "once", title: "Letter" });
const parcel = standIn("parcel", { title: "Parcel" });
let world: World;
let browser: Browser;
beforeAll(async () => {
  world = await openWorld({}, roomsWith(letter.kind, parcel.kind));
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const section = (page: Page, name: string) => page.getByRole("region", { name });
const row = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text });

/** Pictures for the eye, where a folder is named. */
const take = async (page: Page, name: string): Promise<void> => {
  const folder = process.env["PICTURES"];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
};

async function openOutbox(member: Member, options: Parameters<typeof openPage>[3] = {}): Promise<Page> {
  const page = await openPage(browser, world, member, options);
  await page.goto(`${world.url}/outbox`);
  await page.getByRole("heading", { name: "Outbox" }).waitFor();
  return page;
}

test("an empty outbox says what would be there; a person cancels, hurries and settles deliveries", async () => {
  const member = await world.member();
  const page = await openOutbox(member);
  await page.getByText("Nothing is scheduled").waitFor();
  await take(page, "outbox-empty");

  letter.behave(() => ({ unknown: "The connection to post.example ended." }));
  parcel.behave(() => ({ failed: "The receiver answered 422.", again: false, isOwnFault: true }));
  await deliver(world, member, letter.kind, [
    { to: "accounts@harbour.example", text: "Reminder for invoice 1037, £28,000" },
  ]);
  await deliver(world, member, parcel.kind, [
    { to: "warehouse.example", text: "Order 4417", order: "warehouse" },
    { to: "warehouse.example", text: "Order 4418", order: "warehouse" },
    { to: "buying@larkspur.example", text: "Trade account terms", holdMs: 3_600_000 },
    { to: "j.okafor@postbox.example", text: "Your replacement mug ships tomorrow", holdMs: 3_600_000 },
  ]);
  await expect.poll(() => statusesOf(world, member)).toEqual(["unknown", "failed", "held", "held", "held"]);
  await page.reload();
  await section(page, "Stuck").getByText("It may have been sent.").waitFor();
  await row(page, "Order 4417").getByText("1 newer delivery waits").waitFor();
  await row(page, "Order 4418").getByText("Waits for the one before it").waitFor();
  await take(page, "outbox-desktop-light");
  await inspectThemes(page);

  await page.getByRole("button", { name: "Cancel: Trade account terms" }).click();
  await row(page, "parcel").getByText("Cancelled").first().waitFor();
  parcel.behave(() => ({ ok: true, answer: "201 in 40 ms" }));
  await page.getByRole("button", { name: "Send now: Your replacement mug ships tomorrow" }).click();
  await page.getByRole("button", { name: "Try again: Order 4417" }).click();
  await page.getByRole("button", { name: "Mark as done: Reminder" }).click();
  await expect.poll(() => statusesOf(world, member)).toEqual(["sent", "sent", "sent", "cancelled", "sent"]);
  await page.reload();
  await page.getByText("Nothing is scheduled").waitFor();
  expect(await section(page, "Stuck").count()).toBe(0);
  expect(letter.arrived).toHaveLength(1);
});

test("on a phone, in the dark and while work is on hold, everything is still readable", async () => {
  const member = await world.member();
  parcel.behave(() => ({ failed: "Connection refused.", again: true }));
  await deliver(
    world,
    member,
    parcel.kind,
    Array.from({ length: 3 }, (_, at) => ({
      to: "a-very-long-host-name-that-does-not-end-soon.warehouse.hartley-and-finch.example",
      text: `An order with a rather long name that says what is in it, number ${at}`,
      holdMs: 3_600_000,
    })),
  );
  await member.call(stopOversight);
  await world.asOwner(
    `INSERT INTO delivery_destinations VALUES ($1, 'hooks.finch-erp.example', 6, now() + interval '10 minutes', 'The receiver answered 503.', now())`,
    [member.user.companyId],
  );
  for (const [name, options] of [
    ["phone-light", { viewport: { width: 390, height: 844 } }],
    ["phone-dark", { viewport: { width: 390, height: 844 }, colorScheme: "dark" }],
    ["desktop-dark", { colorScheme: "dark" }],
  ] as const) {
    const page = await openOutbox(member, options);
    await page.getByText("Held: autonomous work is on hold").first().waitFor();
    await page.getByText("hooks.finch-erp.example").waitFor();
    await inspectPage(page);
    await take(page, `outbox-${name}`);
    await page.context().close();
  }
});
