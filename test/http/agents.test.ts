import { afterAll, beforeAll, expect, test } from "vitest";
import { skillRefusal, actionRefusal } from "#agency/policy.ts";
import type { Persona } from "#agency/persona.ts";
import { agentRole, type AgentRoleId, agentRoles } from "#contract/roles.ts";
import { listAgents, setStatus } from "#features/agents/contract.ts";
import { listPolicies } from "#features/authority/contract.ts";
import { listCommunications } from "#features/communications/contract.ts";
import { getDashboard } from "#features/dashboard/contract.ts";
import {
  getDecision,
  listDecisions,
  listDecisionTypes,
  makeDecision,
  settleDecision,
} from "#features/decisions/contract.ts";
import { initializeAgents, resetData } from "#features/setup/contract.ts";
import {
  addExecutive,
  editExecutive,
  type Executive,
  getExecutive,
  listCapabilities,
  listRetired,
  reinstateExecutive,
  retireExecutive,
} from "#features/executives/contract.ts";
import { undoReset } from "#features/setup/reset/contract.ts";
import { createTask, listTasks, updateTask } from "#features/tasks/contract.ts";
import { actions } from "#app/rooms.ts";
import { startBriefing } from "#features/expertise/contract.ts";
import { getRun } from "#features/runs/contract.ts";
import { changed, checksum } from "../checksum.ts";
import { faultsOf } from "../refusals.ts";
import { colleague } from "../samples.ts";
import { hire, type Member, openWorld, type Reply, testContexts, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ ROLE: "web" });
});
afterAll(() => world?.close());

type Entry = { action: string; title: string; details: Record<string, unknown>; compliance: boolean; agent: string };

/** The company's journal entries after a sequence number. */
const entriesSince = (member: Member, seq: number): Promise<Entry[]> =>
  world.asOwner<Entry>(
    `SELECT action, title, details - 'line' AS details, compliance_relevant AS compliance, agent_id AS agent FROM journal
     WHERE company_id = $1 AND seq > $2 ORDER BY seq`,
    [member.user.companyId, seq],
  );
const lastEntry = async (member: Member): Promise<number> =>
  (
    await world.asOwner<{ seq: number }>("SELECT max(seq)::int AS seq FROM journal WHERE company_id = $1", [
      member.user.companyId,
    ])
  )[0]?.seq ?? 0;

/** A company with these executives, by role. */
async function company(name: string, ...roles: AgentRoleId[]) {
  const member = await world.member(name);
  const team = await hire(member, ...roles);
  const idOf = (role: AgentRoleId) => team.find((agent) => agent.role === role)?.id ?? "";
  return { member, idOf };
}
const executiveOf = (member: Pick<Member, "call">, id: string) => member.call(getExecutive, { params: { id } });
const sendEdit = (member: Pick<Member, "send">, id: string, body: object): Promise<Reply<Executive>> =>
  member.send("PUT", `/api/agents/${id}`, { body }) as Promise<Reply<Executive>>;
/** Edits an executive as last read. */
const edit = async (member: Member, id: string, body: object) =>
  sendEdit(member, id, { ...body, updatedAt: (await executiveOf(member, id)).updatedAt });
const retire = (member: Pick<Member, "send">, id: string, body: object = {}) =>
  member.send("POST", `/api/agents/${id}/retire`, { body });
const propose = (member: Member, agentId: string, subject: string) =>
  member.call(makeDecision, {
    body: { agentId, ...testContexts.CFO, context: { ...testContexts.CFO.context, subject } },
  });
/** Expects a refusal with this status and a plain sentence, and that it changed nothing. */
async function expectRefusal(
  member: Member,
  status: number,
  sentence: string | RegExp,
  send: () => Promise<Reply>,
): Promise<string> {
  const before = await checksum(world, member.user.companyId);
  const reply = await send();
  expect(reply.status).toBe(status);
  expect(reply.text).toMatch(sentence);
  expect(faultsOf(reply)).toEqual([]);
  expect(changed(before, await checksum(world, member.user.companyId))).toEqual([]);
  return reply.text;
}

