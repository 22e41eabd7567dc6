import { createHash } from "node:crypto";
import pg from "pg";
import { copyOut } from "#platform/backup/copy.ts";
import { requireAllRowsVisible } from "#platform/db/operator.ts";
import { type DumpTable, type Manifest, encodeRecord } from "#platform/backup/records.ts";
import { isOwn } from "#platform/db/extensions.ts";
import { queueSchema } from "#platform/jobs/queues.ts";

/** The queue's tables with jobs in them; the rest of its schema is recreated. */
const queueTables = ["queue", "schedule", "job", "job_dependency"];

const rangeBytes = 2 * 1024 * 1024;
const maxLinesBytes = 8 * 1024 * 1024;

export type Progress = (done: { table: string; rows: number; of: number }) => void;
export type Dump = {
  manifest: Manifest;
  /** A digest of all journal heads; an equal mark means nothing was recorded in between. */
  mark: string;
  records(anchors: Buffer, onProgress: Progress): AsyncGenerator<Buffer>;
  end(): Promise<void>;
};

type Source = DumpTable & { leaves: { name: string; blocks: number; whole: number }[] };

/** Opens a read-only transaction as the tables' owner; everything is read as of this moment. */
export async function openDump(owner: pg.Client): Promise<Dump> {
  await owner.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  try {
    for (const setting of settings) await owner.query(`SET LOCAL ${setting}`);
    await requireAllRowsVisible(owner);
    const { rows: migrations } = await owner.query<{ at: string; hash: string }>(
      "SELECT folder_millis AS at, hash FROM schema_migrations ORDER BY 1",
    );
    const sources = await sourcesOf(owner);
    const manifest: Manifest = {
      migrations: migrations.map(({ at, hash }) => ({ at: Number(at), hash })),
      tables: sources.map(({ schema, name, columns, rows }) => ({ schema, name, columns, rows })),
    };
    return {
      manifest,
      mark: await journalMark(owner),
      records: (anchors, onProgress) => records(owner, manifest, sources, anchors, onProgress),
      end: async () => void (await owner.query("COMMIT")),
    };
  } catch (error) {
    await owner.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

export async function journalMark(owner: pg.Client): Promise<string> {
  const { rows } = await owner.query<{ mark: string }>(
    "SELECT md5(coalesce(string_agg(company_id || ' ' || seq || ' ' || hash, ',' ORDER BY company_id), '')) AS mark FROM journal_heads",
  );
  return rows[0]?.mark ?? "";
}

/** Every engine writes the same text for the same value, and tables are read in ranges of blocks. */
const settings = [
  "DateStyle = 'ISO, YMD'",
  "IntervalStyle = 'postgres'",
  "TimeZone = 'UTC'",
  "bytea_output = 'hex'",
  "extra_float_digits = 1",
  "enable_seqscan = off",
  "statement_timeout = 0",
];

async function sourcesOf(owner: pg.Client): Promise<Source[]> {
  const { rows: found } = await owner.query<Omit<Source, "rows">>(
    `SELECT n.nspname AS schema, c.relname AS name,
       (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
       (SELECT json_agg(json_build_object('name', l.relid::regclass::text,
          'blocks', pg_relation_size(l.relid) / current_setting('block_size')::int, 'whole', pg_table_size(l.relid)))
        FROM (SELECT c.oid AS relid WHERE c.relkind = 'r'
          UNION ALL SELECT t.relid FROM pg_partition_tree(c.oid) t WHERE c.relkind = 'p' AND t.isleaf) l) AS leaves
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND ${isOwn("pg_class", "c")}
       AND (n.nspname = 'public' OR (n.nspname = '${queueSchema}' AND c.relname = ANY($1)))
     ORDER BY n.nspname DESC, array_position($1, c.relname::text), c.relname`,
    [queueTables],
  );
  const sources: Source[] = [];
  for (const one of found) {
    // This lock keeps the table from being rebuilt during the dump.
    await owner.query(`LOCK TABLE ${nameOf(one)} IN ACCESS SHARE MODE`);
    const { rows } = await owner.query<{ rows: string }>(`SELECT count(*) AS rows FROM ${nameOf(one)}`);
    sources.push({ ...one, leaves: one.leaves ?? [], rows: Number(rows[0]?.rows) });
  }
  return sources;
}

async function* records(
  owner: pg.Client,
  manifest: Manifest,
  sources: readonly Source[],
  anchors: Buffer,
  onProgress: Progress,
): AsyncGenerator<Buffer> {
  yield* encodeRecord({ kind: "manifest", value: manifest });
  for (const source of sources) {
    const hash = createHash("sha256");
    let rows = 0;
    for (const text of rangesOf(source)) {
      for (const lines of await copyOut(owner, text, maxLinesBytes)) {
        hash.update(lines.bytes);
        rows += lines.rows;
        yield* encodeRecord({ kind: "lines", bytes: lines.bytes });
      }
      onProgress({ table: source.name, rows, of: source.rows });
    }
    if (rows !== source.rows) throw new Error(`The table ${source.name} gave ${rows} of its ${source.rows} rows.`);
    yield* encodeRecord({ kind: "table end", value: { rows, sha256: hash.digest("hex") } });
  }
  yield* encodeRecord({ kind: "anchors", bytes: anchors });
  yield* encodeRecord({ kind: "end" });
}

/** Reads a table in ranges of blocks, so neither side ever holds more than one range. */
function* rangesOf({ leaves, columns }: Source): Generator<string> {
  for (const { name, blocks, whole } of leaves) {
    const step = Math.min(4_096, Math.max(1, Math.floor((rangeBytes * blocks) / Math.max(whole, 1))));
    for (let from = 0; from < blocks; from += step)
      yield `COPY (SELECT ${columnsOf(columns)} FROM ONLY ${name} WHERE ctid >= '(${from},0)' AND ctid < '(${from + step},0)') TO STDOUT`;
  }
}

export const nameOf = ({ schema, name }: { schema: string; name: string }): string =>
  `${schema}.${pg.escapeIdentifier(name)}`;

export const columnsOf = (columns: readonly string[]): string => columns.map(pg.escapeIdentifier).join(", ");
