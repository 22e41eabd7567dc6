import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { chmodSync, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Config } from "./config.ts";
import { makeFolder } from "#platform/folder.ts";

type Key = { id: string; bytes: Buffer };

export type Secrets = {
  /** Encrypts bytes for the place they belong to; they can be opened only with the same place. */
  seal(plain: Buffer, place: string): Buffer;
  /** Throws when the bytes or the place were changed. */
  open(sealed: Buffer, place: string): Buffer;
  /** An HMAC in hex, for values stored outside the database. */
  sign(text: string): string;
  /** A password that every instance with the same keys derives. */
  derive(purpose: string): string;
  /** The backup encryption key for this salt, with the name and fingerprint of the key it derives from. */
  backupKey(salt: Buffer): { id: string; print: string; key: Buffer };
  /** The key of a backup, by the fingerprint of the key that wrote it; null if that one is not configured. */
  openBackupKey(print: string, salt: Buffer): Buffer | null;
  /** A fingerprint of AUDIT_KEY. */
  auditPrint: string;
  /** Whether the keys come from the environment or a generated file. */
  source: "environment" | "file";
};

/** Takes the keys from the environment, else from a file (mode 0600) in the data folder, created once. */
export function openSecrets(
  config: Pick<Config, "encryptionKeys" | "auditKey" | "dataDir">,
  { mayCreate = true }: { mayCreate?: boolean } = {},
): Secrets {
  const fromFile = config.encryptionKeys && config.auditKey ? null : keysFile(config.dataDir, mayCreate);
  const keys = (config.encryptionKeys ?? fromFile?.encryptionKeys ?? "").split(",").map(parseKey);
  const audit = Buffer.from(config.auditKey ?? fromFile?.auditKey ?? "", "base64");
  const [writing] = keys;
  if (!writing) throw new Error("No encryption key is configured.");
  return {
    seal: (plain, place) => sealWith(writing, plain, place),
    open: (sealed, place) => openWith(keys, sealed, place),
    sign: (text) => createHmac("sha256", audit).update(text).digest("hex"),
    derive: (purpose) => createHmac("sha256", audit).update(`derive:${purpose}`).digest("base64url"),
    backupKey: (salt) => ({ id: writing.id, print: fingerprint(writing.bytes), key: backupKeyOf(writing.bytes, salt) }),
    openBackupKey: (print, salt) => {
      const known = keys.find((key) => fingerprint(key.bytes) === print);
      return known ? backupKeyOf(known.bytes, salt) : null;
    },
    auditPrint: fingerprint(audit),
    source: fromFile ? "file" : "environment",
  };
}

const fingerprint = (key: Buffer): string =>
  createHmac("sha256", key).update("boardroom: print of a key").digest("hex").slice(0, 16);

const backupKeyOf = (key: Buffer, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync("sha256", key, salt, "boardroom: backup", 32));

function parseKey(part: string): Key {
  const [id = "", base64 = ""] = part.split(":");
  return { id, bytes: Buffer.from(base64, "base64") };
}

const stored = z.object({ encryptionKeys: z.string().min(1), auditKey: z.string().min(1) });

function keysFile(dataDir: string, mayCreate: boolean): { encryptionKeys: string; auditKey: string } {
  const file = join(dataDir, "keys.json");
  if (!existsSync(file)) {
    if (existsSync(join(dataDir, "database")))
      throw new Error(
        "The keys of the database in the data folder are missing. Put keys.json back, or set ENCRYPTION_KEYS and AUDIT_KEY.",
      );
    if (!mayCreate)
      throw new Error(
        `There are no keys: ${file} is missing, and ENCRYPTION_KEYS and AUDIT_KEY are not both set. Nothing was changed.`,
      );
    makeFolder(dataDir);
    const generated = {
      encryptionKeys: `k1:${randomBytes(32).toString("base64")}`,
      auditKey: randomBytes(32).toString("base64"),
    };
    // Written aside first: a full disk or a kill would leave half a file that no later start could read.
    const draft = `${file}.${randomUUID()}`;
    try {
      writeFileSync(draft, JSON.stringify(generated), { mode: 0o600 });
      linkSync(draft, file);
    } catch (error) {
      // Another instance starting at the same moment was faster; its keys are used.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    } finally {
      rmSync(draft, { force: true });
    }
  }
  chmodSync(file, 0o600);
  try {
    return stored.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (cause) {
    throw new Error(`The file ${file} cannot be read. Put it back from a backup.`, { cause });
  }
}

/** Layout: length of the key's id (1 byte), id, nonce (12), tag (16), ciphertext. */
function sealWith(key: Key, plain: Buffer, place: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key.bytes, nonce).setAAD(Buffer.from(place));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  const id = Buffer.from(key.id);
  return Buffer.concat([Buffer.from([id.length]), id, nonce, cipher.getAuthTag(), body]);
}

function openWith(keys: readonly Key[], sealed: Buffer, place: string): Buffer {
  const idLength = sealed[0] ?? 0;
  const id = sealed.subarray(1, 1 + idLength).toString();
  const key = keys.find((known) => known.id === id);
  if (!key) throw new Error(`The encryption key ${id} is not configured.`);
  const rest = sealed.subarray(1 + idLength);
  const decipher = createDecipheriv("aes-256-gcm", key.bytes, rest.subarray(0, 12)).setAAD(Buffer.from(place));
  decipher.setAuthTag(rest.subarray(12, 28));
  return Buffer.concat([decipher.update(rest.subarray(28)), decipher.final()]);
}
