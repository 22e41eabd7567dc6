// Nightly: what folds out on phones; dashboard holds it daily.
import type { Browser, Page, Route } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Decision, makeDecision } from "#features/decisions/contract.ts";
import { createTask, type Task } from "#features/tasks/contract.ts";
import { hire, type Member, openWorld, testContexts, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";

/** Lists show lines; whatever is folded out or opened is read whole at that moment. */
let world: World;
let browser: Browser;
let member: Member;
let page: Page;
let invest: Decision;
let lead: Decision;
let task: Task;

beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  member = await world.member("owner");
  const team = await hire(member, "CFO", "Sales");
  const propose = (role: "CFO" | "Sales") => {
    const agentId = team.find((agent) => agent.role === role)?.id ?? "";
    return member.call(makeDecision, { body: { agentId, ...testContexts[role] } });
  };
  invest = await propose("CFO");
  lead = await propose("Sales");
  const [title, description] = ["Call the bank", "Ask for their terms"];
  task = await member.call(createTask, { body: { title, description, assignedAgentId: team[0]?.id ?? null } });
  page = await openPage(browser, world, member);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});
beforeEach(async () => {
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

const broken = (route: Route) => route.fulfill({ status: 500, contentType: "text/plain", body: "It broke" });
const cardOf = ({ id }: { id: string }) => page.locator(`article[data-decision="${id}"]`);
/** The card that is folded out, and the one that is a row. */
async function bothCards() {
  const [first] = await page.locator("article[data-decision]").all();
  const isLead = (await first?.getAttribute("data-decision")) === lead.id;
  return isLead ? ([lead, invest] as const) : ([invest, lead] as const);
}
const open = async () => {
  await page.goto(world.url);
  await cardOf(invest).waitFor();
  await cardOf(lead).waitFor();
};

test("lists are asked for their lines alone, and the whole only of what is folded out", async () => {
  const asked: string[] = [];
  const hear = (request: { url(): string }) => {
    const { pathname, search } = new URL(request.url());
    if (/^\/api\/(decisions|tasks)/.test(pathname)) asked.push(pathname + search);
  };
  page.on("request", hear);
  await open();
  const [first, second] = await bothCards();
  await cardOf(first)
    .getByRole("button", { name: /alternative/ })
    .waitFor();
  const lists = asked.filter((path) => !path.includes(first.id));
  expect([...new Set(lists)].toSorted()).toEqual(["/api/decisions?shape=lines", "/api/tasks?shape=lines"]);
  expect(asked).toContain(`/api/decisions/${first.id}?shape=lines`);
  await cardOf(second).focus();
  await cardOf(second)
    .getByRole("button", { name: /alternative/ })
    .waitFor();
  // Folding it out also tells that it was looked at.
  expect(asked.filter((path) => path.includes(second.id)).toSorted()).toEqual([
    `/api/decisions/${second.id}/opened`,
    `/api/decisions/${second.id}?shape=lines`,
  ]);
  page.off("request", hear);
});

test("a card says at once what its line knows, and the rest when it is there; what was typed meanwhile stays", async () => {
  const held = Promise.withResolvers<void>();
  await page.route(/\/api\/decisions\/[^/?]+\?/, (route) => held.promise.then(() => route.continue()));
  await open();
  const [first] = await bothCards();
  const card = cardOf(first);
  await card
    .getByText(first.recommendation.split(": ")[0] ?? "")
    .first()
    .waitFor();
  expect(await card.getByText("Evidence", { exact: true }).count()).toBe(0);
  expect(await card.getByRole("button", { name: /alternative|risk/ }).count()).toBe(0);
  await card.getByRole("button", { name: "Add a reason" }).click();
  await card.getByLabel("Reason").fill("Not this quarter");
  expect(await card.getByRole("button", { name: /^Approve/ }).isEnabled()).toBe(true);
  held.resolve();
  await card.getByText("Evidence", { exact: true }).waitFor();
  expect(await card.getByLabel("Reason").inputValue()).toBe("Not this quarter");
  await card.getByRole("button", { name: /alternative/ }).click();
  await card
    .getByText(first.alternatives[0]?.title ?? "", { exact: false })
    .first()
    .waitFor();
});

test("what could not be read says so in the card, which can be decided and asked again", async () => {
  await page.route(/\/api\/decisions\/[^/?]+\?/, broken);
  await open();
  const [first] = await bothCards();
  const card = cardOf(first);
  const alert = card.getByRole("alert");
  await alert.getByText("Couldn't load the details", { exact: true }).waitFor();
  await alert.getByText("It broke", { exact: true }).waitFor();
  expect(await card.getByRole("button", { name: /^Approve/ }).isEnabled()).toBe(true);
  await page.unrouteAll({ behavior: "wait" });
  await card.getByRole("button", { name: "Try again" }).click();
  await card.getByText("Evidence", { exact: true }).waitFor();
  expect(await alert.count()).toBe(0);
});

test("a task is read as it is opened; its remarks and its title do not wait for it, and a fault is said in its place", async () => {
  const path = `**/api/tasks/${task.id}`;
  const held = Promise.withResolvers<void>();
  await page.route(path, (route) => held.promise.then(() => broken(route)));
  await open();
  const row = page
    .getByRole("region", { name: "Task Inbox", exact: true })
    .getByRole("button", { name: task.title, exact: true });
  await row.click();
  const dialog = page.getByRole("dialog", { name: task.title });
  await dialog.getByLabel("Add a comment").fill("Before noon");
  expect(await dialog.getByText(task.description).count()).toBe(0);
  held.resolve();
  await dialog.getByText("The task could not be read", { exact: true }).waitFor();
  expect(await dialog.getByLabel("Add a comment").inputValue()).toBe("Before noon");
  await page.unrouteAll({ behavior: "wait" });
  await dialog.getByRole("button", { name: "Try again" }).click();
  await dialog.getByText(task.description, { exact: true }).waitFor();
  await dialog.getByText("Status", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
});
