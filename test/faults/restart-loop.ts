import { setTimeout as sleep } from "node:timers/promises";
import { clientOf, hire, type Reply, signUp } from "../world.ts";
import type { FaultOutcome } from "./fault.ts";
import { askOwner, checkAll } from "./inspect.ts";
import { isExcused, putLoad, randomFrom } from "./load.ts";
import { timekeeper, until } from "./noise.ts";
import { noPromises } from "./promises.ts";
import { openStage } from "./stage.ts";

export const backWithinMs = 5_000;
/** Connections of the pool, and the one that listens. */
const mostConnections = 11;
const checkEvery = 10;

export type RestartOptions = {
  runs: number;
  seed: number;
  say: (line: string) => void;
  /** A random time of this range between two restarts. */
  pauseMs: readonly [number, number];
};

/** Stops PostgreSQL with `immediate` again and again under load, and starts it again. */
export async function restartLoop({ runs, seed, say, pauseMs }: RestartOptions): Promise<FaultOutcome> {
  await using stage = openStage("restarts");
  const { folder } = stage;
  const postgres = await stage.postgres();
  const server = await stage.start({ DATA_DIR: folder, DATABASE_URL: postgres.url, LOG_LEVEL: "fatal" });
  const random = randomFrom(seed);
  const promises = noPromises();
  const clock = timekeeper();
  const backMs: number[] = [];
  const answered = new Map<string, number>();
  let restarts = 0;
  let openAtStop = 0;
  let landed = 0;
  let lost = 0;
  const violations: string[] = [];
  const member = await signUp(server.url, "restarts");
  const ground = { cookie: member.cookie ?? "", agents: await hire(member, "CEO", "CFO", "Sales", "Legal") };
  let journalSeq = 0;
  for (let run = 0; run < runs; ) {
    let isOver = false;
    let lastFaultAt = 0;
    const watch = async (path: string): Promise<void> => {
      const client = clientOf(server.url);
      client.cookie = ground.cookie;
      while (!isOver) {
        const reply = await client.send("GET", path).catch((error: unknown) => String(error));
        const isFine = typeof reply !== "string" && (reply.status === 200 || isExcused(reply));
        if (!isFine) violations.push(`GET ${path} was answered ${told(reply)}`);
        if (typeof reply === "string" || reply.status !== 200) lastFaultAt = performance.now();
        answered.set(told(reply), (answered.get(told(reply)) ?? 0) + 1);
        await sleep(20);
      }
    };
    const conduct = { place: () => server.url, isOver: () => isOver };
    const load = [putLoad(conduct, ground, promises, random), watch("/api/agents"), watch("/api/dashboard")];
    const alive = watch("/livez");
    for (const last = Math.min(runs, run + checkEvery); run < last; run += 1) {
      await sleep(pauseMs[0] + random() * (pauseMs[1] - pauseMs[0]));
      openAtStop += await openTransactions(postgres.superuserUrl);
      const before = postgres.pid;
      await postgres.restart("immediate");
      const backAt = performance.now();
      if (postgres.pid !== before) restarts += 1;
      const unavailableBefore = promises.unavailable;
      for (let quietSince = backAt; performance.now() - quietSince < 1_000 && performance.now() - backAt < 60_000; ) {
        const count = promises.unavailable;
        const faultAt = lastFaultAt;
        await sleep(50);
        if (promises.unavailable !== count || lastFaultAt !== faultAt) quietSince = performance.now();
        backMs[run] = Math.max(0, quietSince - backAt);
      }
      clock.hold((backMs[run] ?? 0) <= backWithinMs, `restart ${run + 1}: all well only after ${backMs[run]} ms`);
      say(
        `restart ${run + 1}: back after ${Math.round(backMs[run] ?? 0)} ms, ${promises.unavailable - unavailableBefore} writes were still answered 503 then`,
      );
    }
    isOver = true;
    await Promise.all([...load, alive]);
    const many = await Promise.all(Array.from({ length: 50 }, () => member.send("GET", "/api/tasks")));
    for (const reply of many) if (reply.status !== 200) violations.push(`the pool: ${told(reply)}`);
    const query = await stage.owner(postgres.superuserUrl);
    const open = async (): Promise<number> => {
      const [pool] = await query.ask<{ count: number }>(
        "SELECT count(*)::int AS count FROM pg_stat_activity WHERE usename LIKE '%\\_app'",
      );
      return pool?.count ?? 0;
    };
    // One that was given up in the middle of a statement is there until that has ended.
    await until(async () => (await open()) <= mostConnections, true, 30_000);
    if ((await open()) > mostConnections) violations.push(`${await open()} connections are open`);
    const checked = await checkAll(query.ask, member.user.companyId, promises, run >= runs ? 0 : journalSeq);
    await query.close();
    journalSeq = checked.journalSeq;
    landed += checked.landed;
    lost += checked.lost;
    violations.push(...checked.violations);
  }
  if (promises.unanswered > 0) violations.push(`${promises.unanswered} writes got no answer at all`);
  const sorted = backMs.toSorted((one, other) => one - other).map(Math.round);
  return {
    injected: `${runs} times PostgreSQL stopped with \`immediate\` and started again, ${pauseMs[0] / 1000} to ${pauseMs[1] / 1000} s after the last (seed ${seed}), 5 clients writing and 3 reading without a pause.`,
    hit: `${restarts} times another process of PostgreSQL; ${openAtStop} transactions of the product open just before a stop; ${promises.unavailable} writes and ${answered.get("503") ?? 0} reads answered 503 with Retry-After; ${promises.acknowledged} writes acknowledged; of the new rows answered 503 ${landed} were there, ${lost} were not.`,
    figures: {
      back: `the last 503 came median ${sorted[Math.floor(sorted.length / 2)]} ms, at most ${sorted.at(-1)} ms after PostgreSQL accepted connections; ${clock.waived()}.`,
    },
    isVoid: restarts === 0 || promises.acknowledged === 0 || promises.unavailable === 0,
    violations: [...violations, ...clock.violations],
  };
}

const told = (reply: Reply | string): string =>
  typeof reply === "string"
    ? reply
    : reply.status < 400 || isExcused(reply)
      ? `${reply.status}`
      : `${reply.status} ${reply.text}`;

async function openTransactions(url: string): Promise<number> {
  const query = await askOwner(url);
  const [row] = await query.ask<{ open: number }>(
    "SELECT count(*)::int AS open FROM pg_stat_activity WHERE usename LIKE '%\\_app' AND xact_start IS NOT NULL",
  );
  await query.close();
  return row?.open ?? 0;
}