test("an edit changes only the fields sent, shows everywhere, and is one journal entry with old and new values", async () => {
  const { member, idOf } = await company("edit", "CEO", "CFO", "Sales");
  const cfo = idOf("CFO");
  const before = await executiveOf(member, cfo);
  expect(before).toMatchObject({ retired: null, pendingDecisions: [], openTasks: 0, remarks: [] });
  expect(before.limit).toMatchObject({ perDecision: 50_000, yearBudget: 500_000, reserved: 0, committed: 0 });
  const seq = await lastEntry(member);
  const after = await member.call(editExecutive, {
    params: { id: cfo },
    body: {
      updatedAt: before.updatedAt,
      name: "  Martha ",
      emailAddress: "martha@example.com",
      budgetLimit: 250_000.5,
      decisionAuthority: "medium",
      customInstructions: "Never lease.",
      capabilities: { risk_assessment: false },
    },
  });
  expect(after.agent).toEqual({
    ...before.agent,
    name: "Martha",
    emailAddress: "martha@example.com",
    capabilities: { ...before.agent.capabilities, risk_assessment: false },
    systemProps: {
      ...before.agent.systemProps,
      budgetLimit: 250_000.5,
      decisionAuthority: "medium",
      customInstructions: "Never lease.",
    },
  });
  expect(after.updatedAt > before.updatedAt).toBe(true);
  expect(after.limit).toMatchObject({ agentName: "Martha", yearBudget: 250_000.5, alone: 25_000 });
  expect(await entriesSince(member, seq)).toEqual([
    {
      action: "agent.updated",
      agent: cfo,
      compliance: true,
      title: "Martha (CFO): name, address, authority, budget, instructions and capabilities changed",
      details: {
        changes: {
          name: { from: before.agent.name, to: "Martha" },
          emailAddress: { from: before.agent.emailAddress, to: "martha@example.com" },
          decisionAuthority: { from: "high", to: "medium" },
          budgetLimit: { from: 500_000, to: 250_000.5 },
          customInstructions: { from: "", to: "Never lease." },
          capabilities: { from: { risk_assessment: true }, to: { risk_assessment: false } },
        },
      },
    },
  ]);
  expect((await member.call(listAgents)).find(({ id }) => id === cfo)).toEqual(after.agent);
  expect((await member.call(getDashboard)).agents.find(({ id }) => id === cfo)).toEqual(after.agent);
  expect((await member.call(listPolicies)).limits.find(({ agentId }) => agentId === cfo)).toEqual(after.limit);
});

test("an edit that changes nothing is not recorded and leaves every row alone; a new name is not compliance relevant", async () => {
  const { member, idOf } = await company("same", "CEO", "CFO");
  const cfo = idOf("CFO");
  const { agent, updatedAt } = await executiveOf(member, cfo);
  const before = await checksum(world, member.user.companyId);
  const same = { name: agent.name, emailAddress: agent.emailAddress, capabilities: agent.capabilities };
  const { decisionAuthority, budgetLimit, customInstructions, reportsTo } = agent.systemProps;
  for (const body of [{}, { ...same, decisionAuthority, budgetLimit, customInstructions, reportsTo }])
    expect((await sendEdit(member, cfo, { ...body, updatedAt })).status).toBe(200);
  expect(changed(before, await checksum(world, member.user.companyId))).toEqual([]);
  const seq = await lastEntry(member);
  expect((await edit(member, cfo, { name: "Mark", emailAddress: null })).json.agent.emailAddress).toBeNull();
  expect(await entriesSince(member, seq)).toEqual([
    expect.objectContaining({
      action: "agent.updated",
      compliance: false,
      title: "Mark (CFO): name and address changed",
    }),
  ]);
});

