import { readFileSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { expect, test } from "vitest";

const migration = new URL("../../../../migrations/0044_brain-reads-journal.sql", import.meta.url);

test.each([
  ["since the oldest one that was not read, whenever that was queued", "'created', now() - interval '3 days'", 1],
  ["of the last hour, where all were read", "'completed', now() - interval '3 days'", 2],
  ["of the last hour, without any", null, 2],
])("an upgrade reads the events %s", async (_what, job, readSeq) => {
  const database = await PGlite.create();
  try {
    await database.exec(`
      CREATE SCHEMA pgboss;
      CREATE TYPE pgboss.job_state AS ENUM ('created', 'retry', 'active', 'completed', 'cancelled', 'failed');
      CREATE TABLE pgboss.job (name text, state pgboss.job_state, created_on timestamptz);
      CREATE TABLE brain_state (company_id int);
      CREATE TABLE journal (company_id int, seq bigint, at timestamptz);
      CREATE TABLE job_slots (company_id int, job text, next_at timestamptz);
      INSERT INTO brain_state VALUES (1);
      INSERT INTO journal VALUES (1, 1, now() - interval '5 days'), (1, 2, now() - interval '2 days'), (1, 3, now());
    `);
    if (job) await database.exec(`INSERT INTO pgboss.job VALUES ('brain-intake', ${job})`);
    await database.exec(readFileSync(migration, "utf8").replaceAll("--> statement-breakpoint", ""));
    const { rows } = await database.query(
      "SELECT read_seq, (SELECT count(*)::int FROM pgboss.job) AS jobs FROM brain_state",
    );
    expect(rows).toEqual([{ read_seq: readSeq, jobs: 0 }]);
  } finally {
    await database.close();
  }
});
