import { z } from "zod";
import { promptOf } from "#agency/prompt.ts";
import { defineSkill } from "#agency/skill.ts";
import { work } from "#agency/work.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { askAgents } from "#features/conversations/contract.ts";
import { onBoth, type Side } from "./both.ts";
import { percentiles } from "./compare.ts";
import { cpuSeconds } from "./processes.ts";
import { atMost, type Report } from "./report.ts";

const times = 100;
const queued = 40;
const warm = 20;
const inTurn = 10;

/** One step that takes no time, so that what is measured is what the engine adds. */
const trivial = defineSkill({
  id: "bench.trivial",
  label: "Nothing",
  roles: agentRoleIds,
  capability: null,
  input: z.strictObject({}),
  output: z.strictObject({ said: z.string() }),
  rules: (hands) => hands.step("Say it", async () => ({ said: "nothing" })),
  prompt: (agent) => promptOf(agent, "Say nothing."),
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
    ...(await doneNow(side)),
    ...(await throughQueue(side)),
  }));
  const row = (name: string, times: readonly number[], cpu?: number) => {
    const { p50, p99 } = percentiles(times);
    const used = cpu === undefined ? "" : `${cpu.toFixed(1).padStart(9)} ms of processor time`;
    return `${name.padEnd(58)}${p50.toFixed(1).padStart(9)} ms p50${p99.toFixed(1).padStart(9)} ms p99${used}`;
  };
  return {
    title: "23  A run of one step that takes no time, one after the other; PostgreSQL durable",
    lines: sides.flatMap(({ name, least, now, leastCpu, nowCpu, whole, begun, own }) => [
      row(`${name}: floor, three statements with their commits`, least, leastCpu),
      row(`${name}: work(), from the call to its end`, now, nowCpu),
      row(`${name}: a question, from the call to its end`, whole),
      row(`${name}:   until somebody begins with it`, begun),
      row(`${name}:   from there to its end (task done, owner told)`, own),
    ]),
    goals: sides.flatMap(({ name, now, whole }) => [
      atMost(`${name}, work() p50`, percentiles(now).p50, 15, "ms"),
      atMost(`${name}, through the queue p50`, percentiles(whole).p50, 15, "ms"),
    ]),
  };
}

/** Floor and run in turns of ten, so that what else the machine does hits both. */
async function doneNow({ world, ctx, team }: Side) {
  await world.asOwner("CREATE TABLE bare_runs (id uuid PRIMARY KEY, status text, said text)");
  await world.asOwner("CREATE TABLE bare_steps (id uuid PRIMARY KEY, result jsonb)");
  await world.asOwner("CREATE TABLE bare_lines (id uuid, said text, PRIMARY KEY (id, said))");
  const client = world.boardroom.connectOwner();
  await client.connect();
  const hired = team.find(({ role }) => role === "CFO");
  if (!hired) throw new Error("There is no CFO.");
  const agent = { ...hired, customInstructions: hired.systemProps.customInstructions };
  const bare = async () => {
    const id = crypto.randomUUID();
    for (const [place, text] of floor.entries()) await client.query({ name: `floor${place}`, text, values: [id] });
  };
  const run = () => work(ctx, { agent, skill: trivial, input: {}, origin: "owner", trigger: "person" });
  const [least, now]: [Taken, Taken] = [noneTaken(), noneTaken()];
  for (let at = -warm; at < times; at += inTurn) {
    await take(at < 0 ? noneTaken() : least, bare);
    await take(at < 0 ? noneTaken() : now, run);
  }
  await client.end();
  return { least: least.times, leastCpu: least.cpu / times, now: now.times, nowCpu: now.cpu / times };
}

type Taken = { times: number[]; cpu: number };
const noneTaken = (): Taken => ({ times: [], cpu: 0 });

async function take(into: Taken, what: () => Promise<unknown>): Promise<void> {
  const before = cpuSeconds([process.pid]);
  for (let at = 0; at < inTurn; at += 1) {
    const started = performance.now();
    await what();
    into.times.push(performance.now() - started);
  }
  into.cpu += (cpuSeconds([process.pid]) - before) * 1_000;
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
  return { whole, begun, own };
}