test("of two edits of the same state the second is refused, also when both arrive at once", async () => {
  const { member, idOf } = await company("stale", "CEO", "CFO");
  const cfo = idOf("CFO");
  const { updatedAt } = await executiveOf(member, cfo);
  const seq = await lastEntry(member);
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, at) => sendEdit(member, cfo, { updatedAt, name: `Name ${at}` })),
  );
  expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200,
    ...Array(7).fill(409),
  ]);
  const winner = replies.find(({ status }) => status === 200)?.json.agent.name;
  expect((await executiveOf(member, cfo)).agent.name).toBe(winner);
  expect(await entriesSince(member, seq)).toHaveLength(1);
  await expectRefusal(member, 409, `Someone else just changed ${winner}. Reload and try again.`, () =>
    sendEdit(member, cfo, { updatedAt, name: "Too late" }),
  );
  // A proposal of the executive does not change its settings.
  const seen = (await executiveOf(member, cfo)).updatedAt;
  await propose(member, cfo, "A van");
  expect((await sendEdit(member, cfo, { updatedAt: seen, name: "Just in time" })).status).toBe(200);
});

test.each([
  ["a name of one letter", { name: " A " }, 400, "Agent name must be at least 2 characters"],
  ["a negative budget", { budgetLimit: -1 }, 400, "Number must be greater than or equal to 0"],
  ["a budget that is not a number", { budgetLimit: "10" }, 400, /budgetLimit/],
  ["an invalid address", { emailAddress: "nobody" }, 400, "Invalid email address"],
  ["an unknown authority", { decisionAuthority: "total" }, 400, /low, medium, high/],
  ["an unknown capability", { capabilities: { flying: true } }, 422, /Unknown capability for the CFO/],
  ["a capability of another role", { capabilities: { negotiation: true } }, 422, /Unknown capability for the CFO/],
  ["another role", { role: "CEO" }, 400, 'The request does not take "role"'],
  ["a missing updatedAt", { updatedAt: undefined }, 400, "updatedAt is required"],
])("%s is refused in a sentence", async (_name, body, status, sentence) => {
  const { member, idOf } = await company("bad", "CEO", "CFO");
  const { updatedAt } = await executiveOf(member, idOf("CFO"));
  const send = () => sendEdit(member, idOf("CFO"), { updatedAt, name: "Martha", ...body });
  expect(await expectRefusal(member, status, sentence, send)).not.toBe("");
});

test("reporting lines lead to active executives of the company and never form a cycle", async () => {
  const { member, idOf } = await company("lines", "CEO", "CFO", "CTO", "Sales");
  const stranger = await company("lines-stranger", "CEO");
  const [ceo, cfo, cto, sales] = [idOf("CEO"), idOf("CFO"), idOf("CTO"), idOf("Sales")];
  const seq = await lastEntry(member);
  const moved = await edit(member, cto, { reportsTo: cfo });
  expect(moved.json.agent.systemProps.reportsTo).toBe(cfo);
  expect(await entriesSince(member, seq)).toMatchObject([
    { details: { changes: { reportsTo: { from: ceo, to: cfo } } }, title: "Priya (CTO): reporting line changed" },
  ]);
  expect((await edit(member, sales, { reportsTo: cto })).status).toBe(200);
  await expectRefusal(member, 422, /^Grace already reports to Marcus/, () => edit(member, cfo, { reportsTo: sales }));
  await expectRefusal(member, 422, "Marcus can't report to themselves", () => edit(member, cfo, { reportsTo: cfo }));
  await expectRefusal(member, 422, "The CEO reports to no one", () => edit(member, ceo, { reportsTo: cfo }));
  await expectRefusal(member, 404, "Not found", () => edit(member, cfo, { reportsTo: stranger.idOf("CEO") }));
  await expectRefusal(member, 404, "Not found", () => edit(member, cfo, { reportsTo: crypto.randomUUID() }));
  // Neither checking the workforce nor adding an executive undoes what a person chose.
  expect((await edit(member, cfo, { reportsTo: null })).json.agent.systemProps.reportsTo).toBeNull();
  await member.call(initializeAgents);
  const added = await member.call(addExecutive, { body: { role: "Legal" } });
  expect(added.agent.systemProps.reportsTo).toBe(ceo);
  const lines = (await member.call(listAgents)).map(({ role, systemProps }) => [role, systemProps.reportsTo]);
  expect(lines).toEqual([
    ["CEO", null],
    ["CFO", null],
    ["CTO", cfo],
    ["Sales", cto],
    ["Legal", ceo],
  ]);
});

