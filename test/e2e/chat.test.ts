import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listTurns } from "#features/chat/contract.ts";
import { listDecisions } from "#features/decisions/contract.ts";
import { startDailyBrief } from "#features/expertise/contract.ts";
import { listTasks } from "#features/tasks/contract.ts";
import { ended } from "../briefing.ts";
import { putCopies } from "../copies.ts";
import { addOpenInvoice } from "../open-invoice.ts";
import { colleague } from "../samples.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";
import { freezePolls, openBrowser, openFeed, openPage } from "./browser.ts";
import { inspectPage } from "./inspect.ts";

/** The owner leads by talking: questions with follow-ups, an action that is confirmed, a request that is declined. */
let world: World;
let browser: Browser;
let owner: Member;
let page: Page;

beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  owner = await world.member("owner");
  page = await openPage(browser, world, owner);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const box = (tab = page) => tab.getByRole("textbox", { name: /^Message to / });
const conversation = (tab = page) => tab.getByRole("region", { name: "Conversation" });
const turns = (tab = page) => conversation(tab).locator("li[data-turn]");
const sendButton = (tab = page) => tab.getByRole("button", { name: "Send", exact: true });
const next = (tab = page) => conversation(tab).getByRole("list", { name: "Next" }).getByRole("button");

async function say(text: string, answer: string | RegExp, tab = page): Promise<void> {
  const before = await turns(tab).count();
  await box(tab).fill(text);
  // While the last message is being answered, nothing is sent.
  await expect.poll(() => sendButton(tab).isEnabled()).toBe(true);
  await box(tab).press("Enter");
  await turns(tab).nth(before).getByText(answer).first().waitFor();
}

test("without a CEO the page says how to get one", async () => {
  await page.goto(`${world.url}/ceo-chat`);
  await page.getByRole("link", { name: "Create your workforce" }).first().waitFor();
});

test("it begins with a greeting, and shows the CEO's name, performance and status", async () => {
  await hire(owner, "CEO", "CFO");
  for (const [number, customerName, amount, issuedOn] of [
    ["S-1", "Marlowe Hotels", 300, "2020-09-10"],
    ["S-2", "Marlowe Hotels", 500, "2020-10-10"],
    ["S-3", "Harbour Foods", 100, "2020-10-12"],
  ] as const)
    await addOpenInvoice(owner, number, customerName, amount, issuedOn);
  await page.reload();
  await page.getByRole("heading", { name: "CEO Agent Chat" }).waitFor();
  await conversation()
    .getByText(/^Good (?:morning|afternoon|evening), owner.*What would you like to look at\?$/)
    .waitFor();
  const head = page.getByRole("main");
  await head.getByText("Performance").first().waitFor();
  await head.getByText("Active", { exact: true }).first().waitFor();
});

test("a greeting keeps its time and what it said, and says to each role what is true for it", async () => {
  const greeting = conversation().getByText(/^Good .*What would you like to look at\?$/);
  const said = await greeting.innerText();
  expect(said).toContain("No proposals are pending.");
  const time = conversation().locator("time").first();
  const at = await time.getAttribute("datetime");
  await page.reload();
  await expect.poll(() => greeting.innerText()).toBe(said);
  await expect.poll(() => time.getAttribute("datetime")).toBe(at);
  const viewer = await colleague(world, owner, "viewer");
  const tab = await openPage(browser, world, viewer);
  await tab.goto(`${world.url}/ceo-chat`);
  await conversation(tab)
    .getByText(/^Good .*No proposals are pending\.\s*$/)
    .waitFor();
  await tab.context().close();
});

test("an example fills the box; nothing is sent before it holds something", async () => {
  await expect.poll(() => sendButton().isDisabled()).toBe(true);
  await box().fill("   ");
  await expect.poll(() => sendButton().isDisabled()).toBe(true);
  await box().press("Enter");
  const examples = page.getByRole("list", { name: "Examples" }).getByRole("button");
  await expect.poll(() => examples.count()).toBe(3);
  await examples.first().click();
  await expect.poll(() => box().inputValue()).toBe("Which decisions are waiting for me?");
  await box().press("Shift+Enter");
  await expect.poll(() => box().inputValue()).toBe("Which decisions are waiting for me?\n");
  expect(await owner.call(listTurns)).toEqual([]);
  await box().fill("");
});

