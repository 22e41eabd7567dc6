import { createHash, randomBytes } from "node:crypto";
import { closeSync, createReadStream, createWriteStream, fsyncSync, openSync, readSync } from "node:fs";
import { chmod, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { PassThrough, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdCompress, createZstdDecompress } from "node:zlib";
import { z } from "zod";
import { type DumpRecord, readRecords } from "#platform/backup/records.ts";
import { decryptChunks, encryptChunks } from "#platform/backup/sealing.ts";
import { now } from "#platform/clock.ts";
import type { Secrets } from "#platform/secrets.ts";
import { version } from "#platform/version.ts";

/** The first line of every backup; the number changes when older programs can no longer read it. */
const title = "boardroom-backup";
const format = 1;
const maxHeadBytes = 4_096;
/** The trailer: a checksum of everything before it, which can be checked without a key. */
const trailerBytes = 73;

/** The part that is readable without a key. */
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
type HeaderFields = Pick<Header, "database" | "schema" | "mark">;

/** A problem with a backup file, as a sentence for the operator. */
export class BackupFault extends Error {}

/** Writes a compressed, encrypted file with a checksum; it gets its name only when complete. */
export async function writeBackup(
  file: string,
  fields: HeaderFields,
  records: AsyncIterable<Buffer>,
  secrets: Secrets,
): Promise<{ bytes: number }> {
  const salt = randomBytes(16);
  const { id, print, key } = secrets.backupKey(salt);
  const { auditPrint } = secrets;
  const fullHeader: Header = {
    product: version,
    at: now().toISOString(),
    ...fields,
    keyId: id,
    keyPrint: print,
    auditPrint,
    salt: salt.toString("base64"),
  };
  const head = Buffer.from(`${title} ${format}\n${JSON.stringify(fullHeader)}\n`);
  const draft = `${file}.part`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  try {
    await pipeline(
      records,
      createZstdCompress(),
      encryptChunks(key, head),
      addHeaderAndTrailer(head),
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

/** Adds the header before the bytes and their checksum after them. */
function addHeaderAndTrailer(head: Buffer): Transform {
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

/** Checks the checksum and finds the key; throws BackupFault with a sentence. */
export async function openBackup(file: string, secrets: Secrets): Promise<BackupFile> {
  const { header: found, head, bytes } = await readHead(file);
  const key = secrets.openBackupKey(found.keyPrint, Buffer.from(found.salt, "base64"));
  if (!key)
    throw new BackupFault(
      `The backup was encrypted with another key (${found.keyId}, print ${found.keyPrint}). Put the keys of the server that wrote it into ENCRYPTION_KEYS or keys.json.`,
    );
  return {
    header: found,
    bytes,
    async *records() {
      const source = createReadStream(file, { start: head.length, end: bytes - trailerBytes - 1 });
      const plain = new PassThrough();
      // The reader gets the error, because the stream ends with it.
      const flow = pipeline(source, decryptChunks(key, head), createZstdDecompress(), plain).catch(() => undefined);
      try {
        yield* readRecords(plain);
      } catch (error) {
        throw error instanceof BackupFault ? error : damagedBackup();
      } finally {
        plain.destroy();
        await flow;
      }
    },
  };
}

/** Reads the unencrypted header, after checking the whole file against its checksum. */
async function readHead(file: string): Promise<{ header: Header; head: Buffer; bytes: number }> {
  const first = firstBytes(file);
  const [line = "", json = ""] = first.toString("utf8").split("\n", 2);
  const number = new RegExp(`^${title} (\\d+)$`).exec(line)?.[1];
  if (!number) throw new BackupFault(`${file} is not a Boardroom backup.`);
  if (Number(number) > format) throw newerBackup();
  const bytes = await requireChecksum(file);
  try {
    const head = Buffer.from(`${line}\n${json}\n`);
    return { header: header.parse(JSON.parse(json)), head, bytes };
  } catch {
    throw damagedBackup();
  }
}

/** A backup's unverified header, or null if unreadable. */
export function readHeaderUnchecked(file: string): Header | null {
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
    throw new BackupFault(`${file} does not exist or cannot be read.`);
  }
  try {
    const first = Buffer.alloc(maxHeadBytes);
    return first.subarray(0, readSync(descriptor, first, 0, maxHeadBytes, 0));
  } catch {
    throw new BackupFault(`${file} is not a Boardroom backup.`);
  } finally {
    closeSync(descriptor);
  }
}

async function requireChecksum(file: string): Promise<number> {
  const { size } = await stat(file);
  if (size <= trailerBytes) throw damagedBackup();
  const hash = createHash("sha256");
  for await (const bytes of createReadStream(file, { end: size - trailerBytes - 1 })) hash.update(bytes as Buffer);
  const handle = await open(file);
  try {
    const trailer = Buffer.alloc(trailerBytes);
    await handle.read(trailer, 0, trailerBytes, size - trailerBytes);
    const stated = /^\nsha256:([0-9a-f]{64})\n$/.exec(trailer.toString("latin1"))?.[1];
    if (!stated)
      throw new BackupFault("The backup is truncated: its end is missing. Use another one; nothing was changed.");
    if (stated !== hash.digest("hex")) throw damagedBackup();
  } finally {
    await handle.close();
  }
  return size;
}

export const damagedBackup = (): BackupFault =>
  new BackupFault("The backup is damaged: its checksum does not match. Use another one; nothing was changed.");

export const newerBackup = (by = ""): BackupFault =>
  new BackupFault(`The backup was written by a newer version of Boardroom${by}. Restore it with that version.`);
