import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Agent } from "#features/agents/contract.ts";
import { getDashboard } from "#features/dashboard/contract.ts";
import type { Decision } from "#features/decisions/contract.ts";
import { login } from "#features/accounts/contract.ts";
import type { Task } from "#features/tasks/contract.ts";
import { type Random, randomFrom } from "../faults/load.ts";
import { isNightly } from "../nightly.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ ROLE: "web" });
});
afterAll(() => world?.close());
afterEach(() => void vi.useRealTimers());

/** By night more, for the orders of operations that are rare. */
const operations = isNightly ? 1_000 : 250;
const hour = 3_600_000;
const zones = ["Europe/London", "Pacific/Auckland", "America/Los_Angeles", "Asia/Kathmandu"];

/** One company at work: does something at random through the front door. */
class Company {
  readonly tasks: string[] = [];
  readonly decisions: string[] = [];
  readonly done: Record<string, number> = {};
  readonly member: Member;
  private agents: Agent[];
  private readonly random: Random;
  constructor(member: Member, agents: Agent[], random: Random) {
    this.member = member;
    this.agents = agents;
    this.random = random;
  }

  private pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(this.random() * items.length)];

  private async send(name: string, method: string, path: string, body?: unknown): Promise<unknown> {
    let reply = await this.member.send(method, path, body === undefined ? {} : { body });
    if (reply.status === 401) {
      const { username, password } = this.member;
      await this.member.call(login, { body: { username, password } });
      reply = await this.member.send(method, path, body === undefined ? {} : { body });
    }
    // A move from where the row does not stand is refused, and must then count nowhere.
    if (reply.status !== 200 && reply.status !== 409)
      throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
    const key = reply.status === 409 ? `${name} refused` : name;
    this.done[key] = (this.done[key] ?? 0) + 1;
    return reply.status === 200 ? reply.json : null;
  }

  private readonly moves: readonly (() => Promise<unknown>)[] = [
    async () => {
      const dueDate = this.random() < 0.8 ? new Date(Date.now() + (this.random() * 20 - 12) * 24 * hour) : null;
      const body = { title: "Look into it", dueDate: dueDate?.toISOString() ?? null };
      const task = (await this.send("task", "POST", "/api/tasks", body)) as Task | null;
      if (task) this.tasks.push(task.id);
    },
    async () => {
      const id = this.pick(this.tasks);
      const status = this.pick(["in_progress", "completed", "completed", "cancelled", "pending"]);
      if (id) await this.send("task moved", "PUT", `/api/tasks/${id}`, { status });
    },
    async () => {
      const subject = `Subject ${this.random()}`;
      const [role, decisionType, context] = this.pick([
        ["CEO", "market_expansion", { marketSize: 2_000_000, subject }],
        ["CFO", "investment_evaluation", { investment: 900, projectedReturn: 2_000, payback: 9, purpose: subject }],
        ["Sales", "lead_qualification", { leadValue: 5_000, subject }],
      ] as const) ?? ["", "", {}];
      const agentId = this.agents.find((agent) => agent.role === role)?.id;
      const body = { agentId, decisionType, context, isTest: this.random() < 0.2 };
      const decision = (await this.send("proposal", "POST", "/api/agents/make-decision", body)) as Decision | null;
      if (decision) this.decisions.push(decision.id);
    },
    async () => {
      const id = this.pick(this.decisions);
      const approved = this.random() < 0.6;
      const body = approved ? { approved } : { approved, reason: "Not now" };
      const settled = id && (await this.send("answer", "POST", `/api/decisions/${id}/approve`, body));
      if (!settled || !approved) return;
      const made = (await this.member.send("GET", "/api/tasks")).json as Task[];
      for (const task of made) if (!this.tasks.includes(task.id)) this.tasks.push(task.id);
    },
  ];

  async step(): Promise<void> {
    const chance = this.random();
    if (chance < 8 / operations) {
      await this.send("reset", "POST", "/api/company/reset-data");
      this.agents = await hire(this.member, "CEO", "CFO", "Sales");
      this.decisions.length = 0;
    } else if (chance < 20 / operations)
      await this.send("zone", "PUT", "/api/company/locale", { currency: "USD", timeZone: this.pick(zones) });
    else await this.pick(this.moves)?.();
  }
}

