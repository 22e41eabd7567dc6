import { setTimeout as sleep } from "node:timers/promises";
import { setAutoPilot } from "#features/orchestrator/autopilot/contract.ts";
import { signUp } from "../world.ts";
import type { FaultOutcome } from "./fault.ts";
import { instancesOn } from "./instances.ts";
import type { Query } from "./ledger.ts";
import { openStage } from "./stage.ts";

const names = ["instance-1", "instance-2"];
/** Slots fall due at any moment of this time, so that both instances find some whenever they look at the clock. */
const spreadMs = 8_000;
const patienceMs = 180_000;
/** One company of so many has each of its slots come again, as after a clock was set back. */
const repeatedOf = 5;
const signUpsAtOnce = 4;

type Put = { company: string; slot: string };

/** Lets the slots of many companies fall due on two instances, round after round, and counts the cycles of each. */
export async function trySlots(companies: number, rounds: number, say: (line: string) => void): Promise<FaultOutcome> {
  await using stage = openStage("slots");
  const postgres = await stage.postgres({});
  const query = await stage.owner(postgres.superuserUrl);
  const { ask } = query;
  const instances = instancesOn(postgres.url, stage);
  const put: Put[] = [];
  let repeated = 0;
  const door = await instances.start("door", { ROLE: "web" });
  let left = companies;
  await Promise.all(
    Array.from({ length: signUpsAtOnce }, async () => {
      while (left > 0) {
        left -= 1;
        const member = await signUp(door.url, "slots");
        await member.call(setAutoPilot, { body: { enabled: true, frequency: 240, quietHours: null } });
      }
    }),
  );
  await instances.kill("door");
  await noteCycles(ask);
  await Promise.all(names.map((name) => instances.start(name)));
  for (let round = 0; round < rounds; round += 1) {
    const due = await makeDue(ask, round);
    put.push(...due);
    await waitFor(ask, () => countCycles(ask, due), due.length);
    const again = due.filter((_one, at) => at % repeatedOf === 0);
    await comeAgain(ask, again);
    repeated += again.length;
    say(`${put.length} slots, ${await countCycles(ask, put)} of them with a cycle`);
  }
  const violations = await violationsOf(ask, put);
  const shares = await ask<{ instance: string; count: number }>(
    "SELECT instance, count(*)::int AS count FROM faults.cycles GROUP BY 1 ORDER BY 1",
  );
  return {
    injected: `auto-pilot of ${companies} companies on 2 instances: ${put.length} slots in ${rounds} rounds, each round at any moment of ${spreadMs / 1000} s; ${repeated} slots came again after their cycle, as after a clock was set back.`,
    hit: `${await countCycles(ask, put)} slots had a cycle, counted in the database by the connection that wrote it: ${shares.map(({ instance, count }) => `${count} by ${instance}`).join(", ")}.`,
    isVoid: shares.length < names.length,
    violations,
  };
}

/** Lets the database itself note by whose connection each cycle was begun. */
async function noteCycles(ask: Query): Promise<void> {
  await ask("CREATE SCHEMA faults");
  await ask("CREATE TABLE faults.cycles (instance text, company uuid, slot timestamptz)");
  await ask(`CREATE FUNCTION faults.note_cycles() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
    INSERT INTO faults.cycles VALUES (current_setting('application_name'), NEW.company_id, NEW.slot);
    RETURN NULL; END $$`);
  await ask(
    "CREATE TRIGGER note_cycles AFTER INSERT ON autopilot_cycles FOR EACH ROW EXECUTE FUNCTION faults.note_cycles()",
  );
}

/** Gives every company a slot of its own within the next seconds. */
const makeDue = (ask: Query, round: number): Promise<Put[]> =>
  ask<Put>(
    `UPDATE job_slots SET next_at = date_trunc('milliseconds', clock_timestamp())
       + ('x' || substr(md5(company_id || '/' || $1), 1, 6))::bit(24)::int % $2::int * interval '1 millisecond'
     WHERE job = 'autopilot' RETURNING company_id AS company, next_at::text AS slot`,
    [String(round), spreadMs],
  );

const pairs = (of: readonly Put[]) => [of.map(({ company }) => company), of.map(({ slot }) => slot)];
const ofPairs = "unnest($1::uuid[], $2::timestamptz[]) AS put (company, slot)";

async function countCycles(ask: Query, of: readonly Put[]): Promise<number> {
  const [row] = await ask<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${ofPairs}
     WHERE EXISTS (SELECT 1 FROM faults.cycles c WHERE c.company = put.company AND c.slot = put.slot)`,
    pairs(of),
  );
  return row?.count ?? 0;
}

/** Waits until `count` gives `wanted` and no cycle runs; gives up after a while, and the check at the end says what is missing. */
async function waitFor(ask: Query, count: () => Promise<number>, wanted: number): Promise<void> {
  const started = performance.now();
  const running = "SELECT 1 FROM autopilot_cycles WHERE status = 'running' LIMIT 1";
  while (performance.now() - started < patienceMs) {
    if ((await count()) === wanted && (await ask(running)).length === 0) return;
    await sleep(200);
  }
}

/** Puts slots again that had their cycle, and waits until they have been passed over. */
async function comeAgain(ask: Query, again: readonly Put[]): Promise<void> {
  await ask(
    `UPDATE job_slots s SET next_at = put.slot FROM ${ofPairs} WHERE s.job = 'autopilot' AND s.company_id = put.company`,
    pairs(again),
  );
  const moved = async (): Promise<number> => {
    const [row] = await ask<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${ofPairs} JOIN job_slots s ON s.job = 'autopilot' AND s.company_id = put.company
       WHERE s.next_at > now() AND NOT EXISTS (SELECT 1 FROM pgboss.job j WHERE j.name = 'autopilot' AND j.state < 'completed')`,
      pairs(again),
    );
    return row?.count ?? 0;
  };
  await waitFor(ask, moved, again.length);
}

/** What was not kept, a sentence each. */
async function violationsOf(ask: Query, put: readonly Put[]): Promise<string[]> {
  const violations: string[] = [];
  const none = async (sentence: string, text: string, values: unknown[] = []): Promise<void> => {
    const rows = await ask<{ what: string }>(text, values);
    if (rows.length > 0) violations.push(`${rows.length} times: ${sentence}, such as ${rows[0]?.what}`);
  };
  await none(
    "a slot does not have exactly one cycle",
    `SELECT put.company || ' at ' || put.slot AS what FROM ${ofPairs}
     LEFT JOIN faults.cycles c ON c.company = put.company AND c.slot = put.slot
     GROUP BY put.company, put.slot HAVING count(c.slot) <> 1`,
    pairs(put),
  );
  await none(
    "a company's cycles are not numbered one by one",
    `SELECT company_id::text AS what FROM autopilot_cycles GROUP BY company_id
     HAVING count(*) <> max(number) OR count(DISTINCT number) <> count(*)`,
  );
  await none(
    "a cycle has not ended",
    "SELECT company_id || ' ' || number AS what FROM autopilot_cycles WHERE status IN ('running', 'failed')",
  );
  await none(
    "a job of a slot is not completed",
    "SELECT id::text || ' ' || coalesce(output::text, '') AS what FROM pgboss.job WHERE name IN ('autopilot', 'autopilot-cycle') AND state <> 'completed'",
  );
  return violations;
}
