import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { journalMark, type Progress } from "#platform/backup/dump.ts";
import { readHeaderUnchecked } from "#platform/backup/file.ts";
import { selectSnapshots } from "#platform/backup/retention.ts";
import type { SnapshotState } from "#platform/backup/snapshot-state.ts";
import { takeBackup, type Taken } from "#platform/backup/take.ts";
import { now } from "#platform/clock.ts";
import { newConnection } from "#platform/db/connection.ts";
import { openEmbedded } from "#platform/db/embedded/engine.ts";
import { asOperator } from "#platform/db/operator.ts";
import { copyLive, sizeOf } from "#platform/db/embedded/live-copy.ts";
import type { Log } from "#platform/log.ts";
import type { Secrets } from "#platform/secrets.ts";

export type LiveTaken = { taken: Taken; pauseMs: number };

export type Snapshots = {
  state(): SnapshotState;
  /** Writes a backup of the running database to a file below the data folder. */
  take(name: string, onProgress?: Progress): Promise<LiveTaken & { file: string }>;
  /** Takes a snapshot if something changed since the last, and deletes those beyond the retention limits. */
  tick(): Promise<"taken" | "unchanged" | "failed">;
  stop(): Promise<void>;
};

type Options = {
  dataDir: string;
  everyMinutes: number;
  connect: () => pg.Client;
  secrets: Secrets;
  log: Log;
};

const stopTimeoutMs = 2_000;
const minuteMs = 60_000;
const firstMs = 5 * minuteMs;
/** Must stay free on the disk in addition to the copy. */
const spareBytes = 200 * 1024 * 1024;
const snapshotName = /^snapshot-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z\.backup$/;

/** Schedules snapshots of a data folder whose database this process serves. */
export function keepSnapshots({ dataDir, everyMinutes, connect, secrets, log }: Options): Snapshots {
  const folder = join(dataDir, "snapshots");
  let failed: SnapshotState["failed"] = null;
  let work: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  clearDrafts(folder);

  /** One at a time: each needs disk space for a copy. */
  function take(name: string, onProgress?: Progress): Promise<LiveTaken & { file: string }> {
    const file = join(folder, name);
    const done = work
      .catch(() => undefined)
      .then(() => takeLive({ dataDir, folder, connect, secrets }, file, onProgress))
      .then((taken) => ({ ...taken, file }));
    work = done;
    return done;
  }

  async function tick(): Promise<"taken" | "unchanged" | "failed"> {
    try {
      const [newest] = listSnapshots(folder);
      if (newest && readHeaderUnchecked(join(folder, newest.name))?.mark === (await asOperator(connect, journalMark)))
        return "unchanged";
      const { taken, pauseMs } = await take(
        `snapshot-${now().toISOString().slice(0, 19).replaceAll(":", "-")}Z.backup`,
      );
      log.info({ ...taken, pauseMs }, "a snapshot of the embedded database was taken");
      prune(folder);
      failed = null;
      return "taken";
    } catch (error) {
      failed = { at: now(), sentence: error instanceof Error ? error.message : String(error) };
      log.error({ err: error }, "no snapshot of the embedded database could be taken");
      return "failed";
    }
  }

  function wait(ms: number): void {
    timer = setTimeout(() => void tick().finally(() => wait(everyMinutes * minuteMs)), ms).unref();
  }
  const [newest] = listSnapshots(folder);
  const due = newest ? newest.at.getTime() + everyMinutes * minuteMs - now().getTime() : 0;
  if (everyMinutes > 0) wait(Math.max(Math.min(firstMs, everyMinutes * minuteMs), due));

  return {
    take,
    tick,
    state() {
      const [last] = listSnapshots(folder);
      return {
        everyMinutes,
        folder,
        failed,
        last: last ? { at: last.at, bytes: statSync(join(folder, last.name)).size } : null,
      };
    },
    async stop() {
      clearTimeout(timer);
      // Shutdown does not wait for a long snapshot; the next start deletes the leftovers.
      await Promise.race([work.catch(() => undefined), sleep(stopTimeoutMs, undefined, { ref: false })]);
    },
  };
}

type Place = Pick<Options, "dataDir" | "connect" | "secrets"> & { folder: string };

/** Copies the folder during a short pause, opens the copy with a second engine and dumps it. */
async function takeLive(place: Place, file: string, onProgress?: Progress): Promise<LiveTaken> {
  const from = join(place.dataDir, "database");
  const copy = join(place.folder, `.copy-${randomUUID()}`);
  mkdirSync(place.folder, { recursive: true, mode: 0o700 });
  await requireSpace(place.folder, (await sizeOf(from)) + spareBytes);
  try {
    const { pauseMs } = await copyLive(from, copy, () => freeze(place.connect));
    const engine = await openEmbedded({ dataDir: copy, deadlineMs: minuteMs });
    try {
      const connect = () => newConnection({ stream: () => engine.stream(), user: "postgres", database: "postgres" });
      const anchors = join(place.dataDir, "anchors.jsonl");
      const taken = await takeBackup({ kind: "embedded", connect, anchors }, file, place.secrets, onProgress);
      return { taken, pauseMs };
    } finally {
      await engine.close();
    }
  } finally {
    await rm(copy, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** An open transaction occupies the single backend; if it ends early, the copy is inconsistent. */
async function freeze(connect: () => pg.Client): Promise<() => Promise<void>> {
  const owner = connect();
  await owner.connect();
  await owner.query("BEGIN");
  return async () => {
    try {
      await owner.query("COMMIT");
    } catch (error) {
      throw new Error("The database could not be paused long enough to be copied.", { cause: error });
    } finally {
      await owner.end().catch(() => undefined);
    }
  };
}

async function requireSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes)
    throw new Error(`Not enough disk space for a copy: ${Math.ceil(bytes / 1e6)} MB must be free in ${folder}.`);
}

/** Newest first. */
function listSnapshots(folder: string): { name: string; at: Date }[] {
  return namesIn(folder)
    .flatMap((name) => {
      const [, hour, minute, second] = snapshotName.exec(name) ?? [];
      return hour ? [{ name, at: new Date(`${hour}:${minute}:${second}Z`) }] : [];
    })
    .toSorted((one, other) => other.at.getTime() - one.at.getTime());
}

function prune(folder: string): void {
  const all = listSnapshots(folder);
  const keep = selectSnapshots(all.map(({ at }) => at));
  for (const { name, at } of all) if (!keep.has(at)) rmSync(join(folder, name), { force: true });
}

/** Deletes what a killed process left behind. */
function clearDrafts(folder: string): void {
  for (const name of namesIn(folder))
    if (name.startsWith(".copy-") || name.endsWith(".part") || name.startsWith("asked-"))
      rmSync(join(folder, name), { recursive: true, force: true });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
