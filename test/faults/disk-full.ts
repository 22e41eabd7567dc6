import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
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
import type { SmallDisk } from "./small-disk.ts";
import { refusedWithinMs, startRefused } from "./starts.ts";

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
  const aside = mkdtempSync(join(tmpdir(), "boardroom-disk-check-"));
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
  let server = await startServer(env);
  try {
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
    server = await startServer(env);
    const client = Object.assign(clientOf(server.url), { cookie: ground.cookie });
    const page = await client.send("GET", "/api/dashboard");
    if (page.status !== 200) broke(`the restarted server answers its dashboard with ${page.status}`);
    outcome.acknowledged = promises.acknowledged;
    outcome.noRoom = words
      .split("\n")
      .filter((line) => /No space left|could not extend|ENOSPC|53100/i.test(line)).length;
    outcome.replaced = words.split("embedded database was restarted").length - 1;
    const times = holdTimes(outcome.violations);
    for (const ms of outcome.notReadyMs) times.hold("not ready", ms, notReadyWithinMs);
    for (const ms of outcome.readyMs) times.hold("ready again", ms, readyWithinMs);
    for (const ms of outcome.startRefusedMs) times.hold("a start on a full disk ended", ms, refusedWithinMs);
    outcome.late = times.said();
    return outcome;
  } finally {
    server.signal("SIGKILL");
    await server.ended;
    await postgres?.stop();
    rmSync(aside, { recursive: true, force: true, maxRetries: 5 });
  }
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
