import pg from "pg";
import { z } from "zod";
import { defineSkill } from "#agency/skill.ts";
import { work } from "#agency/work.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { askAgents } from "#features/conversations/contract.ts";
import { onBoth, type Side } from "./both.ts";
import { percentiles } from "./compare.ts";
import { atMost, type Report } from "./report.ts";

const times = 200;
const queued = 60;
const warm = 30;

/** One step that takes no time, so that what is measured is what the engine adds. */
const trivial = defineSkill({
  id: "bench.trivial",
  label: "Nothing",
  roles: agentRoleIds,
  capability: null,
  input: z.strictObject({}),
  output: z.strictObject({ said: z.string() }),
  rules: (hands) => hands.step("Say it", async () => ({ said: "nothing" })),
});

/** What a run writes at least: itself with its journal row, its step, its end with a journal row; three commits with a notice each. */
const floor = [
  `WITH run AS (INSERT INTO bare_runs (id, status, said) VALUES ($1, 'running', 'A line of it') RETURNING id),
     line AS (INSERT INTO bare_lines (id, said) SELECT id, 'run.started' FROM run)
   SELECT pg_notify('bare', $1::text)`,
  `WITH step AS (INSERT INTO bare_steps (id, result) VALUES ($1, '{"said":"nothing"}'))
   SELECT pg_notify('bare', $1::text)`,
  `WITH run AS (UPDATE bare_runs SET status = 'done', said = 'Done' WHERE id = $1 RETURNING id),
     line AS (INSERT INTO bare_lines (id, said) SELECT id, 'run.finished' FROM run)
   SELECT pg_notify('bare', $1::text)`,
];

/** Goal 23: what a run costs besides its work, done now and through the queue, beside the statements it cannot do without. */
export async function measure(): Promise<Report> {
  const sides = await onBoth(async (side) => ({
    name: side.name,
    floor: percentiles(await bare(side)),
    now: percentiles(await doneNow(side)),
    ...(await throughQueue(side)),
  }));
  const row = (name: string, { p50, p99 }: { p50: number; p99: number }) =>
    `${name.padEnd(60)}${p50.toFixed(1).padStart(9)} ms p50${p99.toFixed(1).padStart(9)} ms p99`;
  return {
    title: "23  A run of one step that takes no time, one after the other; PostgreSQL durable",
    lines: sides.flatMap(({ name, floor: least, now, whole, begun, own }) => [
      row(`${name}: floor, three statements with their commits`, least),
      row(`${name}: work(), from the call to its end`, now),
      row(`${name}: a question, from the call to its end`, whole),
      row(`${name}:   until somebody begins with it`, begun),
      row(`${name}:   from there to its end (task done, owner told)`, own),
    ]),
    goals: sides.flatMap(({ name, now, whole }) => [
      atMost(`${name}, work() p50`, now.p50, 15, "ms"),
      atMost(`${name}, through the queue p50`, whole.p50, 15, "ms"),
    ]),
  };
}

async function bare({ world }: Side): Promise<number[]> {
  await world.asOwner("CREATE TABLE bare_runs (id uuid PRIMARY KEY, status text, said text)");
  await world.asOwner("CREATE TABLE bare_steps (id uuid PRIMARY KEY, result jsonb)");
  await world.asOwner("CREATE TABLE bare_lines (id uuid, said text, PRIMARY KEY (id, said))");
  const client: pg.Client = world.boardroom.connectOwner();
  await client.connect();
  const found: number[] = [];
  for (let at = -warm; at < times; at += 1) {
    const id = crypto.randomUUID();
    const started = performance.now();
    for (const [place, text] of floor.entries()) await client.query({ name: `floor${place}`, text, values: [id] });
    if (at >= 0) found.push(performance.now() - started);
  }
  await client.end();
  return found;
}

async function doneNow({ ctx, team }: Side): Promise<number[]> {
  const agent = team.find(({ role }) => role === "CFO");
  if (!agent) throw new Error("There is no CFO.");
  const found: number[] = [];
  for (let at = -warm; at < times; at += 1) {
    const started = performance.now();
    await work(ctx, { agent, skill: trivial, input: {}, origin: "owner", trigger: "person" });
    if (at >= 0) found.push(performance.now() - started);
  }
  return found;
}

async function throughQueue(side: Side) {
  const { world, member } = side;
  const [whole, begun, own]: [number[], number[], number[]] = [[], [], []];
  for (let at = -3; at < queued; at += 1) {
    const [started, clock] = [performance.now(), Date.now()];
    const body = { question: "How much is overdue?", urgency: "high" as const };
    const { runId } = await member.call(askAgents, { body });
    const { at: ended, type } = await side.over(runId);
    if (type !== "run.finished") throw new Error(`Void: a question came to ${type}.`);
    const [row] = await world.asOwner<{ began: Date }>("SELECT started_at AS began FROM agent_runs WHERE id = $1", [
      runId,
    ]);
    if (at < 0) continue;
    whole.push(ended - started);
    begun.push((row?.began.getTime() ?? Number.NaN) - clock);
    own.push(ended - started - (begun.at(-1) ?? 0));
  }
  return { whole: percentiles(whole), begun: percentiles(begun), own: percentiles(own) };
}
