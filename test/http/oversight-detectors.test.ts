import { afterAll, beforeAll, expect, test } from "vitest";
import { setAutonomy } from "#features/agents/contract.ts";
import { makeDecision } from "#features/decisions/contract.ts";
import { getOutbox } from "#features/outbox/contract.ts";
import {
  checkOversight,
  getOversightPage,
  initializeOversight,
  undoIntervention,
} from "#features/oversight/contract.ts";
import { setAutoPilot } from "#features/orchestrator/autopilot/contract.ts";
import { detectors } from "#features/oversight/detectors/registry.ts";
import { hire, type Member, openWorld, testContexts, type World } from "../world.ts";

/** Each detector on real rows: what makes it fire, and what is just not enough. */
let world: World;
beforeAll(async () => {
  // Without workers, so that rows written as waiting runs stay.
  world = await openWorld({ ROLE: "web" });
});
afterAll(() => world?.close());

type Place = { member: Member; company: string; agent: string };
type Case = { fires: (place: Place) => Promise<unknown>; silent: (place: Place) => Promise<unknown> };

type Run = {
  trigger?: string;
  status?: string;
  sentence?: string | null;
  fingerprint?: string;
  engine?: string;
  degraded?: boolean;
  usd?: number;
  ago?: string;
};
/** A run of the agent; gives its id. */
async function run({ company, agent }: Place, given: Run = {}): Promise<string> {
  const id = crypto.randomUUID();
  const { trigger = "event", status = "done", sentence = null, fingerprint = id, engine = "rules" } = given;
  await world.asOwner(
    `INSERT INTO agent_runs (company_id, id, agent_id, agent_name, agent_role, skill, label, trigger, input, fingerprint,
       origin, status, engine, sentence, degraded, cost_state, cost_usd, created_at)
     VALUES ($1, $2, $3, 'Marcus', 'CFO', 'test', 'Look at cash', $4, '{}', $5, 'system', $6, $7, $8, $9, 'billed', $10,
       now() - $11::interval)`,
    [
      company,
      id,
      agent,
      trigger,
      fingerprint,
      status,
      engine,
      sentence,
      given.degraded ?? false,
      given.usd ?? 0,
      given.ago ?? "1 minute",
    ],
  );
  return id;
}
const several = async (place: Place, times: number, given: Run): Promise<void> => {
  for (let one = 0; one < times; one += 1) await run(place, given);
};

/** Steps of a run: their titles with their results. */
async function steps({ company }: Place, runId: string, rows: readonly object[]): Promise<void> {
  for (const [position, row] of rows.entries()) {
    const { key = "Read", result = [], status = "done", tool = null } = row as Record<string, unknown>;
    await world.asOwner(
      `INSERT INTO agent_run_steps (company_id, run_id, position, key, title, tool, status, result, started_at, finished_at)
       VALUES ($1, $2, $3, $4, 'Read the pick list', $5, $6, $7, now(), now())`,
      [company, runId, position, key, tool, status, JSON.stringify(result)],
    );
  }
}

type Sent = { ago?: string; status?: string; agent?: string | null };
/** Deliveries under a grant, of the agent if no other is named. */
const sent = (
  { company, agent }: Place,
  times: number,
  { ago = "1 minute", status = "sent", agent: by = agent }: Sent,
) =>
  world.asOwner(
    `WITH g AS (
       INSERT INTO grants (company_id, id, granted_by, agent_id, effect, answer, created_at)
       VALUES ($1, gen_random_uuid(), 'policy', $2, 'parcel', '{}', now()) RETURNING id
     ), last AS (SELECT coalesce(max(seq), 0) AS seq FROM deliveries WHERE company_id = $1)
     INSERT INTO deliveries (company_id, id, kind, label, intent, seq, destination, hold_ms, hold_epoch, status, grant_id,
       created_at, expires_at, settled_at)
     SELECT $1, gen_random_uuid(), 'parcel', '', gen_random_uuid(), last.seq + n, 'parcels.example', 0, 0, $3, g.id,
       now() - $4::interval, now(), now() FROM g, last, generate_series(1, $5) n`,
    [company, by, status, ago, times],
  );

const used = ({ company, agent }: Place, amount: number) =>
  world.asOwner(
    `INSERT INTO exposure_totals (company_id, agent_id, year, committed)
     VALUES ($1, $2, extract(year FROM now())::int, $3)`,
    [company, agent, amount],
  );
