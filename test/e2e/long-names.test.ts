// Nightly: every page with the longest names; lengths holds the limits daily.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { lengths } from "#contract/words.ts";
import { register } from "#features/accounts/contract.ts";
import { addComment, askAgents } from "#features/conversations/contract.ts";
import { makeDecision, settleDecision } from "#features/decisions/contract.ts";
import { recordMetrics } from "#features/metrics/contract.ts";
import { addRecord } from "#features/records/contract.ts";
import { resetData, setupAgents } from "#features/setup/contract.ts";
import { defaultWorkforce } from "#features/setup/rules.ts";
import { createTask, updateTask } from "#features/tasks/contract.ts";
import { startBriefing } from "#features/expertise/contract.ts";
import { getRun } from "#features/runs/contract.ts";
import { type Client, openWorld, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";

/** Every name as long as it may be, without a place to break: no page scrolls sideways, and nothing stands over its edge. */
let world: World;
let browser: Browser;
let owner: Client;
let left: Client;
const at = { pending: "", approved: "", run: "", question: "", customer: "", deal: "", task: "" };

const long = (length: number, letter = "W") => letter.repeat(length);

async function signUp(name: string): Promise<Client> {
  const client = world.client();
  const username = name.padEnd(lengths.username, "u");
  await client.call(register, {
    body: {
      username,
      email: `${name}@example.com`,
      companyName: long(lengths.name, "C"),
      password: "a long password",
      timeZone: "Europe/London",
    },
  });
  return client;
}

async function fill(client: Client): Promise<void> {
  const agents = defaultWorkforce.map((agent) => ({ ...agent, name: long(lengths.name, agent.role.charAt(0)) }));
  const { agents: team } = await client.call(setupAgents, {
    body: { selectedRoles: agents.map(({ role }) => role), agents },
  });
  const idOf = (role: string) => team.find((agent) => agent.role === role)?.id ?? "";
  const propose = (subject: string) =>
    client.call(makeDecision, {
      body: {
        agentId: idOf("CFO"),
        decisionType: "expense_approval",
        context: { amount: 21_000, often: "yearly", subject, purpose: long(100, "p"), counterparty: long(100, "f") },
      },
    });
  for (const letter of ["A", "B", "D"]) at.pending = (await propose(long(200, letter))).id;
  at.approved = (await propose(long(200, "E"))).id;
  await client.call(settleDecision, {
    params: { id: at.approved },
    body: { approved: true, reason: long(400, "r") },
  });
  for (const subjectId of [at.pending, at.approved])
    await client.call(addComment, { body: { subject: "decision", subjectId, text: long(400, "k") } });
  const title = long(lengths.title, "T");
  at.task = (
    await client.call(createTask, { body: { title, description: long(400, "d"), assignedAgentId: idOf("CFO") } })
  ).id;
  const done = await client.call(createTask, { body: { title, assignedAgentId: idOf("CEO") } });
  await client.call(updateTask, { params: { id: done.id }, body: { status: "completed" } });
  await client.call(addComment, { body: { subject: "task", subjectId: at.task, text: long(400, "k") } });
  const add = async (kind: "customers" | "deals" | "vendors", fields: object) =>
    (await client.call(addRecord, { body: { kind, source: "manual", fields } as never })).id;
  at.customer = await add("customers", { name: long(lengths.name, "N"), status: "active", ownerName: long(100, "O") });
  at.deal = await add("deals", {
    name: long(lengths.title, "L"),
    customerName: long(lengths.name, "N"),
    stage: "lead",
    amount: 999_999_999,
    openedOn: "2026-11-01",
  });
  await add("vendors", { name: long(lengths.name, "V"), status: "active" });
  const points = [{ metricName: long(100, "m"), metricValue: 123_456_789, measurementDate: "2026-11-01" }];
  await client.call(recordMetrics, { body: { source: "manual", points } });
  const asked = await client.call(askAgents, { body: { question: long(400, "q"), urgency: "high" } });
  at.question = asked.runId;
  at.run = (await client.call(startBriefing, { params: { id: idOf("Sales") } })).runId;
  for (const id of [at.question, at.run])
    await vi.waitFor(
      async () => expect((await client.call(getRun, { params: { id } })).run.status).toMatch(/done|failed/),
      { timeout: 60_000 },
    );
}

beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  [owner, left] = [await signUp("owner"), await signUp("left")];
  await fill(left);
  await left.call(resetData);
  await fill(owner);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

/** How wide the page is where it is wider than its window, with what reaches over the edge first. */
const wide = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const isOver = (one: Element | null) => one !== null && one.getBoundingClientRect().right > clientWidth + 1;
    const over = [...document.body.querySelectorAll("*")].filter((one) => isOver(one) && !isOver(one.parentElement));
    const said = over.map((one) => `${one.tagName} ${one.className} ${(one.textContent ?? "").slice(0, 30)}`);
    return [`${scrollWidth} > ${clientWidth}`, ...said];
  });

const pages: [string, () => string][] = [
  ["the control center", () => "/"],
  ["a task", () => `/?task=${at.task}`],
  ["the decisions", () => "/decisions"],
  ["a pending decision", () => `/decisions/${at.pending}`],
  ["a settled decision", () => `/decisions/${at.approved}`],
  ["records", () => "/records"],
  ["customers", () => "/records/customers"],
  ["a customer", () => `/records/customers/${at.customer}`],
  ["deals", () => "/records/deals"],
  ["a deal", () => `/records/deals/${at.deal}`],
  ["figures", () => "/records/figures"],
  ["a figure", () => `/records/figures/${long(100, "m")}`],
  ["all work", () => "/runs"],
  ["a briefing", () => `/runs/${at.run}`],
  ["an answer", () => `/runs/${at.question}`],
  ["the feed", () => "/feed"],
  ["the status", () => "/status"],
];

test.each([360, 390, 1440])("no page is wider than a window of %i px", async (width) => {
  const found: Record<string, string[]> = {};
  const look = async (client: Client, places: typeof pages) => {
    const page = await openPage(browser, world, client as never, { viewport: { width, height: 800 } });
    for (const [name, path] of places) {
      await page.goto(world.url + path());
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForLoadState("networkidle");
      const over = await wide(page);
      if (over.length > 0) found[name] = over;
    }
    await page.getByRole("button", { name: "Open navigation menu" }).click();
    await page.getByRole("navigation", { name: "Main" }).waitFor();
    const over = await wide(page);
    if (over.length > 0) found["the menu"] = over;
    await page.context().close();
  };
  await look(owner, pages);
  await look(left, [
    ["the control center after a reset", () => "/"],
    ["the feed after a reset", () => "/feed"],
  ]);
  expect(found).toEqual({});
});
