import { afterAll, beforeAll, expect, test } from "vitest";
import * as rooms from "#app/rooms.ts";
import { backgroundCompanies, jobContext } from "#features/accounts/service.ts";
import { addDays } from "#contract/days.ts";
import { getDecision, makeDecision, settleDecision } from "#features/decisions/contract.ts";
import {
  correctForecast,
  getRecord,
  listForecasts,
  resolveForecast,
  type Standing,
} from "#features/decisions/outcome/contract.ts";
import { goodOutcomes, outcomeScores } from "#features/decisions/outcome/scores/store.ts";
import { recordMetrics } from "#features/metrics/contract.ts";
import { addRecord } from "#features/records/contract.ts";
import { resetData } from "#features/setup/contract.ts";
import { undoReset } from "#features/setup/reset/contract.ts";
import { dayIn, now } from "#platform/clock.ts";
import { mintCompany } from "#platform/context.ts";
import { read } from "#platform/db/transaction.ts";
import { background, queueDue } from "#platform/jobs/background.ts";
import { expected, type Expected, forty, fraction } from "../forty.ts";
import { pagesOf } from "../pages.ts";
import { approvedDecisions, resolvedCompany, thaw } from "../resolved.ts";
import { colleague } from "../samples.ts";
import { hire, journalOf, type Member, openWorld, operatorOf, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

const today = dayIn(now(), "Europe/London");
const as = (held: boolean) => ({ held });
const at = (id: string, position = 1) => ({ params: { id, position: String(position) } });
const resolve = (member: Member, id: string, held: boolean, position = 1) =>
  member.call(resolveForecast, { ...at(id, position), body: as(held) });
const correct = (member: Member, id: string, held: boolean) =>
  member.call(correctForecast, { ...at(id), body: { held, reason: "Counted again" } });

const kept = (member: Member) =>
  world.asOwner(
    `SELECT agent_id, decision_type, bin, resolved, held, claimed, brier, base_resolved, base_brier, held_without_base
     FROM forecast_scores WHERE company_id = $1 AND resolved <> 0 ORDER BY 1, 2, 3`,
    [member.user.companyId],
  );

/** The kept sums, after a recomputation from the forecasts. */
async function recomputed(member: Member) {
  await world.asOwner("SELECT forecast_recount($1)", [member.user.companyId]);
  return kept(member);
}

function expectScore(standing: Standing | undefined, wanted: Expected | undefined): void {
  if (!standing?.score || !wanted) throw new Error("There is no score.");
  const { score } = standing;
  expect([standing.resolved, standing.held]).toEqual([wanted.resolved, wanted.held]);
  for (const name of ["brier", "baseBrier", "skill", "accuracy"] as const)
    expect([name, Math.abs((score[name] ?? Number.NaN) - fraction(wanted[name])) < 1e-9]).toEqual([name, true]);
  expect(score.bins.map(({ from, resolved }) => [from, resolved])).toEqual(wanted.bins.map(([from, n]) => [from, n]));
  for (const [place, { claimed, held }] of score.bins.entries()) {
    expect(Math.abs(claimed - fraction(wanted.bins[place]?.[2] ?? ""))).toBeLessThan(1e-9);
    expect(Math.abs(held - fraction(wanted.bins[place]?.[3] ?? ""))).toBeLessThan(1e-9);
  }
}

test("forty resolved forecasts give the scores worked out by hand, in all, per agent and per type", async () => {
  const member = await world.member();
  await resolvedCompany(world, member, forty);
  const record = await member.call(getRecord);
  expectScore(record.all, expected["all"]);
  expect(record.all.evidence).toBe("enough");
  for (const role of ["CFO", "Sales"])
    expectScore(
      record.agents.find(({ agentRole }) => agentRole === role),
      expected[role],
    );
  for (const list of [record.types, record.both]) {
    for (const type of ["investment_evaluation", "expense_approval", "lead_qualification"])
      expectScore(
        list.find(({ decisionType }) => decisionType === type),
        expected[type],
      );
    // Seven are too few to show.
    expect(list.find(({ decisionType }) => decisionType === "discount_request")).toMatchObject({
      resolved: 7,
      evidence: "none",
      score: null,
    });
  }
  expect(record.agents.map(({ evidence }) => evidence)).toEqual(["low", "low"]);
  // What other rooms read are the same scores, also of the seven.
  const ctx = await jobContext(world.boardroom.platform, mintCompany(member.user.companyId));
  const scores = await read(ctx, (tx) => outcomeScores(tx));
  const seven = scores.find(({ decisionType }) => decisionType === "discount_request");
  expect(Math.abs((seven?.brier ?? 0) - fraction(expected["discount_request"]?.brier ?? ""))).toBeLessThan(1e-9);
  expect(await read(ctx, (tx) => goodOutcomes(tx, seven?.agentId ?? "", "discount_request"))).toEqual({
    good: expected["discount_request"]?.held,
    resolved: 7,
  });
  expect(await read(ctx, (tx) => outcomeScores(tx, seven?.agentId))).toHaveLength(2);
  const pages = await pagesOf(member, "/api/decisions/forecasts?state=resolved");
  expect(pages.flat()).toHaveLength(40);
  expect((await (await world.member()).call(getRecord)).all).toMatchObject({ resolved: 0, score: null });
});

test("the kept scores equal a recomputation after any order of resolving, correcting and resetting", async () => {
  const member = await world.member();
  const some = forty.filter((_, place) => place % 4 === 0);
  const ids = await approvedDecisions(world, member, some);
  const outcomes = new Map<string, boolean>();
  // A fixed sequence that looks random.
  let seed = 60;
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  for (let step = 0; step < 30; step += 1) {
    const id = ids[next(ids.length)] ?? "";
    const before = outcomes.get(id);
    if (before === undefined) await resolve(member, id, next(2) === 0);
    else await correct(member, id, !before);
    outcomes.set(
      id,
      (await member.call(getDecision, { params: { id }, query: {} })).decision.forecasts[1]?.held === true,
    );
    const full = step === 17 ? await kept(member) : null;
    const afterReset = full && (await resetAndBack(member));
    expect(afterReset).toEqual(full && { between: [], after: full });
    const now = await kept(member);
    expect(await recomputed(member)).toEqual(now);
  }
  // An approval that ends takes its outcome along, and brings it back.
  const whole = await kept(member);
  await world.asOwner("UPDATE decisions SET status = 'rejected' WHERE id = $1", [[...outcomes.keys()][0]]);
  const less = await kept(member);
  expect(less).not.toEqual(whole);
  expect(await recomputed(member)).toEqual(less);
  await world.asOwner("UPDATE decisions SET status = 'approved' WHERE id = $1", [[...outcomes.keys()][0]]);
  expect(await kept(member)).toEqual(whole);
  await world.asOwner("DELETE FROM decisions WHERE company_id = $1", [member.user.companyId]);
  expect(await kept(member)).toEqual([]);
});

test("an outcome is recorded once; an admin corrects it with a reason, and the history keeps both", async () => {
  const member = await world.member();
  const approver = await colleague(world, member, "approver");
  const [id = ""] = await approvedDecisions(world, member, forty.slice(0, 1));
  const answers = await Promise.all(
    [true, false, true, false].map((held) =>
      member.send("POST", `/api/decisions/${id}/forecasts/1/resolve`, {
        body: { held, value: 17_500, note: "The ledger" },
      }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
  const { decision } = await member.call(getDecision, { params: { id }, query: {} });
  const forecast = decision.forecasts[1];
  expect(forecast).toMatchObject({
    resolution: "human",
    resolvedBy: member.username,
    value: 17_500,
    source: "The ledger",
    corrections: [],
  });
  const was = forecast?.held === true;
  const say = (who: Member, body: object) => who.send("POST", `/api/decisions/${id}/forecasts/1/correct`, { body });
  expect((await say(approver, { held: !was, reason: "x" })).status).toBe(403);
  expect((await say(member, { held: !was, reason: "  " })).status).toBe(400);
  expect((await say(member, { held: was, reason: "x" })).text).toContain("Nothing to correct");
  expect((await say(member, { held: !was, reason: "The ledger was wrong" })).status).toBe(200);
  const after = (await member.call(getDecision, { params: { id }, query: {} })).decision.forecasts[1];
  expect(after).toMatchObject({
    held: !was,
    corrections: [{ wasHeld: was, held: !was, reason: "The ledger was wrong", by: member.username }],
  });
  expect((await say(await world.member(), { held: was, reason: "x" })).status).toBe(404);
  const actions = (await journalOf(world, member)).filter((action) => action.startsWith("forecast."));
  expect(actions).toEqual(["forecast.resolved", "forecast.corrected"]);
  expect((await kept(member)).map(({ resolved, held }) => [resolved, held])).toEqual([[1, Number(!was)]]);
});

let slots = 0;
/** Lets instances look at the clock at once when forecasts are due. */
async function strike(member: Member, instances = 1): Promise<void> {
  slots += 1;
  const company = member.user.companyId;
  const makeDue = () =>
    world.asOwner(
      `UPDATE job_slots SET next_at = date_trunc('seconds', now()) - interval '1 hour' + $2 * interval '1 second'
       WHERE company_id = $1 AND job = 'due-forecasts' RETURNING 1`,
      [company, slots],
    );
  const claims = () =>
    world.asOwner("SELECT 1 FROM job_claims WHERE company_id = $1 AND job = 'due-forecasts'", [company]);
  const before = (await claims()).length;
  await expect.poll(async () => (await makeDue()).length).toBe(1);
  const work = background(rooms, backgroundCompanies);
  await Promise.all(
    Array.from({ length: instances }, () => queueDue(work, operatorOf(world), world.boardroom.platform)),
  );
  await expect.poll(async () => (await claims()).length, { timeout: 20_000 }).toBe(before + 1);
}

/** An approved decision whose final forecast was due that many days ago. */
async function approved(member: Member, body: Parameters<typeof propose>[1], ago: number): Promise<string> {
  const { id, status } = await propose(member, body);
  if (status === "pending") await member.call(settleDecision, { params: { id }, body: { approved: true } });
  await thaw(
    world,
    `UPDATE forecasts SET due_on = $2::date,
       measured_by = jsonb_set(measured_by, '{from}', to_jsonb($3::text)) WHERE decision_id = $1 AND position = 1`,
    [id, addDays(today, -ago), addDays(today, -ago - 60)],
  );
  return id;
}
async function propose(
  member: Member,
  { role, type, context }: { role: "CFO" | "Sales"; type: string; context: object },
) {
  const [agent] = await hire(member, role);
  return member.call(makeDecision, { body: { agentId: agent?.id ?? "", decisionType: type, context: { ...context } } });
}
const finalOf = async (member: Member, id: string) =>
  (await member.call(getDecision, { params: { id }, query: {} })).decision.forecasts[1];

/** The kept scores after a reset of the company, and after its undo. */
async function resetAndBack(member: Member) {
  await member.call(resetData);
  const between = await kept(member);
  await member.call(undoReset, { body: {} });
  return { between, after: await kept(member) };
}

const packing = {
  role: "CFO" as const,
  type: "investment_evaluation",
  context: { investment: 8_500, projectedReturn: 15_000, payback: 14, resultFigure: "Packing savings" },
};

test("a figure resolves its forecast after the due day; one without it stays open, says so, and is asked after 14 days", async () => {
  const member = await world.member();
  const id = await approved(member, packing, 3);
  const late = await approved(member, { ...packing, context: { ...packing.context, subject: "Late" } }, 20);
  const open = await finalOf(member, id);
  expect(open).toMatchObject({ resolver: "metric", metric: "packing_savings", held: null });
  await strike(member);
  expect(await finalOf(member, id)).toMatchObject({ held: null });
  const overdue = await member.call(listForecasts, { query: { state: "overdue" } });
  expect(overdue.map((row) => [row.decisionId, row.isAsked])).toEqual([
    [late, true],
    [id, false],
  ]);
  expect(overdue[1]?.waitsFor).toMatch(/^packing_savings on or after /);
  const early = await member.send("POST", `/api/decisions/${id}/forecasts/1/resolve`, { body: { held: true } });
  expect([early.status, early.text]).toEqual([409, expect.stringContaining("is resolved from company data")]);
  await resolve(member, late, false);
  const target = open?.target ?? 0;
  const point = (ago: number, metricValue: number) => ({
    metricName: "packing_savings",
    metricValue,
    measurementDate: addDays(today, -ago),
  });
  // Below the target, and the figures end before the due day: not decided yet.
  await member.call(recordMetrics, { body: { source: "manual", points: [point(9, target - 100)] } });
  await strike(member);
  expect(await finalOf(member, id)).toMatchObject({ held: null });
  await member.call(recordMetrics, { body: { source: "manual", points: [point(2, 1), point(4, 99)] } });
  await strike(member, 2);
  expect(await finalOf(member, id)).toMatchObject({
    held: false,
    value: target - 1,
    resolution: "metric",
    resolvedBy: null,
    sourceHref: "/records/figures/packing_savings",
  });
  expect((await journalOf(world, member)).filter((action) => action === "forecast.resolved")).toHaveLength(2);
});

test("rows of a customer resolve an order; two instances do it once", async () => {
  const member = await world.member();
  const customer = await member.call(addRecord, {
    body: {
      kind: "customers",
      source: "api",
      externalId: "c1",
      fields: { name: "Marlowe Hotels Ltd", status: "active" },
    },
  });
  const discount = (subject: string) => ({
    role: "Sales" as const,
    type: "discount_request",
    context: { listPrice: 4_000, discount: 5, counterparty: "Marlowe Hotels", subject },
  });
  const won = await approved(member, discount("Boxes"), 2);
  const lost = await approved(
    member,
    { ...discount("Mugs"), context: { ...discount("Mugs").context, listPrice: 90_000 } },
    2,
  );
  expect(await finalOf(member, won)).toMatchObject({
    resolver: "rule",
    measuredBy: { measure: "orders", party: { kind: "customer", id: customer.id } },
  });
  await member.call(addRecord, {
    body: {
      kind: "invoices",
      source: "api",
      externalId: "i1",
      fields: {
        number: "1",
        direction: "receivable",
        customerName: "Marlowe Hotels Ltd",
        issuedOn: addDays(today, -10),
        dueOn: addDays(today, 20),
        amount: 4_000,
        status: "open",
      },
    },
  });
  await strike(member, 3);
  expect(await finalOf(member, won)).toMatchObject({ held: true, value: 4_000, resolution: "rule" });
  expect((await finalOf(member, won))?.source).toMatch(/^1 order from Marlowe Hotels Ltd, /);
  expect(await finalOf(member, lost)).toMatchObject({ held: false, value: 4_000 });
  expect((await journalOf(world, member)).filter((action) => action === "forecast.resolved")).toHaveLength(2);
});

test("a test and a rejected proposal are never due and never count", async () => {
  const member = await world.member();
  const [agent] = await hire(member, "CFO");
  const body = { agentId: agent?.id ?? "", decisionType: packing.type, context: packing.context };
  const sample = await member.call(makeDecision, { body: { ...body, isTest: true } });
  await member.call(settleDecision, { params: { id: sample.id }, body: { approved: true } });
  const refused = await propose(member, { ...packing, context: { ...packing.context, subject: "No" } });
  await member.call(settleDecision, { params: { id: refused.id }, body: { approved: false } });
  await thaw(world, "UPDATE forecasts SET due_on = current_date - 30 WHERE company_id = $1", [member.user.companyId]);
  await strike(member);
  expect(await member.call(listForecasts)).toEqual([]);
  expect(await kept(member)).toEqual([]);
  expect((await member.call(getRecord)).open).toEqual({ upcoming: 0, due: 0, overdue: 0 });
});