test("an answer shows while it is worked out, then with its badge, source and two follow-ups; both are answered", async () => {
  await page.route("**/api/agents/ceo/chat", async (route) => {
    if (route.request().method() === "POST") await new Promise((go) => setTimeout(go, 500));
    await route.continue();
  });
  await box().fill("Invoices in 2020 by customer");
  await box().press("Enter");
  await conversation().getByText("Thinking...").first().waitFor();
  await turns().nth(0).getByText("Marlowe Hotels leads").first().waitFor();
  await page.unroute("**/api/agents/ceo/chat");
  await expect.poll(() => conversation().getByText("Thinking...").count()).toBe(0);
  await expect.poll(() => box().inputValue()).toBe("");
  await turns().nth(0).getByText("Analysis", { exact: true }).waitFor();
  await turns().nth(0).locator("time").nth(1).waitFor();
  await turns().nth(0).getByRole("link", { name: "Open in Explore" }).waitFor();
  await expect.poll(() => next().count()).toBe(2);
  await next().first().click();
  await turns().nth(1).getByText("Understood as").waitFor();
  await next().last().click();
  await turns()
    .nth(2)
    .getByText(/Understood as|Rules/)
    .first()
    .waitFor();
  await inspectPage(page);
});

test("a follow-up says how it was understood; a reload shows all of it again, and a search finds it", async () => {
  await say("How much did we invoice in October 2020?", "$600");
  await say("And for Harbour Foods?", "$100");
  await turns()
    .last()
    .getByText(/Understood as: .*Harbour Foods/)
    .waitFor();
  const before = await turns().count();
  await page.reload();
  await turns()
    .nth(before - 1)
    .waitFor();
  await expect.poll(() => turns().count()).toBe(before);
  await page.getByRole("button", { name: "Search conversation" }).click();
  const field = page.getByRole("searchbox", { name: "Search the conversation" });
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
  await field.fill("for harbour");
  await conversation()
    .getByText(/^1 message$/)
    .waitFor();
  await page.getByRole("searchbox", { name: "Search the conversation" }).fill("zebra");
  await conversation().getByText("No matches").waitFor();
  await page.getByRole("button", { name: "Search conversation" }).click();
});

test("an action is a card with who may confirm it; confirming does exactly it", async () => {
  await say("Create a task for the CFO to call Harbour Foods", "Prepared. Nothing changes until you confirm it.");
  const last = turns().last();
  await last.getByText("Decision", { exact: true }).waitFor();
  const card = last.getByRole("article", { name: 'Create the task "Call Harbour Foods" for CFO' });
  await card.getByText("Who may confirm").waitFor();
  await card.getByText(/^Assigned to CFO, due \d{1,2} \w{3}.*, medium priority$/).waitFor();
  await card.getByText("Pending").waitFor();
  await expect.poll(() => next().count()).toBe(2);
  expect(await owner.call(listTasks)).toEqual([]);
  await inspectPage(page);
  const { feed, appears } = await openFeed(browser, world, owner);
  await card.getByRole("button", { name: /^Approve/ }).click();
  await card.getByText("Approved by you").waitFor();
  await appears(/^Approved.*Call Harbour Foods/);
  await feed.context().close();
  await expect
    .poll(async () => (await owner.call(listTasks)).map(({ title }) => title))
    .toEqual(["Call Harbour Foods"]);
});

