import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { DecisionPage } from "#features/decisions/contract.ts";
import { clientOf, fillFolder, hire, signUp } from "../world.ts";
import { inspectFolder } from "./inspect.ts";
import { checkLedger, type Query } from "./ledger.ts";
import { type Ground, putLoad, randomFrom } from "./load.ts";
import { isOverloaded } from "./noise.ts";
import { noPromises, type Promises } from "./promises.ts";
import { type Server } from "./server.ts";
import { states } from "./watch-transactions.ts";
import { openStage, type Stage } from "./stage.ts";
import { type Fault, type FaultOutcome, onEach } from "./fault.ts";

type Outcome = {
  database: "embedded" | "postgres";
  kills: number;
  acknowledged: number;
  /** Writes that were under way at a kill and got no answer; of the new rows among them, how many were there afterwards. */
  unanswered: number;
  landed: number;
  lost: number;
  /** Kills that found a transaction which had written and was not yet told to commit. */
  insideTransaction: number;
  /** Kills that found a commit sent and not yet answered. */
  atCommit: number;
  /** Milliseconds from start to ready, of every start after a kill. */
  readyMs: number[];
  /** Starts that took longer than promised while the machine had more than twice as much to do as it has processors. */
  lateUnderLoad: number;
  violations: string[];
};

/** Ready again within this time (R1). */
export const readyWithinMs = 5_000;
const latestKillMs = 3_000;
const watcher = new URL("./watch-transactions.ts", import.meta.url).href;

export type Store = {
  env: Record<string, string>;
  /**
   * Looks at the store at the moment of a kill: gives the open transactions that have written, where it can. An aimed kill
   * waits until there is one.
   */
  freezeAndKill(server: Server, watchFile: string, isAimed?: boolean): Promise<{ inside: number; atCommit: number }>;
  /** Gives a way to ask the store as the last kill left it, past every wall. */
  inspect<T>(work: (query: Query) => Promise<T>): Promise<T>;
};

/** Kills that all fell between transactions prove nothing: further ones are aimed, up to this many. */
const furtherKills = 25;
/** How often an aimed kill looks for its moment. */
const mostLooks = 100;
const aimWithinMs = 5_000;

