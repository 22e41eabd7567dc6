import { createHash, randomBytes } from "node:crypto";
import { closeSync, createReadStream, createWriteStream, fsyncSync, openSync, readSync } from "node:fs";
import { chmod, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { PassThrough, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdCompress, createZstdDecompress } from "node:zlib";
import { z } from "zod";
import { type DumpRecord, readRecords } from "#platform/backup/records.ts";
import { sealing, unsealing } from "#platform/backup/sealing.ts";
import { now } from "#platform/clock.ts";
import type { Secrets } from "#platform/secrets.ts";
import { version } from "#platform/version.ts";

/** First line of every backup; the number changes when an older program could no longer read it. */
const title = "boardroom-backup";
const format = 1;
const mostHeadBytes = 4_096;
/** Behind everything: the checksum of all before it, which can be held against the file without a key. */
const trailerBytes = 73;

/** What can be read without a key. */
const header = z.strictObject({
  product: z.string(),
  at: z.iso.datetime(),
  database: z.enum(["embedded", "postgres"]),
  /** The last migration of the schema. */
  schema: z.number(),
  mark: z.string(),
  keyId: z.string(),
  keyPrint: z.string(),
  auditPrint: z.string(),
  salt: z.string(),
});
export type Header = z.infer<typeof header>;
type Said = Pick<Header, "database" | "schema" | "mark">;

/** A sentence for the operator: what is wrong with a file. */
export class BackupFault extends Error {}

/** Writes records to a file of its own, compressed, encrypted and with a checksum; it has its name only when it is whole. */
export async function writeBackup(
  file: string,
  said: Said,
  records: AsyncIterable<Buffer>,
  secrets: Secrets,
): Promise<{ bytes: number }> {
  const salt = randomBytes(16);
  const { id, print, key } = secrets.backupKey(salt);
  const { auditPrint } = secrets;
  const written: Header = {
    product: version,
    at: now().toISOString(),
    ...said,
    keyId: id,
    keyPrint: print,
    auditPrint,
    salt: salt.toString("base64"),
  };
  const head = Buffer.from(`${title} ${format}\n${JSON.stringify(written)}\n`);
  const draft = `${file}.part`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  try {
    await pipeline(
      records,
      createZstdCompress(),
      sealing(key, head),
      framed(head),
      createWriteStream(draft, { mode: 0o600 }),
    );
    await chmod(draft, 0o600);
    syncFile(draft);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return { bytes: (await stat(file)).size };
}

/** Puts the head before the bytes and their checksum behind them. */
function framed(head: Buffer): Transform {
  const hash = createHash("sha256").update(head);
  const stream = new Transform({
    transform(bytes: Buffer, _encoding, done) {
      hash.update(bytes);
      done(null, bytes);
    },
    flush: (done) => done(null, Buffer.from(`\nsha256:${hash.digest("hex")}\n`)),
  });
  stream.push(head);
  return stream;
}

export function syncFile(file: string): void {
  const descriptor = openSync(file, "r+");
  fsyncSync(descriptor);
  closeSync(descriptor);
}

export type BackupFile = { header: Header; bytes: number; records(): AsyncGenerator<DumpRecord> };

/** Opens a backup: its checksum is held against it, then its key is looked for. Throws BackupFault, a sentence each. */
export async function openBackup(file: string, secrets: Secrets): Promise<BackupFile> {
  const { header: said, head, bytes } = await readHead(file);
  const key = secrets.openBackupKey(said.keyPrint, Buffer.from(said.salt, "base64"));
  if (!key)
    throw new BackupFault(
      `The backup was encrypted with another key (${said.keyId}, print ${said.keyPrint}). Put the keys of the server that wrote it into ENCRYPTION_KEYS or keys.json.`,
    );
  return {
    header: said,
    bytes,
    async *records() {
      const source = createReadStream(file, { start: head.length, end: bytes - trailerBytes - 1 });
      const plain = new PassThrough();
      // Whoever reads the records hears of the fault: the stream ends with it.
      const flow = pipeline(source, unsealing(key, head), createZstdDecompress(), plain).catch(() => undefined);
      try {
        yield* readRecords(plain);
      } catch (error) {
        throw error instanceof BackupFault ? error : damaged();
      } finally {
        plain.destroy();
        await flow;
      }
    },
  };
}

/** Reads what stands in the open, after the whole file was held against its checksum. */
async function readHead(file: string): Promise<{ header: Header; head: Buffer; bytes: number }> {
  const first = firstBytes(file);
  const [line = "", json = ""] = first.toString("utf8").split("\n", 2);
  const number = new RegExp(`^${title} (\\d+)$`).exec(line)?.[1];
  if (!number) throw new BackupFault(`${file} is no backup of Boardroom.`);
  if (Number(number) > format) throw newer();
  const bytes = await requireChecksum(file);
  try {
    const head = Buffer.from(`${line}\n${json}\n`);
    return { header: header.parse(JSON.parse(json)), head, bytes };
  } catch {
    throw damaged();
  }
}

/** What a backup says of itself without a key, unchecked; null when it says nothing. */
export function peek(file: string): Header | null {
  try {
    const [line = "", json = ""] = firstBytes(file).toString("utf8").split("\n", 2);
    return line === `${title} ${format}` ? header.parse(JSON.parse(json)) : null;
  } catch {
    return null;
  }
}

function firstBytes(file: string): Buffer {
  let descriptor: number;
  try {
    descriptor = openSync(file, "r");
  } catch {
    throw new BackupFault(`There is no file ${file} that can be read.`);
  }
  try {
    const first = Buffer.alloc(mostHeadBytes);
    return first.subarray(0, readSync(descriptor, first, 0, mostHeadBytes, 0));
  } catch {
    throw new BackupFault(`${file} is no backup of Boardroom.`);
  } finally {
    closeSync(descriptor);
  }
}

async function requireChecksum(file: string): Promise<number> {
  const { size } = await stat(file);
  if (size <= trailerBytes) throw damaged();
  const hash = createHash("sha256");
  for await (const bytes of createReadStream(file, { end: size - trailerBytes - 1 })) hash.update(bytes as Buffer);
  const handle = await open(file);
  try {
    const trailer = Buffer.alloc(trailerBytes);
    await handle.read(trailer, 0, trailerBytes, size - trailerBytes);
    const said = /^\nsha256:([0-9a-f]{64})\n$/.exec(trailer.toString("latin1"))?.[1];
    if (!said)
      throw new BackupFault("The backup is cut off: its end is missing. Use another one; nothing was changed.");
    if (said !== hash.digest("hex")) throw damaged();
  } finally {
    await handle.close();
  }
  return size;
}

export const damaged = (): BackupFault =>
  new BackupFault("The backup is damaged: its checksum does not fit. Use another one; nothing was changed.");

export const newer = (by = ""): BackupFault =>
  new BackupFault(`The backup was written by a newer version of Boardroom${by}. Restore it with that version.`);
