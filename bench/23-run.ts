import { z } from "zod";
import { promptOf } from "#agency/prompt.ts";
import { defineSkill, defineSkillHandler } from "#agency/skill.ts";
import { assign } from "#agency/run/start.ts";
import { work } from "#agency/work.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { askAgents } from "#features/conversations/contract.ts";
import * as product from "#app/rooms.ts";
import type { Platform } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { onBoth, type Side } from "./both.ts";
import { percentiles } from "./compare.ts";
import { cpuSeconds } from "./processes.ts";
import { atMost, type Report } from "./report.ts";

const times = 100;
const queued = 40;
const assigned = 100;
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
  rules: (session) => session.step("Say it", async () => ({ said: "nothing" })),
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

/** From the commit that assigned it: its step, and its end. */
const floorAfter = floor.slice(1);

/** Goal 23: what a run costs besides its work, done now and through the queue, beside the statements it cannot do without. */
export async function measure(): Promise<Report> {
  const known = await onBoth(async (side) => ({
    name: side.name,
    ...(await doneNow(side)),
    ...(await throughQueue(side)),
  }));
  const rooms = { ...product, handlers: [...product.handlers, defineSkillHandler({ skill: trivial })] };
  const bare = await onBoth(fromCommit, "all", {}, rooms);
  const sides = known.map((side, at) => ({ ...side, after: bare[at] ?? bare[0] }));
  const row = (name: string, times: readonly number[], cpu?: number) => {
    const { p50, p99 } = percentiles(times);
    const used = cpu === undefined ? "" : `${cpu.toFixed(1).padStart(9)} ms of processor time`;
    return `${name.padEnd(58)}${p50.toFixed(1).padStart(9)} ms p50${p99.toFixed(1).padStart(9)} ms p99${used}`;
  };
  return {
    title: "23  A run of one step that takes no time, one after the other; PostgreSQL durable",
    lines: sides.flatMap(({ name, least, now, leastCpu, nowCpu, whole, call, after }) => [
      row(`${name}: floor, three statements with their commits`, least, leastCpu),
      row(`${name}: work(), from the call to its end`, now, nowCpu),
      row(`${name}: floor of what follows assigning, two of them`, after.floor.times, after.floor.cpu / assigned),
      row(`${name}: begun where it was assigned, commit to end`, after.begun.times, after.begun.cpu / assigned),
      row(`${name}: fetched from the queue, commit to end`, after.fetched.times, after.fetched.cpu / assigned),
      row(`${name}: a question, from the call to its end`, whole),
      row(`${name}:   of which the call itself`, call),
    ]),
    goals: sides.flatMap(({ name, now, after }) => [
      atMost(`${name}, work() p50`, percentiles(now).p50, 15, "ms"),
      atMost(`${name}, begun where it was assigned p50`, percentiles(after.begun.times).p50, 15, "ms"),
      atMost(`${name}, fetched from the queue p50`, percentiles(after.fetched.times).p50, 15, "ms"),
    ]),
  };
}

/** The tables that the floor writes into, and what sends its statements. */
async function bareGround({ world }: Side) {
  await world.asOwner("CREATE TABLE bare_runs (id uuid PRIMARY KEY, status text, said text)");
  await world.asOwner("CREATE TABLE bare_steps (id uuid PRIMARY KEY, result jsonb)");
  await world.asOwner("CREATE TABLE bare_lines (id uuid, said text, PRIMARY KEY (id, said))");
  const client = world.boardroom.connectOwner();
  await client.connect();
  return {
    async send(texts: readonly string[]) {
      const id = crypto.randomUUID();
      for (const text of texts) await client.query({ name: `floor${floor.indexOf(text)}`, text, values: [id] });
    },
    end: () => client.end(),
  };
}

/** Floor and run in turns of ten, so that what else the machine does hits both. */
async function doneNow(side: Side) {
  const { ctx } = side;
  const agent = cfoOf(side);
  const ground = await bareGround(side);
  const bare = () => ground.send(floor);
  const run = () => work(ctx, { agent, skill: trivial, input: {}, origin: "owner", trigger: "person" }, "wait");
  const [least, now]: [Taken, Taken] = [noneTaken(), noneTaken()];
  for (let at = -warm; at < times; at += inTurn) {
    await take(at < 0 ? noneTaken() : least, bare);
    await take(at < 0 ? noneTaken() : now, run);
  }
  await ground.end();
  return { least: least.times, leastCpu: least.cpu / times, now: now.times, nowCpu: now.cpu / times };
}

function cfoOf({ team }: Side) {
  const agent = team.find(({ role }) => role === "CFO");
  if (!agent) throw new Error("There is no CFO.");
  return { ...agent, customInstructions: agent.systemProps.customInstructions };
}

/**
 * The exact thing of the goal: from the commit that assigned a run to the notice that it is done. Taken up by the instance
 * that assigned it, and fetched from the queue as by any other, in turns with the floor.
 */
async function fromCommit(side: Side) {
  const agent = cfoOf(side);
  const ground = await bareGround(side);
  const { platform } = side.world.boardroom;
  const floor = noneTaken();
  const ways = [
    { platform, took: noneTaken() },
    { platform: withoutHands(platform), took: noneTaken() },
  ] as const;
  const run = async (from: Platform): Promise<number> => {
    const ctx = { ...side.ctx, ...from };
    const id = await write(ctx, (tx) =>
      assign(tx, { agent, skill: trivial, input: {}, origin: "owner", trigger: "person" }),
    );
    const committed = performance.now();
    return (await side.over(id)).at - committed;
  };
  for (let at = -warm; at < assigned; at += inTurn) {
    await take(at < 0 ? noneTaken() : floor, () => ground.send(floorAfter));
    for (const way of ways) {
      const before = cpuSeconds([process.pid]);
      for (let one = 0; one < inTurn; one += 1) {
        const ms = await run(way.platform);
        if (at >= 0) way.took.times.push(ms);
      }
      if (at >= 0) way.took.cpu += (cpuSeconds([process.pid]) - before) * 1_000;
    }
  }
  await ground.end();
  return { floor, begun: ways[0].took, fetched: ways[1].took };
}

/** The same queue, as an instance has it that works on nothing itself. */
const withoutHands = (platform: Platform): Platform => ({
  ...platform,
  jobs: { ...platform.jobs, reserve: () => null },
});

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
  const { member } = side;
  const [whole, call]: [number[], number[]] = [[], []];
  for (let at = -3; at < queued; at += 1) {
    const started = performance.now();
    const body = { question: "How much is overdue?", urgency: "high" as const };
    const { runId } = await member.call(askAgents, { body });
    const answered = performance.now();
    const { at: ended, type } = await side.over(runId);
    if (type !== "run.finished") throw new Error(`Void: a question came to ${type}.`);
    if (at < 0) continue;
    whole.push(ended - started);
    call.push(answered - started);
  }
  return { whole, call };
}
