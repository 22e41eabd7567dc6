import { z } from "zod";

/** A table in a backup: its schema, its columns in the order of its lines, its row count. */
const table = z.strictObject({
  schema: z.enum(["public", "pgboss"]),
  name: z.string(),
  columns: z.array(z.string()).min(1),
  rows: z.int().nonnegative(),
});
export type DumpTable = z.infer<typeof table>;

/** The first record inside the encryption. */
export const manifest = z.strictObject({
  /** Every migration the database had, as in `schema_migrations`. */
  migrations: z.array(z.strictObject({ at: z.number(), hash: z.string() })),
  tables: z.array(table),
});
export type Manifest = z.infer<typeof manifest>;

const tableEnd = z.strictObject({ rows: z.int(), sha256: z.string() });

/** A backup is a sequence of records: the manifest, each table's lines and end, the anchors, the end. */
export type DumpRecord =
  | { kind: "manifest"; value: Manifest }
  | { kind: "lines"; bytes: Buffer }
  | { kind: "table end"; value: z.infer<typeof tableEnd> }
  | { kind: "anchors"; bytes: Buffer }
  | { kind: "end" };

const kinds = ["manifest", "lines", "table end", "anchors", "end"] as const;
const maxRecordBytes = 256 * 1024 * 1024;

/** Encodes a record: kind, length, content. */
export function encodeRecord(record: DumpRecord): Buffer[] {
  const body =
    "bytes" in record ? record.bytes : "value" in record ? Buffer.from(JSON.stringify(record.value)) : Buffer.alloc(0);
  const head = Buffer.alloc(5);
  head[0] = kinds.indexOf(record.kind);
  head.writeUInt32BE(body.length, 1);
  return body.length > 0 ? [head, body] : [head];
}

/** Decodes a stream of records; throws if it does not finish with the end record. */
export async function* readRecords(bytes: AsyncIterable<Buffer>): AsyncGenerator<DumpRecord> {
  let held: Buffer[] = [];
  let size = 0;
  let wanted = 5;
  let hasEnded = false;
  for await (const piece of bytes) {
    held.push(piece);
    size += piece.length;
    while (size >= wanted) {
      const all: Buffer = held.length === 1 ? (held[0] as Buffer) : Buffer.concat(held);
      const length = all.readUInt32BE(1);
      if (hasEnded || length > maxRecordBytes) throw new Error("The backup continues after its end record.");
      wanted = 5 + length;
      held = [all];
      if (size < wanted) break;
      const record = read(all[0] ?? -1, all.subarray(5, wanted));
      hasEnded = record.kind === "end";
      yield record;
      held = [all.subarray(wanted)];
      size -= wanted;
      wanted = 5;
    }
  }
  if (!hasEnded || size > 0) throw new Error("The backup's end record is missing.");
}

function read(kind: number, bytes: Buffer): DumpRecord {
  const name = kinds[kind];
  if (name === "lines" || name === "anchors") return { kind: name, bytes };
  if (name === "manifest") return { kind: name, value: manifest.parse(JSON.parse(bytes.toString())) };
  if (name === "table end") return { kind: name, value: tableEnd.parse(JSON.parse(bytes.toString())) };
  if (name === "end") return { kind: name };
  throw new Error("The backup contains a record of an unknown kind.");
}
