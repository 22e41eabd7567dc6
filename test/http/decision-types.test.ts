import { noticesIn, tasksIn } from "../planned.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#contract/days.ts";
import { type AgentRoleId, agentRoleIds, roleTitle } from "#contract/roles.ts";
import {
  type DecisionTypeId,
  decisionTypes,
  getDecision,
  listDecisionTypes,
  makeDecision,
  settleDecision,
} from "#features/decisions/contract.ts";
import { recordMetrics } from "#features/metrics/contract.ts";
import { setupAgents } from "#features/setup/contract.ts";
import { dayIn, now } from "#platform/clock.ts";
import { defaultWorkforce } from "#features/setup/rules.ts";
import { changed, checksum } from "../checksum.ts";
import { colleague } from "../samples.ts";
import { hire, journalOf, type Member, openWorld, testContexts, type World } from "../world.ts";

let world: World;
let owner: Member;
let team: Map<AgentRoleId, string>;
beforeAll(async () => {
  world = await openWorld();
  owner = await world.member("owner");
  team = new Map((await hire(owner, ...agentRoleIds)).map((agent) => [agent.role, agent.id]));
});
afterAll(() => world?.close());

/** Where the companies are. */
const today = dayIn(now(), "Europe/London");
const evidence = [{ kind: "Document", reference: "Written offer", value: "as asked", asOf: today }];
/** A case of each type that its executive says yes to. */
const cases: Record<DecisionTypeId, [role: AgentRoleId, context: Record<string, unknown>]> = {
  market_expansion: ["CEO", testContexts.CEO.context],
  partnership_evaluation: [
    "CEO",
    {
      jointRevenue: 200_000,
      ourShare: 0.6,
      grossMargin: 0.5,
      chance: 0.6,
      setUpCost: 10_000,
      exclusivity: "none",
      evidence,
    },
  ],
  investment_evaluation: ["CFO", testContexts.CFO.context],
  budget_allocation: [
    "CFO",
    {
      lines: [
        { name: "Search", current: 40_000, returns: 120_000 },
        { name: "Fairs", current: 40_000, returns: 40_000 },
      ],
      evidence,
    },
  ],
  expense_approval: ["CFO", { amount: 500, often: "monthly", budget: 60_000, spent: 10_000, evidence }],
  collect_receivables: ["CFO", { amount: 12_300.5, invoices: 3, daysOverdue: 40, credits: 300, counterparty: "Acme" }],
  over_budget: ["CFO", { actual: 7_150.4, budget: 6_500, account: "Hosting", month: "2026-09-01" }],
  technology_purchase: [
    "CTO",
    {
      price: 12_000,
      yearlyCost: 9_000,
      exitCost: 3_000,
      migrationCost: 2_000,
      currentYearlyCost: 20_000,
      yearlySaving: 8_000,
      security: "done",
      evidence,
    },
  ],
  campaign_launch: [
    "CMO",
    { budget: 12_000, costPerVisit: 0.8, conversionRate: 0.025, orderValue: 90, grossMargin: 0.45 },
  ],
  lead_qualification: ["Sales", testContexts.Sales.context],
  discount_request: ["Sales", { listPrice: 40_000, discount: 15, grossMargin: 0.4, inReturn: "term", evidence }],
  stale_deal: ["Sales", { dealValue: 40_000, daysPast: 20, daysStill: 120, counterparty: "Acme" }],
  refund_resolution: ["Customer Success", { refund: 600, fault: "ours", legalRight: "yes" }],
  process_change: [
    "Operations",
    { hoursBefore: 3, hoursAfter: 1, runsPerMonth: 120, hourlyCost: 28, changeCost: 900, evidence },
  ],
  vendor_renewal: ["Operations", { currentPrice: 2_400, newPrice: 2_400, endsOn: "2190-01-31", noticeDays: 60 }],
  contract_review: [
    "Legal",
    {
      document: "Draft 3",
      side: "buy",
      yearlyValue: 9_000,
      liability: "capped",
      dataProtection: "agreed",
      property: "ours",
      termination: "either",
      term: 12,
      noticeDays: 30,
      autoRenewal: "none",
      law: "ours",
      paymentDays: 30,
    },
  ],
};
const body = (id: DecisionTypeId, context = cases[id][1]) => ({
  agentId: team.get(cases[id][0]) ?? "",
  decisionType: id,
  context,
});

test.each(decisionTypes)("%s: proposed, approved, done and written down", async (id) => {
  const before = (await journalOf(world, owner)).length;
  const proposed = await owner.call(makeDecision, { body: body(id) });
  expect(proposed).toMatchObject({ decisionType: id, agentRole: cases[id][0], status: "pending", engine: "rules" });
  expect((await journalOf(world, owner)).slice(before)[0]).toBe("decision.proposed");
  await owner.call(settleDecision, { params: { id: proposed.id }, body: { approved: true } });
  const { effects, decision, working } = await owner.call(getDecision, { params: { id: proposed.id } });
  expect(decision.status).toBe("approved");
  const planned = tasksIn(working.effects);
  expect(effects.filter((effect) => effect.kind === "task").map((effect) => effect.title)).toEqual(
    planned.map(({ title }) => title),
  );
  const said = await world.asOwner("SELECT 1 FROM communications WHERE decision_id = $1 AND effect_index IS NOT NULL", [
    proposed.id,
  ]);
  expect([planned.length > 0, noticesIn(working.effects).length]).toEqual([true, said.length]);
  expect((await journalOf(world, owner)).slice(before)).toEqual(
    expect.arrayContaining(["decision.approved", "task.created", "communication.sent"]),
  );
  const held = await world.asOwner("SELECT kind, amount::float, state FROM exposures WHERE decision_id = $1", [
    proposed.id,
  ]);
  const { kind, amount } = decision.exposure;
  expect(held).toEqual(kind === "none" ? [] : [{ kind, amount, state: "committed" }]);
});

