import { statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { makeDecision } from "#features/decisions/contract.ts";
import { createTask } from "#features/tasks/contract.ts";
import { changed } from "../checksum.ts";
import { command, commandHere } from "../command.ts";
import { type Client, fillFolder, hire, type Member, signIn, signUp, testContexts } from "../world.ts";
import { asking, type Kind, openYard, type Place, promisedDuring, sumOf, tryServer, type Yard } from "./backup.ts";
import { tryBadOnes } from "./backup-refusals.ts";
import { checkLedger } from "./ledger.ts";
import { putLoad, randomFrom } from "./load.ts";
import { isOverloaded, until } from "./noise.ts";
import { noPromises } from "./promises.ts";
import { type Server, startServer } from "./server.ts";
import { type Fault, type FaultOutcome, onEach } from "./fault.ts";

type Trial = {
  kind: Kind;
  rows: number;
  megabytes: number;
  /** Seconds of the backup under load, of the slowest restore, and of the move over to the other database and back. */
  backupSeconds: number;
  restoreSeconds: number;
  moveSeconds: number;
  /** Milliseconds the server says that writes waited; null where nothing has to wait. */
  pauseMs: number | null;
  /** The longest a small write took, before and during the backup. */
  calmMs: number;
  slowestMs: number;
  acknowledged: number;
  duringBackup: number;
  /** Bad backups and bad targets that were tried. */
  refused: number;
  violations: string[];
};

/**
 * Backs a server up under load, restores that, then moves a quiet one to the other database and back. The sample restores
 * to the other database, begins on a folder that was started before, and runs what comes after the first restore in this
 * process: a start of a program costs as much as what it does.
 */
export async function tryBackup(
  kind: Kind,
  options: { filler: number; seed: number; isSample?: boolean; say?: (line: string) => void },
): Promise<FaultOutcome> {
  const { filler, seed, isSample = false, say = () => undefined } = options;
  const other = kind === "embedded" ? "postgres" : "embedded";
  const run = isSample ? commandHere : command;
  const yard = openYard();
  let server: Server | null = null;
  try {
    const home = await yard.place(kind);
    if (isSample && kind === "embedded") fillFolder(home.dataDir);
    server = await startServer(home.env);
    const member = await signUp(server.url, "backup");
    if (filler > 0) {
      await end(server);
      say(`${kind}: filling ${filler} rows`);
      await fill(home, member, filler);
      server = await startServer(home.env);
    }
    const loaded = await underLoad(server, home, yard, member, { seed, calmForMs: isSample ? 500 : 2_500 });
    say(`backed up under load in ${loaded.backupSeconds.toFixed(1)} s`);
    await end(server);
    server = null;
    const restored = await restoreAndHold(yard, loaded.file, isSample ? other : kind, loaded.hold);
    say(`restored in ${restored.seconds.toFixed(1)} s`);
    const faults = await tryServer(restored.place, member, run);
    const moved = await moveThere(yard, home, other, run);
    say(`moved there and back in ${moved.seconds.toFixed(1)} s`);
    const refusals = await tryBadOnes(yard, loaded.file, restored.place, { random: randomFrom(seed), isSample, run });
    say(`${refusals.tried} bad backups and targets tried`);
    const { file: _file, hold: _hold, ...figures } = loaded;
    return outcomeOf(seed, {
      kind,
      ...figures,
      refused: refusals.tried,
      restoreSeconds: restored.seconds,
      moveSeconds: moved.seconds,
      violations: [
        ...loaded.violations,
        ...restored.violations,
        ...faults,
        ...moved.violations,
        ...refusals.violations,
      ],
    });
  } finally {
    if (server) await end(server);
    await yard.close();
  }
}

async function end(server: Server): Promise<void> {
  server.signal("SIGTERM");
  await server.ended;
}

/** Figures and messages as years of work leave them, beside what the load writes. */
async function fill(place: Place, member: Member, filler: number): Promise<void> {
  const company = member.user.companyId;
  await asking(place, async (query) => {
    await query(
      `INSERT INTO company_metrics (company_id, metric_name, measurement_date, source, metric_value, recorded_at)
       SELECT $1, 'filled_' || n / 5000, date '2010-01-01' + (n % 5000), 'csv', round((random() * 1e6)::numeric, 2), now()
       FROM generate_series(0, $2 - 1) n`,
      [company, filler],
    );
    const grant = crypto.randomUUID();
    await query(
      "INSERT INTO grants (company_id, id, granted_by, effect, answer, created_at) VALUES ($1, $2, 'person', 'task', '{}', now())",
      [company, grant],
    );
    await query(
      `INSERT INTO communications (company_id, id, subject, content, message_type, grant_id, created_at)
       SELECT $1, gen_random_uuid(), E'Tab\\t, line\\n and back\\\\slash ' || n, repeat(md5(n::text), 20), 'report', $3, now()
       FROM generate_series(1, $2) n`,
      [company, Math.ceil(filler / 10), grant],
    );
  });
}

type Hold = (place: Place) => Promise<string[]>;

async function underLoad(
  server: Server,
  home: Place,
  yard: Yard,
  member: Member,
  { seed, calmForMs }: { seed: number; calmForMs: number },
) {
  const { user, username, password } = member;
  const client = Object.assign(await signIn(server.url, member), { user, username, password });
  const agents = await hire(client, "CEO", "CFO", "Sales", "Legal");
  const cfo = agents.find(({ role }) => role === "CFO")?.id ?? "";
  // One that nobody answers, whatever the load leaves.
  await client.call(makeDecision, { body: { agentId: cfo, ...testContexts.CFO } });
  const promises = noPromises();
  const stopping = { signal: false };
  const load = putLoad(server.url, { cookie: client.cookie ?? "", agents }, promises, randomFrom(seed));
  const probe = watchWrites(await signIn(server.url, member), stopping);
  await sleep(calmForMs);
  await until(() => Promise.resolve(promises.acknowledged > 0), true, 60_000);
  const calmMs = probe.slowest();
  const before = promises.acknowledged;
  const during = promisedDuring(promises);
  const file = join(yard.folder, "under-load.backup");
  const said = await command("backup", home.env, ["--to", file]);
  const promised = during.end();
  const duringBackup = promises.acknowledged - before;
  const slowestMs = probe.slowest();
  stopping.signal = true;
  await probe.ended;
  await end(server);
  await load;
  const violations = said.code === 0 ? [] : [`the backup failed: ${said.complaint}`];
  // The load runs until the server is away; what it was refused at that moment is no fault of the backup.
  violations.push(...promises.refusals.filter((refusal) => !/answered 503/.test(refusal)));
  const pause = /writes waited (\d+) ms/.exec(said.out)?.[1];
  if (pause && Number(pause) > 2_000 && !isOverloaded()) violations.push(`writes waited ${pause} ms`);
  const hold: Hold = (place) =>
    asking(place, async (query) => (await checkLedger(query, member.user.companyId, promised, 0)).violations);
  return {
    file,
    hold,
    rows: Number(/Wrote (\d+) rows/.exec(said.out)?.[1] ?? 0),
    megabytes: said.code === 0 ? statSync(file).size / 1e6 : 0,
    backupSeconds: said.tookMs / 1_000,
    pauseMs: pause ? Number(pause) : null,
    calmMs,
    slowestMs,
    acknowledged: before,
    duringBackup,
    violations,
  };
}

/** One small write after another; the slowest since it was last asked for. */
function watchWrites(client: Client, stopping: { signal: boolean }) {
  let slowest = 0;
  const run = async (): Promise<void> => {
    for (let count = 1; !stopping.signal; count += 1) {
      const started = performance.now();
      await client.call(createTask, { body: { title: `Probe ${count}` } }).catch(() => undefined);
      slowest = Math.max(slowest, performance.now() - started);
      await sleep(20);
    }
  };
  return {
    ended: run(),
    slowest: () => {
      const found = Math.round(slowest);
      slowest = 0;
      return found;
    },
  };
}

async function restoreAndHold(yard: Yard, file: string, kind: Kind, hold: Hold) {
  const place = await yard.place(kind);
  const { code, complaint, tookMs } = await command("restore", place.env, [file]);
  const violations = code === 0 ? await hold(place) : [`the restore failed: ${complaint}`];
  return { place, seconds: tookMs / 1_000, violations };
}

/** The same rows must stand in the other database, and in a third that was made from it. */
async function moveThere(yard: Yard, home: Place, other: Kind, run: typeof command) {
  const started = performance.now();
  const violations: string[] = [];
  const wanted = await sumOf(home);
  let from = home;
  for (const kind of [other, home.kind]) {
    const file = join(yard.folder, `to-${kind}.backup`);
    const to = await yard.place(kind);
    for (const said of [await run("backup", from.env, ["--to", file]), await run("restore", to.env, [file])])
      if (said.code !== 0) violations.push(`the move to ${kind} failed: ${said.complaint}`);
    const differing = violations.length === 0 ? changed(wanted, await sumOf(to)) : [];
    if (differing.length > 0) violations.push(`after the move to ${kind} these differ: ${differing.join(", ")}`);
    from = to;
  }
  const verified = await run("audit-verify", from.env);
  if (verified.code !== 0) violations.push(`audit:verify after the moves: ${verified.complaint}`);
  return { seconds: (performance.now() - started) / 1_000, violations };
}

/** Rows of figures, beside a tenth as many messages and what the load writes. */
const filler = 300_000;

export const fault: Fault = {
  id: "R23",
  title: "Backup, restore and the move to the other database",
  promise:
    "A backup taken under load restores into an empty place with everything acknowledged before it began, whole decisions, one journal and their jobs; people sign in, jobs run, sealed details open. The same file moves a company to the other database and back without a difference. Writes wait at most 2 s. What is damaged, cut, newer, of another key or would overwrite is refused in one sentence and changes nothing.",
  run: ({ seed, databases, say }) => onEach(databases, (database) => tryBackup(database, { filler, seed, say })),
};

function outcomeOf(seed: number, trial: Trial): FaultOutcome {
  const { kind, rows, megabytes, pauseMs, refused } = trial;
  const other = kind === "embedded" ? "postgres" : "embedded";
  return {
    injected: `One backup of ${rows} rows while 5 clients wrote without a pause (seed ${seed}), restored into an empty place by itself; then ${kind} → ${other} → ${kind}; then ${refused} bad backups and targets.`,
    hit: `${trial.acknowledged} writes acknowledged before the backup began and held against what was restored; ${trial.duringBackup} while it was taken.`,
    figures: {
      size: `${rows} rows in ${megabytes.toFixed(1)} MB, compressed and encrypted.`,
      time: `backup ${trial.backupSeconds.toFixed(1)} s under load, restore ${trial.restoreSeconds.toFixed(1)} s, two moves with their checksums ${trial.moveSeconds.toFixed(1)} s.`,
      pause: `${pauseMs === null ? "none: the database reads beside its writers" : `${pauseMs} ms, as the server says`}; the slowest small write took ${trial.slowestMs} ms during the backup, ${trial.calmMs} ms before it.`,
    },
    isVoid: trial.acknowledged === 0 || trial.duringBackup === 0 || refused === 0,
    violations: trial.violations,
  };
}
