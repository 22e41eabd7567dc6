import { statfs } from "node:fs/promises";
import type pg from "pg";
import type { Config } from "#platform/config.ts";
import type { Database } from "#platform/db/database.ts";
import type { Log } from "#platform/log.ts";

/** Low: it should be told. Full: nothing may be written any more, or the store would break in the middle of it. */
export type Room = "enough" | "low" | "full";

export type Space = {
  /** How much room the store has, as it was at most a second ago. */
  room(): Promise<Room>;
  /** Takes what a request failed with: a PostgreSQL elsewhere tells of its disk in no other way. */
  heard(error: unknown): void;
  stop(): void;
};

const everyMs = 30_000;
const freshMs = 1_000;
const diskFull = "53100";
/** What the embedded database takes at once when its log grows: with less it would fail again. */
const smallestRoom = 16 * 1024 ** 2;

/** Looks at the store's disk every 30 s and whenever somebody asks; says so in the log and to `onFull` when that changes. */
export function watchSpace(config: Config, database: Database, log: Log, onFull: (full: boolean) => void): Space {
  let last: Room = "enough";
  let looking: Promise<Room> | null = null;
  let refused = false;

  async function look(): Promise<Room> {
    if (database.kind === "embedded") {
      const left = await free(config);
      refused &&= left < smallestRoom;
      return refused || left < config.diskStop ? "full" : left < config.diskWarn ? "low" : "enough";
    }
    refused &&= !(await canWrite(database.pool));
    return refused ? "full" : "enough";
  }

  function tell(room: Room): Room {
    if (room === last) return room;
    if (room === "full") log.error("the disk of the database is full: nothing is written until there is room");
    else if (room === "low") log.warn("the disk of the database is nearly full");
    else log.info("the disk of the database has room again");
    if (room === "full" || last === "full") onFull(room === "full");
    last = room;
    return room;
  }

  function room(): Promise<Room> {
    if (!looking) {
      looking = look().then(tell, () => last);
      setTimeout(() => {
        looking = null;
      }, freshMs).unref();
    }
    return looking;
  }

  const timer = setInterval(() => void room(), everyMs).unref();
  return {
    room,
    heard(error) {
      if (refused || codeOf(error) !== diskFull) return;
      refused = true;
      looking = null;
    },
    stop: () => clearInterval(timer),
  };
}

/** Throws a sentence when there is not even room to start: opening the embedded database writes. */
export async function requireSpace(config: Config): Promise<void> {
  const left = await free(config);
  if (left >= config.diskStop) return;
  throw new Error(
    `The disk of the data folder has ${Math.floor(left / 1024 ** 2)} MB left and needs ${Math.ceil(config.diskStop / 1024 ** 2)}. Make room there and start again.`,
  );
}

async function free({ dataDir }: Config): Promise<number> {
  const { bavail, bsize } = await statfs(dataDir);
  return bavail * bsize;
}

/** Has PostgreSQL write some megabytes of a temporary file: that needs neither rights nor a table. */
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