/** Everything the summary keeps, counted row by row from what it follows. */
async function recount(company: string) {
  const days = await world.asOwner(
    `WITH zone AS (SELECT time_zone AS name FROM companies WHERE company_id = $1), facts AS (
       SELECT (created_at AT TIME ZONE zone.name)::date AS day, 'proposed' AS fact FROM decisions, zone
         WHERE company_id = $1 AND NOT is_test
       UNION ALL SELECT (settled_at AT TIME ZONE zone.name)::date, 'settled' FROM decisions, zone
         WHERE company_id = $1 AND settled_by IS NOT NULL AND NOT is_test
       UNION ALL SELECT (due_date AT TIME ZONE zone.name)::date, 'due' FROM tasks, zone
         WHERE company_id = $1 AND due_date IS NOT NULL AND status <> 'cancelled' AND metadata ->> 'awaitsPlan' IS NULL
       UNION ALL SELECT (due_date AT TIME ZONE zone.name)::date, 'on_time' FROM tasks, zone
         WHERE company_id = $1 AND due_date IS NOT NULL AND status = 'completed' AND completion_date <= due_date)
     SELECT day::text, count(*) FILTER (WHERE fact = 'proposed')::int AS proposed,
       count(*) FILTER (WHERE fact = 'settled')::int AS settled, count(*) FILTER (WHERE fact = 'due')::int AS due,
       count(*) FILTER (WHERE fact = 'on_time')::int AS on_time FROM facts GROUP BY day ORDER BY day`,
    [company],
  );
  const [totals] = await world.asOwner(
    `SELECT count(*) FILTER (WHERE status = 'pending' AND NOT is_test)::int AS waiting, count(settled_by)::int AS settled
     FROM decisions WHERE company_id = $1`,
    [company],
  );
  const exposure = await world.asOwner(
    `SELECT agent_id, year, coalesce(sum(amount) FILTER (WHERE state = 'reserved'), 0)::float8 AS reserved,
       coalesce(sum(amount) FILTER (WHERE state = 'committed'), 0)::float8 AS committed
     FROM exposures WHERE company_id = $1 AND kind <> 'discount' AND state IN ('reserved', 'committed')
     GROUP BY 1, 2 ORDER BY 1, 2`,
    [company],
  );
  return { days, totals, exposure };
}

async function kept(company: string) {
  const days = await world.asOwner(
    `SELECT day::text, proposed, settled, due, on_time FROM dashboard_days
     WHERE company_id = $1 AND (proposed, settled, due, on_time) <> (0, 0, 0, 0) ORDER BY day`,
    [company],
  );
  const [totals] = await world.asOwner("SELECT waiting, settled FROM dashboard_totals WHERE company_id = $1", [
    company,
  ]);
  const exposure = await world.asOwner(
    `SELECT agent_id, year, reserved::float8, committed::float8 FROM exposure_totals
     WHERE company_id = $1 AND (reserved, committed) <> (0, 0) ORDER BY 1, 2`,
    [company],
  );
  return { days, totals, exposure };
}

test(`after ${operations} random operations the summary is what a full recount gives, for each company its own`, async () => {
  let moment = Date.parse("2026-03-20T09:00:00Z");
  vi.useFakeTimers({ toFake: ["Date"], now: moment });
  const random = randomFrom(20_261_120);
  const companies: Company[] = [];
  for (const name of ["one", "other"]) {
    const member = await world.member(name);
    companies.push(new Company(member, await hire(member, "CEO", "CFO", "Sales"), random));
  }
  for (let done = 1; done <= operations; done += 1) {
    // Over the change to summer time and some sixty midnights of four zones.
    moment += random() * (3_000 / operations) * hour;
    vi.setSystemTime(moment);
    await companies[random() < 0.7 ? 0 : 1]?.step();
    if (done % (operations / 10) > 0) continue;
    for (const { member } of companies) {
      const { companyId } = member.user;
      const counted = await recount(companyId);
      expect(await kept(companyId)).toEqual(counted);
      const { username, password } = member;
      await member.call(login, { body: { username, password } });
      const dashboard = await member.call(getDashboard);
      expect(dashboard.waiting).toBe(counted.totals?.["waiting"]);
      expect(dashboard.firstSteps.decided).toBe(Number(counted.totals?.["settled"]) > 0);
      // What was kept for the next who asks is what was answered.
      await vi.waitFor(async () =>
        expect((await world.asOwner("SELECT 1 FROM dashboard_pages WHERE company_id = $1", [companyId])).length).toBe(
          1,
        ),
      );
      expect(await member.call(getDashboard)).toEqual(dashboard);
    }
  }
  const done = companies.map((company) => company.done);
  for (const name of ["task", "task moved", "task moved refused", "proposal", "answer", "reset", "zone"])
    expect([name, done.reduce((sum, each) => sum + (each[name] ?? 0), 0) > 2]).toEqual([name, true]);
}, 300_000);
