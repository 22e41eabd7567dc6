import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { chmodSync, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Config } from "./config.ts";
import { makeFolder } from "#platform/folder.ts";

type Key = { id: string; bytes: Buffer };

export type Secrets = {
  /** Takes bytes and the place they belong to, gives them sealed; only the same place opens them. */
  seal(plain: Buffer, place: string): Buffer;
  /** Takes sealed bytes and their place, gives the plain bytes; throws when either was changed. */
  open(sealed: Buffer, place: string): Buffer;
  /** Signs what is kept outside the database; gives hex. */
  sign(text: string): string;
  /** Derives a password that every instance with the same keys agrees on. */
  derive(purpose: string): string;
  /** What a backup is encrypted with: the name and the print of the writing key, and a key made of it for this salt. */
  backupKey(salt: Buffer): { id: string; print: string; key: Buffer };
  /** The key of a backup by the print of the key that wrote it; null when that one is not configured. */
  openBackupKey(print: string, salt: Buffer): Buffer | null;
  /** Tells AUDIT_KEY from another without giving it away. */
  auditPrint: string;
  /** Where the keys came from: the environment, or a file that was made here. */
  source: "environment" | "file";
};

/** Takes the configuration, gives the keys: from the environment, else from a file (0600) made once in the data folder. */
export function openSecrets(
  config: Pick<Config, "encryptionKeys" | "auditKey" | "dataDir">,
  { mayMake = true }: { mayMake?: boolean } = {},
): Secrets {
  const fromFile = config.encryptionKeys && config.auditKey ? null : keysFile(config.dataDir, mayMake);
  const keys = (config.encryptionKeys ?? fromFile?.encryptionKeys ?? "").split(",").map(parseKey);
  const audit = Buffer.from(config.auditKey ?? fromFile?.auditKey ?? "", "base64");
  const [writing] = keys;
  if (!writing) throw new Error("There is no encryption key.");
  return {
    seal: (plain, place) => sealWith(writing, plain, place),
    open: (sealed, place) => openWith(keys, sealed, place),
    sign: (text) => createHmac("sha256", audit).update(text).digest("hex"),
    derive: (purpose) => createHmac("sha256", audit).update(`derive:${purpose}`).digest("base64url"),
    backupKey: (salt) => ({ id: writing.id, print: printOf(writing.bytes), key: backupKeyOf(writing.bytes, salt) }),
    openBackupKey: (print, salt) => {
      const known = keys.find((key) => printOf(key.bytes) === print);
      return known ? backupKeyOf(known.bytes, salt) : null;
    },
    auditPrint: printOf(audit),
    source: fromFile ? "file" : "environment",
  };
}

const printOf = (key: Buffer): string =>
  createHmac("sha256", key).update("boardroom: print of a key").digest("hex").slice(0, 16);

const backupKeyOf = (key: Buffer, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync("sha256", key, salt, "boardroom: backup", 32));

function parseKey(part: string): Key {
  const [id = "", base64 = ""] = part.split(":");
  return { id, bytes: Buffer.from(base64, "base64") };
}

const stored = z.object({ encryptionKeys: z.string().min(1), auditKey: z.string().min(1) });

function keysFile(dataDir: string, mayMake: boolean): { encryptionKeys: string; auditKey: string } {
  const file = join(dataDir, "keys.json");
  if (!existsSync(file)) {
    if (existsSync(join(dataDir, "database")))
      throw new Error(
        "The keys of the database in the data folder are missing. Put keys.json back, or set ENCRYPTION_KEYS and AUDIT_KEY.",
      );
    if (!mayMake)
      throw new Error(
        `There are no keys: ${file} is missing, and ENCRYPTION_KEYS and AUDIT_KEY are not both set. Nothing was changed.`,
      );
    makeFolder(dataDir);
    const made = {
      encryptionKeys: `k1:${randomBytes(32).toString("base64")}`,
      auditKey: randomBytes(32).toString("base64"),
    };
    // Written aside first: a full disk or a kill would leave half a file, which no later start could read.
    const draft = `${file}.${randomUUID()}`;
    try {
      writeFileSync(draft, JSON.stringify(made), { mode: 0o600 });
      linkSync(draft, file);
    } catch (error) {
      // Another instance that starts at the same moment was faster; its keys are the ones to use.
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

/** Layout: length of the key's id (1 byte), id, nonce (12), tag (16), cipher text. */
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
