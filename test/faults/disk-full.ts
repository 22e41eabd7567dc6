import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startPostgres } from "../postgres.ts";
import { type Client, clientOf, fillFolder, hire, signUp } from "../world.ts";
import { inspectStore } from "./inspect.ts";
import { checkLedger } from "./ledger.ts";
import { keepLoad, sortRefusals } from "./kept-load.ts";
import { type Ground, randomFrom } from "./load.ts";
import { endedWithinMs } from "./graceful-stop.ts";
import { holdTimes, isOverloaded, until } from "./noise.ts";
import { noPromises } from "./promises.ts";
import { type Server, startServer } from "./server.ts";
import { type SmallDisk, mountSmallDisk } from "./small-disk.ts";
import { refusedWithinMs, startRefused } from "./starts.ts";
import { openStage } from "./stage.ts";
import { type Fault, type FaultOutcome } from "./fault.ts";

/** `guarded` as it is delivered; `bare` without the thresholds, so that the engine itself meets the full disk. */
export type Kind = "guarded" | "bare" | "postgres";

export type DiskOutcome = {
  acknowledged: number;
  /** Writes of the load that were refused while the disk was full. */
  refused: number;
  /** Words of the store itself: how often the log says that there was no room, and that the engine was replaced. */
  noRoom: number;
  replaced: number;
  /** PostgreSQL itself gave up for want of room, and was started again as its supervisor would. */
  supervised: number;
  reads: Record<number, number>;
  notReadyMs: number[];
  readyMs: number[];
  startRefusedMs: number[];
  late: string;
  sentences: Set<string>;
  violations: string[];
};

export const notReadyWithinMs = 5_000;
export const readyWithinMs = 10_000;
/** How long a machine that is busy with other things may take. */
const patienceMs = 120_000;

