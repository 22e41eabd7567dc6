import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { checkpoint } from "#platform/db/checkpoints.ts";
import { openEmbedded } from "#platform/db/embedded/engine.ts";

test("a log that has grown is cut by a checkpoint, one that has not is left alone", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "boardroom-checkpoint-"));
  const engine = await openEmbedded({ dataDir: join(dataDir, "database") });
  const connect = () => new pg.Client({ stream: () => engine.stream(), user: "postgres", database: "postgres" });
  try {
    const first = await checkpoint(connect, 0);
    expect(await checkpoint(connect, first)).toBe(first);
    const owner = connect();
    await owner.connect();
    await owner.query("CREATE TABLE filler (text text)");
    for (let round = 0; round < 8; round += 1)
      await owner.query("INSERT INTO filler SELECT repeat(md5(random()::text), 60) FROM generate_series(1, 6000)");
    await owner.query("TRUNCATE filler");
    await owner.end();
    const second = await checkpoint(connect, first);
    expect(second).toBeGreaterThan(first + 64 * 1024 * 1024);
    const after = connect();
    await after.connect();
    const { rows } = await after.query<{ redo: number }>(
      "SELECT pg_wal_lsn_diff(redo_lsn, '0/0')::float8 AS redo FROM pg_control_checkpoint()",
    );
    await after.end();
    expect(rows[0]?.redo).toBeGreaterThan(first + 64 * 1024 * 1024);
  } finally {
    await engine.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
