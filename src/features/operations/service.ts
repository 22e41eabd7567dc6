import { statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Status } from "#features/operations/contract.ts";
import type { Ctx } from "#platform/context.ts";
import { knownMigrations } from "#platform/db/migrate.ts";
import { describeServer } from "#platform/db/server.ts";
import { countJobs } from "#platform/jobs/figures.ts";
import { lastAnchor } from "#platform/journal/anchor-file.ts";
import { readCopyState } from "#platform/journal/outside.ts";
import { lastVerified } from "#platform/journal/verified.ts";
import { version } from "#platform/version.ts";

/** The installation's state; jobs and journal are only the caller's company's. */
export async function readStatus(ctx: Ctx): Promise<Status> {
  const { database, installation, company } = ctx;
  const { dataDir, startedAt } = installation;
  const verified = lastVerified(dataDir, company);
  const [server, jobs, disk, anchor] = await Promise.all([
    describeServer(database),
    countJobs(database, company),
    diskOf(dataDir),
    lastAnchor(join(dataDir, "anchors.jsonl"), company),
  ]);
  const migrations = knownMigrations();
  const copy = readCopyState(dataDir);
  const snapshots = installation.snapshots();
  return {
    version,
    startedAt: startedAt.toISOString(),
    database: {
      kind: database.kind,
      ...server,
      // The server only starts on its own schema.
      schema: { changes: migrations.length, newest: new Date(migrations.at(-1)?.at ?? 0).toISOString() },
    },
    snapshots: snapshots && {
      everyMinutes: snapshots.everyMinutes,
      last: snapshots.last && { at: snapshots.last.at.toISOString(), bytes: snapshots.last.bytes },
      failedAt: snapshots.failed?.at.toISOString() ?? null,
    },
    disk,
    jobs,
    journal: { lastAnchor: anchor, copy: copy && { at: copy.at, failedAt: copy.failedAt }, lastVerified: verified },
  };
}

async function diskOf(folder: string): Promise<Status["disk"]> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return null;
  }
}
