import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "#platform/config.ts";
import type { Database } from "#platform/db/database.ts";
import type { JobFigures } from "#platform/jobs/figures.ts";
import type { Jobs } from "#platform/jobs.ts";
import { readCopyState } from "#platform/journal/outside.ts";
import { readVerdict } from "#platform/journal/verified.ts";
import type { Live } from "#platform/live/live.ts";
import type { Metrics, Sample } from "#platform/telemetry/registry.ts";
import { version } from "#platform/version.ts";

export type Instance = { config: Config; database: Database; jobs: Jobs; live: Live };

const timeoutMs = 2_000;
/** The database is queried at most once in this time, however often /metrics is scraped. */
const freshMs = 5_000;

/** Defines the gauges of this instance. Returns a refresh to await before each scrape. */
export function watchInstance(metrics: Metrics, { config, database, jobs, live }: Instance): () => Promise<void> {
  const { gauge } = metrics;
  const build = {
    ...(config.commit ? { commit: config.commit } : {}),
    database: database.kind,
    node: process.version,
    role: config.role,
    version,
  };
  const help = "Always 1; the labels describe this build.";
  gauge("boardroom_build_info", help, () => [{ labels: build, value: 1 }], Object.keys(build));

  const { pool } = database;
  const connections = () => [
    { labels: { state: "in_use" }, value: pool.totalCount - pool.idleCount },
    { labels: { state: "idle" }, value: pool.idleCount },
  ];
  gauge("boardroom_pool_connections", "Connections to the database, by state.", connections, ["state"]);
  gauge("boardroom_pool_limit", "Connections the pool may open.", () => pool.options.max);
  gauge("boardroom_pool_waiting", "Callers that wait for a connection.", () => pool.waitingCount);
  gauge("boardroom_sockets_open", "Browsers connected to /ws on this instance.", () => live.count());

  let figures: readonly JobFigures[] | null = null;
  let askedAt = -Infinity;
  let asked: Promise<void> = Promise.resolve();
  const refresh = (): Promise<void> => {
    if (performance.now() - askedAt < freshMs) return asked;
    askedAt = performance.now();
    const timeout = new Promise<null>((resolve) => setTimeout(resolve, timeoutMs, null).unref());
    const answered = jobs.figures().catch(() => null);
    asked = Promise.race([answered, timeout]).then((found) => void (figures = found));
    return asked;
  };
  gauge("boardroom_database_up", "Whether the database answered this reading.", () => (figures ? 1 : 0));
  const byKind = (name: string, help: string, value: (row: JobFigures) => number): void =>
    void gauge(
      name,
      help,
      () => (figures ?? []).map((row): Sample => ({ labels: { kind: row.kind }, value: value(row) })),
      ["kind"],
    );
  byKind("boardroom_jobs_due", "Jobs due and waiting for a worker.", (row) => row.due);
  byKind("boardroom_jobs_scheduled", "Jobs due later, including retries.", (row) => row.scheduled);
  byKind("boardroom_jobs_running", "Jobs running on any instance.", (row) => row.running);
  byKind("boardroom_jobs_retrying", "Jobs that failed and will be retried.", (row) => row.retrying);
  byKind("boardroom_jobs_dead", "Jobs that failed for good within the last seven days.", (row) => row.dead);
  byKind(
    "boardroom_jobs_oldest_due_seconds",
    "How long the oldest due job has been waiting.",
    (row) => row.oldestSeconds,
  );

  const anchors = join(config.dataDir, "anchors.jsonl");
  gauge("boardroom_audit_anchored_time_seconds", "When this instance last anchored the journals, in Unix time.", () =>
    changedAt(anchors),
  );
  gauge("boardroom_audit_copied_time_seconds", "When ANCHORS_COPY last had every anchor, in Unix time.", () => {
    const at = readCopyState(config.dataDir)?.at;
    return at ? Date.parse(at) / 1000 : null;
  });
  gauge("boardroom_audit_verified_time_seconds", "When audit:verify last ran here, in Unix time.", () => {
    const at = readVerdict(config.dataDir)?.at;
    return at === undefined ? null : Date.parse(at) / 1000;
  });
  gauge(
    "boardroom_audit_faults",
    "Faults found by the last audit:verify here; anything but 0 is an alarm.",
    () => readVerdict(config.dataDir)?.faults.length ?? null,
  );
  gauge(
    "boardroom_backup_time_seconds",
    "When the newest file in backups/ of DATA_DIR was written, in Unix time.",
    () => newestIn(join(config.dataDir, "backups")),
  );
  return refresh;
}

function changedAt(path: string): number | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat ? stat.mtimeMs / 1000 : null;
}

export function newestIn(folder: string): number | null {
  try {
    const times = readdirSync(folder).map((name) => changedAt(join(folder, name)) ?? 0);
    return times.length === 0 ? null : Math.max(...times);
  } catch {
    // No folder: no known backups.
    return null;
  }
}
