import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#contract/days.ts";
import { listCommunications } from "#features/communications/contract.ts";
import { settleDecision } from "#features/decisions/contract.ts";
import { dayIn } from "#platform/clock.ts";
import { addRecord, briefed, briefedBy } from "../briefed.ts";
import { type Member, openWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const today = dayIn(new Date(), "Europe/London");
const deal = (member: Member, name: string, columns: Record<string, unknown>) =>
  addRecord(world, member, "deals", {
    name,
    opened_on: addDays(today, -60),
    last_activity_on: addDays(today, -1),
    expected_close_on: today,
    next_step: "Send the offer",
    ...columns,
  });

test("Sales reports the weighted pipeline, what has gone quiet and which lead to qualify", async () => {
  const member = await world.member();
  await deal(member, "Rollout", { stage: "negotiation", amount: 1000, customer_name: "Acme {x}" });
  await deal(member, "Pilot", { stage: "proposal", amount: 400, last_activity_on: addDays(today, -14) });
  await deal(member, "Slow lead", { stage: "lead", amount: 200, last_activity_on: addDays(today, -29) });
  await deal(member, "Sure one", {
    stage: "qualified",
    amount: 300,
    probability: 1,
    expected_close_on: addDays(today, -3),
  });
  await deal(member, "Abroad", { stage: "proposal", amount: 700, currency: "EUR" });
  await deal(member, "New <b>lead</b>", {
    stage: "lead",
    amount: 5000,
    opened_on: addDays(today, -2),
    expected_close_on: null,
    next_step: null,
  });
  await deal(member, "Won", { stage: "won", amount: 50, closed_on: addDays(today, -5) });
  await deal(member, "Lost", { stage: "lost", amount: 50, closed_on: addDays(today, -5) });
  await deal(member, "Lost long ago", { stage: "lost", amount: 50, closed_on: addDays(today, -500) });
  const stranger = await world.member();
  await deal(stranger, "Of another company", { stage: "negotiation", amount: 9_000_000 });

  const { run, report, said, value, ledTo } = await briefed(member, "Sales");
  expect(run.status).toBe("done");
  expect(run.origin).toBe("external");
  // 1,000 × 0.7 + 400 × 0.5 + 200 × 0.1 + 300 × 1 + 5,000 × 0.1
  expect(value("sales.forecast.weighted")).toBe(1720);
  // Closing today: 700 + 200 + 20; the others have no day to come.
  expect(value("sales.forecast.quarter")).toBe(920);
  expect(value("sales.forecast.undated")).toBe(800);
  expect(value("sales.forecast.open")).toBe(6900);
  expect(value("sales.forecast.open_EUR")).toBe(700);
  expect(value("sales.pipeline.deals")).toBe(5);
  expect(value("sales.pipeline.win_rate")).toBe(0.5);
  expect(value("sales.follow-up.stale")).toBe(1);
  expect(value("sales.follow-up.slipped_amount")).toBe(300);
  expect(value("sales.leads.amount")).toBe(5000);
  expect(said).toContain("Next: New <b>lead</b>, $5,000: agree on a next step: none is noted.");
  expect(JSON.stringify(report)).not.toContain("another company");
  expect(report.figures.every(({ source }) => source.label !== "")).toBe(true);
  expect(ledTo.filter(({ kind }) => kind === "decision")).toHaveLength(1);
  expect(report.proposals.map(({ decisionType }) => decisionType)).toEqual(["lead_qualification"]);
});

test("what a person has answered is not proposed again until its figures change", async () => {
  const member = await world.member();
  const lead = { stage: "lead", opened_on: addDays(today, -2), expected_close_on: null, next_step: null };
  await deal(member, "Usual", { stage: "proposal", amount: 400 });
  const id = await deal(member, "Big one", { ...lead, amount: 5_000 });
  const decisionsOf = ({ ledTo }: { ledTo: { kind: string; id: string }[] }) =>
    ledTo.flatMap((one) => (one.kind === "decision" ? [one.id] : []));
  const latestWords = async () => (await member.call(listCommunications))[0]?.content ?? "";

  const first = await briefed(member, "Sales");
  const [rejected = ""] = decisionsOf(first);
  await member.call(settleDecision, { params: { id: rejected }, body: { approved: false, reason: "Not our market" } });
  const second = await briefedBy(member, first.run.agentId);
  expect(second.report.proposals).toHaveLength(1);
  expect(decisionsOf(second)).toEqual([]);
  expect(await latestWords()).toMatch(/Not proposed\n.*Big one.*: rejected as D-1 at \d\d:\d\d: “Not our market”\./);

  await world.asOwner("UPDATE deals SET amount = 6000 WHERE id = $1", [id]);
  const [changed = ""] = decisionsOf(await briefedBy(member, first.run.agentId));
  expect(changed).not.toBe("");
  await member.call(settleDecision, { params: { id: changed }, body: { approved: true } });
  expect(decisionsOf(await briefedBy(member, first.run.agentId))).toEqual([]);
  expect(await latestWords()).not.toContain("Not proposed");
});

test("Sales without deals says what is needed", async () => {
  const { report, said } = await briefed(await world.member(), "Sales");
  expect(report.figures).toEqual([]);
  expect(report.missing.map(({ needed }) => needed)).toEqual(["deals", "deals", "deals", "deals"]);
  expect(said.every((line) => line.includes("is unknown"))).toBe(true);
});
