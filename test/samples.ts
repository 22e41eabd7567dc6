import { routes } from "#app/rooms.ts";
import type { Endpoint, Input } from "#contract/endpoint.ts";
import type { MemberRole } from "#contract/roles.ts";
import * as accounts from "#features/accounts/contract.ts";
import * as agents from "#features/agents/contract.ts";
import * as authority from "#features/authority/contract.ts";
import { listCommunications } from "#features/communications/contract.ts";
import * as conversations from "#features/conversations/contract.ts";
import { getDashboard } from "#features/dashboard/contract.ts";
import * as decisions from "#features/decisions/contract.ts";
import { getFeed } from "#features/feed/contract.ts";
import * as metrics from "#features/metrics/contract.ts";
import { getStatus } from "#features/operations/contract.ts";
import * as setup from "#features/setup/contract.ts";
import * as executives from "#features/setup/executives/contract.ts";
import { listResets, undoReset } from "#features/setup/reset/contract.ts";
import * as tasks from "#features/tasks/contract.ts";
import * as workforce from "#features/workforce/contract.ts";
import { hashPassword } from "#platform/passwords.ts";
import { type Client, clientOf, hire, type Member, testContexts, type World } from "./world.ts";

/** A company with one row of everything a call can name. */
export type Ground = {
  member: Member;
  ceo: string;
  cfo: string;
  decision: string;
  task: string;
  import: string;
  reset: string;
  /** Serves, with nothing in the way of retiring it; and one that was retired. */
  spare: string;
  retired: string;
  /** When the settings of `cfo` were last changed. */
  cfoUpdatedAt: string;
  run: string;
  due: string;
};
export type Sample = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };
type Row = {
  endpoint: Endpoint;
  writes: boolean;
  good: (ground: Ground) => Sample;
  /** What a furnished company has to do before, where the order of the table does not see to it. */
  before?: (ground: Ground) => Promise<unknown>;
};

let used = 0;
const unused = (word: string) => `${word}-${process.pid}-${(used += 1)}`;

type Good<E extends Endpoint> = (ground: Ground) => Partial<Input<E>>;
const kind =
  (isWriting: boolean) =>
  <E extends Endpoint>(endpoint: E) =>
  (good: Good<E> = () => ({})): Row => ({ endpoint, writes: isWriting, good: good as Row["good"] });
const reads = kind(false);
const writes = kind(true);

const setupOf = (role: "CEO" | "Legal"): setup.AgentSetup => ({
  role,
  name: `The ${role}`,
  capabilities: ["strategic_planning", "contract_review"],
  decisionAuthority: "high",
  budgetLimit: 1000,
  emailAddress: `${role.toLowerCase()}@example.com`,
  customInstructions: "Be brief.",
});

const settingsOf = (capability: string) => ({
  name: "Martha",
  emailAddress: "martha@example.com",
  budgetLimit: 1234.5,
  decisionAuthority: "low" as const,
  customInstructions: "Be kind.",
  capabilities: { [capability]: false },
});

