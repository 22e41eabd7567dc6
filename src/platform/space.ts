import { statfs } from "node:fs/promises";
import type pg from "pg";
import type { Config } from "#platform/config.ts";
import type { Database } from "#platform/db/database.ts";
import type { Log } from "#platform/log.ts";

/** Low: warn. Full: refuse writes, before the database fails in the middle of one. */
export type DiskState = "enough" | "low" | "full";

export type Space = {
  /** The disk's state, at most a second old. */
  state(): Promise<DiskState>;
  /** Reports a request's error: a remote PostgreSQL shows a full disk in no other way. */
  reportError(error: unknown): void;
  stop(): void;
};

const everyMs = 30_000;
const freshMs = 1_000;
const diskFull = "53100";
/** What the embedded database allocates when its log grows; with less free it would fail again. */
const minFreeBytes = 16 * 1024 ** 2;

/** Checks the database's disk every 30 s and on demand; logs changes and reports them to `onFull`. */
export function watchSpace(config: Config, database: Database, log: Log, onFull: (full: boolean) => void): Space {
  let last: DiskState = "enough";
  let checking: Promise<DiskState> | null = null;
  let refused = false;

  async function check(): Promise<DiskState> {
    if (database.kind === "embedded") {
      const left = await free(config);
      refused &&= left < minFreeBytes;
      return refused || left < config.diskStop ? "full" : left < config.diskWarn ? "low" : "enough";
    }
    refused &&= !(await canWrite(database.pool));
    return refused ? "full" : "enough";
  }

  function announce(state: DiskState): DiskState {
    if (state === last) return state;
    if (state === "full") log.error("the disk of the database is full: nothing is written until there is room");
    else if (state === "low") log.warn("the disk of the database is nearly full");
    else log.info("the disk of the database has room again");
    if (state === "full" || last === "full") onFull(state === "full");
    last = state;
    return state;
  }

  function state(): Promise<DiskState> {
    if (!checking) {
      checking = check().then(announce, () => last);
      setTimeout(() => {
        checking = null;
      }, freshMs).unref();
    }
    return checking;
  }

  const timer = setInterval(() => void state(), everyMs).unref();
  return {
    state,
    reportError(error) {
      if (refused || codeOf(error) !== diskFull) return;
      refused = true;
      checking = null;
    },
    stop: () => clearInterval(timer),
  };
}

/** Opening the embedded database writes, so a start on a full disk is refused. */
export async function requireSpace(config: Config): Promise<void> {
  const left = await free(config);
  if (left >= config.diskStop) return;
  throw new Error(
    `The disk of the data folder has ${Math.floor(left / 1024 ** 2)} MB left and needs ${Math.ceil(config.diskStop / 1024 ** 2)}. Free up space and start again.`,
  );
}

async function free({ dataDir }: Config): Promise<number> {
  const { bavail, bsize } = await statfs(dataDir);
  return bavail * bsize;
}

/** Makes PostgreSQL write a few megabytes to a temporary file, which needs neither rights nor a table. */
async function canWrite(pool: pg.Pool): Promise<boolean> {
  try {
    await pool.query("SET LOCAL work_mem = '64kB'; SELECT count(*) FROM generate_series(1, 300000)");
    return true;
  } catch {
    return false;
  }
}

function codeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return null;
  return (error as { code?: unknown }).code ?? codeOf(error.cause);
}