/** Fills the store's disk to the last byte under load, again and again, and checks everything when there is room again. */
export async function fillDisk(
  kind: Kind,
  disk: SmallDisk,
  { rounds, fullMs, seed, isSample = false }: { rounds: number; fullMs: number; seed: number; isSample?: boolean },
  say: (line: string) => void = () => undefined,
): Promise<DiskOutcome> {
  const outcome: DiskOutcome = {
    acknowledged: 0,
    refused: 0,
    noRoom: 0,
    replaced: 0,
    supervised: 0,
    reads: {},
    notReadyMs: [],
    readyMs: [],
    startRefusedMs: [],
    late: "",
    sentences: new Set(),
    violations: [],
  };
  await using stage = openStage("disk-check");
  const { folder: aside } = stage;
  const postgres = kind === "postgres" ? await startPostgres({ durable: true, under: disk.path }) : null;
  const dataDir = postgres ? join(aside, "data") : join(disk.path, "data");
  mkdirSync(dataDir, { recursive: true });
  if (!postgres) fillFolder(dataDir);
  const env = {
    DATA_DIR: dataDir,
    ...(postgres ? { DATABASE_URL: postgres.url } : {}),
    ...(kind === "bare" ? { DISK_STOP_MB: "0" } : {}),
  };
  const broke = (sentence: string) => outcome.violations.push(sentence);
  const promises = noPromises();
  const random = randomFrom(seed);
  let server = await stage.start(env);
  const member = await signUp(server.url, "disk");
  const ground: Ground = { cookie: member.cookie ?? "", agents: await hire(member, "CEO", "CFO", "Sales", "Legal") };
  for (let time = 1; time <= rounds; time += 1) {
    const load = keepLoad(server, ground, promises, random);
    await sleep(1_000);
    disk.leave(0);
    await watchFull(server, member, disk, outcome, fullMs);
    disk.giveBack();
    const before = promises.acknowledged;
    if (postgres && !isAlive(postgres.pid)) {
      outcome.supervised += 1;
      await postgres.restart();
    }
    outcome.readyMs.push(await until(() => health(server.url), true, patienceMs));
    await until(() => Promise.resolve(promises.acknowledged > before), true, patienceMs);
    await sleep(700);
    await load.stop();
    if (promises.acknowledged === before) broke(`time ${time}: nothing was written after there was room again`);
    say(
      `${time} times full, ${promises.acknowledged} writes acknowledged, not ready after ${Math.round(outcome.notReadyMs.at(-1) ?? 0)} ms, ready again after ${Math.round(outcome.readyMs.at(-1) ?? 0)} ms`,
    );
  }
  const { refused, sentences, faults } = sortRefusals(promises);
  outcome.refused = refused;
  for (const sentence of sentences) outcome.sentences.add(sentence);
  outcome.violations.push(...faults);
  server.signal("SIGTERM");
  const signalled = performance.now();
  const { code } = await server.ended;
  const isLate = isOverloaded() && performance.now() - signalled >= endedWithinMs;
  if (code !== 0 && !isLate) broke(`the server ended with ${code} after SIGTERM`);
  const words = server.output();
  if (postgres === null) await startOnFull(env, disk, outcome, isSample);
  const checked = await inspectStore({ postgres, dataDir, aside }, (query) =>
    checkLedger(query, member.user.companyId, promises, 0),
  );
  outcome.violations.push(...checked.violations);
  server = await stage.start(env);
  const client = Object.assign(clientOf(server.url), { cookie: ground.cookie });
  const page = await client.send("GET", "/api/dashboard");
  if (page.status !== 200) broke(`the restarted server answers its dashboard with ${page.status}`);
  outcome.acknowledged = promises.acknowledged;
  outcome.noRoom = words.split("\n").filter((line) => /No space left|could not extend|ENOSPC|53100/i.test(line)).length;
  outcome.replaced = words.split("embedded database was restarted").length - 1;
  const times = holdTimes(outcome.violations);
  for (const ms of outcome.notReadyMs) times.hold("not ready", ms, notReadyWithinMs);
  for (const ms of outcome.readyMs) times.hold("ready again", ms, readyWithinMs);
  for (const ms of outcome.startRefusedMs) times.hold("a start on a full disk ended", ms, refusedWithinMs);
  outcome.late = times.said();
  return outcome;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Asks for its health and reads while the disk is full, and tries a write now and then. */
async function watchFull(
  server: Server,
  member: Client,
  disk: SmallDisk,
  outcome: DiskOutcome,
  fullMs: number,
): Promise<void> {
  const started = performance.now();
  outcome.notReadyMs.push(await until(() => health(server.url), false, patienceMs));
  do {
    // What little the store gives back meanwhile is taken as well.
    disk.leave(0);
    const { status } = await member.send("GET", "/api/tasks");
    outcome.reads[status] = (outcome.reads[status] ?? 0) + 1;
    if (status !== 200 && status !== 503) outcome.violations.push(`a read was answered ${status}`);
    const write = await member.send("POST", "/api/tasks", { body: { title: "On a full disk" } });
    if (write.status === 503) {
      outcome.sentences.add(write.text);
      if (!write.headers.get("retry-after")) outcome.violations.push("a refused write has no Retry-After");
    } else if (write.status !== 200) outcome.violations.push(`a write was answered ${write.status}: ${write.text}`);
    if ((await fetch(`${server.url}/livez`)).status !== 200) outcome.violations.push("it no longer lives");
    if (await health(server.url)) outcome.violations.push("it calls itself ready on a full disk");
    await sleep(200);
  } while (performance.now() - started < fullMs);
}

/**
 * On a disk that is full from the start it ends with one sentence: with its rows, and where there is nothing yet, which a
 * sample leaves out.
 */
async function startOnFull(
  env: Record<string, string>,
  disk: SmallDisk,
  outcome: DiskOutcome,
  isSample: boolean,
): Promise<void> {
  const fresh = join(disk.path, "fresh");
  mkdirSync(fresh);
  disk.leave(0);
  for (const dataDir of [env["DATA_DIR"] ?? "", ...(isSample ? [] : [fresh])]) {
    const { faults, sentences, tookMs } = await startRefused({ ...env, DATA_DIR: dataDir });
    outcome.startRefusedMs.push(tookMs);
    outcome.violations.push(...faults.map((fault) => `started on a full disk ${fault}`));
    if (sentences.length !== 1 || !sentences[0]?.includes("disk"))
      outcome.violations.push(`started on a full disk it says: ${sentences.join(" ")}`);
    else outcome.sentences.add(sentences[0]);
  }
  disk.giveBack();
  if (isSample) return;
  const server = await startServer({ ...env, DATA_DIR: fresh });
  await signUp(server.url, "fresh");
  server.signal("SIGKILL");
  await server.ended;
  rmSync(fresh, { recursive: true, force: true });
}

/** Whether /readyz and /api/health both say that all is well. */
async function health(url: string): Promise<boolean> {
  const answers = await Promise.all(
    ["/readyz", "/api/health"].map((path) =>
      fetch(url + path).then(
        (response) => response.status,
        () => 0,
      ),
    ),
  );
  return answers.every((status) => status === 200);
}

const diskMb = 300;
const kinds: Record<Kind, { database: "embedded" | "postgres"; part: string; how: string }> = {
  guarded: {
    database: "embedded",
    part: "embedded",
    how: "The product as it is: it looks at its disk and stops writing below 50 MB.",
  },
  bare: {
    database: "embedded",
    part: "embedded, without the threshold",
    how: "DISK_STOP_MB=0, so that the database itself meets the full disk.",
  },
  postgres: {
    database: "postgres",
    part: "postgres",
    how: "PostgreSQL's own folder lies on the disk; the product cannot see it.",
  },
};

export const fault: Fault = {
  id: "R16",
  title: "the disk is full",
  promise: `Within ${notReadyWithinMs} ms it says that it is not ready; every write is answered 503 with a sentence and Retry-After, reads are answered or told to come back; within ${readyWithinMs} ms after there is room again it is ready, and no acknowledged row is lost. On a disk that is full from the start it ends with one sentence.`,
  async run({ runs, seed, databases, say }) {
    const outcomes: Record<string, FaultOutcome> = {};
    const rounds = Math.min(runs, 10);
    for (const kind of Object.keys(kinds) as Kind[]) {
      const { database, part, how } = kinds[kind];
      if (!databases.includes(database)) continue;
      const disk = mountSmallDisk(diskMb);
      if (!disk) {
        const injected = "Nothing: a disk of its own takes root, who may mount one.";
        outcomes[part] = { injected, hit: "nothing.", isVoid: true, violations: [] };
        continue;
      }
      try {
        say(`${part}: ${rounds} times full, seed ${seed}`);
        outcomes[part] = told(kind, how, rounds, await fillDisk(kind, disk, { rounds, fullMs: 10_000, seed }, say));
      } finally {
        disk.remove();
      }
    }
    return outcomes;
  },
};

function told(kind: Kind, how: string, rounds: number, outcome: DiskOutcome): FaultOutcome {
  const { acknowledged, refused, noRoom, replaced, supervised, startRefusedMs, late, violations } = outcome;
  const slowest = (all: number[]) => `slowest ${Math.round(Math.max(...all))} ms`;
  const reads = Object.entries(outcome.reads)
    .map(([status, count]) => `${count} times ${status}`)
    .join(", ");
  return {
    injected: `${rounds} times the store's disk (${diskMb} MB, in memory) was filled to the last byte under load and kept full for 10 s. ${how}`,
    hit: `${refused} writes of the load were refused while ${acknowledged} were acknowledged before and after; ${noRoom} lines of the product's log in which the store itself found no room; its engine was replaced ${replaced} times${supervised > 0 ? `; PostgreSQL itself gave up ${supervised} times for want of room and was started again once there was some, as its supervisor would` : ""}.`,
    figures: {
      reads: `while the disk was full they were answered ${reads}.`,
      times: `not ready: ${slowest(outcome.notReadyMs)}; ready again: ${slowest(outcome.readyMs)}${
        startRefusedMs.length > 0
          ? `; a start on the full disk, with rows and without: ended, ${slowest(startRefusedMs)}`
          : ""
      }${late}.`,
      words: [...outcome.sentences].join("\n"),
    },
    isVoid: acknowledged === 0 || refused === 0 || (kind !== "guarded" && noRoom === 0),
    violations,
  };
}
