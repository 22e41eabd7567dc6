// Nightly: what is typed outlives every dialog and tab; session and setup hold it daily where it is lost most easily.
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDecision } from "#features/decisions/contract.ts";
import { setLocale } from "#features/accounts/contract.ts";
import { createTask } from "#features/tasks/contract.ts";
import { hire, type Member, openWorld, testContexts, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";
import { badCsv, csvFile, fileCard, nextStep, openWizard } from "./story.ts";

/** Nothing that was typed is lost without a word: a dialog asks before it closes, a field of a page keeps its text. */
let world: World;
let browser: Browser;
let page: Page;
let owner: Member;
let decision: string;
let seller: string;

beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  owner = await world.member("owner");
  const team = await hire(owner, "CFO", "Sales");
  const agentId = team.find(({ role }) => role === "CFO")?.id ?? "";
  seller = team.find(({ role }) => role === "Sales")?.name ?? "";
  decision = (await owner.call(makeDecision, { body: { agentId, ...testContexts.CFO } })).id;
  await owner.call(createTask, { body: { title: "Call the bank", assignedAgentId: agentId } });
  page = await openPage(browser, world, owner);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

/** Opens a page from another one, so that Back stays in the product; loads it only where a dialog was left open. */
async function come(path: string): Promise<void> {
  const isFree = page.url().startsWith(world.url) && (await dialog().count()) === 0;
  if (isFree) await page.evaluate(() => history.pushState(null, "", "/status"));
  else await page.goto(`${world.url}/status`);
  await page.getByRole("heading", { name: "Status" }).waitFor();
  await page.evaluate((to) => history.pushState(null, "", to), path);
}
/** The browser's own Back, as its button goes: a page may not always hold that one, as it may its own script's. */
async function back(): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  const { currentIndex, entries } = await tools.send("Page.getNavigationHistory");
  await tools.send("Page.navigateToHistoryEntry", { entryId: entries[currentIndex - 1]?.id ?? 0 });
  await tools.detach();
}
const path = (): string => new URL(page.url()).pathname;
const button = (name: string | RegExp) => page.getByRole("button", { name }).first();
const dialog = () => page.getByRole("dialog");
const field = (name: string) => dialog().getByLabel(name).first();
const bring = async (tab: string): Promise<void> => {
  await button("Add figures").click();
  await dialog().getByRole("tab", { name: tab }).click();
};
const openPasting = async (): Promise<void> => {
  await button("Add data").click();
  await dialog().getByText("Or paste rows").click();
};
const edit = async (): Promise<void> => {
  await button(`Edit ${seller}`).click();
  await field("Agent Name").waitFor();
};

type Case = [name: string, path: string, open: () => Promise<void>, typed: () => Locator];
const typing: Case[] = [
  ["a record", "/records/vendors", () => button("Add vendor").click(), () => field("Name")],
  ["rows of records", "/records/customers", () => openPasting(), () => field("Rows")],
  ["a figure", "/records/figures", () => bring("Enter a value"), () => field("Value (USD)")],
  ["an executive", "/", edit, () => field("Custom Instructions")],
  ["a new executive", "/", () => button("Add agent").click(), () => field("Agent Name")],
  [
    "why somebody is retired",
    "/",
    async () => {
      await edit();
      await button("Retire…").click();
    },
    () => field("Reason"),
  ],
  [
    "a workforce",
    "/",
    async () => {
      await openWizard(page, ["Legal Counsel"]);
      await nextStep(page);
    },
    () => field("Agent Name"),
  ],
  [
    "what a proposal is about",
    "/decisions",
    () => button("Ask for a proposal").click(),
    () => dialog().getByRole("textbox").first(),
  ],
];

/** Everything that closes a dialog. */
const ways: [name: string, go: () => Promise<unknown>][] = [
  ["Escape", () => page.keyboard.press("Escape")],
  [
    "the cross",
    () =>
      dialog()
        .getByRole("button", { name: /^Close/ })
        // A dialog may have such a button in its footer too.
        .last()
        .click(),
  ],
  ["the backdrop", () => page.mouse.click(8, 450)],
  ["Back", back],
];

async function expectToAsk(from: string, stands: () => Promise<void>): Promise<void> {
  for (const [name, go] of ways) {
    await go();
    await dialog().getByRole("button", { name: "Keep Editing" }).click();
    await stands();
    expect(path(), name).toBe(from);
  }
  await back();
  await dialog()
    .getByRole("button", { name: /^Discard/ })
    .click();
  await dialog().waitFor({ state: "hidden" });
  expect(path()).toBe(from);
}