test("what is at stake has its kind: spend, discount, commitment, credit or none", async () => {
  const kinds = await world.asOwner<{ kind: string }>(
    "SELECT DISTINCT exposure->>'kind' AS kind FROM decisions ORDER BY 1",
  );
  expect(kinds.map((row) => row.kind)).toEqual(["commitment", "credit", "discount", "none", "spend"]);
});

test.each(decisionTypes)("%s: the largest figures its form allows are worked out and kept", async (id) => {
  const types = await owner.call(listDecisionTypes);
  const fields = types.find((type) => type.id === id)?.fields ?? [];
  const largest = Object.fromEntries(
    fields
      .filter(({ unit }) => !["text", "date", "choice", "list"].includes(unit))
      .map(({ name, most }) => [name, most]),
  );
  const line = (name: string) => ({ name, current: 1e12, returns: 1e12, floor: 0, cap: 1e12 });
  const context =
    id === "budget_allocation" ? { ...largest, lines: [line("A"), { ...line("B"), current: 0.01 }] } : largest;
  const decision = await owner.call(makeDecision, { body: body(id, context) });
  expect(JSON.stringify(decision)).not.toMatch(/NaN|Infinity/);
  // What no limit of the company's covers asks for the owner.
  expect(decision.status).toBe("pending");
});

test("a capability that is switched off forbids its types, and nothing else", async () => {
  const switched = await world.member("switched");
  const without = (...off: string[]) => {
    const agents = defaultWorkforce
      .filter(({ role }) => role === "CFO")
      .map((agent) => ({ ...agent, capabilities: agent.capabilities.filter((name) => !off.includes(name)) }));
    return switched.call(setupAgents, { body: { selectedRoles: ["CFO"], agents } });
  };
  const [cfo] = (await without("budget_management")).agents;
  const ask = (id: DecisionTypeId) =>
    switched.send("POST", "/api/agents/make-decision", { body: { ...body(id), agentId: cfo?.id } });
  const before = await checksum(world);
  for (const id of ["budget_allocation", "expense_approval"] as const) {
    const reply = await ask(id);
    expect([reply.status, reply.text]).toEqual([
      403,
      `${cfo?.name} may not do this: budget management is switched off`,
    ]);
  }
  expect(changed(before, await checksum(world))).toEqual([]);
  expect((await ask("investment_evaluation")).status).toBe(200);
  await without();
  expect((await ask("expense_approval")).status).toBe(200);
  await world.asOwner(`UPDATE agents SET capabilities = capabilities || '{"budget_management": false}' WHERE id = $1`, [
    cfo?.id,
  ]);
  expect((await ask("budget_allocation")).status).toBe(403);
});

test.each(["email_reply", "promotion", "constructor"])("%s cannot be asked for", async (decisionType) => {
  const reply = await owner.send("POST", "/api/agents/make-decision", {
    body: { agentId: team.get("CEO"), decisionType, context: {} },
  });
  expect(reply.status).toBe(422);
  expect(reply.text).toBe("Unknown decision type. The CEO can propose: market_expansion, partnership_evaluation.");
});

test("each type belongs to its role and its company alone", async () => {
  const other = await world.member("other");
  for (const id of decisionTypes) {
    const stranger = await other.send("POST", "/api/agents/make-decision", { body: body(id) });
    expect([stranger.status, stranger.text]).toEqual([404, "Not found"]);
    const wrong = cases[id][0] === "Legal" ? "CEO" : "Legal";
    const reply = await owner.send("POST", "/api/agents/make-decision", {
      body: { ...body(id), agentId: team.get(wrong) },
    });
    expect([reply.status, reply.text]).toEqual([
      403,
      expect.stringMatching(`belongs to the ${roleTitle(cases[id][0])}, not to the ${roleTitle(wrong)}$`),
    ]);
  }
});

test("the types are told to everybody who is signed in, alike for every company", async () => {
  const viewer = await colleague(world, owner, "viewer");
  const types = await viewer.call(listDecisionTypes);
  expect(types.map((type) => type.id)).toEqual([...decisionTypes]);
  expect(types.find((type) => type.id === "discount_request")).toMatchObject({
    label: "Discount request",
    roles: ["Sales"],
    capability: "negotiation",
  });
  expect(await (await world.member("third")).call(listDecisionTypes)).toEqual(types);
  expect((await world.client().send("GET", "/api/decisions/types")).status).toBe(401);
});

test("revenue in another currency than the company's is not compared with", async () => {
  const foreign = await world.member("foreign");
  const [ceo] = await hire(foreign, "CEO");
  const points = Array.from({ length: 365 }, (_, back) => ({
    metricName: "daily_revenue",
    metricValue: 800,
    currency: "GBP" as const,
    measurementDate: addDays(today, -back),
  }));
  await foreign.call(recordMetrics, { body: { source: "api", points } });
  const ask = (purpose: string) =>
    foreign.call(makeDecision, {
      body: {
        ...body("partnership_evaluation", { ...cases.partnership_evaluation[1], purpose }),
        agentId: ceo?.id ?? "",
      },
    });
  const before = await ask("in pounds");
  expect(before.metadata.risks).toContain("Missing: Revenue in USD, last 12 months");
  await foreign.call(recordMetrics, {
    body: { source: "manual", points: points.map((point) => ({ ...point, currency: "USD" as const })) },
  });
  // 120,000 of 292,000 + 120,000 would depend on one partner.
  expect((await ask("in dollars")).metadata.risks).toContain("29.1% of our revenue would depend on one partner");
});
