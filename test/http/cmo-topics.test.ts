import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#contract/days.ts";
import { dayIn, now } from "#platform/clock.ts";
import { brief, put } from "../briefing.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const today = dayIn(now(), "Europe/London");
const ago = (days: number) => addDays(today, -days);

const bill = (member: Member, channel: string | null, amount: number, days: number, more: object = {}) =>
  put(world, "invoices", member.user.companyId, {
    number: "B",
    direction: "payable",
    issued_on: ago(days),
    due_on: ago(days - 30),
    status: "open",
    channel,
    amount,
    ...more,
  });
const deal = (member: Member, channel: string | null, stage: string, amount: number, days: number) =>
  put(world, "deals", member.user.companyId, { name: "Deal", channel, stage, amount, opened_on: ago(days) });

test("channels with what they cost and brought; another company's rows do not count", async () => {
  const member = await world.member();
  const stranger = await world.member();
  const [cmo] = await hire(member, "CMO");
  await bill(member, "Search", 900, 10);
  await bill(member, " search ", 100, 20);
  await bill(member, "events", 500, 20);
  await bill(member, "events", 700, 20, { currency: "EUR" });
  await bill(member, "events", 800, 20, { status: "void" });
  await bill(member, null, 4_000, 20);
  await bill(member, "search", 300, 120);
  for (let at = 0; at < 8; at += 1) await deal(member, "search", at < 2 ? "won" : "qualified", 2_500, 15 + at);
  await deal(member, "search", "won", 9_000, 120);
  await deal(member, null, "lead", 1, 3);
  await bill(stranger, "search", 77_777, 10);
  await deal(stranger, "search", "won", 77_777, 10);
  const { run, figure } = await brief(member, cmo);
  expect(run.origin).toBe("external");
  expect(figure("cmo.channels.spend")?.value).toBe(1_500);
  expect(figure("cmo.channels.spend_0")).toMatchObject({ value: 1_000, label: expect.stringMatching(/^search/i) });
  // 1,000 ÷ 8 leads, 1,000 ÷ 2 won
  expect(figure("cmo.channels.per_lead_0")?.value).toBe(125);
  expect(figure("cmo.channels.per_win_0")?.value).toBe(500);
  expect(figure("cmo.channels.worth_0")?.value).toBe(5_000);
  expect(figure("cmo.leads.leads")?.value).toBe(9);
  expect(JSON.stringify(run.report)).not.toContain("77");
});

test("a CMO without rows says what is missing and no figure", async () => {
  const member = await world.member();
  const [cmo] = await hire(member, "CMO");
  const { run, missing } = await brief(member, cmo);
  expect(run.report?.figures).toEqual([]);
  expect(missing).toEqual(["Spend per channel", "Leads per channel", "How many leads come"]);
});