/** Budget in use at this share of the pace that the year's course allows; early in the year, just what is judged. */
const atPace = (place: Place, share: number) => {
  const now = new Date();
  const start = Date.UTC(now.getUTCFullYear(), 0, 1);
  const gone = (now.getTime() - start) / (Date.UTC(now.getUTCFullYear() + 1, 0, 1) - start);
  return used(place, 500_000 * Math.max(gone * share, share > 1.1 ? 0.26 : 0));
};

/** Proposals that the policy answered with this. */
async function proposals(
  { member, agent, company }: Place,
  times: number,
  answer: object,
  isTest = false,
): Promise<void> {
  for (let one = 0; one < times; one += 1) {
    const context = { ...testContexts.CFO.context, subject: `Machine ${crypto.randomUUID()}` };
    await member.call(makeDecision, {
      body: { agentId: agent, decisionType: testContexts.CFO.decisionType, context },
    });
  }
  await world.asOwner(
    `UPDATE decisions SET is_test = $3, "authorization" = "authorization" || $2::jsonb WHERE company_id = $1 AND NOT is_test`,
    [company, JSON.stringify(answer), isTest],
  );
}
const overLimit = (place: Place, times: number) => proposals(place, times, { bound: "Year budget", limits: [{}] });

/** Resolved forecasts of the agent, so many of which came true. */
async function outcomes(place: Place, held: number, of: number): Promise<void> {
  const { member, agent, company } = place;
  await member.call(setAutonomy, { params: { id: agent }, body: { autonomyLevel: "execute" } });
  const { id } = await member.call(makeDecision, { body: { agentId: agent, ...testContexts.CFO } });
  await world.asOwner("UPDATE decisions SET status = 'approved' WHERE id = $1", [id]);
  await world.asOwner("DELETE FROM forecasts WHERE company_id = $1", [company]);
  await world.asOwner(
    `INSERT INTO forecasts (company_id, decision_id, position, claim, horizon, probability, base_rate_note, due_on, resolver,
       held, resolution, resolved_at, resolved_by)
     SELECT $1, $2, g, 'It pays', 'proxy', 0.8, '', current_date, 'human', g <= $3, 'human', now(), $5
     FROM generate_series(1, $4) g`,
    [company, id, held, of, member.user.id],
  );
}

const endless = 'Stopped: "Read the pick list" gave the same result twice and was about to repeat.';
const cases: Record<string, Case> = {
  budget_pace: { fires: (place) => atPace(place, 1.2), silent: (place) => atPace(place, 1.02) },
  near_limit: { fires: (place) => used(place, 410_000), silent: (place) => used(place, 395_000) },
  over_limit: { fires: (place) => overLimit(place, 5), silent: (place) => overLimit(place, 4) },
  outside_text: {
    fires: (place) => proposals(place, 1, { bound: "Origin", limits: [] }),
    // A test, and one that its limits kept from running alone anyway.
    silent: async (place) => {
      await proposals(place, 1, { bound: "Origin", limits: [] }, true);
      await overLimit(place, 1);
    },
  },
  repeated_step: {
    fires: async (place) =>
      steps(place, await run(place, { status: "failed", sentence: endless }), [{ result: 1 }, { result: 1 }]),
    silent: async (place) =>
      steps(place, await run(place), [{ result: 1 }, { result: 1 }, { result: 2 }, { result: 3 }]),
  },
  repeated_work: {
    fires: (place) => several(place, 3, { fingerprint: "same" }),
    silent: async (place) => {
      await several(place, 2, { fingerprint: "same" });
      await several(place, 5, { fingerprint: "asked", trigger: "person" });
      await several(place, 5, { fingerprint: "long ago", ago: "2 hours" });
    },
  },
  limit_bypass: {
    fires: async (place) =>
      steps(place, await run(place), [{ status: "failed", tool: "tasks_create", result: { code: "forbidden" } }]),
    // A read that is switched off, and a change that failed for another reason.
    silent: async (place) =>
      steps(place, await run(place), [
        { status: "failed", tool: "explore_query", result: { code: "forbidden" } },
        { status: "failed", tool: "tasks_create", result: { code: "conflict" } },
      ]),
  },
  record: { fires: (place) => outcomes(place, 10, 20), silent: (place) => outcomes(place, 14, 20) },
  failing_runs: {
    fires: async (place) => {
      await several(place, 3, { status: "failed", trigger: "person" });
      await several(place, 3, { trigger: "person" });
    },
    silent: async (place) => {
      await several(place, 2, { status: "failed", trigger: "person" });
      await several(place, 3, { trigger: "person" });
    },
  },
  waiting_runs: {
    fires: (place) => run(place, { status: "queued", trigger: "person", ago: "20 minutes" }),
    silent: (place) => run(place, { status: "queued", trigger: "person", ago: "10 minutes" }),
  },
  work_volume: { fires: (place) => several(place, 31, {}), silent: (place) => several(place, 30, {}) },
  outbox_volume: {
    fires: (place) => sent(place, 31, {}),
    // What was cancelled, or written before, is not sent today.
    silent: async (place) => {
      await sent(place, 30, {});
      await sent(place, 20, { status: "cancelled" });
      await sent(place, 20, { ago: "25 hours" });
    },
  },
  model_cost: {
    fires: (place) => run(place, { usd: 3.5, engine: "openai/x" }),
    silent: (place) => run(place, { usd: 2.5, engine: "openai/x" }),
  },
  model_connection: {
    fires: (place) => several(place, 5, { degraded: true, trigger: "person" }),
    silent: async (place) => {
      await run(place, { engine: "openai/x", trigger: "person", ago: "1 second" });
      await several(place, 6, { degraded: true, trigger: "person" });
    },
  },
  journal_chain: {
    fires: async ({ company }) => {
      await world.asOwner("ALTER TABLE journal DISABLE TRIGGER journal_is_insert_only");
      await world.asOwner("UPDATE journal SET title = 'Nothing happened' WHERE company_id = $1 AND seq = 2", [company]);
      await world.asOwner("ALTER TABLE journal ENABLE TRIGGER journal_is_insert_only");
    },
    silent: () => Promise.resolve(),
  },
};

