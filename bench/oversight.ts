import { checkOversight, initializeOversight } from "#features/oversight/contract.ts";
import { hire, openWorld } from "../test/world.ts";
import { median } from "./compare.ts";
import type { Report } from "./report.ts";

const records = 10_000;
const runs = 2_000;
const rounds = 20;

/** A check of oversight over HTTP in a company with 10,000 journal records and 2,000 runs of the last day. */
export async function measure(): Promise<Report> {
  const world = await openWorld({ ROLE: "web" });
  try {
    const member = await world.member();
    const [cfo] = await hire(member, "CFO", "CEO", "Sales");
    await member.call(initializeOversight);
    const company = member.user.companyId;
    await world.asOwner(
      `SELECT journal_append($1, now(), 'system', NULL, $2, 'task.created', 'task', gen_random_uuid()::text, 'One of many',
         jsonb_build_object('line', jsonb_build_object('text', jsonb_build_array('Made by ', 'a bench'), 'impact', 'low')), 'info',
         false, NULL, NULL, 'task.created') FROM generate_series(1, $3)`,
      [company, cfo?.id, records],
    );
    await world.asOwner(
      `INSERT INTO agent_runs (company_id, id, agent_id, agent_name, agent_role, skill, label, trigger, input, fingerprint,
         origin, status, engine, created_at)
       SELECT $1, gen_random_uuid(), $2, 'Marcus', 'CFO', 'test', 'Look at cash', 'person', '{}', g::text, 'system', 'done',
         'rules', now() - g * interval '20 seconds' FROM generate_series(1, $3) g`,
      [company, cfo?.id, runs],
    );
    await world.asOwner(
      `INSERT INTO agent_run_steps (company_id, run_id, position, key, title, status, result, started_at, finished_at)
       SELECT company_id, id, place, place::text, 'Read', 'done', '{"rows": [1, 2, 3]}', now(), now()
       FROM agent_runs, generate_series(0, 4) place WHERE company_id = $1`,
      [company],
    );
    await world.asOwner("ANALYZE");
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const from = performance.now();
      await member.call(checkOversight);
      times.push(performance.now() - from);
    }
    const [usual, slowest] = [median(times), Math.max(...times)];
    return {
      title: `oversight  A check over ${records} journal records and ${runs} runs with 5 steps each, over HTTP`,
      lines: [`${rounds} checks: median ${usual.toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms`],
      goals: [{ what: "a check", found: `${usual.toFixed(0)} ms`, wanted: "under 200 ms", met: usual < 200 }],
    };
  } finally {
    await world.close();
  }
}