test("a budget below what is committed and reserved is accepted with a remark", async () => {
  const { member, idOf } = await company("budget", "CEO", "CFO");
  const cfo = idOf("CFO");
  const { id } = await propose(member, cfo, "A van");
  await propose(member, cfo, "A boat");
  await member.call(settleDecision, { params: { id }, body: { approved: true } });
  const after = await edit(member, cfo, { budgetLimit: 100_000 });
  expect(after.json.remarks).toEqual([
    "Marcus has already committed $85,000 and reserved $85,000 this year, above the $100,000 budget. Nothing more fits this year.",
  ]);
  expect((await executiveOf(member, cfo)).remarks).toEqual(after.json.remarks);
  const third = await propose(member, cfo, "A plane");
  expect(third.authorization.limits.map(({ name }) => name)).toContain("Year budget");
  expect((await edit(member, cfo, { budgetLimit: 170_000 })).json.remarks).toEqual([]);
});

test("each role has one executive, added with the role's defaults or the values sent", async () => {
  const { member, idOf } = await company("add", "CEO");
  const seq = await lastEntry(member);
  const legal = await member.call(addExecutive, { body: { role: "Legal" } });
  expect(legal.agent).toMatchObject({
    name: "Harriet",
    role: "Legal",
    status: "active",
    emailAddress: "legal@aicompany.example",
    capabilities: { contract_review: true, compliance_monitoring: true, legal_research: true, risk_assessment: true },
    systemProps: { autonomyLevel: "assist", decisionAuthority: "high", budgetLimit: 150_000, reportsTo: idOf("CEO") },
  });
  const cmo = await member.call(addExecutive, {
    body: {
      role: "CMO",
      name: "Tina",
      emailAddress: null,
      budgetLimit: 10,
      decisionAuthority: "low",
      customInstructions: "No billboards.",
      capabilities: { market_research: false },
      reportsTo: legal.agent.id,
    },
  });
  expect(cmo.agent).toMatchObject({
    name: "Tina",
    emailAddress: null,
    capabilities: { marketing_strategy: true, market_research: false },
    systemProps: { decisionAuthority: "low", budgetLimit: 10, reportsTo: legal.agent.id },
  });
  expect(await entriesSince(member, seq)).toMatchObject([
    { action: "agent.created", agent: legal.agent.id, title: "Harriet joined as Legal", compliance: true },
    { action: "agent.created", agent: cmo.agent.id, details: { role: "CMO", authority: "low", budget: 10 } },
  ]);
  const add = (body: object) => member.send("POST", "/api/agents", { body });
  await expectRefusal(member, 409, "Harriet is already the Legal Counsel. Retire them first.", () =>
    add({ role: "Legal" }),
  );
  await expectRefusal(member, 400, /role must be one of CEO/, () => add({ role: "Chef" }));
  await expectRefusal(member, 422, /Unknown capability for the CFO/, () =>
    add({ role: "CFO", capabilities: { negotiation: true } }),
  );
  await expectRefusal(member, 404, "Not found", () => add({ role: "CFO", reportsTo: crypto.randomUUID() }));
  const replies = await Promise.all(Array.from({ length: 6 }, () => add({ role: "Sales" })));
  expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200,
    ...Array(5).fill(409),
  ]);
  expect((await member.call(listAgents)).map(({ role }) => role)).toEqual(["CEO", "CMO", "Sales", "Legal"]);
});