/** One good request for every endpoint, naming every key it takes. The order leaves each one its rows. */
const table: readonly Row[] = [
  reads(accounts.currentUser)(),
  writes(accounts.login)(({ member }) => ({ body: { username: member.username, password: member.password } })),
  writes(accounts.register)(() => ({
    body: {
      username: unused("new"),
      email: `${unused("new")}@example.com`,
      companyName: "New company",
      password: "another long password",
      timeZone: "Europe/London",
    },
  })),
  writes(accounts.setLocale)(() => ({ body: { currency: "USD", timeZone: "Europe/Berlin" } })),
  reads(metrics.listMetrics)(() => ({ query: { name: "daily_revenue", from: "2026-01-01", to: "2026-12-31" } })),
  writes(metrics.recordMetrics)(() => ({
    body: {
      source: "manual",
      points: [{ metricName: "visits", metricValue: 12.5, currency: "GBP", measurementDate: "2026-11-02" }],
    },
  })),
  writes(metrics.importMetrics)(() => ({
    query: {
      fileName: "sales.csv",
      metricName: "sales",
      dateColumn: "date",
      valueColumn: "revenue",
      dateFormat: "YYYY-MM-DD",
      currency: "GBP",
    },
    body: "date,revenue\n2026-11-01,5\n",
  })),
  reads(metrics.getImport)((ground) => ({ params: { id: ground.import } })),
  reads(agents.listAgents)(),
  writes(agents.setStatus)(({ ceo }) => ({ params: { id: ceo }, body: { status: "paused" } })),
  writes(agents.setAutonomy)(({ ceo }) => ({ params: { id: ceo }, body: { autonomyLevel: "propose" } })),
  reads(authority.listPolicies)(),
  writes(authority.changePolicy)(() => ({
    params: { role: "CFO" },
    body: { perDecision: 60_000, discountPercent: 5, note: "Agreed by the board" },
  })),
  reads(tasks.listTasks)(({ task }) => ({ query: { status: "pending", after: task } })),
  writes(tasks.createTask)(({ cfo }) => ({
    body: {
      title: "Call the bank",
      description: "About the loan",
      priority: "high",
      assignedAgentId: cfo,
      dueDate: "2030-01-01T00:00:00.000Z",
    },
  })),
  writes(tasks.updateTask)(({ task }) => ({ params: { id: task }, body: { status: "completed" } })),
  reads(listCommunications)(),
  reads(decisions.listDecisions)(({ decision }) => ({ query: { status: "pending", after: decision } })),
  reads(decisions.getDecision)(({ decision }) => ({ params: { id: decision } })),
  writes(decisions.makeDecision)(({ cfo }) => ({
    body: {
      agentId: cfo,
      decisionType: "investment_evaluation",
      context: { ...testContexts.CFO.context, subject: unused("A new van"), purpose: "delivery", counterparty: "Ford" },
    },
  })),
  writes(decisions.settleDecision)(({ decision }) => ({
    params: { id: decision },
    body: { approved: true, reason: "It pays", probability: 0.6 },
  })),
  reads(executives.listRetired)(),
  reads(executives.getExecutive)(({ cfo }) => ({ params: { id: cfo } })),
  writes(executives.editExecutive)(({ cfo, ceo, cfoUpdatedAt }) => ({
    params: { id: cfo },
    body: {
      updatedAt: cfoUpdatedAt,
      ...settingsOf("risk_assessment"),
      reportsTo: ceo,
    },
  })),
  writes(executives.addExecutive)(({ ceo }) => ({
    body: { role: "CMO", ...settingsOf("market_research"), reportsTo: ceo },
  })),
  writes(executives.retireExecutive)(({ spare }) => ({ params: { id: spare }, body: { reason: "We sell by phone" } })),
  writes(executives.reinstateExecutive)(({ retired }) => ({ params: { id: retired } })),
  writes(conversations.askAgents)(() => ({ body: { question: "How much is overdue?", urgency: "low" } })),
  reads(conversations.listQuestions)(),
  reads(conversations.listComments)(({ task }) => ({ query: { subject: "task", id: task } })),
  writes(conversations.addComment)(({ task }) => ({
    body: { subject: "task", subjectId: task, text: "Who does it?" },
  })),
  reads(workforce.listAsks)(),
  reads(workforce.listRuns)(({ ceo, run }) => ({ query: { agentId: ceo, after: run } })),
  reads(workforce.getRun)(({ run }) => ({ params: { id: run } })),
  writes(workforce.stopRun)(({ run }) => ({ params: { id: run } })),
  writes(workforce.startBriefing)(({ cfo }) => ({ params: { id: cfo } })),
  writes(decisions.resolveForecast)(({ due }) => ({ params: { id: due, position: "0" }, body: { held: true } })),
  reads(getDashboard)(),
  reads(getFeed)(({ cfo }) => ({ query: { agent: cfo, actionType: "decision", cursor: "1000000" } })),
  writes(setup.setupAgents)(() => ({
    body: { selectedRoles: ["CEO", "Legal"], agents: [setupOf("CEO"), setupOf("Legal")] },
  })),
  writes(setup.initializeAgents)(),
  writes(setup.resetData)(),
  reads(listResets)(),
  {
    ...writes(undoReset)(({ reset }) => ({ body: { id: reset } })),
    before: ({ member }) => member.call(setup.resetData),
  },
  reads(getStatus)(),
  writes(accounts.logout)(),
];