async function place(): Promise<Place> {
  const member = await world.member();
  const [cfo] = await hire(member, "CFO");
  await member.call(initializeOversight);
  return { member, company: member.user.companyId, agent: cfo?.id ?? "" };
}

const fired = async (member: Member) => (await member.call(getOversightPage)).findings.map((one) => one.detector);

test("every detector has its cases", () => {
  expect(Object.keys(cases).toSorted()).toEqual(detectors.map(({ id }) => id).toSorted());
});

test.each(Object.entries(cases))(
  "%s fires, and stays silent just below its threshold",
  async (id, { fires, silent }) => {
    const one = detectors.find((each) => each.id === id);
    const loud = await place();
    await fires(loud);
    const status = await loud.member.call(checkOversight);
    expect(await fired(loud.member)).toContain(id);
    expect(status.systemStatus).toBe(
      (await loud.member.call(getOversightPage)).findings.some(({ level }) => level === "CRITICAL")
        ? "CRITICAL"
        : "ALERT",
    );
    const found = (await loud.member.call(getOversightPage)).findings.find(({ detector }) => detector === id);
    expect(found?.level).toBe(one?.level);
    const levels = status.recentLogs.filter(({ findingId }) => findingId === found?.id).map(({ level }) => level);
    expect(new Set(levels)).toEqual(new Set([one?.level, ...(found?.intervention ? ["INTERVENTION"] : [])]));
    expect(found?.intervention ?? null).toBe(one?.intervention ?? null);
    const quiet = await place();
    await silent(quiet);
    await quiet.member.call(checkOversight);
    expect(await fired(quiet.member)).not.toContain(id);
  },
);

test("an edited record is found wherever it stands, by looks that go round a long journal", async () => {
  const { member, company } = await place();
  await world.asOwner(
    `SELECT journal_append($1, now(), 'system', NULL, NULL, 'task.created', 'task', NULL, 'One of many', '{}', 'info', false,
       NULL, NULL, 'task.created') FROM generate_series(1, 6000)`,
    [company],
  );
  await world.asOwner("ALTER TABLE journal DISABLE TRIGGER journal_is_insert_only");
  await world.asOwner("UPDATE journal SET details = '{\"n\": 1}' WHERE company_id = $1 AND seq = 4000", [company]);
  await world.asOwner("ALTER TABLE journal ENABLE TRIGGER journal_is_insert_only");
  for (let look = 0; look < 3; look += 1) await member.call(checkOversight);
  expect(await fired(member)).toEqual([]);
  await member.call(checkOversight);
  expect(await fired(member)).toEqual(["journal_chain"]);
  // Looks elsewhere do not end it.
  await member.call(checkOversight);
  const { findings, status } = await member.call(getOversightPage);
  expect(findings).toMatchObject([{ detail: "Record 4000 was edited. Run npm run audit:verify on the server." }]);
  expect(status).toMatchObject({ systemStatus: "CRITICAL", heldAt: expect.any(String) });
});