test("a CEO added later leads the executives who reported to no one", async () => {
  const { member, idOf } = await company("lead", "CFO", "Sales");
  const ceo = await member.call(addExecutive, { body: { role: "CEO" } });
  expect((await member.call(listAgents)).map(({ systemProps }) => systemProps.reportsTo)).toEqual([
    null,
    ceo.agent.id,
    ceo.agent.id,
  ]);
  expect((await executiveOf(member, idOf("CFO"))).agent.name).toBe("Marcus");
});

test("a retired executive is left out of every list and count and kept in every history", async () => {
  const { member, idOf } = await company("retire", "CEO", "CFO", "CTO", "Sales");
  const [ceo, cfo, cto] = [idOf("CEO"), idOf("CFO"), idOf("CTO")];
  await edit(member, cto, { reportsTo: cfo });
  const decision = await propose(member, cfo, "A van");
  await member.call(settleDecision, { params: { id: decision.id }, body: { approved: true } });
  const open = await member.call(createTask, { body: { title: "Call the bank", assignedAgentId: cfo } });
  const done = await member.call(createTask, { body: { title: "Close the books", assignedAgentId: cfo } });
  await member.call(updateTask, { params: { id: done.id }, body: { status: "completed" } });
  const others = (await member.call(listTasks)).filter((task) => task.assignedAgentId !== cfo).map(({ id }) => id);
  const openBefore = (await executiveOf(member, cfo)).openTasks;
  const [history, messages] = [await decisionPageOf(member, decision.id), await member.call(listCommunications)];
  expect(openBefore).toBeGreaterThanOrEqual(1);
  const seq = await lastEntry(member);

  const gone = await member.call(retireExecutive, { params: { id: cfo }, body: { reason: " The books are outside " } });
  expect(gone.retired).toEqual({ at: expect.any(String), reason: "The books are outside" });
  expect(gone.openTasks).toBe(0);
  const [first, ...rest] = await entriesSince(member, seq);
  expect(first).toEqual({
    action: "agent.retired",
    agent: cfo,
    compliance: true,
    title: "Marcus (CFO) was retired",
    details: { role: "CFO", reason: "The books are outside", tasks: openBefore, reports: [cto] },
  });
  expect(rest).toHaveLength(openBefore);
  expect(rest).toContainEqual({
    action: "task.updated",
    agent: cfo,
    compliance: false,
    title: "Call the bank: unassigned because Marcus (CFO) was retired",
    details: { assignedFrom: cfo, assignedTo: null },
  });

  expect((await member.call(listAgents)).map(({ role }) => role)).toEqual(["CEO", "CTO", "Sales"]);
  const dashboard = await member.call(getDashboard);
  expect(dashboard.agents.map(({ id }) => id)).not.toContain(cfo);
  expect(dashboard.metrics).toMatchObject({ activeAgents: 3, totalAgents: 3 });
  expect((await member.call(listPolicies)).limits.map(({ role }) => role)).toEqual(["CEO", "CTO", "Sales"]);
  expect((await executiveOf(member, cto)).agent.systemProps.reportsTo).toBe(ceo);
  expect((await member.call(initializeAgents)).message).toMatch(/^3 agents ready/);
  expect(await member.call(listRetired)).toEqual([
    { id: cfo, name: "Marcus", role: "CFO", retiredAt: gone.retired?.at, reason: "The books are outside" },
  ]);

  const tasks = await member.call(listTasks);
  expect(tasks.find(({ id }) => id === open.id)).toMatchObject({ assignedAgentId: null, assignedAgent: null });
  expect(tasks.find(({ id }) => id === done.id)?.assignedAgent).toEqual({ id: cfo, name: "Marcus", role: "CFO" });
  for (const id of others) expect(tasks.find((task) => task.id === id)?.assignedAgentId).not.toBe(cfo);
  expect(await decisionPageOf(member, decision.id)).toEqual(history);
  expect((await member.call(listDecisions))[0]).toMatchObject({ agentId: cfo, agentName: "Marcus" });
  expect(await member.call(listCommunications)).toEqual(messages);
  expect((await executiveOf(member, cfo)).agent.name).toBe("Marcus");
});

