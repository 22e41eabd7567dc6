import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDecision } from "#features/decisions/contract.ts";
import type { Agent } from "#features/agents/contract.ts";
import { readConfig } from "#platform/config.ts";
import type { Postgres } from "../postgres.ts";
import { hire, type Member, openOn, type World } from "../world.ts";
import { isOverloaded } from "./noise.ts";
import { openStage } from "./stage.ts";

/** Only PostgreSQL runs verbs of one company side by side. */
let postgres: Postgres;
let world: World;
let owner: Member;
let agents: Agent[];
const stage = openStage("turns");
const roles = ["CEO", "CFO", "Sales", "Legal"] as const;

beforeAll(async () => {
  postgres = await stage.postgres({});
  const env = { PORT: "0", LOG_LEVEL: "fatal", RATE_LIMIT_FACTOR: "1000" };
  world = stage.keep(await openOn(readConfig({ ...env, DATA_DIR: stage.folder, DATABASE_URL: postgres.url })));
  owner = await world.member("owner");
  agents = await hire(owner, ...roles);
});
afterAll(stage.close);

const propose = (at: number) =>
  owner.call(makeDecision, {
    body: {
      agentId: agents.find((agent) => agent.role === "CFO")?.id ?? "",
      decisionType: "investment_evaluation",
      context: { investment: 1_000 + at, projectedReturn: 9_000, payback: 14 },
    },
  });

test("verbs that change the same rows in different order take turns", async () => {
  const statusOf = (work: Promise<unknown>) =>
    work.then(
      () => 200,
      (error: Error) => Number.parseInt(error.message, 10),
    );
  const decisions = [];
  for (let at = 0; at < 20; at += 1) decisions.push(await propose(2_000 + at));
  const moves = decisions.flatMap(({ id }, at) => [
    owner.send("POST", `/api/decisions/${id}/approve`, { body: { approved: true } }).then((reply) => reply.status),
    statusOf(propose(3_000 + at)),
    statusOf(hire(owner, ...roles)),
  ]);
  const answers = await Promise.all(moves);
  expect(answers).toHaveLength(60);
  // A busy machine may not do all of them in the five seconds each is given.
  expect(answers.filter((status) => status !== 200 && !(isOverloaded() && status === 503))).toEqual([]);
  expect(answers).toContain(200);
});

test("of 32 approvals at once exactly one wins", async () => {
  const { id } = await propose(50_000);
  const answers = await Promise.all(
    Array.from({ length: 32 }, () => owner.send("POST", `/api/decisions/${id}/approve`, { body: { approved: true } })),
  );
  expect(answers.map((answer) => answer.status).sort((one, other) => one - other)).toEqual([
    200,
    ...Array<number>(31).fill(409),
  ]);
});

/** How many deadlocks PostgreSQL has broken, as the connections that have ended told it. */
async function deadlocks(): Promise<number> {
  const client = await connected();
  const { rows } = await client.query<{ count: number }>("SELECT sum(deadlocks)::int AS count FROM pg_stat_database");
  await client.end();
  return rows[0]?.count ?? 0;
}

async function connected(): Promise<pg.Client> {
  const client = new pg.Client(postgres.superuserUrl);
  await client.connect();
  return client;
}

test("none of them waited for each other in a circle, which would have been counted", async () => {
  await world.close();
  expect(await deadlocks()).toBe(0);
  const pair = [await connected(), await connected()] as const;
  const lock = (client: pg.Client, key: number) => client.query("SELECT pg_advisory_xact_lock($1)", [key]);
  for (const [at, client] of pair.entries()) {
    await client.query("BEGIN");
    await lock(client, at);
  }
  const crossed = await Promise.allSettled([lock(pair[0], 1), lock(pair[1], 0)]);
  expect(crossed.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  for (const client of pair) await client.end();
  await expect.poll(deadlocks).toBe(1);
});
