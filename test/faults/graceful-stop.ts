import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import WebSocket from "ws";
import type { MetricImport } from "#features/metrics/contract.ts";
import { type Member, signIn, signUp } from "../world.ts";
import { inspectStore } from "./inspect.ts";
import type { Query } from "./ledger.ts";
import { holdTimes, until } from "./noise.ts";
import { type Server } from "./server.ts";
import { openStage } from "./stage.ts";
import { type Fault, type FaultOutcome } from "./fault.ts";
import { stopBesideHostileInput } from "./hostile-stop.ts";

export type StopOutcome = {
  stops: number;
  /** Requests the server had begun to read when it was told to end and had not answered yet. */
  inFlight: number;
  answered: number;
  /** Requests the server never began to read: the connection was closed before. */
  unread: number;
  perSecond: number;
  closedWith: Record<string, number>;
  /** Jobs that were running at the signal, those of them that were as if never taken afterwards, and all that were left. */
  runningAtSignal: number;
  handedBack: number;
  left: number;
  jobsDoneMs: number[];
  endedMs: number[];
  secondMs: number[];
  late: string;
  violations: string[];
};

export const endedWithinMs = 10_000;
const atOnceMs = 1_000;
const sockets = 20;
const watcher = new URL("./watch-requests.ts", import.meta.url).href;

