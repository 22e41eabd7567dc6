import { setTimeout as sleep } from "node:timers/promises";
import { hire, type Member, signUp } from "../world.ts";
import type { FaultOutcome } from "./fault.ts";
import { askOwner, checkAll } from "./inspect.ts";
import { timekeeper } from "./noise.ts";
import { offer, type Offered } from "./offered.ts";
import { noPromises } from "./promises.ts";
import { type Proxy, startProxy, throughProxy } from "./proxy.ts";
import { openStage } from "./stage.ts";

export type SlowOptions = { rounds: number; seconds: number; say: (line: string) => void };
type Ground = { url: string; member: Member; proxy: Proxy; ownerUrl: string };
type Trouble = {
  injected: string;
  /** Paths and bodies that callers ask again and again while it lasts. */
  requests: { method: string; path: string; body?: unknown }[];
  callers: number;
  begin: (ground: Ground) => Promise<() => Promise<void>>;
  /** What is particular to this trouble. */
  during?: (
    ground: Ground,
    hold: (isKept: boolean, sentence: string) => void,
  ) => Promise<{ figure: string; violations: string[] }>;
  hit: (ground: Ground) => string;
};

const cutAfterMs = 5_000;
/** Between the cut and the caller lies this machine. */
const marginMs = 1_000;
/** No machine is that busy: what was done only then was never going to be cut. */
const uncutMs = 8_000;
const liveWithinMs = 100;
const backWithinMs = 5_000;
const maxWaiting = 200;
const sentence = "503 Service temporarily unavailable";

const everything = [
  { method: "GET", path: "/api/agents" },
  { method: "GET", path: "/api/dashboard" },
  { method: "POST", path: "/api/tasks", body: { title: "Asked of a slow database" } },
];

/** Every answer of PostgreSQL is 2 s late. */
export const latency = (options: SlowOptions): Promise<FaultOutcome> =>
  tryOut(options, {
    injected: "every answer of PostgreSQL 2 s late",
    requests: everything,
    callers: 20,
    begin: async ({ proxy }) => {
      proxy.setLatency(2_000);
      return async () => proxy.setLatency(0);
    },
    hit: ({ proxy: { journal } }) =>
      `${journal.delayed} answers delayed by ${Math.round(journal.delayedMs / 1000)} s in all`,
  });

/** Another session holds the table of tasks. */
export const lockedTable = (options: SlowOptions): Promise<FaultOutcome> => {
  let waited = 0;
  return tryOut(options, {
    injected: "the table of tasks locked by another session",
    requests: [{ method: "GET", path: "/api/tasks" }, everything[2] as Trouble["requests"][number]],
    callers: 20,
    async begin({ ownerUrl }) {
      const holder = await askOwner(ownerUrl);
      const watch = await askOwner(ownerUrl);
      await holder.ask("BEGIN");
      await holder.ask("LOCK TABLE tasks IN ACCESS EXCLUSIVE MODE");
      const timer = setInterval(() => {
        void watch
          .ask<{ count: number }>(
            "SELECT count(*)::int AS count FROM pg_stat_activity WHERE usename LIKE '%\\_app' AND wait_event_type = 'Lock'",
          )
          .then(([row]) => (waited = Math.max(waited, row?.count ?? 0)));
      }, 250);
      return async () => {
        clearInterval(timer);
        await holder.ask("ROLLBACK");
        await holder.close();
        await watch.close();
      };
    },
    hit: () => `up to ${waited} connections of the product waited for the lock at once, as PostgreSQL shows them`,
  });
};

/** Nothing goes through in either direction, and 500 ask at once. */
export const stalled = (options: SlowOptions): Promise<FaultOutcome> =>
  tryOut(options, {
    injected: "the connection to PostgreSQL at a standstill",
    requests: everything,
    callers: 0,
    begin: async ({ proxy }) => {
      proxy.stall(true);
      return async () => proxy.stall(false);
    },
    async during({ member }, hold) {
      const asked = await Promise.all(
        Array.from({ length: 500 }, async () => {
          const started = performance.now();
          const reply = await member.send("GET", "/api/agents");
          return {
            ms: performance.now() - started,
            told: `${reply.status} ${reply.text}`,
            after: reply.headers.get("retry-after"),
          };
        }),
      );
      // A caller that was turned away is told to come back sooner than one that waited in vain.
      const waited = asked.filter(({ after }) => after !== "1").length;
      const atOnce = asked.filter(({ after }) => after === "1").map(({ ms }) => Math.round(ms));
      const slowest = Math.max(...asked.map(({ ms }) => ms));
      // Were they so long on their way that the first had been cut, others could take their places.
      const isAtOnce = Math.max(0, ...atOnce) < cutAfterMs;
      hold(waited <= maxWaiting || isAtOnce, `${waited} waited, though not at once`);
      hold(slowest < cutAfterMs + marginMs, `one of 500 was answered only after ${Math.round(slowest)} ms`);
      const wrong = asked.find(({ told, after }) => told !== sentence || !(Number(after) > 0));
      return {
        figure: `of 500 at once ${waited} waited and were cut after at most ${Math.round(slowest)} ms, ${atOnce.length} were turned away, the last ${Math.max(0, ...atOnce)} ms after all 500 were sent`,
        violations: [
          ...(waited > maxWaiting && isAtOnce ? [`${waited} waited`] : []),
          ...(wrong ? [`one of 500 was answered ${wrong.told}, Retry-After ${wrong.after}`] : []),
        ],
      };
    },
    hit: ({ proxy: { journal } }) => `${journal.stalled} pieces held back on ${journal.connections} connections`,
  });