test("of two damages each is found once, however often the looks go round", async () => {
  const { member, company } = await place();
  await world.asOwner(
    `SELECT journal_append($1, now(), 'system', NULL, NULL, 'task.created', 'task', NULL, 'One of many', '{}', 'info', false,
       NULL, NULL, 'task.created') FROM generate_series(1, 6000)`,
    [company],
  );
  await world.asOwner("ALTER TABLE journal DISABLE TRIGGER journal_is_insert_only");
  await world.asOwner("UPDATE journal SET details = '{\"n\": 1}' WHERE company_id = $1 AND seq IN (100, 4000)", [
    company,
  ]);
  await world.asOwner("ALTER TABLE journal ENABLE TRIGGER journal_is_insert_only");
  for (let look = 0; look < 14; look += 1) await member.call(checkOversight);
  expect((await fired(member)).toSorted()).toEqual(["journal_chain", "journal_chain"]);
  const rows = await world.asOwner("SELECT occasion FROM oversight_findings WHERE company_id = $1 ORDER BY 1", [
    company,
  ]);
  expect(rows).toEqual([{ occasion: "100" }, { occasion: "4000" }]);
});

test("auto-pilot at its daily cap is a usual day, three times as much is not", async () => {
  const here = await place();
  await here.member.call(setAutoPilot, { body: { enabled: true, frequency: 30 } });
  await several(here, 40, {});
  await here.member.call(checkOversight);
  expect(await fired(here.member)).toEqual([]);
  await several(here, 81, {});
  await here.member.call(checkOversight);
  expect(await fired(here.member)).toEqual(["work_volume"]);
});

test("an agent, or a kind, that sends far more than on its usual day holds the outbox until a person resumes", async () => {
  const here = await place();
  const { member, company } = here;
  for (const day of [1, 2, 3, 4, 5, 6, 7]) await sent(here, 40, { ago: `${day * 24 + 1} hours` });
  await world.asOwner("UPDATE oversight_states SET measured_until = now() WHERE company_id = $1", [company]);
  await sent(here, 120, {});
  await member.call(checkOversight);
  // Three times as much is still no more than three times.
  expect(await fired(member)).toEqual([]);
  await sent(here, 1, {});
  await member.call(checkOversight);
  const { findings, status } = await member.call(getOversightPage);
  expect(findings).toMatchObject([
    { detector: "outbox_volume", agent: { id: here.agent }, intervention: "hold", reading: "3 times", stands: true },
  ]);
  expect(findings[0]?.title).toMatch(/: 121 deliveries in 24 hours$/);
  expect(status.heldAt).not.toBeNull();
  expect((await member.call(getOutbox)).heldAt).toBe(status.heldAt);
  await member.call(undoIntervention, { params: { id: findings[0]?.id ?? "" } });
  expect((await member.call(getOutbox)).heldAt).toBeNull();

  // Many agents together, none of them by itself.
  const crowd = await place();
  for (let one = 0; one < 4; one += 1) await sent(crowd, 10, { agent: crypto.randomUUID() });
  await crowd.member.call(checkOversight);
  expect((await crowd.member.call(getOversightPage)).findings).toMatchObject([
    { detector: "outbox_volume", agent: null, title: "parcel: 40 deliveries in 24 hours", intervention: "hold" },
  ]);
});

test("a usual day is measured anew each day, over the days since the first run", async () => {
  const here = await place();
  const { member, company } = here;
  for (const day of [1, 2, 3, 4, 5]) await several(here, 12, { ago: `${day * 24 + 1} hours` });
  const normal = async () =>
    (await world.asOwner("SELECT normal->>'alone' AS alone FROM oversight_states WHERE company_id = $1", [company]))[0];
  await world.asOwner("UPDATE oversight_states SET measured_until = NULL WHERE company_id = $1", [company]);
  await member.call(checkOversight);
  expect(await normal()).toEqual({ alone: "0" });
  await world.asOwner(
    "UPDATE oversight_states SET last_check_at = now() - interval '1 day', measured_until = NULL WHERE company_id = $1",
    [company],
  );
  await member.call(checkOversight);
  expect(await normal()).toEqual({ alone: "12" });
});

test("hostile and empty rows change nothing", async () => {
  const { member, company, agent } = await place();
  await world.asOwner("UPDATE agents SET name = '{x} <b>' || chr(8238), budget = 0 WHERE company_id = $1", [company]);
  await used({ member, company, agent }, 1_000_000);
  await run({ member, company, agent: crypto.randomUUID() }, { status: "failed", sentence: "%was about to repeat." });
  expect((await member.call(checkOversight)).systemStatus).toBe("MONITORING");
});