/** Kills the server again and again under load and checks everything after each start; a sample aims every kill. */
export async function killLoop(
  database: Outcome["database"],
  runs: number,
  seed: number,
  say: (line: string) => void = () => undefined,
  isSample = false,
): Promise<FaultOutcome> {
  await using stage = openStage("faults");
  const { folder } = stage;
  const watchFile = join(folder, "transactions");
  const store = database === "embedded" ? embeddedStore(folder) : await postgresStore(stage);
  const random = randomFrom(seed);
  const outcome: Outcome = {
    database,
    kills: 0,
    acknowledged: 0,
    unanswered: 0,
    landed: 0,
    lost: 0,
    insideTransaction: 0,
    atCommit: 0,
    readyMs: [],
    lateUnderLoad: 0,
    violations: [],
  };
  const start = () => stage.start({ ...store.env, WATCH_TRANSACTIONS: watchFile }, ["--import", watcher]);
  let server = await start();
  const member = await signUp(server.url, "faults");
  const agents = await hire(member, "CEO", "CFO", "Sales", "Legal");
  const ground: Ground = { cookie: member.cookie ?? "", agents };
  const promises = noPromises();
  let journalSeq = 0;
  let isLast = false;
  for (let run = 1; !isLast; run += 1) {
    let isDead = false;
    void server.ended.then(() => (isDead = true));
    const { url } = server;
    const load = putLoad({ place: () => url, isOver: () => isDead }, ground, promises, random);
    await sleep(random() * latestKillMs);
    const found = await store.freezeAndKill(server, watchFile, isSample || run > runs);
    await Promise.all([server.ended, load]);
    // A machine that is busy with other things may keep a statement from ending in its five seconds.
    if (promises.unavailable > 0 && !isOverloaded())
      promises.refusals.push(`${promises.unavailable} writes were answered 503`);
    promises.unavailable = 0;
    if (promises.refusals.length > 0) say(server.output().trimEnd());
    outcome.kills += 1;
    outcome.insideTransaction += found.inside > 0 ? 1 : 0;
    outcome.atCommit += found.atCommit > 0 ? 1 : 0;

    server = await start();
    outcome.readyMs.push(server.readyAfterMs);
    isLast = run >= runs && (outcome.insideTransaction > 0 || run >= runs + furtherKills);
    const { violations, checked } = await store.inspect((query) =>
      checkLedger(query, member.user.companyId, promises, isLast ? 0 : journalSeq),
    );
    violations.push(...promises.refusals.splice(0), ...(await checkServed(server.url, ground, promises)));
    if (server.readyAfterMs > readyWithinMs) {
      if (isOverloaded()) outcome.lateUnderLoad += 1;
      else violations.push(`ready only after ${Math.round(server.readyAfterMs)} ms`);
    }
    journalSeq = checked.journalSeq;
    outcome.landed += checked.landed;
    outcome.lost += checked.lost;
    outcome.violations.push(...violations.map((violation) => `after kill ${run}: ${violation}`));
    if (run % 20 === 0 || isLast || violations.length > 0)
      say(
        `  ${run} kills, ${promises.acknowledged} writes acknowledged, ${outcome.insideTransaction} inside a transaction, ${outcome.violations.length} violations`,
      );
    for (const violation of violations.slice(0, 5)) say(`    ${violation}`);
    if (violations.length > 0) say(server.output().trimEnd());
    if (outcome.violations.length >= 20) break;
  }
  outcome.acknowledged = promises.acknowledged;
  outcome.unanswered = promises.unanswered;
  return outcomeOf(outcome, seed);
}

/** Asks the restarted server itself: its dashboard, and the newest decisions that were promised. */
async function checkServed(url: string, ground: Ground, promises: Promises): Promise<string[]> {
  const client = clientOf(url);
  client.cookie = ground.cookie;
  const violations: string[] = [];
  const ask = async (path: string): Promise<unknown> => {
    const reply = await client.send("GET", path);
    if (reply.status !== 200) violations.push(`GET ${path} was answered ${reply.status}: ${reply.text}`);
    return reply.json;
  };
  await ask("/api/dashboard");
  for (const [id, allowed] of [...promises.decisions].slice(-5)) {
    const page = (await ask(`/api/decisions/${id}`)) as DecisionPage | null;
    if (page && !allowed.has(page.decision.status))
      violations.push(`the server says that decision ${id} is ${page.decision.status}`);
  }
  return violations;
}

/** Waits for a moment at which a connection is in one of these states; goes on without it after a while. */
export async function untilDriverIs(wanted: readonly number[], watchFile: string, mostMs: number): Promise<void> {
  const isThere = (): boolean => {
    const found = readFileSync(watchFile);
    return wanted.some((state) => found.includes(state));
  };
  for (const end = performance.now() + mostMs; performance.now() < end; await sleep(0)) if (isThere()) return;
}

/** What the driver had under way on each connection when the process ended. */
function underWay(watchFile: string): { inside: number; atCommit: number } {
  const found = [...readFileSync(watchFile)];
  return {
    inside: found.filter((state) => state === states.writing || state === states.written).length,
    atCommit: found.filter((state) => state === states.ending).length,
  };
}

export function embeddedStore(folder: string): Store {
  const dataDir = join(folder, "data");
  fillFolder(dataDir);
  const copy = join(folder, "copy");
  return {
    env: { DATA_DIR: dataDir },
    async freezeAndKill(server, watchFile, isAimed = false) {
      if (isAimed) await untilDriverIs([states.writing, states.written], watchFile, aimWithinMs);
      server.signal("SIGKILL");
      await server.ended;
      // Two engines on one folder would lose rows by themselves: the check gets the files as the kill left them.
      rmSync(copy, { recursive: true, force: true });
      cpSync(join(dataDir, "database"), copy, { recursive: true });
      return underWay(watchFile);
    },
    inspect: (work) => inspectFolder(copy, work),
  };
}