/** Tells the server to end while it answers requests, holds sockets and runs jobs; looks at what became of each. */
export async function stopUnderLoad(
  database: "embedded" | "postgres",
  { rounds, perSecond, jobs = 10, days = 3_000 }: { rounds: number; perSecond: number; jobs?: number; days?: number },
  say: (line: string) => void = () => undefined,
): Promise<StopOutcome> {
  await using stage = openStage("stop");
  const { folder } = stage;
  const watchFile = join(folder, "requests");
  const postgres = database === "postgres" ? await stage.postgres() : null;
  const env = {
    DATA_DIR: join(folder, "data"),
    WATCH_REQUESTS: watchFile,
    ...(postgres ? { DATABASE_URL: postgres.url } : {}),
  };
  const start = () => stage.start(env, ["--import", watcher]);
  const outcome: StopOutcome = {
    stops: 0,
    inFlight: 0,
    answered: 0,
    unread: 0,
    perSecond: 0,
    closedWith: {},
    handedBack: 0,
    left: 0,
    runningAtSignal: 0,
    jobsDoneMs: [],
    endedMs: [],
    secondMs: [],
    late: "",
    violations: [],
  };
  const { violations } = outcome;
  const work: Work = { jobs, days };
  const times = holdTimes(violations);
  let server = await start();
  const member = await signUp(server.url, "stop");
  for (let round = 1; round <= rounds; round += 1) {
    const tabs = await openTabs(server, member, outcome);
    const load = putRequests(server, member, perSecond, round);
    await sleep(1_000);
    // A job that takes longer than the last moment it is given: only PostgreSQL lets somebody else hold a table.
    const holder = postgres ? await holdTable(postgres.superuserUrl) : null;
    const imports = await startImports(member, round, work);
    const running = postgres ? await freshJobs(postgres.superuserUrl) : await runningOf(member, imports);
    outcome.runningAtSignal += running.length;
    const before = journalOf(watchFile);
    const signalled = performance.now();
    server.signal("SIGTERM");
    const end = await server.ended;
    const endedMs = performance.now() - signalled;
    outcome.endedMs.push(endedMs);
    times.hold("it ended", endedMs, endedWithinMs);
    if (end.code !== 0) violations.push(`it ended with ${end.code ?? end.signal}: ${server.output()}`);
    const sent = await load.stop();
    await Promise.all(tabs);
    const after = journalOf(watchFile);
    outcome.inFlight += [...before.read].filter((name) => !before.answered.has(name)).length;
    const dropped = [...after.read].filter((name) => !after.answered.has(name));
    if (dropped.length > 0) violations.push(`${dropped.length} requests were read and not answered`);
    for (const { name, status } of sent) {
      if (status === 200) outcome.answered += 1;
      else if (status === null && after.read.has(name)) violations.push(`${name} was cut off`);
      else if (status === null) outcome.unread += 1;
      else if (status !== 503) violations.push(`${name} was answered ${status}`);
    }
    outcome.perSecond += sent.length / load.seconds() / rounds;

    const { left, titles } = await inspect(async (query) => ({
      left: await query<{ id: string; state: string; tried: number }>(
        "SELECT data->'input'->>'importId' AS id, state::text, retry_count AS tried FROM pgboss.job WHERE name = 'metric-import' AND state <> 'completed'",
      ),
      titles: (await query<{ title: string }>("SELECT title FROM tasks")).map(({ title }) => title),
    }));
    violations.push(...checkTasks(sent, titles));
    outcome.left += left.length;
    outcome.handedBack += left.filter(({ id, state }) => state === "created" && running.includes(id)).length;
    // Whoever holds the table may hold it longer than a statement waits: that attempt failed by itself, and says so.
    const failed = server.output().split('"a job failed"').length - 1;
    const spent = left.reduce((sum, { state, tried }) => sum + tried + (state === "retry" ? 1 : 0), 0);
    // Whatever the stop interrupted has used one of its five, so that what comes back after each start has an end.
    const most = failed + running.length;
    if (spent > most) violations.push(`the stop cost ${spent - failed} attempts of ${running.length} running jobs`);
    for (const { state } of left)
      if (state !== "created" && state !== "retry") violations.push(`a job was left ${state}`);
    await holder?.release();
    server = await start();
    const ready = performance.now();
    const client = await again(server, member);
    await until(async () => (await statuses(client, imports)).every((status) => status === "done"), true, 180_000);
    outcome.jobsDoneMs.push(performance.now() - ready);
    violations.push(...(await checkImports(client, imports, days)));
    Object.assign(member, client);
    outcome.stops += 1;
    say(`${outcome.stops} stops: ended after ${Math.round(endedMs)} ms, ${outcome.inFlight} requests in flight so far`);
  }
  outcome.secondMs.push(await signalTwice());
  for (const ms of outcome.secondMs) times.hold("a second SIGTERM ended it", ms, atOnceMs);
  outcome.late = times.said();
  return outcome;

  function inspect<T>(work: (query: Query) => Promise<T>): Promise<T> {
    return inspectStore({ postgres, dataDir: env.DATA_DIR, aside: folder }, work);
  }

  /** With a request that is still being answered it would wait; the second signal does not. */
  async function signalTwice(): Promise<number> {
    const member = await signUp(server.url, "twice");
    const imports = await startImports(member, 0, work);
    await runningOf(member, imports);
    server.signal("SIGTERM");
    await sleep(30);
    const signalled = performance.now();
    server.signal("SIGTERM");
    const { code } = await server.ended;
    // 0 when all was done before the second one came: on the embedded database a job may be that quick.
    if (code !== 1 && code !== 0) violations.push(`a second SIGTERM ended it with ${code}`);
    return performance.now() - signalled;
  }
}

/** The same person on the restarted server. */
async function again(server: Server, member: Member): Promise<Member> {
  return Object.assign(await signIn(server.url, member), {
    user: member.user,
    username: member.username,
    password: member.password,
  });
}

async function openTabs(server: Server, member: Member, outcome: StopOutcome): Promise<Promise<void>[]> {
  const other = await signUp(server.url, "other");
  return Promise.all(
    Array.from({ length: sockets }, async (_unused, at) => {
      const socket = new WebSocket(`${server.url.replace("http", "ws")}/ws`, {
        headers: { cookie: (at % 2 === 0 ? member : other).cookie ?? "", origin: server.url },
      });
      await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
      const closed = new Promise<void>((resolve) =>
        socket.once("close", (code) => {
          outcome.closedWith[code] = (outcome.closedWith[code] ?? 0) + 1;
          if (code !== 1012) outcome.violations.push(`a socket was closed with ${code}`);
          resolve();
        }),
      );
      return [closed];
    }),
  ).then((all) => all.flat());
}

type Sent = { name: string; status: number | null; isWrite: boolean };

