import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { changed, checksum } from "../checksum.ts";
import { clientOf, hire, signUp } from "../world.ts";
import { type Fault, type FaultOutcome, onEach, postgresOf } from "./fault.ts";
import { keepLoad, sortRefusals } from "./kept-load.ts";
import { checkLedger } from "./ledger.ts";
import { randomFrom } from "./load.ts";
import { makeNextVersion, planted } from "./next-version.ts";
import { holdTimes, until } from "./noise.ts";
import { noPromises } from "./promises.ts";
import { isReady, launch } from "./server.ts";
import { openStage } from "./stage.ts";

const readyWithinMs = 60_000;

/** Lets two instances of a next version migrate a populated database at once, and kills one, again and again. */
export async function migratePopulated(
  { rows, kills, seed }: { rows: number; kills: number; seed: number },
  say: (line: string) => void = () => undefined,
): Promise<FaultOutcome> {
  const violations: string[] = [];
  const random = randomFrom(seed);
  const next = makeNextVersion();
  await using stage = openStage("migration");
  stage.after(() => next.remove());
  const postgres = await stage.postgres();
  const { ask: query } = await stage.owner(postgres.superuserUrl);
  const world = { asOwner: query as never };
  // The keys of all are the same; they lie in the checkout that goes when all is done.
  const env = { DATABASE_URL: postgres.url, DATA_DIR: `${next.folder}/data` };
  const old = await stage.start(env);
  const started: ReturnType<typeof launch>[] = [];
  const startNext = (name: string) => {
    const instance = launch({ ...env, PGAPPNAME: name }, [], {
      from: next.folder,
      entry: join("src", "app", "main.ts"),
    });
    started.push(instance);
    stage.after(() => (instance.child.kill("SIGKILL"), instance.ended));
    return instance;
  };
  const owner = await signUp(old.url, "populated");
  const company = owner.user.companyId;
  await query(
    `INSERT INTO company_metrics (company_id, metric_name, measurement_date, source, metric_value, recorded_at)
       SELECT $1, 'figure ' || n / 10000, date '2000-01-01' + n % 10000, 'api', n % 99991, now() FROM generate_series(0, $2 - 1) n`,
    [company, rows],
  );
  await query("ANALYZE");
  const before = await checksum(world, company, planted.column);
  const beside = await signUp(old.url, "beside");
  const promises = noPromises();
  const ground = { cookie: beside.cookie ?? "", agents: await hire(beside, "CEO", "CFO", "Sales", "Legal") };
  const load = keepLoad(old, ground, promises, random);

  /** Waits until one of them is at work on the big table; gives whose statement runs, and which. */
  const runner = async (): Promise<{ name: string; query: string } | undefined> => {
    const [found] = await query<{ name: string; query: string }>(
      `SELECT application_name AS name, query FROM pg_stat_activity
         WHERE application_name LIKE 'next %' AND state = 'active' AND query LIKE '%${planted.table}%${planted.column}%'`,
    );
    return found;
  };
  /** The same for what stands still: its statement may have ended meanwhile, its transaction not. */
  const inside = async (): Promise<{ name: string; query: string } | undefined> => {
    const [found] = await query<{ name: string; query: string }>(
      `SELECT application_name AS name, query FROM pg_stat_activity
         WHERE application_name LIKE 'next %' AND state IN ('active', 'idle in transaction')
           AND query LIKE '%${planted.table}%${planted.column}%'`,
    );
    return found;
  };
  const killedIn: string[] = [];
  let killedAt = 0;
  let longest = 0;
  let lastRound = 0;
  for (let kill = 1; kill <= kills; kill += 1) {
    const isLast = kill === kills;
    lastRound = kill;
    const names = [`next one ${kill}`, `next two ${kill}`];
    const both = names.map(startNext);
    await until(async () => (await runner()) !== undefined, true, readyWithinMs * 2);
    const began = performance.now();
    // The first kill falls where the work was seen; further ones anywhere within what the first ones showed to be its length.
    await sleep(random() * longest);
    // A process that stands still cannot commit what it is at: what is seen then is under way when the kill comes.
    for (const { child } of both) child.kill("SIGSTOP");
    const found = await inside();
    const at = names.indexOf(found?.name ?? "");
    both[at]?.child.kill("SIGKILL");
    for (const { child } of both) child.kill("SIGCONT");
    if (found && at >= 0)
      killedIn.push(
        found.query
          .replaceAll(/[\s;]+/g, " ")
          .trim()
          .slice(0, 60),
      );
    killedAt = performance.now();
    longest = Math.max(longest, killedAt - began);
    if (isLast) break;
    for (const { child } of both) child.kill("SIGKILL");
    await Promise.all(both.map(({ ended }) => ended));
    const ended = await until(async () => (await runner()) === undefined, true, readyWithinMs);
    longest = Math.max(longest, killedAt - began + ended);
    say(`${kill} kills: ${killedIn.at(-1) ?? "nothing was under way"}`);
  }
  // Whoever was not killed goes on alone; the other is started once more.
  const survivors = started.slice(-2).filter(({ child }) => child.signalCode === null && !child.killed);
  survivors.push(startNext(`next again ${lastRound}`));
  const servesAt = (instance: (typeof started)[number]) =>
    /^Boardroom is ready: (\S+)$/m.exec(instance.output())?.[1]?.replace("localhost", "127.0.0.1");
  const times = holdTimes(violations);
  const readyMs = await until(
    async () => {
      const isSettled = async (one: (typeof started)[number]) =>
        one.child.exitCode !== null || isReady(servesAt(one) ?? "http://127.0.0.1:9");
      return (await Promise.all(survivors.map(isSettled))).every(Boolean);
    },
    true,
    readyWithinMs * 4,
  ).then(() => performance.now() - killedAt);
  times.hold("both instances of the next version were ready", readyMs, readyWithinMs);
  for (const one of survivors) if (!servesAt(one)) violations.push(`an instance did not start: ${one.output()}`);
  await sleep(500);
  await load.stop();

  const after = await checksum(world, company, planted.column);
  const broken = changed(before, after).filter((table) => after[table] !== undefined);
  for (const table of broken) violations.push(`the rows of ${table} are not what they were`);
  const [state] = await query<{ filled: number; runs: number }>(
    `SELECT (SELECT count(*)::int FROM company_metrics WHERE ${planted.column} = metric_value * 2 AND company_id = $1) AS filled,
         (SELECT count(*)::int FROM schema_migrations) - $2 AS runs`,
    [company, await releasedMigrations()],
  ).catch(() => []);
  if (state?.filled !== rows) violations.push(`of ${rows} rows ${state?.filled ?? 0} have what the migration fills in`);
  if (state?.runs !== 1) violations.push(`the migration is noted ${state?.runs ?? 0} times`);
  const checked = await checkLedger(query, beside.user.companyId, promises, 0);
  violations.push(...checked.violations);
  const { refused, faults } = sortRefusals(promises);
  violations.push(...faults.map((fault) => `the old program: ${fault}`));
  for (const url of [old.url, ...survivors.map(servesAt)])
    if (url) violations.push(...(await serves(url, owner.cookie)));
  return {
    injected: `${kills} times two instances of a next version started at the same moment on ${rows} rows of ${planted.table}, and the one that migrated was killed with -9 at a random point; all but the last time the other one at the same moment. No released version changes a big table yet, so the next one is a copy of this checkout with a planted migration: a column, an UPDATE of every row, an index. An old instance under load ran beside all of it.`,
    hit: `${killedIn.length} kills fell inside the migration, in the statements (pg_stat_activity, just before the kill): ${killedIn.join("; ")}.`,
    figures: {
      ready: `both instances ${Math.round(readyMs)} ms after the last kill${times.said()}.`,
      beside: `the old program acknowledged ${promises.acknowledged} writes, all of them there, and answered ${refused} with 503.`,
      checked:
        "a checksum over every row of the company in every table, the planted column aside; that column in every row; the ledger of the company of the load.",
    },
    isVoid: killedIn.length === 0 || promises.acknowledged === 0,
    violations,
  };
}

async function releasedMigrations(): Promise<number> {
  const { default: journal } = await import("../../migrations/meta/_journal.json", { with: { type: "json" } });
  return journal.entries.length;
}

/** The old and the new program both read and write the same rows. */
async function serves(url: string, cookie: string | null): Promise<string[]> {
  const client = Object.assign(clientOf(url), { cookie });
  const points = [{ metricName: "sales", metricValue: 1, measurementDate: "2026-01-01" }];
  const answers = [
    await client.send("POST", "/api/metrics", { body: { source: "api", points } }),
    await client.send("GET", "/api/dashboard"),
  ];
  return answers
    .filter((answer) => answer.status !== 200)
    .map((answer) => `${url} answers ${answer.status} after the migration: ${answer.text}`);
}

export const migrations: Fault = {
  id: "R22",
  title: "a migration of a populated database",
  promise: `Two instances of a next version that start at once migrate once; killed anywhere in it the database is as before and the next start does it again; both are ready within ${readyWithinMs} ms, no row is lost or changed, and the old program goes on beside them.`,
  run(options) {
    const { rows, runs, seed, say } = options;
    return onEach(postgresOf(options), () => migratePopulated({ rows, kills: Math.min(runs, 5), seed }, say));
  },
};