/** A decision's page, without later changes of its tasks. */
async function decisionPageOf(member: Member, id: string) {
  const { decision, budget, journal } = await member.call(getDecision, { params: { id } });
  const entries = journal.filter(({ action }) => action !== "task.updated");
  return { decision, budget, entries: entries.map(({ action, agent, details }) => [action, agent, details["told"]]) };
}

test("a retired executive does no work and is assigned none until it is reinstated", async () => {
  const { member, idOf } = await company("idle", "CEO", "CFO");
  const cfo = idOf("CFO");
  const closed = await member.call(createTask, { body: { title: "Once more", assignedAgentId: cfo } });
  await member.call(updateTask, { params: { id: closed.id }, body: { status: "cancelled" } });
  const { updatedAt } = await member.call(retireExecutive, { params: { id: cfo } });
  const sentence = "Marcus (CFO) is retired";
  const body = { agentId: cfo, ...testContexts.CFO };
  await expectRefusal(member, 409, sentence, () => member.send("POST", "/api/agents/make-decision", { body }));
  await expectRefusal(member, 409, sentence, () =>
    member.send("POST", "/api/tasks", { body: { title: "x", assignedAgentId: cfo } }),
  );
  await expectRefusal(member, 409, sentence, () =>
    member.send("PUT", `/api/agents/${cfo}/status`, { body: { status: "paused" } }),
  );
  await expectRefusal(member, 409, sentence, () =>
    member.send("PUT", `/api/agents/${cfo}/autonomy`, { body: { autonomyLevel: "execute" } }),
  );
  await expectRefusal(member, 409, sentence, () => sendEdit(member, cfo, { updatedAt, name: "Ghost" }));
  await expectRefusal(member, 409, sentence, () => edit(member, idOf("CEO"), { name: "Ana", reportsTo: cfo }));
  await expectRefusal(member, 409, sentence, () => retire(member, cfo));
  const again = await member.call(updateTask, { params: { id: closed.id }, body: { status: "pending" } });
  expect(again.assignedAgentId).toBeNull();

  const seq = await lastEntry(member);
  const back = await member.call(reinstateExecutive, { params: { id: cfo } });
  expect(back).toMatchObject({ retired: null, agent: { id: cfo, name: "Marcus", status: "active" } });
  expect(back.agent.systemProps.reportsTo).toBe(idOf("CEO"));
  expect(await entriesSince(member, seq)).toMatchObject([
    { action: "agent.reinstated", agent: cfo, title: "Marcus is the CFO again", compliance: true },
  ]);
  expect((await propose(member, cfo, "A van")).agentId).toBe(cfo);
  await expectRefusal(member, 409, "Marcus (CFO) is not retired", () =>
    member.send("POST", `/api/agents/${cfo}/reinstate`),
  );
  expect(await member.call(listRetired)).toEqual([]);
});

test("an executive with pending decisions cannot be retired, and the refusal lists their numbers", async () => {
  const { member, idOf } = await company("waiting", "CEO", "CFO");
  const cfo = idOf("CFO");
  const [van, boat] = [await propose(member, cfo, "A van"), await propose(member, cfo, "A boat")];
  expect((await executiveOf(member, cfo)).pendingDecisions).toEqual(
    [van, boat].map(({ id, number, title }) => ({ id, number, title })),
  );
  await expectRefusal(member, 409, "Marcus (CFO) has 2 pending decisions: D-1, D-2. Decide them first.", () =>
    retire(member, cfo),
  );
  for (const { id } of [van, boat]) await member.call(settleDecision, { params: { id }, body: { approved: false } });
  expect((await retire(member, cfo)).status).toBe(200);
});

