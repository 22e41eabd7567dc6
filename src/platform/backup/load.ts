import pg from "pg";
import { type BackupVisitor, readBackup } from "#platform/backup/check.ts";
import { copyIn } from "#platform/backup/copy.ts";
import { columnsOf, nameOf, type Progress } from "#platform/backup/dump.ts";
import { BackupFault, type BackupFile } from "#platform/backup/file.ts";
import type { DumpTable } from "#platform/backup/records.ts";
import { isOwn } from "#platform/db/extensions.ts";
import { applyMigrations, lockSchema } from "#platform/db/migrate.ts";
import { requireAllRowsVisible } from "#platform/db/operator.ts";
import { applyPolicies } from "#platform/db/tenancy.ts";
import { queuePlan, queueSchema } from "#platform/jobs/queues.ts";
import { signRestore } from "#platform/journal/anchors.ts";
import type { Secrets } from "#platform/secrets.ts";

/** Replaces the database's content with a backup, in one transaction; returns the anchors it carried. */
export async function load(
  owner: pg.Client,
  backup: BackupFile,
  {
    replace,
    isSameKey,
    secrets,
    onProgress,
  }: { replace: boolean; isSameKey: boolean; secrets: Secrets; onProgress: Progress },
): Promise<{ rows: number; tables: number; anchors: Buffer }> {
  let anchors: Buffer = Buffer.alloc(0);
  await owner.query("BEGIN");
  try {
    // Building a large index or foreign key may take long.
    await owner.query("SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0");
    await lockSchema(owner);
    await requireAllRowsVisible(owner);
    await requireReplaceable(owner, replace);
    await dropEverything(owner);
    const foreignKeys: ForeignKey[] = [];
    const { rows, tables } = await readBackup(backup, {
      async begin({ migrations }) {
        await applyMigrations(owner, migrations.at(-1)?.at ?? 0);
        await owner.query("DELETE FROM schema_migrations");
        await owner.query(queuePlan());
        foreignKeys.push(...(await dropForeignKeys(owner)));
        await setTriggers(owner, "DISABLE");
      },
      ...(await tableLoader(owner, onProgress)),
      anchors: async (bytes) => void (anchors = bytes),
    });
    for (const { table, name, definition } of foreignKeys)
      await owner.query(`ALTER TABLE ${table} ADD CONSTRAINT ${pg.escapeIdentifier(name)} ${definition}`);
    await setTriggers(owner, "ENABLE");
    await applyMigrations(owner);
    // Anchors signed with another key prove nothing and would fail every verification.
    if (!isSameKey) await owner.query("DELETE FROM anchors");
    await signRestore(owner, secrets);
    await applyPolicies(owner);
    await owner.query("COMMIT");
    return { rows, tables, anchors };
  } catch (error) {
    await owner.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

/** Returns a visitor that loads each table's lines into the columns that exist here. */
async function tableLoader(owner: pg.Client, onProgress: Progress): Promise<BackupVisitor> {
  const shapes = new Map<DumpTable, { columns: string[]; kept: number[] | null; rows: number }>();
  const shapeOf = async (table: DumpTable) => {
    const known = shapes.get(table);
    if (known) return known;
    const { rows } = await owner.query<{ name: string }>(
      "SELECT attname AS name FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped",
      [nameOf(table)],
    );
    const here = new Set(rows.map((row) => row.name));
    const columns = table.columns.filter((column) => here.has(column));
    const isWhole = columns.length === table.columns.length;
    // Only the queue's tables may differ: its own version creates them, not our migrations.
    if (!isWhole && (table.schema === "public" || columns.length === 0))
      throw new BackupFault(`The backup contains a table or column unknown to this version: ${table.name}.`);
    const kept = isWhole ? null : table.columns.flatMap((column, at) => (here.has(column) ? [at] : []));
    const shape = { columns, kept, rows: 0 };
    shapes.set(table, shape);
    return shape;
  };
  return {
    async lines(table, bytes) {
      const shape = await shapeOf(table);
      const { columns, kept } = shape;
      const text = `COPY ${nameOf(table)} (${columnsOf(columns)}) FROM STDIN`;
      await copyIn(owner, text, kept ? withColumns(bytes, kept) : bytes);
      shape.rows += countLines(bytes);
      onProgress({ table: table.name, rows: shape.rows, of: table.rows });
    },
    async table(table) {
      const { rows } = await owner.query<{ rows: string }>(`SELECT count(*) AS rows FROM ${nameOf(table)}`);
      if (Number(rows[0]?.rows) !== table.rows)
        throw new Error(`The table ${table.name} took ${rows[0]?.rows} of ${table.rows} rows.`);
    },
  };
}

/** In COPY's text format a line feed always ends a row. */
function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count += 1;
  return count;
}

/** Drops columns from lines in COPY's text format, where a tab always separates. */
export function withColumns(lines: Buffer, kept: readonly number[]): Buffer {
  const rows = lines.toString("utf8").split("\n").slice(0, -1);
  const shorter = rows.map((row) => {
    const values = row.split("\t");
    return `${kept.map((at) => values[at]).join("\t")}\n`;
  });
  return Buffer.from(shorter.join(""));
}

/** Refuses a database that is in use, not ours, or not empty unless `replace` is set. */
async function requireReplaceable(owner: pg.Client, replace: boolean): Promise<void> {
  const { rows: others } = await owner.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'",
  );
  if (others[0]?.count)
    throw new BackupFault(
      `This database is in use (${others[0].count} connections). Stop Boardroom and close other connections first.`,
    );
  const names = await tablesOf(owner);
  if (names.length > 0 && !names.includes("public.schema_migrations"))
    throw new BackupFault("The database holds tables that are not Boardroom's. Restore into a separate database.");
  if (replace) return;
  for (const name of names.filter((one) => one !== "public.schema_migrations")) {
    const { rows } = await owner.query(`SELECT 1 FROM ${name} LIMIT 1`);
    if (rows.length > 0)
      throw new BackupFault("The database is not empty. Nothing was changed; use --replace to overwrite it.");
  }
}

