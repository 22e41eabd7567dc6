import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { openEmbedded } from "#platform/db/embedded/engine.ts";
import { gatherStatistics } from "#platform/db/statistics.ts";

test("the planner learns of a table that was filled, once", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "boardroom-statistics-"));
  const engine = await openEmbedded({ dataDir: join(dataDir, "database") });
  const connect = () => new pg.Client({ stream: () => engine.stream(), user: "postgres", database: "postgres" });
  const owner = connect();
  try {
    await owner.connect();
    await owner.query('CREATE TABLE "Filled" AS SELECT n, n % 3 AS third FROM generate_series(1, 5000) n');
    const known = async () =>
      (await owner.query(`SELECT n_distinct FROM pg_stats WHERE tablename = 'Filled' AND attname = 'third'`)).rows;
    expect(await known()).toEqual([]);
    expect(await gatherStatistics(connect)).toBe(1);
    expect(await known()).toEqual([{ n_distinct: 3 }]);
    expect(await gatherStatistics(connect)).toBe(0);
  } finally {
    await owner.end();
    await engine.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
