import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { findPostgres } from "./machine.ts";
import { freePort } from "./port.ts";

export interface PostgresOptions {
  /** Writes reach the disk before they are acknowledged. Off for tests, on where loss or speed is measured. */
  durable?: boolean;
  /** Further server settings. */
  settings?: Record<string, string>;
  /** Where its folder is made; the system's temporary folder when not given. */
  under?: string;
}

/** `fast` rolls back and closes, `immediate` aborts without a checkpoint, `kill` is a crash. */
export type StopMode = "fast" | "immediate" | "kill";

export interface Postgres {
  /** The owner `boardroom`, who may create roles and databases and is not a superuser, in a database of that name. */
  readonly url: string;
  /** The superuser, for looking at the server itself. */
  readonly superuserUrl: string;
  /** The server's main process; another one after a restart. */
  readonly pid: number;
  createDatabase(name: string): Promise<string>;
  restart(mode?: StopMode): Promise<void>;
  stop(): Promise<void>;
}

const host = "127.0.0.1";
const superuser = "postgres";
const owner = "boardroom";
const password = "boardroom";
/** How long a start may take on a machine that is busy with other things. */
const patienceMs = 120_000;
const signals = { fast: "SIGINT", immediate: "SIGQUIT", kill: "SIGKILL" } as const;

/** Starts a new server with its own temporary folder on a free port, and removes both when it stops. */
export async function startPostgres(options: PostgresOptions = {}): Promise<Postgres> {
  const programs = findPostgres();
  if (programs === null) throw new Error("The server programs of PostgreSQL 15 or later are not installed.");
  const account = serverAccount();
  const folder = mkdtempSync(join(options.under ?? tmpdir(), "boardroom-postgres-"));
  const data = join(folder, "data");
  const log = join(folder, "log");
  const passwordFile = join(folder, "password");
  writeFileSync(passwordFile, password);
  for (const path of [folder, passwordFile]) if (account !== null) chownSync(path, account.uid, account.gid);

  const initialise = [
    `--pgdata=${data}`,
    `--username=${superuser}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    // Lower case beyond ASCII, without the sorting of a language.
    `--locale=${process.platform === "linux" ? "C.UTF-8" : "C"}`,
    ...(options.durable ? [] : ["--no-sync"]),
  ];
  const [initdb, initdbArguments] = asAccount(account, join(programs, "initdb"), initialise);
  let server: ChildProcess | undefined;
  let port = 0;

  // Also when the tests end without stopping it.
  const abandon = () => {
    server?.kill("SIGQUIT");
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once("exit", abandon);

  const launch = async () => {
    const settings = {
      listen_addresses: host,
      port: String(port),
      unix_socket_directories: folder,
      max_connections: "200",
      timezone: "UTC",
      ...(options.durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
      ...options.settings,
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const [program, programArguments] = asAccount(account, join(programs, "postgres"), ["-D", data, ...flags]);
    const output = openSync(log, "a");
    const child = spawn(program, programArguments, { cwd: folder, stdio: ["ignore", output, output] });
    closeSync(output);
    server = child;
    await accepting(child, address(superuser, superuser, port));
  };

  const end = async (mode: StopMode) => {
    const child = server;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signals[mode]);
    await ended;
  };

  const stop = async () => {
    process.off("exit", abandon);
    await end("immediate");
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };

  /** Another may take a port between the look at it and the start. */
  const launchOnFreePort = async () => {
    for (let attempt = 1; ; attempt += 1) {
      port = await freePort();
      try {
        return await launch();
      } catch (error) {
        await end("immediate");
        if (attempt === 5) throw error;
      }
    }
  };

  try {
    execFileSync(initdb, initdbArguments, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
    await launchOnFreePort();
    await query(address(superuser, superuser, port), [
      `CREATE ROLE ${owner} LOGIN CREATEROLE CREATEDB PASSWORD '${password}'`,
      `CREATE DATABASE ${owner} OWNER ${owner}`,
    ]);
  } catch (cause) {
    const lines = existsSync(log) ? readFileSync(log, "utf8").trim().split("\n").slice(-10).join("\n") : "";
    await stop();
    throw new Error(`PostgreSQL does not start. ${lines}`, { cause });
  }

  const url = address(owner, owner, port);
  return {
    url,
    superuserUrl: address(superuser, owner, port),
    get pid() {
      return server?.pid ?? 0;
    },
    createDatabase: (name) => createDatabase(url, name),
    async restart(mode = "fast") {
      await end(mode);
      // After a crash its memory stays taken until the last of its processes has noticed.
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await launch();
        } catch (error) {
          await end("immediate");
          if (attempt === 40) throw error;
          await sleep(250);
        }
      }
    },
    stop,
  };
}

/** Makes a database on the server of this address, empty or a copy of another there, and returns its address. */
export async function createDatabase(url: string, name: string, copied = "template1"): Promise<string> {
  await query(url, [
    `CREATE DATABASE ${pg.escapeIdentifier(name)} TEMPLATE ${pg.escapeIdentifier(copied)} STRATEGY file_copy`,
  ]);
  const created = new URL(url);
  created.pathname = `/${encodeURIComponent(name)}`;
  return created.href;
}

const address = (user: string, database: string, port: number) =>
  `postgres://${user}:${password}@${host}:${port}/${database}`;

async function query(url: string, statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

export async function accepting(child: ChildProcess, url: string): Promise<void> {
  const deadline = performance.now() + patienceMs;
  let spawnFault: Error | undefined;
  child.once("error", (error) => {
    spawnFault = error;
  });
  for (;;) {
    if (spawnFault) throw spawnFault;
    if (child.exitCode !== null || child.signalCode !== null) throw new Error("The server ended at once.");
    try {
      return await query(url, ["SELECT 1"]);
    } catch (cause) {
      if (performance.now() > deadline) throw new Error("The server does not answer.", { cause });
    }
    await sleep(50);
  }
}

interface Account {
  uid: number;
  gid: number;
}

/** PostgreSQL and PgBouncer refuse to run as root, so that root lends them another account. */
export function serverAccount(): Account | null {
  if (process.getuid?.() !== 0) return null;
  const accounts = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const found = accounts.find(([name]) => name === "postgres") ?? accounts.find(([name]) => name === "nobody");
  if (found === undefined) throw new Error("As root there must be an account postgres or nobody to run PostgreSQL as.");
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

/** Where setpriv exists the program also ends when this process is killed. */
export function asAccount(account: Account | null, program: string, flags: string[]): [string, string[]] {
  const setpriv = ["/usr/bin/setpriv", "/bin/setpriv"].find((path) => existsSync(path));
  const identity = account === null ? [] : [`--reuid=${account.uid}`, `--regid=${account.gid}`, "--clear-groups"];
  if (setpriv !== undefined) return [setpriv, [...identity, "--pdeathsig=QUIT", program, ...flags]];
  if (account === null) return [program, flags];
  throw new Error("As root PostgreSQL is started through setpriv, of the package util-linux.");
}
