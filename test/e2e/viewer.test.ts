import type { Browser, Locator, Page } from "playwright-core";
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
  await control.click();
  for (const form of await page.locator("form:visible").all()) await sendForm(form);
}

async function sendForm(form: Locator): Promise<void> {
  for (const box of await form.locator("textarea:visible:enabled, input:not([type]):visible:enabled").all())
    await box.fill("Something");
  const submit = form.locator("button[type=submit]:visible:enabled").first();
  if ((await submit.count()) > 0) await submit.click();
}

/** Every control of a page that was refused, of those that are shown and enabled. */
async function refusedOn(page: Page, path: string): Promise<string[]> {
  const refused: string[] = [];
  let now = "";
  const watch = (reply: { status(): number; url(): string }) => {
    if (reply.status() === 403) refused.push(`${now}: ${new URL(reply.url()).pathname}`);
  };
  page.on("response", watch);
  const open = async () => {
    now = "on opening";
    await page.goto(world.url + path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("networkidle");
    // A dialog covers the page: its controls are the ones to use.
    const dialog = page.getByRole("dialog");
    return (await dialog.count()) > 0 ? dialog : page.getByRole("main");
  };
  const amount = await (await open()).locator(usable).count();
  for (let place = 0; place < amount; place += 1) {
    const control = (await open()).locator(usable).nth(place);
    now = await nameOf(control);
    await tryOut(page, control);
    await page.waitForLoadState("networkidle");
  }
  for (const form of await (await open()).locator("form:visible").all()) {
    now = await nameOf(form);
    await sendForm(form);
    await page.waitForLoadState("networkidle");
  }
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
  member: ["New task", "Mark complete: Call the bank", "Test CEO: market expansion", "Ask", "Import CSV"],
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