export const nameOf = (endpoint: Endpoint): string => `${endpoint.method} ${endpoint.path}`;

/** Every endpoint the server answers with its good request; throws when one of them has none. */
export function allSamples(): readonly Row[] {
  const missing = routes.filter(({ endpoint }) => !table.some((row) => row.endpoint === endpoint));
  if (missing.length > 0)
    throw new Error(`No sample for ${missing.map(({ endpoint }) => nameOf(endpoint)).join(", ")}`);
  return table.filter((row) => routes.some(({ endpoint }) => endpoint === row.endpoint));
}

/** Signs up a company and gives it a row of everything. The world must not run jobs, so that its import waits. */
export async function furnish(world: World, name = "owner"): Promise<Ground> {
  const member = await world.member(name);
  // Whom the reset took away waits to come back.
  await hire(member, "Legal");
  await member.call(setup.resetData);
  const [reset] = await member.call(listResets);
  const [ceo, cfo, sales, gone] = await hire(member, "CEO", "CFO", "Sales", "Operations");
  const ids = { member, ceo: ceo?.id ?? "", cfo: cfo?.id ?? "", spare: sales?.id ?? "", retired: gone?.id ?? "" };
  await member.call(executives.retireExecutive, { params: { id: ids.retired }, body: {} });
  const { updatedAt } = await member.call(executives.getExecutive, { params: { id: ids.cfo } });
  const body = { agentId: ids.cfo, ...testContexts.CFO };
  const settled = await member.call(decisions.makeDecision, { body });
  await member.call(decisions.settleDecision, { params: { id: settled.id }, body: { approved: true } });
  const context = { ...testContexts.CFO.context, subject: `Waiting at ${name}` };
  const waiting = await member.call(decisions.makeDecision, { body: { ...body, context } });
  const task = await member.call(tasks.createTask, { body: { title: `Task of ${name}`, assignedAgentId: ids.ceo } });
  const point = { metricName: "daily_revenue", metricValue: 7, measurementDate: "2026-11-01" };
  await member.call(metrics.recordMetrics, { body: { source: "manual", points: [point] } });
  const query = { ...row(metrics.importMetrics).good(ids as Ground).query, fileName: `${name}.csv` };
  const upload = await member.call(metrics.importMetrics, {
    query: query as never,
    body: "date,revenue\n2026-11-01,5",
  });
  if (upload.status !== "waiting") throw new Error("The world must be opened without jobs.");
  const { runId: run } = await member.call(workforce.startBriefing, { params: { id: ids.cfo } });
  await world.asOwner("ALTER TABLE forecasts DISABLE TRIGGER forecasts_are_frozen");
  await world.asOwner("UPDATE forecasts SET due_on = current_date - 1 WHERE decision_id = $1", [settled.id]);
  await world.asOwner("ALTER TABLE forecasts ENABLE TRIGGER forecasts_are_frozen");
  return {
    ...ids,
    run,
    due: settled.id,
    cfoUpdatedAt: updatedAt,
    decision: waiting.id,
    task: task.id,
    import: upload.id,
    reset: reset?.id ?? "",
  };
}

const row = (endpoint: Endpoint): Row => table.find((other) => other.endpoint === endpoint) as Row;

/** Adds a person of this role to the member's company and signs them in. */
export async function colleague(
  world: World,
  member: Member,
  role: MemberRole,
): Promise<Client & { username: string }> {
  const username = unused(role);
  const password = "a colleague's password";
  await world.asOwner(
    `INSERT INTO users (company_id, id, username, username_key, email, email_key, password_hash, role, created_at, updated_at)
     VALUES ($1, $2, $3, $3, $4, $4, $5, $6, now(), now())`,
    [
      member.user.companyId,
      crypto.randomUUID(),
      username,
      `${username}@example.com`,
      await hashPassword(password),
      role,
    ],
  );
  const client = clientOf(world.url);
  await client.call(accounts.login, { body: { username, password } });
  return Object.assign(client, { username });
}