test.each([
  [390, 844],
  [1440, 900],
])("at %i x %i the page opens at the end of the conversation, its box in view", async (width, height) => {
  if (width === 390) await say("Create a task to call the bank about the rent", "Prepared.");
  const tab = await openPage(browser, world, owner, { viewport: { width, height } });
  await tab.goto(`${world.url}/ceo-chat`);
  const card = turns(tab).last().getByRole("article");
  await card.getByRole("button", { name: /^Approve/ }).waitFor();
  const bottomOf = async (one: ReturnType<typeof box>) => {
    const place = await one.boundingBox();
    return place ? place.y + place.height : Number.NaN;
  };
  await expect.poll(() => bottomOf(sendButton(tab))).toBeLessThanOrEqual(height);
  const topOfBox = async () => (await tab.getByRole("list", { name: "Examples" }).boundingBox())?.y ?? Number.NaN;
  await expect.poll(async () => (await bottomOf(card)) - (await topOfBox())).toBeLessThanOrEqual(0);
  expect(await tab.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  // The box stays in view above the end.
  await tab.evaluate(() => window.scrollTo(0, 0));
  await expect.poll(() => bottomOf(sendButton(tab))).toBeLessThanOrEqual(height);
  await tab.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const rail = tab.getByRole("heading", { name: "Pending" });
  await expect.poll(async () => width < 1000 || ((await rail.boundingBox())?.y ?? 0) > 0).toBe(true);
  await inspectPage(tab);
  await tab.context().close();
});

test("a message's card shows all of it, however long", async () => {
  const text = `${"We lost the case and appeal it. ".repeat(8)}The second hearing is in May.`;
  await say(`Tell the CFO that ${text}`, "Prepared.");
  const card = turns().last().getByRole("article");
  await card.getByText("The second hearing is in May").waitFor();
  await card.getByRole("button", { name: "Reject" }).click();
  await expect.poll(() => card.getByText("Rejected by you").count()).toBe(1);
});

test("on a member's phone the card says what confirming does across its width", async () => {
  const member = await colleague(world, owner, "member");
  const tab = await openPage(browser, world, member, { viewport: { width: 390, height: 844 } });
  await tab.goto(`${world.url}/ceo-chat`);
  await say("Create a task to call the bank about the loan", "Prepared.", tab);
  const consequence = turns(tab)
    .last()
    .getByText(/^Confirming creates 1 task/);
  await expect.poll(async () => (await consequence.boundingBox())?.width).toBeGreaterThan(250);
  // An approver reads who asked, and no link to a run that is private to them.
  const href = (await turns(tab).last().getByRole("link", { name: /^D-/ }).getAttribute("href")) ?? "";
  const desk = await openPage(browser, world, owner);
  await desk.goto(`${world.url}${href}`);
  await desk.getByText(`Requested by ${member.user.username}`).waitFor();
  expect(await desk.getByRole("link", { name: "How it was worked out" }).count()).toBe(0);
  await desk.context().close();
  await tab.context().close();
});

test("a request it cannot take is declined in words, without a badge", async () => {
  await say("Pay the invoice", "I did nothing. I cannot pay the invoice.");
  const last = turns().last();
  await expect.poll(() => last.getByText(/^(?:Decision|Analysis)$/).count()).toBe(0);
  await last.getByRole("link", { name: "Open Records" }).waitFor();
  await expect.poll(() => next().count()).toBe(2);
  expect(await owner.call(listDecisions)).toHaveLength(4);
});

test("a reload in the middle of an answer leaves no sent message in the box", async () => {
  const before = await turns().count();
  await page.route("**/api/agents/ceo/chat", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    // The server has it; the page never hears so.
    await route.fetch();
    // The reload below may have ended the request.
    await route.abort().catch(() => undefined);
  });
  await box().fill("How many invoices are there?");
  await box().press("Enter");
  await turns().nth(before).waitFor();
  await expect.poll(() => box().inputValue()).toBe("");
  await page.unroute("**/api/agents/ceo/chat");
  await page.reload();
  await turns().nth(before).waitFor();
  await expect.poll(() => box().inputValue()).toBe("");
});

test("a failure shows the toast with the message, and what was typed is still there", async () => {
  await page.route("**/api/agents/ceo/chat", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 409, contentType: "text/plain", body: "The chat is resting." })
      : route.continue(),
  );
  await box().fill("How much is overdue?");
  await box().press("Enter");
  await page.getByText("The chat is resting.").first().waitFor();
  await page.getByText("Error", { exact: true }).first().waitFor();
  await expect.poll(() => conversation().getByText("Thinking...").count()).toBe(0);
  await expect.poll(() => box().inputValue()).toBe("How much is overdue?");
  await page.unroute("**/api/agents/ceo/chat");
});

test("a second tab shows what the first one wrote, at once", async () => {
  const tab = await openPage(browser, world, owner);
  await tab.goto(`${world.url}/ceo-chat`);
  const before = await turns().count();
  await turns(tab)
    .nth(before - 1)
    .waitFor();
  await say("How many invoices are there?", "3");
  await expect.poll(() => turns(tab).nth(before).innerText()).toContain("3");
  await tab.context().close();
});