test.each(typing)("%s, half typed, is not lost by whatever closes its dialog", async (_name, from, open, typed) => {
  await come(from);
  await open();
  const text = "12.5";
  await typed().fill(text);
  await expectToAsk(from, async () => expect(await typed().inputValue()).toBe(text));
});

test.each(typing)("%s: Escape right behind the last key is not too early", async (_name, from, open, typed) => {
  await come(from);
  await open();
  // On a slow machine the page has not been drawn again in between.
  await typed().evaluate(async (element) => {
    const kind = element instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(kind.prototype, "value")?.set?.call(element, "12.5");
    element.dispatchEvent(new Event("input", { bubbles: true }));
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    element.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
  });
  await dialog().getByRole("button", { name: "Keep Editing" }).click();
  expect(await typed().inputValue()).toBe("12.5");
  await page.keyboard.press("Escape");
  await dialog()
    .getByRole("button", { name: /^Discard/ })
    .click();
  await dialog().waitFor({ state: "hidden" });
});

test.each(typing)("%s: where nothing was typed nothing is asked", async (_name, from, open, typed) => {
  await come(from);
  await open();
  await typed().waitFor();
  await page.keyboard.press("Escape");
  await dialog().waitFor({ state: "hidden" });
  await open();
  await typed().waitFor();
  await back();
  await expect.poll(path).toBe("/status");
});

const files: Case[] = [
  ["records", "/records/customers", () => button("Add data").click(), () => card("november.csv")],
  ["figures", "/records/figures", () => bring("Import files"), () => card("november.csv")],
];
const card = (name: string) => fileCard(page, name);
test.each(files)("a chosen file of %s is not lost by whatever closes its dialog", async (_name, from, open, chosen) => {
  await come(from);
  for (const [at, [way, go]] of ways.entries()) {
    await open();
    if (at === 0) await page.getByLabel("Files to add").setInputFiles(badCsv);
    await chosen().getByText("Ready", { exact: true }).waitFor();
    await go();
    await dialog().waitFor({ state: "hidden" });
    expect(path(), way).toBe(way === "Back" ? "/status" : from);
  }
  await come(from);
  await open();
  await chosen().getByRole("button", { name: "Leave it out" }).click();
  await chosen().waitFor({ state: "detached" });
});

/** Holds what changes something at an address until it is let go. */
async function hold(address: string | RegExp): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (route.request().method() !== "GET") await held.promise;
    await route.continue();
  });
  return held.resolve;
}
const opening = (name: string): Case => typing.find(([each]) => each === name) ?? expect.fail(name);

