import { topics } from "#features/expertise/skills.ts";
import { askAgents } from "#features/conversations/contract.ts";
import { getRun } from "#features/runs/contract.ts";
import { onBoth, type Side } from "./both.ts";
import { median, percentile } from "./compare.ts";
import { atMost, type Report } from "./report.ts";
import { recordCounts, seedRecords } from "./seed-records.ts";

const rounds = 4;
/** Questions that are printed each. */
const slowest = 5;
/** One question of each topic, and some about one customer. */
const questions: readonly string[] = [
  ...topics.flatMap(({ asks }) => asks.slice(0, 1).map(({ example }) => example)),
  "How much does Northwind 4711 owe us?",
  "How is Northwind 12000 doing?",
];

type Times = { post: number; wait: number; read: number; own: number; whole: number };
type Asked = { question: string; answered: boolean; times: Times[] };

/** Rules answers from a company with 100,000 facts: how long the work on a question takes, and the whole of it. */
export async function measure(): Promise<Report> {
  const sides = await onBoth(async (side) => {
    const started = performance.now();
    const { world } = side;
    await seedRecords((text, values) => world.asOwner(text, values), side.member.user.companyId);
    // What both do by themselves within a minute.
    await world.asOwner(side.name === "PostgreSQL" ? "VACUUM ANALYZE" : "ANALYZE");
    console.log(`${side.name}: seeded in ${Math.round((performance.now() - started) / 1000)} s`);
    return { name: side.name, asked: await askAll(side) };
  });
  const total = Object.values(recordCounts).reduce((sum, count) => sum + count, 0);
  const all = (asked: Asked[], of: (times: Times) => number) => asked.flatMap(({ times }) => times.map(of));
  const figures = (values: number[]) =>
    `${median(values).toFixed(0).padStart(7)} ms p50${at95(values).toFixed(0).padStart(7)} ms p95`;
  return {
    title: `ask  ${questions.length} questions by rules over ${total.toLocaleString("en")} facts, ${rounds} times each, one after the other; PostgreSQL durable`,
    lines: sides.flatMap(({ name, asked }) => [
      `${`${name}: reading and concluding`.padEnd(64)}${figures(all(asked, ({ read }) => read))}`,
      `${`${name}: the run, from picking it up to the end`.padEnd(64)}${figures(all(asked, ({ own }) => own))}`,
      `${`${name}: asking (understand, route, task, run)`.padEnd(64)}${figures(all(asked, ({ post }) => post))}`,
      `${`${name}: waiting until a worker begins`.padEnd(64)}${figures(all(asked, ({ wait }) => wait))}`,
      `${`${name}: from the call to the answer`.padEnd(64)}${figures(all(asked, ({ whole }) => whole))}`,
      ...asked
        .map((one) => ({ ...one, reads: one.times.map(({ read }) => read) }))
        .toSorted((one, other) => median(other.reads) - median(one.reads))
        .slice(0, slowest)
        .map(({ question, answered, reads }) => `  ${answered ? " " : "?"} ${question.padEnd(60)}${figures(reads)}`),
    ]),
    goals: sides.map(({ name, asked }) =>
      atMost(`${name}, work on a question p95`, at95(all(asked, ({ own }) => own)), 100, "ms"),
    ),
  };
}

const at95 = (values: readonly number[]): number => percentile(values, 0.95);

async function askAll(side: Side): Promise<Asked[]> {
  const asked: Asked[] = questions.map((question) => ({ question, answered: false, times: [] }));
  for (let round = -1; round < rounds; round += 1)
    for (const one of asked) {
      const { times, answered } = await ask(side, one.question);
      one.answered = answered;
      // The first round only warms up.
      if (round >= 0) one.times.push(times);
    }
  return asked;
}

async function ask(side: Side, question: string): Promise<{ times: Times; answered: boolean }> {
  const [started, clock] = [performance.now(), Date.now()];
  const { runId } = await side.member.call(askAgents, { body: { question, urgency: "high" } });
  const post = performance.now() - started;
  const { at, type } = await side.over(runId);
  if (type !== "run.finished") throw new Error(`Void: "${question}" came to ${type}.`);
  const { run } = await side.member.call(getRun, { params: { id: runId } });
  const moment = (text: string | null) => (text ? new Date(text).getTime() : Number.NaN);
  const begun = moment(run.startedAt) - clock;
  const whole = at - started;
  const read = run.steps.reduce((sum, step) => sum + moment(step.finishedAt) - moment(step.startedAt), 0);
  const [row] = await side.world.asOwner<{ answered: boolean }>(
    "SELECT (output->>'answered')::boolean AS answered FROM agent_runs WHERE id = $1",
    [runId],
  );
  const times = { post, wait: Math.max(0, begun - post), read, own: whole - begun, whole };
  return { times, answered: row?.answered === true };
}