async function tryOut({ rounds, seconds, say }: SlowOptions, trouble: Trouble): Promise<FaultOutcome> {
  await using stage = openStage("slow");
  const { folder } = stage;
  const postgres = await stage.postgres();
  const { hostname, port } = new URL(postgres.url);
  const proxy = stage.keep(await startProxy({ host: hostname, port: Number(port) }));
  const env = { DATA_DIR: folder, DATABASE_URL: throughProxy(postgres.url, proxy), LOG_LEVEL: "fatal" };
  const server = await stage.start(env);
  const clock = timekeeper();
  const violations: string[] = [];
  const told = new Map<string, number>();
  const lives: string[] = [];
  const figures: string[] = [];
  const backMs: number[] = [];
  let slowest = 0;
  const member = await signUp(server.url, "slow");
  await hire(member, "CEO", "CFO");
  const ground: Ground = { url: server.url, member, proxy, ownerUrl: postgres.superuserUrl };
  const live = (time: number) =>
    offer({ url: server.url, requests: [{ method: "GET", path: "/livez" }], rate: 20, seconds: time });
  const usual = await live(2);
  // So that the pool has its connections.
  await Promise.all(Array.from({ length: 20 }, () => member.send("GET", "/api/agents")));
  for (let round = 1; round <= rounds; round += 1) {
    const end = await trouble.begin(ground);
    const startedAt = performance.now();
    const alive = live(seconds);
    const callers = Array.from({ length: trouble.callers }, async (_unused, at) => {
      while (performance.now() - startedAt < seconds * 1000) {
        const { method, path, body } = trouble.requests[at % trouble.requests.length] ?? { method: "GET", path: "/" };
        const sentAt = performance.now();
        const reply = await member.send(method, path, body ? { body } : {});
        const tookMs = performance.now() - sentAt;
        slowest = Math.max(slowest, tookMs);
        const isUncut = reply.status === 200 && tookMs > uncutMs;
        clock.hold(!isUncut, `${method} ${path} was not cut and done after ${Math.round(tookMs)} ms`);
        const text = reply.status === 200 ? "200" : `${reply.status} ${reply.text}`;
        told.set(text, (told.get(text) ?? 0) + 1);
        if (reply.status !== 200 && !(Number(reply.headers.get("retry-after")) > 0))
          violations.push(`${text} came without Retry-After`);
        await sleep(50);
      }
    });
    const special = await trouble.during?.(ground, clock.hold);
    if (special) figures.push(special.figure);
    violations.push(...(special?.violations ?? []));
    const lived = await alive;
    lives.push(timesOf(lived));
    clock.hold(
      (lived.answers[0]?.p99 ?? 0) < liveWithinMs,
      `/livez took ${timesOf(lived)}, unloaded ${timesOf(usual)}`,
    );
    if (lived.answers.some(({ status }) => status !== 200)) violations.push("/livez was not answered 200");
    await end();
    const endedAt = performance.now();
    // Callers of the last second may still be waiting for their cut.
    backMs.push(await untilAllIsWell(member, endedAt));
    await Promise.all(callers);
    clock.hold((backMs.at(-1) ?? 0) <= backWithinMs, `all was well only ${Math.round(backMs.at(-1) ?? 0)} ms after`);
    say(`round ${round}: ${trouble.hit(ground)}; back after ${Math.round(backMs.at(-1) ?? 0)} ms`);
  }
  clock.hold(slowest < cutAfterMs + marginMs, `a request was answered only after ${Math.round(slowest)} ms`);
  if (trouble.callers > 0 && !told.has(sentence)) violations.push("no request was cut");
  for (const text of told.keys()) if (text !== "200" && text !== sentence) violations.push(`it answered ${text}`);
  const query = await stage.owner(postgres.superuserUrl);
  violations.push(...(await checkAll(query.ask, member.user.companyId, noPromises(), 0)).violations);
  await query.close();
  return {
    injected: `${rounds} times ${trouble.injected}, for ${seconds} s.`,
    hit: `${trouble.hit(ground)}.`,
    figures: {
      ...(told.size > 0
        ? {
            answers: `${[...told].map(([text, count]) => `${count} × ${text}`).join(", ")}; the slowest after ${Math.round(slowest)} ms.`,
          }
        : {}),
      ...(figures.length > 0 ? { queue: `${figures.join("; ")}.` } : {}),
      livez: `${lives.join("; ")}; unloaded ${timesOf(usual)}; times: ${clock.waived()}.`,
      back: `all was well at most ${Math.round(Math.max(...backMs))} ms after it was over.`,
    },
    isVoid: /^(up to )?0 /.test(trouble.hit(ground)),
    violations: [...violations, ...clock.violations],
  };
}

const timesOf = ({ answers: [all] }: Offered): string => `p50 ${all?.p50} ms, p99 ${all?.p99} ms`;

/** Milliseconds until reads and writes were answered 200 for a second without a break. */
async function untilAllIsWell(member: Member, from: number): Promise<number> {
  let wellSince = performance.now();
  while (performance.now() - wellSince < 1_000 && performance.now() - from < 30_000) {
    const replies = await Promise.all([
      member.send("GET", "/api/tasks"),
      member.send("POST", "/api/tasks", { body: { title: "All is well" } }),
    ]);
    if (replies.some(({ status }) => status !== 200)) wellSince = performance.now();
    await sleep(50);
  }
  return Math.max(0, wellSince - from);
}