type Sending = [name: string, text: string, send: RegExp, address: string | RegExp];
const sending: Sending[] = [
  ["a record", "Saved & Co", /^Add$/, "**/api/records"],
  ["a figure", "12.5", /^Record value$/, "**/api/metrics"],
  ["an executive", "Be brief", /^Save Changes$/, /agents\/[^/]+$/],
  ["a new executive", "Robin", /^Add Agent$/, "**/api/agents"],
  ["a workforce", "Robin", /^Create AI Workforce$/, "**/api/company/setup-agents"],
];
test.each(sending)("%s on its way: nothing is offered to be discarded", async (name, text, send, address) => {
  const [, from, open, typed] = opening(name);
  await come(from);
  await open();
  await typed().fill(text);
  const release = await hold(address);
  await page.keyboard.press("Escape");
  await dialog().getByRole("button", { name: "Keep Editing" }).click();
  await dialog().getByRole("button", { name: send }).click();
  await dialog().locator("[aria-busy=true]").waitFor();
  for (const [way, go] of ways) {
    await go();
    expect(
      await dialog()
        .getByText(/^Discard/)
        .count(),
      way,
    ).toBe(0);
    expect(await dialog().locator("[aria-busy=true]").isVisible(), way).toBe(true);
  }
  release();
  if (name === "a workforce") await dialog().getByRole("button", { name: "Not now" }).click();
  await dialog().waitFor({ state: "hidden" });
  expect(path()).toBe(from);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("what is refused while its dialog was to close is still there", async () => {
  const [, from, open, typed] = opening("an executive");
  await come(from);
  await open();
  await typed().fill("Be briefer");
  const held = Promise.withResolvers<void>();
  await page.route(/agents\/[^/]+$/, async (route) => {
    if (route.request().method() === "GET") return route.continue();
    await held.promise;
    return route.fulfill({ status: 503, body: "Try again later." });
  });
  await dialog().getByRole("button", { name: "Save Changes" }).click();
  await dialog().locator("[aria-busy=true]").waitFor();
  await page.keyboard.press("Escape");
  held.resolve();
  await dialog().getByRole("alert").waitFor();
  expect(await typed().inputValue()).toBe("Be briefer");
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("the question about pasted rows goes once they are sent", async () => {
  await come("/records/vendors");
  await openPasting();
  await field("Rows").fill("Name\nPaper & Co\n");
  const keeps = dialog().getByRole("button", { name: "Keep Editing" });
  await page.keyboard.press("Escape");
  await keeps.waitFor();
  await dialog().getByRole("button", { name: "Use these rows" }).click();
  await keeps.waitFor({ state: "detached" });
  await card("Pasted rows.csv").getByRole("button", { name: "Leave it out" }).click();
  await card("Pasted rows.csv").waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await dialog().waitFor({ state: "hidden" });
  expect(await keeps.count()).toBe(0);
});

test("what is on its way is not asked about, and goes on without its dialog", async () => {
  await come("/records/vendors");
  const release = await hold("**/parts/0");
  await button("Add data").click();
  await page
    .getByLabel("Files to add")
    .setInputFiles(csvFile("vendors.csv", "Vendor,Category\nPaper & Co,Office supplies\n"));
  await dialog().getByRole("progressbar", { name: "Sending vendors.csv" }).waitFor();
  await page.keyboard.press("Escape");
  await dialog().waitFor({ state: "hidden" });
  release();
  await button("Add data").click();
  await card("vendors.csv").getByRole("button", { name: "Import 1 row" }).click();
  await page.keyboard.press("Escape");
  await main().getByText("Paper & Co").first().waitFor();
  expect(await dialog().count()).toBe(0);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("what was typed under one tab is there after a look at the other", async () => {
  await come("/records/figures");
  await bring("Enter a value");
  await field("Value (USD)").fill("7");
  await dialog().getByRole("tab", { name: "Import files" }).click();
  await field("Value (USD)").waitFor({ state: "hidden" });
  await page.keyboard.press("Escape");
  await dialog().getByRole("button", { name: "Keep Editing" }).click();
  await dialog().getByRole("tab", { name: "Enter a value" }).click();
  expect(await field("Value (USD)").inputValue()).toBe("7");
});

test("the wizard keeps what was typed while the roles are looked at again", async () => {
  await come("/");
  await openWizard(page, ["Chief Marketing Officer"]);
  await nextStep(page);
  await field("Agent Name").fill("Wendy");
  await button("Back").click();
  await page.keyboard.press("Escape");
  await dialog().getByRole("button", { name: "Keep Editing" }).click();
  await dialog().getByText("Operations Manager", { exact: true }).click();
  await nextStep(page);
  expect(await field("Agent Name").inputValue()).toBe("Wendy");
});

const main = () => page.getByRole("main");
const inbox = () => page.getByRole("region", { name: "Task Inbox" });
const drafts: Case[] = [
  ["a question", "/", async () => {}, () => main().getByLabel("Question")],
  ["a task", "/", () => inbox().getByRole("button", { name: "New task" }).click(), () => inbox().getByLabel("Title")],
  [
    "the reason on a card",
    "/",
    () =>
      main()
        .getByRole("button", { name: /^(Add a reason|Reason)$/ })
        .click(),
    () => main().getByLabel("Reason"),
  ],
  ["a comment", "/decisions/D", async () => {}, () => main().getByLabel("Add a comment")],
  ["a probability", "/decisions/D", async () => {}, () => main().getByLabel("Your estimate")],
  [
    "a comment on a task",
    "/",
    () => inbox().getByRole("button", { name: "Call the bank", exact: true }).click(),
    () => field("Add a comment"),
  ],
];

test.each(drafts)(
  "%s, half typed, is there again after another page, and after a reload",
  async (_name, at, open, typed) => {
    const place = at.replace("D", decision);
    await come(place);
    await open();
    await typed().fill("12");
    await page.keyboard.press("Escape");
    await back();
    await page.getByRole("heading", { name: "Status" }).waitFor();
    await page.evaluate(() => history.forward());
    await open();
    await expect.poll(() => typed().inputValue()).toBe("12");
    await page.reload();
    await open();
    await expect.poll(() => typed().inputValue()).toBe("12");
  },
);

test("what is typed while the last comment is on its way stays; what was sent is gone", async () => {
  await page.goto(`${world.url}/decisions/${decision}`);
  const comment = main().getByLabel("Add a comment");
  const send = main().getByRole("button", { name: "Comment", exact: true });
  await comment.fill("First");
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/comments", async (route) => {
    if (route.request().method() === "POST") await held;
    await route.continue();
  });
  await send.click();
  await comment.fill("Second");
  release();
  await main().getByRole("listitem").filter({ hasText: "First" }).waitFor();
  expect(await comment.inputValue()).toBe("Second");
  await send.click();
  await main().getByRole("listitem").filter({ hasText: "Second" }).waitFor();
  await expect.poll(() => comment.inputValue()).toBe("");
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("a title typed while the last task is on its way stays", async () => {
  await page.goto(world.url);
  await inbox().getByRole("button", { name: "New task" }).click();
  const title = inbox().getByLabel("Title");
  await title.fill(" Pay the rent ");
  const release = await hold("**/api/tasks");
  await inbox().getByRole("button", { name: "Add task" }).click();
  await inbox().locator("form [aria-busy]").waitFor();
  await title.fill("Order paper");
  release();
  await inbox().getByRole("button", { name: "Pay the rent", exact: true }).waitFor();
  expect(await title.inputValue()).toBe("Order paper");
  await inbox().getByRole("button", { name: "Add task" }).click();
  await inbox().getByRole("button", { name: "Order paper", exact: true }).waitFor();
  await title.waitFor({ state: "hidden" });
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

/** From here on the browser's calls are this person's. */
const become = ({ cookie }: Member) =>
  page.context().addCookies([{ name: "sid", value: cookie?.slice(4) ?? "", url: world.url }]);

async function signInAs({ username, password }: Member): Promise<void> {
  await page.waitForURL(`${world.url}/auth`);
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password").fill(password);
  await button("Sign In").click();
}

test("who signs in again after the session ended finds what was typed", async () => {
  await page.goto(world.url);
  const question = main().getByLabel("Question");
  await question.fill("Is Marcus too expensive?");
  await page.context().clearCookies();
  await page.reload();
  await signInAs(owner);
  await expect.poll(() => question.inputValue()).toBe("Is Marcus too expensive?");
});

test("a tab that learns that somebody else is signed in by now shows nothing of who was", async () => {
  const next = await world.member("next");
  await owner.call(createTask, { body: { title: "Find a cheaper Marcus" } });
  await page.goto(world.url);
  await main().getByText("Find a cheaper Marcus").waitFor();
  const question = main().getByLabel("Question");
  await question.fill("Is Marcus too expensive?");
  await become(next);
  // What was read before would be seen until this is answered.
  const held = Promise.withResolvers<void>();
  await page.route("**/api/tasks*", (route) => held.promise.then(() => route.continue()));
  // Everything is read again, who is signed in too.
  await owner.call(setLocale, { body: { currency: "USD", timeZone: "Europe/Paris" } });
  await expect.poll(() => question.inputValue()).toBe("");
  expect(await page.evaluate(() => Object.values(sessionStorage).join())).not.toContain("Marcus");
  expect(await page.locator("body").innerText()).not.toContain("Marcus");
  held.resolve();
  await page.unrouteAll({ behavior: "wait" });
  await become(owner);
});

test("who signs in next finds nothing of it, in whichever tab", async () => {
  const next = await world.member("next");
  const other = await page.context().newPage();
  for (const tab of [other, page]) {
    await tab.bringToFront();
    await tab.goto(world.url);
    await tab.getByRole("main").getByLabel("Question").fill("Is Marcus too expensive?");
  }
  await button("Open navigation menu").click();
  await button("Logout").click();
  await signInAs(next);
  await main().getByLabel("Question").waitFor();
  await other.reload();
  for (const tab of [page, other]) {
    expect(await tab.getByRole("main").getByLabel("Question").inputValue()).toBe("");
    expect(await tab.evaluate(() => Object.values(sessionStorage).join())).not.toContain("Marcus");
  }
});