async function tablesOf(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT 'public.' || quote_ident(c.relname) AS name FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND ${isOwn("pg_class", "c")} ORDER BY 1`,
  );
  return rows.map((row) => row.name);
}

/** Drops everything of ours: the queue's schema, and all of `public` that no extension created. */
async function dropEverything(owner: pg.Client): Promise<void> {
  await owner.query(`DROP SCHEMA IF EXISTS ${queueSchema} CASCADE`);
  for (const name of await tablesOf(owner)) await owner.query(`DROP TABLE IF EXISTS ${name} CASCADE`);
  const { rows } = await owner.query<{ name: string }>(
    `SELECT p.oid::regprocedure::text AS name FROM pg_proc p
     WHERE p.pronamespace = 'public'::regnamespace AND pg_has_role(p.proowner, 'USAGE') AND ${isOwn("pg_proc", "p")}`,
  );
  for (const { name } of rows) await owner.query(`DROP ROUTINE IF EXISTS ${name} CASCADE`);
}

type ForeignKey = { table: string; name: string; definition: string };

/** Without foreign keys rows load in any order; adding them back checks the references. */
async function dropForeignKeys(owner: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await owner.query<ForeignKey>(
    `SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY 1, 2`,
  );
  for (const { table, name } of rows)
    await owner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${pg.escapeIdentifier(name)}`);
  return rows;
}

/** Triggers already ran when the rows were first written. */
async function setTriggers(owner: pg.Client, verb: "ENABLE" | "DISABLE"): Promise<void> {
  for (const name of await tablesOf(owner)) await owner.query(`ALTER TABLE ${name} ${verb} TRIGGER USER`);
}
