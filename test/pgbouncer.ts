import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { root } from "../scripts/node24.mjs";
import { findPgBouncer } from "./machine.ts";
import { freePort } from "./port.ts";
import { accepting, asAccount, type Postgres, serverAccount } from "./postgres.ts";

const deployed = (file: string): string => readFileSync(join(root, "deploy", file), "utf8");

export interface PgBouncer {
  /** Where the owner of the tables signs in through it. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Lets poolers look up passwords in the database of this server, as the pages for operators say. */
export async function preparePooling(postgres: Postgres): Promise<void> {
  const superuser = new pg.Client({ connectionString: postgres.superuserUrl });
  await superuser.connect();
  await superuser.query(deployed("pgbouncer.sql"));
  await superuser.end();
}

/** Changes of a configuration; null leaves a setting out. */
export type PoolerSettings = Record<string, string | null>;

/** Starts a PgBouncer on the configuration operators are given, with other settings where a test wants them. */
export async function startPgBouncer(postgres: Postgres, settings: PoolerSettings = {}): Promise<PgBouncer> {
  const program = findPgBouncer();
  if (program === null) throw new Error("PgBouncer is not installed.");
  const { hostname, port, username, password } = new URL(postgres.url);
  const account = serverAccount();
  const folder = mkdtempSync(join(tmpdir(), "boardroom-pgbouncer-"));
  const files = { ini: join(folder, "pgbouncer.ini"), users: join(folder, "userlist.txt") };
  const listenPort = await freePort();
  const changed = {
    boardroom: `host=${hostname} port=${port}`,
    listen_port: String(listenPort),
    auth_file: files.users,
    unix_socket_dir: "",
    ...settings,
  };
  writeFileSync(files.users, `"pgbouncer" "change me"\n"${username}" "${password}"\n`);
  writeFileSync(files.ini, withSettings(deployed("pgbouncer.ini"), changed));
  for (const path of [folder, ...Object.values(files)]) if (account !== null) chownSync(path, account.uid, account.gid);
  const [command, flags] = asAccount(account, program, ["--quiet", files.ini]);
  const child: ChildProcess = spawn(command, flags, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(child, "exit");
  let log = "";
  child.stderr?.on("data", (bytes: Buffer) => (log += bytes.toString()));
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const url = new URL(postgres.url);
  url.port = String(listenPort);
  try {
    await accepting(child, url.href);
  } catch (cause) {
    await stop();
    throw new Error(`PgBouncer does not start. ${log}`, { cause });
  }
  return { url: url.href, stop };
}

/** The configuration with these settings in place of its own, and after them what it does not name. */
function withSettings(ini: string, settings: PoolerSettings): string {
  const rest = { ...settings };
  const lines = ini.split("\n").flatMap((line) => {
    const name = /^(\w+) = /.exec(line)?.[1] ?? "";
    if (!(name in rest)) return line;
    const value = rest[name];
    delete rest[name];
    return value === null ? [] : `${name} = ${value}`;
  });
  return [...lines, ...Object.entries(rest).map(([name, value]) => `${name} = ${value}`)].join("\n");
}