/** Sends so many requests a second whatever becomes of them, each with a name, every other one a write. */
function putRequests(server: Server, member: Member, perSecond: number, round: number) {
  const sent: Promise<Sent>[] = [];
  const started = performance.now();
  let underWay = 0;
  let seconds = 0;
  const send = async (name: string, isWrite: boolean): Promise<Sent> => {
    underWay += 1;
    const headers = {
      cookie: member.cookie ?? "",
      "x-load": name,
      ...(isWrite ? { "content-type": "application/json", "sec-fetch-site": "same-origin" } : {}),
    };
    const request = isWrite
      ? fetch(`${server.url}/api/tasks`, { method: "POST", headers, body: JSON.stringify({ title: name }) })
      : fetch(`${server.url}/api/agents`, { headers });
    const status = await request.then((response) => response.text().then(() => response.status)).catch(() => null);
    underWay -= 1;
    return { name, status, isWrite };
  };
  let isOver = false;
  void server.ended.then(() => (isOver = true));
  let at = 0;
  const timer = setInterval(() => {
    const due = ((performance.now() - started) / 1_000) * perSecond;
    for (; !isOver && at < due; at += 1) if (underWay < perSecond) sent.push(send(`load ${round}-${at}`, at % 2 === 0));
    if (!isOver) seconds = (performance.now() - started) / 1_000;
  }, 20);
  return {
    seconds: () => seconds,
    stop(): Promise<Sent[]> {
      isOver = true;
      clearInterval(timer);
      return Promise.all(sent);
    },
  };
}

function journalOf(file: string): { read: Set<string>; answered: Set<string> } {
  const lines = readFileSync(file, "utf8").split("\n");
  const of = (what: string) =>
    new Set(lines.filter((line) => line.startsWith(`${what} `)).map((line) => line.slice(what.length + 1)));
  return { read: of("read"), answered: of("answered") };
}

/** So many imports are queued, of so many days each. */
type Work = { jobs: number; days: number };

const file = (at: number, days: number): string =>
  `date,value\n${Array.from({ length: days }, (_unused, day) => `${new Date(Date.UTC(2010, 0, 1 + day)).toISOString().slice(0, 10)},${at + day}`).join("\n")}\n`;

async function startImports(member: Member, round: number, { jobs, days }: Work): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < jobs; at += 1) {
    const query = `fileName=${round}-${at}.csv&metricName=import_${round}_${at}&dateColumn=date&valueColumn=value&dateFormat=YYYY-MM-DD`;
    // Whose answer did not come in time may have been written all the same: asked again under its key, it is not written twice.
    const headers = { "content-type": "text/csv", "idempotency-key": randomUUID() };
    const started = await insist(member, "POST", `/api/metrics/imports?${query}`, { body: file(at, days), headers });
    ids.push(started.id);
  }
  return ids;
}

/** Asks again while a server with too much to do says that it has, or that it is still at the first of two. */
async function insist(member: Member, ...asked: Parameters<Member["send"]>): Promise<MetricImport> {
  for (let attempt = 1; ; attempt += 1) {
    const reply = await member.send(...asked);
    if (reply.status === 200) return reply.json as MetricImport;
    if ((reply.status !== 503 && reply.status !== 409) || attempt === 60)
      throw new Error(`${asked[1]} was answered ${reply.status}: ${reply.text}`);
    await sleep(500);
  }
}

const statuses = (member: Member, imports: string[]): Promise<string[]> =>
  Promise.all(imports.map(async (id) => (await insist(member, "GET", `/api/metrics/imports/${id}`)).status));
/** The imports that run, as soon as there is one. */
async function runningOf(member: Member, imports: string[]): Promise<string[]> {
  let running: string[] = [];
  const look = async () => {
    const all = await statuses(member, imports);
    running = imports.filter((_id, at) => all[at] === "running");
    return running.length > 0 || all.every((status) => status === "done");
  };
  await until(look, true, 10_000);
  return running;
}

