// Nightly: cards of settled decisions; http/decisions holds what they say daily.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { listAgents } from "#features/agents/contract.ts";
import { type Decision, listDecisions, makeDecision, settleDecision } from "#features/decisions/contract.ts";
import { hire, type Member, openWorld, testContexts, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";

/** Decisions that are settled: what their cards, the list and their pages say of them. */
let world: World;
let browser: Browser;
let member: Member;
let page: Page;
let approved: Decision;
let rejected: Decision;
let expired: Decision;

beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  member = await world.member("owner");
  const sales = (await hire(member, "CFO", "Sales")).find(({ role }) => role === "Sales");
  const lead = (subject: string, context: object = {}) =>
    member.call(makeDecision, {
      body: {
        agentId: sales?.id ?? "",
        decisionType: "lead_qualification",
        context: { leadValue: 9_000, subject, ...context },
      },
    });
  approved = await lead("A harbour", { fit: "strong", counterparty: "Quay Ltd" });
  rejected = await lead("A boat");
  expired = await lead("A crane");
  await member.call(settleDecision, { params: { id: approved.id }, body: { approved: true } });
  await member.call(settleDecision, { params: { id: rejected.id }, body: { approved: false } });
  await world.asOwner("UPDATE decisions SET expires_at = now() - interval '1 second' WHERE id = $1", [expired.id]);
  await world.asOwner("UPDATE pgboss.job SET start_after = now() WHERE data->'input'->>'decisionId' = $1", [
    expired.id,
  ]);
  const closed = async () => (await member.call(listDecisions)).find(({ id }) => id === expired.id)?.closedReason;
  await vi.waitUntil(async () => (await closed()) === "expired", { timeout: 60_000 });
  await world.asOwner("ALTER TABLE forecasts DISABLE TRIGGER forecasts_are_frozen");
  await world.asOwner("UPDATE forecasts SET due_on = current_date - 1");
  // As an earlier version left it.
  await world.asOwner(
    `UPDATE forecasts SET held = true, resolution = 'human', resolved_at = now(), resolved_by = $2
     WHERE decision_id = $1`,
    [rejected.id, member.user.id],
  );
  await world.asOwner("ALTER TABLE forecasts ENABLE TRIGGER forecasts_are_frozen");
  page = await openPage(browser, world, member);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const section = (name: string) => page.getByRole("region", { name, exact: true });
const settled = (title: string) => section("Decision Feed").getByRole("listitem").filter({ hasText: title });

test("an expired decision is called expired in the feed and in the list", async () => {
  await page.goto(world.url);
  await settled("A boat").getByText("Rejected", { exact: true }).waitFor();
  await settled("A crane").getByText("Expired", { exact: true }).waitFor();
  await page.goto(`${world.url}/decisions`);
  await page.getByRole("row").filter({ hasText: "A crane" }).getByText("Expired", { exact: true }).last().waitFor();
});

test("a settled decision's card shows its recommendation and its confidence", async () => {
  await page.goto(world.url);
  for (const { title, recommendation, confidence } of [approved, rejected, expired]) {
    await settled(title).getByText(recommendation.slice(0, 40)).waitFor();
    await settled(title)
      .getByText(`${Math.round(confidence * 100)}%`)
      .first()
      .waitFor();
    expect(recommendation).not.toBe("");
  }
});

test("the forecasts of a decision that was not approved do not apply: nobody is asked what came of them", async () => {
  await page.goto(`${world.url}/decisions/${approved.id}`);
  await section("Forecast").getByRole("button", { name: "Came true" }).first().waitFor();
  for (const { id } of [rejected, expired]) {
    await page.goto(`${world.url}/decisions/${id}`);
    await section("Forecast").getByText("Not applicable").first().waitFor();
    expect(await section("Forecast").getByRole("button").count()).toBe(0);
    expect(
      await section("Forecast")
        .getByText(/came true|You'll be asked/i)
        .count(),
    ).toBe(0);
  }
});

test("a resolved forecast says when, not that you will be asked", async () => {
  await page.goto(`${world.url}/decisions/${approved.id}`);
  await section("Forecast").getByRole("button", { name: "Came true", exact: true }).first().click();
  const resolved = section("Forecast")
    .getByRole("definition")
    .filter({ hasText: `by ${member.username}` });
  await resolved.first().waitFor();
  expect(await resolved.first().innerText()).not.toContain("You'll be asked");
});

test("the context of a decision is what the form asked for, with its labels, and nothing that was left out", async () => {
  await page.goto(`${world.url}/decisions/${approved.id}`);
  const terms = section("Context").getByRole("term");
  await terms.first().waitFor();
  expect(await terms.allTextContents()).toEqual(["Lead value", "Fit", "Title", "Counterparty"]);
  expect(await section("Context").getByRole("definition").allTextContents()).toEqual([
    "$9,000",
    "Strong",
    "A harbour",
    "Quay Ltd",
  ]);
});

test("a pending decision's card names its time frame beside its return", async () => {
  const cfo = (await member.call(listAgents)).find(({ role }) => role === "CFO");
  await member.call(makeDecision, { body: { agentId: cfo?.id ?? "", ...testContexts.CFO } });
  await page.goto(world.url);
  const card = section("Decision Feed").getByRole("article").first();
  await card.getByText("Returns", { exact: true }).waitFor();
  await card.getByText("Timeframe", { exact: true }).waitFor();
  expect((await member.call(listDecisions)).some(({ status }) => status === "pending")).toBe(true);
});
