import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays } from "#contract/days.ts";
import { listAgents, listOutsideAgents, setStatus } from "#features/agents/contract.ts";
import { listPolicies } from "#features/authority/contract.ts";
import { listLevels } from "#features/authority/levels/contract.ts";
import { getBacktest, startBacktest } from "#features/decisions/backtest/contract.ts";
import { getDecision, makeDecision, settleDecision, undoDecision } from "#features/decisions/contract.ts";
import { getRecord, resolveForecast } from "#features/decisions/outcome/contract.ts";
import { askPolicy, getAnswer, reportOutcome } from "#features/decisions/outside/contract.ts";
import { addExecutive, editExecutive, getExecutive, retireExecutive } from "#features/executives/contract.ts";
import { startBriefing } from "#features/expertise/contract.ts";
import { changeReporting } from "#features/identity/reporting/contract.ts";
import { changeMember } from "#features/members/contract.ts";
import { getOversightStatus, initializeOversight } from "#features/oversight/contract.ts";
import { createTask } from "#features/tasks/contract.ts";
import { dayIn, now } from "#platform/clock.ts";
import { thaw } from "../resolved.ts";
import { colleague } from "../samples.ts";
import { withToken } from "../tokens.ts";
import { type Client, hire, journalOf, openWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ UNDO_SECONDS: "120" });
});
afterAll(() => world?.close());

const today = dayIn(now(), "Europe/London");
const expense = {
  subject: "Licences",
  counterparty: "Penpot Ltd",
  amount: 600,
  budget: 20_000,
  spent: 4_000,
  need: "should",
  evidence: [{ kind: "Quote", reference: "Quote 2231", value: 600, asOf: today }],
};
type Level = "assist" | "propose" | "execute";

/** A company with a CFO, oversight and an outside agent in the same role, and a client with a token of its operator. */
async function furnished(autonomyLevel: Level = "execute") {
  const member = await world.member();
  const [cfo] = await hire(member, "CEO", "CFO").then((team) => team.filter(({ role }) => role === "CFO"));
  const operator = await colleague(world, member, "member");
  await member.call(initializeOversight);
  const { agent } = await member.call(addExecutive, {
    body: {
      role: "CFO",
      name: "Procura",
      operatorId: operator.user.id,
      autonomyLevel,
      decisionAuthority: "high",
      budgetLimit: 50_000,
    },
  });
  const { client } = await withToken(world.url, operator, ["propose"]);
  const ask = (context: object = expense, decisionType = "expense_approval", by: Client = client) =>
    by.call(askPolicy, { body: { agentId: agent.id, decisionType, context: { ...context } } });
  return { member, cfo: cfo?.id ?? "", operator, agent, client, ask };
}
const release = (id: string) => world.asOwner("UPDATE decisions SET undo_until = NULL WHERE id = $1", [id]);