/** The imports whose jobs PostgreSQL shows as taken, as soon as one was taken just now: so that its statement still waits at the end. */
async function freshJobs(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let running: string[] = [];
  const look = async () => {
    const { rows } = await client.query<{ id: string; fresh: boolean }>(
      `SELECT data->'input'->>'importId' AS id, started_on > now() - interval '700 ms' AS fresh FROM pgboss.job
       WHERE name = 'metric-import' AND state = 'active'`,
    );
    running = rows.map(({ id }) => id);
    return rows.some(({ fresh }) => fresh);
  };
  await until(look, true, 30_000);
  await client.end();
  return running;
}

/** Holds the table imports write to, so that whoever runs one cannot end it. */
async function holdTable(url: string): Promise<{ release(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  // A test that fails ends the server under it.
  client.on("error", () => undefined);
  await client.connect();
  await client.query("BEGIN; LOCK TABLE company_metrics IN EXCLUSIVE MODE");
  return { release: () => client.end() };
}

/** Every acknowledged task is there, and none twice. */
function checkTasks(sent: Sent[], titles: string[]): string[] {
  const there = new Map<string, number>();
  for (const title of titles) there.set(title, (there.get(title) ?? 0) + 1);
  return sent
    .filter(({ isWrite }) => isWrite)
    .flatMap(({ name, status }) => {
      const count = there.get(name) ?? 0;
      if (status === 200 && count === 0) return [`an acknowledged task is gone: ${name}`];
      return count > 1 ? [`${name} was sent once and is there ${count} times`] : [];
    });
}

/** Every file was imported, once: a second time nothing would have been added. */
async function checkImports(member: Member, imports: string[], days: number): Promise<string[]> {
  const found = await Promise.all(imports.map((id) => insist(member, "GET", `/api/metrics/imports/${id}`)));
  return found
    .filter(({ status, added }) => status !== "done" || added !== days)
    .map(({ fileName, status, added }) => `${fileName} is ${status} with ${added} of ${days} days`);
}

export const fault: Fault = {
  id: "R17",
  title: "a graceful stop under load",
  promise: `After SIGTERM every request that was begun is answered, sockets are closed with 1012, jobs are ended or handed back whole, with one attempt used, and taken again by the next start, and the process ends with 0 within ${endedWithinMs} ms; a second SIGTERM ends it at once.`,
  async run({ runs, databases, say }) {
    const outcomes: Record<string, FaultOutcome> = {};
    const rounds = Math.min(runs, 10);
    for (const database of databases) {
      say(`${database}: ${rounds} stops`);
      const outcome = await stopUnderLoad(database, { rounds, perSecond: 200 }, say);
      const slowest = (all: number[]) => `slowest ${Math.round(Math.max(...all))} ms`;
      const closed = Object.entries(outcome.closedWith).map(([code, count]) => `${count} with ${code}`);
      const stuck =
        database === "postgres"
          ? " The table imports write to was held by somebody else, so that the running one could not end in time."
          : "";
      outcomes[database] = {
        injected: `${outcome.stops} times SIGTERM while ${Math.round(outcome.perSecond)} requests a second came in (200 asked for), 20 sockets were open and 10 imports queued, of which an instance runs one at a time.${stuck}`,
        hit: `${outcome.inFlight} requests had been read and not answered at the signal, by Node's own notices of both in the server; ${outcome.runningAtSignal} imports were running, ${outcome.handedBack} of which were handed back whole; ${outcome.left} were left for the next starts.`,
        figures: {
          requests: `${outcome.answered} answered 200; ${outcome.unread} never read, as their connection was closed first.`,
          sockets: `closed: ${closed.join(", ")}.`,
          jobs: `all ten done after the next start was ready: ${slowest(outcome.jobsDoneMs)}.`,
          ended: `${slowest(outcome.endedMs)} after the signal; after a second one ${slowest(outcome.secondMs)}${outcome.late}.`,
        },
        isVoid: outcome.inFlight === 0 || outcome.runningAtSignal === 0,
        violations: outcome.violations,
      };
      const besides = await stopBesideHostileInput(database, Math.min(runs, 3), say);
      outcomes[`${database}, beside hostile input`] = besides;
    }
    return outcomes;
  },
};