export async function postgresStore(stage: Stage): Promise<Store> {
  const postgres = await stage.postgres();
  const { ask } = await stage.owner(postgres.superuserUrl);
  return {
    env: { DATA_DIR: join(stage.folder, "data"), DATABASE_URL: postgres.url },
    async freezeAndKill(server, watchFile, isAimed = false) {
      // A stopped process can neither go on nor commit: what PostgreSQL shows open now is open when the kill comes.
      const freeze = async (): Promise<number> => {
        server.signal("SIGSTOP");
        await sleep(20);
        const [row] = await ask<{ inside: number }>(
          `SELECT count(*)::int AS inside FROM pg_stat_activity
           WHERE datname = current_database() AND usename LIKE '%\\_app' AND xact_start IS NOT NULL
             AND backend_xid IS NOT NULL AND query !~* '^commit'`,
        );
        // Both must say so: a transaction that only waits for its turn has written nothing yet.
        return row?.inside ? underWay(watchFile).inside : 0;
      };
      let inside = await freeze();
      for (let look = 1; isAimed && inside === 0 && look < mostLooks; look += 1) {
        server.signal("SIGCONT");
        await untilDriverIs([states.writing, states.written], watchFile, aimWithinMs);
        inside = await freeze();
      }
      server.signal("SIGKILL");
      await server.ended;
      return { inside, atCommit: underWay(watchFile).atCommit };
    },
    inspect: (work) => work(ask),
  };
}

export const fault: Fault = {
  id: "R1",
  title: "kill -9 at any moment",
  promise: `What was answered 2xx is there after kill -9, no effect is there twice or in part, the journal is one chain, ledger and jobs agree with the decisions, and the server is ready again within ${readyWithinMs} ms.`,
  run: ({ runs, seed, databases, say }) =>
    onEach(databases, (database) => {
      say(`${database}: ${runs} kills, seed ${seed}`);
      return killLoop(database, runs, seed, say);
    }),
};

function outcomeOf(outcome: Outcome, seed: number): FaultOutcome {
  const ready = outcome.readyMs.toSorted((one, other) => one - other).map(Math.round);
  const noted =
    "a module loaded before the product notes in a file when a transaction's first writes are sent to the database and when its COMMIT is";
  const how =
    outcome.database === "postgres"
      ? `${noted}; and PostgreSQL shows the transaction open while the process stands still (SIGSTOP) before the kill`
      : `${noted}; read after the kill`;
  const late =
    outcome.lateUnderLoad > 0
      ? `; ${outcome.lateUnderLoad} later than promised on a machine with more than twice its work, not held against it`
      : "";
  const checked = outcome.database === "postgres" ? "the database itself" : "a copy of the folder as the kill left it";
  return {
    injected: `${outcome.kills} times kill -9 at a random moment of 0 to 3 s (seed ${seed}), 5 clients writing without a pause.`,
    hit: `${outcome.acknowledged} writes acknowledged; ${outcome.insideTransaction} kills inside a transaction that had written, ${outcome.atCommit} between COMMIT and its answer; ${outcome.unanswered} writes got no answer (of the new rows among them ${outcome.landed} were there, ${outcome.lost} were not). Inside: ${how}.`,
    figures: {
      ready: `median ${ready[Math.floor(ready.length / 2)]} ms, slowest ${ready.at(-1)} ms after the start of the process${late}.`,
      checked: `after each start: ${checked}, and the newest decisions through the restarted server.`,
    },
    isVoid: outcome.acknowledged === 0 || outcome.insideTransaction === 0,
    violations: outcome.violations,
  };
}