test("a retired executive's role can be filled again, and then the former holder cannot be reinstated", async () => {
  const { member, idOf } = await company("free", "CEO", "CFO");
  const old = idOf("CFO");
  await retire(member, old);
  const next = await member.call(addExecutive, { body: { role: "CFO", name: "Nina" } });
  expect(next.agent.id).not.toBe(old);
  await expectRefusal(member, 409, "Nina is already the CFO. Retire them first.", () =>
    member.send("POST", `/api/agents/${old}/reinstate`),
  );
  // Setting the role up again changes the active executive, not the retired one.
  const [again] = await hire(member, "CFO");
  expect(again).toMatchObject({ id: next.agent.id, name: "Marcus" });
  await retire(member, next.agent.id);
  expect((await member.call(listRetired)).map(({ id }) => id)).toEqual([next.agent.id, old]);
  const replies = await Promise.all(
    [old, next.agent.id].map((id) => member.send("POST", `/api/agents/${id}/reinstate`)),
  );
  expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
});

test("a reset removes retired executives without counting them, and its undo restores them", async () => {
  const { member, idOf } = await company("reset", "CEO", "CFO", "Sales");
  await retire(member, idOf("Sales"), { reason: "Enough" });
  const before = [await member.call(listAgents), await member.call(listRetired)];
  expect((await member.call(resetData)).resetItems.agents).toBe(2);
  expect(await member.call(listRetired)).toEqual([]);
  expect((await member.call(undoReset)).undoneItems.agents).toBe(2);
  expect([await member.call(listAgents), await member.call(listRetired)]).toEqual(before);
});

test("switching an executive off or on also changes its settings", async () => {
  const { member, idOf } = await company("switch", "CEO", "CFO");
  const { updatedAt } = await executiveOf(member, idOf("CFO"));
  await member.call(setStatus, { params: { id: idOf("CFO") }, body: { status: "inactive" } });
  expect((await sendEdit(member, idOf("CFO"), { updatedAt, name: "Late" })).status).toBe(409);
});

test("only an admin changes the workforce, a viewer sees it, and another company does not", async () => {
  const { member, idOf } = await company("rights", "CEO", "CFO");
  const stranger = await world.member("rights-stranger");
  const cfo = idOf("CFO");
  const { updatedAt } = await executiveOf(member, cfo);
  const calls: [string, string, object?][] = [
    ["PUT", `/api/agents/${cfo}`, { updatedAt, name: "Mine" }],
    ["POST", "/api/agents", { role: "Legal" }],
    ["POST", `/api/agents/${cfo}/retire`, {}],
    ["POST", `/api/agents/${cfo}/reinstate`],
  ];
  for (const role of ["viewer", "member", "approver"] as const) {
    const person = await colleague(world, member, role);
    expect((await executiveOf(person, cfo)).agent.id).toBe(cfo);
    expect(await person.call(listRetired)).toEqual([]);
    for (const [method, path, body] of calls)
      await expectRefusal(member, 403, "Only an admin may do this", () => person.send(method, path, { body }));
  }
  for (const [method, path, body] of calls.filter(([, path]) => path.includes(cfo)))
    await expectRefusal(member, 404, "Not found", () => stranger.send(method, path, { body }));
  await expectRefusal(member, 404, "Not found", () => stranger.send("GET", `/api/agents/${cfo}`));
  // The company's owner may send the same edit.
  expect((await sendEdit(member, cfo, { updatedAt, name: "Mine" })).status).toBe(200);
});