describe("the answer", () => {
  test("within its limits it is allowed once it can no longer be undone, and covers no more than was asked", async () => {
    const { member, agent, client, ask } = await furnished();
    const answer = await ask();
    expect(answer).toMatchObject({
      verdict: "allow",
      askOf: null,
      reasons: ["Procura may decide this alone"],
      policyVersion: (await member.call(listPolicies)).version,
      decision: { covers: { kind: "spend", amount: 600, counterparty: "Penpot Ltd" }, status: "approved" },
    });
    const id = answer.decision?.id ?? "";
    expect(Date.parse(answer.actFrom ?? "")).toBeGreaterThan(Date.now());
    await expect(client.call(reportOutcome, { params: { id }, body: { carriedOut: true } })).rejects.toThrow(
      /is not allowed: there is nothing to report yet/,
    );
    expect(await ask()).toEqual(answer);
    await release(id);
    expect(await client.call(getAnswer, { params: { id } })).toMatchObject({ verdict: "allow", actFrom: null });
    const { decision } = await member.call(getDecision, { params: { id } });
    expect([decision.agentId, decision.agentName, decision.plannedTasks]).toEqual([agent.id, "Procura", 0]);
  });

  test("an undone approval asks again; a rejection denies, also the same proposal later", async () => {
    const { member, client, ask } = await furnished();
    const id = (await ask()).decision?.id ?? "";
    const params = { id };
    await member.call(undoDecision, { params, body: { reason: "Not yet" } });
    expect(await client.call(getAnswer, { params })).toMatchObject({ verdict: "ask", actFrom: null });
    await member.call(settleDecision, { params, body: { approved: false, reason: "Too dear" } });
    const denied = { verdict: "deny", reasons: [`Rejected by ${member.user.username}: Too dear`] };
    expect(await client.call(getAnswer, { params })).toMatchObject(denied);
    await world.asOwner("UPDATE decisions SET created_at = now() - interval '1 hour' WHERE id = $1", [id]);
    const again = await ask();
    expect(again).toMatchObject({ verdict: "deny", decision: null });
    expect(again.reasons[0]).toContain("rejected as D-");
  });

  test("over a limit a person decides, with the limit named; their approval is the answer", async () => {
    const { member, client, ask } = await furnished();
    const dear = { ...expense, amount: 60_000, budget: 500_000, evidence: [{ ...expense.evidence[0], value: 60_000 }] };
    const answer = await ask(dear);
    expect(answer).toMatchObject({
      verdict: "ask",
      askOf: "the owner",
      limits: [{ name: "Limit per decision" }, { name: "Year budget" }],
    });
    const params = { id: answer.decision?.id ?? "" };
    await member.call(settleDecision, { params, body: { approved: true } });
    await release(params.id);
    expect(await client.call(getAnswer, { params })).toMatchObject({
      verdict: "allow",
      reasons: [`Approved by ${member.user.username}`],
      decision: { covers: { amount: 60_000 } },
    });
  });

  test("what the evaluation does not recommend to spend is denied before anyone is asked", async () => {
    const { member, ask } = await furnished();
    const answer = await ask({ ...expense, spent: 19_900 });
    expect(answer).toMatchObject({ verdict: "deny", decision: null });
    expect(answer.reasons[0]).toMatch(/^The evaluation by rules says "/);
    const contradicted = await ask({ ...expense, evidence: [{ ...expense.evidence[0], value: 6_000 }] });
    expect(contradicted.reasons[0]).toMatch(/^The evaluation by rules says "ask first"/);
    expect((await journalOf(world, member)).filter((action) => action === "proposal.denied")).toHaveLength(2);
  });

  test("another role's type, a capability that is off and a paused agent are denied, and the policy keeps the request", async () => {
    const { member, agent, ask } = await furnished();
    const params = { id: agent.id };
    expect(await ask({ leadValue: 10 }, "lead_qualification")).toMatchObject({
      verdict: "deny",
      reasons: ["Lead qualification belongs to the Sales Director, not to the CFO"],
    });
    const { updatedAt } = await member.call(getExecutive, { params });
    const off = { updatedAt, capabilities: { budget_management: false } };
    await member.call(editExecutive, { params, body: off });
    expect((await ask()).reasons).toEqual(["Procura may not do this: budget management is switched off"]);
    await member.call(setStatus, { params, body: { status: "paused" } });
    expect((await ask()).reasons[0]).toMatch(/^Procura is paused/);
    const kept = await world.asOwner("SELECT answer->>'verdict' AS verdict FROM authorizations WHERE agent_id = $1", [
      agent.id,
    ]);
    expect(kept).toEqual([{ verdict: "deny" }, { verdict: "deny" }, { verdict: "deny" }]);
  });
});

describe("who may propose as it", () => {
  test("programs of its operator alone, with the scope propose, while both are active", async () => {
    const { member, operator, agent, client, ask } = await furnished();
    const id = (await ask()).decision?.id ?? "";
    const admins = (await withToken(world.url, member)).client;
    await expect(ask(expense, "expense_approval", admins)).rejects.toThrow(
      "Only programs of its operator may propose as Procura",
    );
    await expect(admins.call(getAnswer, { params: { id } })).rejects.toThrow("Not found");
    const reading = (await withToken(world.url, operator, ["read", "write"])).client;
    await expect(ask(expense, "expense_approval", reading)).rejects.toThrow(/scope "propose"/);
    const stranger = (await withToken(world.url, await world.member())).client;
    await expect(ask(expense, "expense_approval", stranger)).rejects.toThrow("Not found");
    await expect(stranger.call(getAnswer, { params: { id } })).rejects.toThrow("Not found");
    await member.call(changeMember, { params: { id: operator.user.id }, body: { isActive: false } });
    await expect(client.call(getAnswer, { params: { id } })).rejects.toThrow(/token does not work/);
    expect(agent.isOutside).toBe(true);
  });

  test("it does no work here: no task, briefing, proposal in its name, and no one reports to it", async () => {
    const { member, cfo, agent } = await furnished();
    const lead = (await member.call(listAgents)).find(({ id }) => id === cfo)?.systemProps.reportsTo ?? null;
    const works = "Procura (CFO) is an outside agent, which does no work here.";
    await expect(member.call(createTask, { body: { title: "Pay", assignedAgentId: agent.id } })).rejects.toThrow(works);
    await expect(
      member.call(makeDecision, { body: { agentId: agent.id, decisionType: "expense_approval", context: expense } }),
    ).rejects.toThrow(works);
    await expect(member.call(startBriefing, { params: { id: agent.id } })).rejects.toThrow("Not found");
    const line = { params: { id: cfo }, body: { reportsTo: agent.id, was: lead } };
    await expect(member.call(changeReporting, line)).rejects.toThrow(works);
    expect((await member.call(listAgents)).map(({ id }) => id)).not.toContain(agent.id);
    expect(await member.call(listOutsideAgents)).toMatchObject([{ id: agent.id, operatorId: agent.operatorId }]);
  });

  test("only an admin registers one, for a person who may propose, with a name; several may have one role", async () => {
    const { member, cfo, operator, agent } = await furnished();
    const body = { role: "CFO" as const, name: "Second", operatorId: operator.user.id };
    await expect(operator.call(addExecutive, { body })).rejects.toThrow(/Only an admin/);
    const viewer = await colleague(world, member, "viewer");
    const forViewer = { ...body, operatorId: viewer.user.id };
    await expect(member.call(addExecutive, { body: forViewer })).rejects.toThrow(/whose programs may not propose/);
    const stranger = await world.member();
    await expect(member.call(addExecutive, { body: { ...body, operatorId: stranger.user.id } })).rejects.toThrow(
      "Not found",
    );
    const { name: _, ...unnamed } = body;
    await expect(member.call(addExecutive, { body: unnamed })).rejects.toThrow("Name the outside agent");
    await member.call(addExecutive, { body });
    const { updatedAt } = await member.call(getExecutive, { params: { id: cfo } });
    await expect(
      member.call(editExecutive, { params: { id: cfo }, body: { updatedAt, operatorId: operator.user.id } }),
    ).rejects.toThrow(/works here and has no operator/);
    await member.call(retireExecutive, { params: { id: agent.id }, body: {} });
    expect(await member.call(listOutsideAgents)).toMatchObject([{ name: "Second" }]);
  });
});

test("its forecasts are scored, its report is kept, and oversight, limits, levels and the backtest know it", async () => {
  const { member, agent, client, ask } = await furnished();
  const forecasts = [{ claim: "35 of 40 are in use", probability: 0.8, dueOn: addDays(today, 30) }];
  for (const [wrong, sentence] of [
    [[{ ...forecasts[0], dueOn: today }], `forecasts 1 dueOn must be after today, ${today}`],
    [[{ ...forecasts[0], target: 5 }], "forecasts 1: send metric and target together, or neither"],
    [[{ ...forecasts[0], probability: 2 }], "probability must be a number from 0 to 1"],
  ] as const)
    await expect(ask({ ...expense, forecasts: wrong })).rejects.toThrow(sentence);
  const id = (await ask({ ...expense, forecasts })).decision?.id ?? "";
  await release(id);
  const params = { id };
  await client.call(reportOutcome, { params, body: { carriedOut: true, amount: 750, note: "Order 7" } });
  const reports = await world.asOwner(
    "SELECT severity, title, actor_id FROM journal WHERE resource_id = $1 AND action = 'decision.reported'",
    [id],
  );
  expect(reports).toEqual([
    { severity: "warning", title: "Carried out, $750 of $600 allowed: Licences, $600", actor_id: expect.any(String) },
  ]);
  const own = (await member.call(getDecision, { params })).decision.forecasts.find(
    ({ claim }) => claim === "35 of 40 are in use",
  );
  expect(own).toMatchObject({ probability: 0.8, resolver: "human", held: null });
  await thaw(world, "UPDATE forecasts SET due_on = current_date WHERE decision_id = $1 AND position = $2", [
    id,
    own?.position,
  ]);
  const at = { id, position: String(own?.position) };
  await member.call(resolveForecast, { params: at, body: { held: true } });
  const standing = (await member.call(getRecord)).agents.find(({ agentId }) => agentId === agent.id);
  expect(standing).toMatchObject({ resolved: 1, held: 1 });
  const { agentStatuses } = await member.call(getOversightStatus);
  expect(agentStatuses.map(({ agentId }) => agentId)).toContain(agent.id);
  const { limits } = await member.call(listPolicies);
  expect(limits.find(({ agentId }) => agentId === agent.id)).toMatchObject({ yearBudget: 50_000, reserved: 600 });
  const { levels } = await member.call(listLevels, { params: { id: agent.id } });
  expect(levels.map(({ decisionType }) => decisionType)).toContain("expense_approval");
  const { version: base } = await member.call(listPolicies);
  const figures = { perDecision: 100, discountPercent: null, alone: 100, aloneDiscountPercent: null };
  const changes = [{ role: "CFO" as const, decisionType: null, figures }];
  const { id: trial } = await member.call(startBacktest, { body: { days: 30, base, changes } });
  await expect
    .poll(async () => (await member.call(getBacktest, { params: { id: trial } })).status, { timeout: 60_000 })
    .toBe("done");
  const { result } = await member.call(getBacktest, { params: { id: trial } });
  expect(result).toMatchObject({ changed: 1, now: { alone: 1, asked: 0 }, tried: { alone: 0, asked: 1 } });
});

describe("the examples in the docs", () => {
  const example = (name: string) => fileURLToPath(new URL(`../../docs/examples/${name}`, import.meta.url));
  test.each([
    ["Python", "python3", "outside_agent.py"],
    ["TypeScript", process.execPath, "outside-agent.ts"],
  ])("%s asks, waits for the answer, and reports", async (_language, program, file) => {
    const { agent, operator, member } = await furnished("propose");
    const { token } = await withToken(world.url, operator, ["propose"]);
    const env = {
      ...process.env,
      BOARDROOM_URL: world.url,
      BOARDROOM_TOKEN: token,
      BOARDROOM_AGENT: agent.id,
      BOARDROOM_WAIT: "0.1",
    };
    const run = promisify(execFile)(program, [example(file)], { env });
    const find = () => world.asOwner<{ id: string }>("SELECT id FROM decisions WHERE agent_id = $1", [agent.id]);
    const stopped = run.then(({ stdout }) => Promise.reject(new Error(`It did not wait: ${stdout}`)));
    stopped.catch(() => undefined);
    for (;;) if ((await Promise.race([find(), stopped])).length > 0) break;
    const [{ id } = { id: "" }] = await find();
    await member.call(settleDecision, { params: { id }, body: { approved: true } });
    await release(id);
    expect((await run).stdout).toMatch(/^allow by policy \d+ - Approved by /);
    const reports = await world.asOwner(
      "SELECT title FROM journal WHERE action = 'decision.reported' AND resource_id = $1",
      [id],
    );
    expect(reports).toEqual([{ title: expect.stringMatching(/^Carried out, .600 of .600 allowed/) }]);
  });
});
