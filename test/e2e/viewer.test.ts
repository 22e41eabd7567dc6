// Nightly: every control of every page; http/tenancy-roles holds the rules behind them daily.
import type { Browser, Locator, Page, Request } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { MemberRole } from "#contract/roles.ts";
import { makeDecision } from "#features/decisions/contract.ts";
import { recordMetrics } from "#features/metrics/contract.ts";
import { addRecord } from "#features/records/contract.ts";
import { createTask } from "#features/tasks/contract.ts";
import { startBriefing } from "#features/expertise/contract.ts";
import { colleague } from "../samples.ts";
import { hire, type Member, openWorld, testContexts, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";

/** Whoever may not do something is offered no control for it; what stands in its place says who may. */
let world: World;
let browser: Browser;
let owner: Member;
let empty: Member;
const at = { decision: "", run: "", customer: "", task: "" };

beforeAll(async () => {
  // Nothing works on the run: it can be stopped by whoever may.
  world = await openWorld({ ROLE: "web" });
  browser = await openBrowser();
  empty = await world.member("empty");
  owner = await world.member("owner");
  const team = await hire(owner, "CEO", "CFO", "Sales");
  const cfo = team.find(({ role }) => role === "CFO")?.id ?? "";
  at.decision = (await owner.call(makeDecision, { body: { agentId: cfo, ...testContexts.CFO } })).id;
  at.task = (await owner.call(createTask, { body: { title: "Call the bank", assignedAgentId: cfo } })).id;
  at.run = (await owner.call(startBriefing, { params: { id: cfo } })).runId;
  const fields = { name: "Acme", status: "active" } as const;
  at.customer = (await owner.call(addRecord, { body: { kind: "customers", source: "manual", fields } })).id;
  const point = { metricName: "daily_revenue", metricValue: 7, measurementDate: "2026-11-01" };
  await owner.call(recordMetrics, { body: { source: "manual", points: [point] } });
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const paths = () => [
  "/",
  `/?task=${at.task}`,
  "/decisions",
  `/decisions/${at.decision}`,
  "/records",
  "/records/customers",
  `/records/customers/${at.customer}`,
  "/records/figures",
  "/records/figures/daily_revenue",
  "/runs",
  `/runs/${at.run}`,
  "/feed",
];

const usable = "button:visible:enabled, [role=switch]:visible:enabled, select:visible:enabled";

/** What a control is called, in a list of those that were refused. */
const nameOf = (control: Locator) =>
  control.evaluate((one) => one.getAttribute("aria-label") ?? (one.textContent?.trim() || one.outerHTML.slice(0, 80)));

/** Uses a control as far as it goes: chooses something else, presses, and sends what opens. */
async function tryOut(page: Page, control: Locator): Promise<void> {
  if (await control.evaluate((one) => one.tagName === "SELECT")) {
    const other = control.locator("option:not(:checked):enabled").first();
    if ((await other.count()) > 0) await control.selectOption((await other.getAttribute("value")) ?? "");
    return;
  }
  await control.click({ timeout: 5_000 });
  for (const form of await page.locator("form:visible").all()) await sendForm(form);
}

async function sendForm(form: Locator): Promise<void> {
  for (const box of await form.locator("textarea:visible:enabled, input:not([type]):visible:enabled").all())
    await box.fill("Something");
  const submit = form.locator("button[type=submit]:visible:enabled").first();
  if ((await submit.count()) > 0) await submit.click();
}

/** Counts what a page asks for; gives when all that was asked for is answered. */
function answersOf(page: Page): { quiet: () => Promise<void>; forget: () => void } {
  const under = new Set<Request>();
  page.on("request", (request) => under.add(request));
  page.on("requestfinished", (request) => under.delete(request));
  page.on("requestfailed", (request) => under.delete(request));
  const drawn = () =>
    page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const quiet = async () => {
    do {
      await drawn();
      await expect.poll(() => under.size, { interval: 5 }).toBe(0);
      await drawn();
    } while (under.size > 0);
  };
  // What a page asked for before another was opened may never be answered.
  return { quiet, forget: () => under.clear() };
}

/** Every control of a page that was refused, of those that are shown and enabled. */
async function refusedOn(page: Page, path: string): Promise<string[]> {
  const refused: string[] = [];
  let now = "";
  const watch = (reply: { status(): number; url(): string }) => {
    if (reply.status() === 403) refused.push(`${now}: ${new URL(reply.url()).pathname}`);
  };
  page.on("response", watch);
  const { quiet, forget } = answersOf(page);
  // A dialog covers the page: its controls are the ones to use.
  const covered = async () => (await page.getByRole("dialog").count()) > 0;
  const open = async () => {
    now = "on opening";
    forget();
    await page.goto(world.url + path);
    await page.getByRole("heading", { level: 1 }).waitFor();
  };
  await open();
  await page.waitForLoadState("networkidle");
  let seen = -1;
  // What is below the fold is drawn last.
  const settled = async (): Promise<boolean> => {
    await quiet();
    const before = seen;
    seen = await page.locator(usable).count();
    return seen === before;
  };
  await expect.poll(settled, { interval: 300, timeout: 30_000 }).toBe(true);
  const isDialog = await covered();
  const place = isDialog ? page.getByRole("dialog") : page.getByRole("main");
  const controls = place.locator(usable);
  const forms = place.locator("form:visible");
  const [amount, formAmount, address] = [await controls.count(), await forms.count(), page.url()];
  const again = async () => {
    await open();
    await expect.poll(() => controls.count()).toBe(amount);
  };
  /** Opens the page again where the last control changed it. */
  const refresh = async () => {
    const isSame = page.url() === address && (await controls.count()) === amount && (await covered()) === isDialog;
    if (!isSame) await again();
  };
  for (let at = 0; at < amount; at += 1) {
    await refresh();
    now = await nameOf(controls.nth(at));
    // What the last control opened may cover the page only now, when its code has been read.
    await tryOut(page, controls.nth(at)).catch(async () => {
      await again();
      await tryOut(page, controls.nth(at));
    });
    await quiet();
  }
  if (formAmount > 0) await refresh();
  for (let at = 0; at < formAmount; at += 1) {
    now = await nameOf(forms.nth(at));
    await sendForm(forms.nth(at));
    await quiet();
  }
  page.removeAllListeners("request");
  page.removeAllListeners("requestfinished");
  page.removeAllListeners("requestfailed");
  page.off("response", watch);
  return refused;
}

const openAs = async (member: Member, role: MemberRole): Promise<Page> => {
  const person = await colleague(world, member, role);
  const page = await openPage(browser, world, { ...member, cookie: person.cookie });
  page.on("dialog", (dialog) => void dialog.accept());
  return page;
};

test("no control on any page leads who only reads to a refusal", async () => {
  const page = await openAs(owner, "viewer");
  const refused: string[] = [];
  for (const path of paths()) refused.push(...(await refusedOn(page, path)).map((what) => `${path} ${what}`));
  expect(refused).toEqual([]);
  await page.context().close();
});

/** What stands on the control center, and who may use it. */
const offered = {
  member: ["New task", "Mark complete: Call the bank", "Test CEO: market expansion", "Ask", "Import files"],
  approver: [/^Reject/, /^Approve/],
  admin: ["Setup AI Workforce", "Reset Data", "Initialize AI Workforce", "Add agent", /^Edit /],
};

test.each([
  ["viewer", []],
  ["member", offered.member],
  ["approver", [...offered.member, ...offered.approver]],
  ["admin", [...offered.member, ...offered.approver, ...offered.admin]],
] as const)("the control center offers a person of role %s what they may do, and nothing else", async (role, mine) => {
  const page = await openAs(owner, role);
  await page.goto(world.url);
  await page.getByRole("button", { name: /alternatives$/ }).waitFor();
  await page.getByRole("switch").first().waitFor();
  await page.waitForLoadState("networkidle");
  const shown: (string | RegExp)[] = [];
  for (const name of Object.values(offered).flat()) {
    const exact = typeof name === "string" ? { name, exact: true } : { name };
    if ((await page.getByRole("button", exact).count()) > 0) shown.push(name);
  }
  expect(shown).toEqual(mine);
  expect(await page.getByRole("switch").first().isEnabled()).toBe(role === "admin");
  expect(
    await page
      .getByRole("combobox", { name: /^Autonomy of / })
      .first()
      .isEnabled(),
  ).toBe(role === "admin");
  await page.context().close();
});

test("in an empty company who only reads is offered nothing either, and is told who may", async () => {
  const page = await openAs(empty, "viewer");
  const refused: string[] = [];
  for (const path of ["/", "/decisions", "/runs", "/records/customers"])
    refused.push(...(await refusedOn(page, path)).map((what) => `${path} ${what}`));
  expect(refused).toEqual([]);
  await page.goto(world.url);
  await page
    .getByRole("listitem")
    .filter({ hasText: "Create the workforce" })
    .getByText("An admin does this")
    .waitFor();
  await page.context().close();
});

test("a decision says to who may not decide it who may, and its keys do nothing", async () => {
  const page = await openAs(owner, "member");
  for (const path of ["/", `/decisions/${at.decision}`]) {
    await page.goto(world.url + path);
    await page.getByText("Only an approver or above may decide this").first().waitFor();
    expect(await page.getByRole("button", { name: /^(Approve|Reject)/ }).count()).toBe(0);
  }
  await page.goto(world.url);
  const sent: string[] = [];
  page.on("request", (request) => void (request.method() === "POST" && sent.push(request.url())));
  await page.locator(`[data-decision="${at.decision}"]`).focus();
  await page.keyboard.press("a");
  await page.keyboard.press("r");
  await page.waitForLoadState("networkidle");
  expect(sent).toEqual([]);
  await page.context().close();
});