test("a retired executive's runs are asked to stop", async () => {
  const { member, idOf } = await company("working", "CEO", "CFO");
  const { runId } = await member.call(startBriefing, { params: { id: idOf("CFO") } });
  const other = await member.call(startBriefing, { params: { id: idOf("CEO") } });
  const stopping = async (id: string) => (await member.call(getRun, { params: { id } })).run.stopping;
  expect([await stopping(runId), await stopping(other.runId)]).toEqual([false, false]);
  const seq = await lastEntry(member);
  await member.call(retireExecutive, { params: { id: idOf("CFO") } });
  expect([await stopping(runId), await stopping(other.runId)]).toEqual([true, false]);
  expect((await entriesSince(member, seq)).map(({ action }) => action)).toEqual(["run.stop_asked", "agent.retired"]);
  const brief = () => member.send("POST", `/api/agents/${idOf("CFO")}/brief`);
  expect((await brief()).status).toBe(404);
});

test("all runs of a retired executive are asked to stop, more than a page of them", async () => {
  const { member, idOf } = await company("swamped", "CEO", "CFO");
  const { runId } = await member.call(startBriefing, { params: { id: idOf("CFO") } });
  // More runs than one page of the list, and the finished ones are newer than the queued ones.
  await world.asOwner(
    `INSERT INTO agent_runs SELECT made.* FROM agent_runs r, generate_series(1, 120) n, jsonb_populate_record(NULL::agent_runs,
       to_jsonb(r) || jsonb_build_object('id', gen_random_uuid(), 'created_at', r.created_at + n * interval '1 second',
         'status', CASE WHEN n > 60 THEN 'stopped' ELSE 'queued' END)) made WHERE r.id = $1`,
    [runId],
  );
  await member.call(retireExecutive, { params: { id: idOf("CFO") } });
  const [left] = await world.asOwner(
    `SELECT count(*) FILTER (WHERE status = 'queued' AND stop_asked_at IS NULL)::int AS going,
       count(stop_asked_at)::int AS asked FROM agent_runs WHERE company_id = $1 AND agent_id = $2`,
    [member.user.companyId, idOf("CFO")],
  );
  expect(left).toEqual({ going: 0, asked: 61 });
});

test("every capability switch lists what it forbids, and forbids exactly that", async () => {
  const { member } = await company("stakes", "CEO");
  const all = await member.call(listCapabilities);
  expect(all.map(({ role, capability }) => [role, capability])).toEqual(
    agentRoles.flatMap(({ id, capabilities }) => capabilities.map((capability) => [id, capability])),
  );
  const types = await member.call(listDecisionTypes);
  for (const { role, capability, decisionTypes, actions: forbidden } of all) {
    const flags = Object.fromEntries(agentRole(role).capabilities.map((name) => [name, name !== capability]));
    const agent: Persona = {
      id: "",
      name: "Somebody",
      role,
      status: "active",
      capabilities: flags,
      customInstructions: "",
    };
    const own = actions.filter(({ roles }) => roles.includes(role));
    const refused = own.filter((one) => actionRefusal(agent, one, "finished") !== null);
    expect([capability, forbidden.map(({ id }) => id)]).toEqual([capability, refused.map(({ id }) => id)]);
    const proposed = types.filter((type) => type.roles.includes(role) && skillRefusal(agent, type) !== null);
    expect([capability, decisionTypes.map(({ id }) => id)]).toEqual([capability, proposed.map(({ id }) => id)]);
  }
  // The lists are not all empty: a worked example.
  const risk = all.find(({ role, capability }) => role === "CFO" && capability === "investment_evaluation");
  expect(risk).toMatchObject({ decisionTypes: [{ id: "investment_evaluation" }], actions: [] });
  const budget = all.find(({ role, capability }) => role === "CFO" && capability === "budget_management");
  expect(budget?.actions).toMatchObject([{ id: "cfo_spend", label: "Read spending", effect: "read" }]);
  expect(budget?.decisionTypes.map(({ id }) => id)).toEqual(["budget_allocation", "expense_approval", "over_budget"]);
});