test("the dashboard is polled every 30 s", async () => {
  const tab = await openPage(browser, world, owner);
  const lengths = await freezePolls(tab);
  await tab.goto(`${world.url}/ceo-chat`);
  await turns(tab).first().waitFor();
  await expect.poll(lengths).toContain(30_000);
  await tab.context().close();
});

test("a viewer reads that only members write; a phone shows it all", async () => {
  const viewer = await colleague(world, owner, "viewer");
  const tab = await openPage(browser, world, viewer, { viewport: { width: 390, height: 844 } });
  await tab.goto(`${world.url}/ceo-chat`);
  await tab
    .getByText(/only|members/i)
    .first()
    .waitFor();
  await expect.poll(() => turns(tab).count()).toBe(0);
  await expect.poll(() => box(tab).count()).toBe(0);
  await tab.context().close();
  const phone = await openPage(browser, world, owner, { viewport: { width: 390, height: 844 }, colorScheme: "dark" });
  await phone.goto(`${world.url}/ceo-chat`);
  await turns(phone).first().waitFor();
  await inspectPage(phone);
  await phone.context().close();
});

test("the day's brief stands in the conversation as the CEO's own turn, and is given again when asked for", async () => {
  const { runId } = await owner.call(startDailyBrief, {});
  await ended(owner, runId);
  await page.reload();
  const brief = conversation()
    .getByRole("listitem")
    .filter({ has: page.getByText("Daily brief", { exact: true }) });
  await brief.getByRole("link", { name: "Full brief" }).waitFor();
  // Before it there were messages today, so it is no greeting.
  await expect.poll(() => brief.getByText(/^Good /).count()).toBe(0);
  const lines = brief.getByRole("list", { name: "Daily brief" }).getByRole("listitem");
  await expect.poll(() => lines.count()).toBeGreaterThan(1);
  for (const line of await lines.all())
    expect(await line.getByRole("link", { name: /^(?:Open|Review) / }).count()).toBe(1);
  const before = await turns().count();
  await box().fill("What is in my daily brief?");
  await box().press("Enter");
  const answer = turns().nth(before);
  await answer.getByRole("link", { name: "Full brief" }).waitFor();
  await expect
    .poll(() => answer.getByRole("list", { name: "Daily brief" }).getByRole("listitem").count())
    .toBe(await lines.count());
  // In a new window the day begins with the greeting of its first message.
  const viewer = await colleague(world, owner, "viewer");
  const tab = await openPage(browser, world, viewer, { viewport: { width: 390, height: 844 } });
  await tab.goto(`${world.url}/ceo-chat`);
  await conversation(tab)
    .getByText(/^Good (?:morning|afternoon|evening), /)
    .waitFor();
  await conversation(tab).getByRole("link", { name: "Full brief" }).waitFor();
  await inspectPage(tab);
  await tab.context().close();
});

test("earlier days are listed beside the conversation; older ones are loaded, and one click goes there", async () => {
  await putCopies(world, owner.user.companyId, {
    table: "chat_turns",
    differ: `'person_id', '${owner.user.id}', 'message', 'Question of day ' || n, 'sent_at', now() - n * interval '1 day', 'ended_at', now() - n * interval '1 day'`,
    count: 40,
  });
  await page.reload();
  const earlier = page.getByRole("region", { name: "Earlier" });
  const day = (n: number) => earlier.getByRole("button", { name: new RegExp(`^Question of day ${n}\\b`) });
  await earlier.getByRole("button", { name: "Show more" }).waitFor();
  await expect.poll(() => day(40).count()).toBe(0);
  for (let at = 0; at < 12 && (await day(40).count()) === 0; at += 1) {
    const before = await earlier.getByRole("listitem").count();
    await earlier.getByRole("button", { name: "Show more" }).click();
    await expect.poll(() => earlier.getByRole("listitem").count()).toBeGreaterThan(before);
  }
  await inspectPage(page);
  await day(40).click();
  const opened = turns().filter({ hasText: "Question of day 40" });
  await expect.poll(() => opened.evaluate((one) => one === document.activeElement)).toBe(true);
  await expect.poll(() => opened.evaluate((one) => Math.abs(one.getBoundingClientRect().top - 70))).toBeLessThan(120);
  await earlier.waitFor();
});
