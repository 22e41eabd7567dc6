import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openSecrets } from "#platform/secrets.ts";

const dataDir = mkdtempSync(join(tmpdir(), "boardroom-secrets-"));
afterAll(() => rmSync(dataDir, { recursive: true }));
const key = (fill: number) => Buffer.alloc(32, fill).toString("base64");

test("keys are generated once, in a file only its owner can read", () => {
  const first = openSecrets({ encryptionKeys: null, auditKey: null, dataDir });
  expect(statSync(join(dataDir, "keys.json")).mode & 0o777).toBe(0o600);
  const again = openSecrets({ encryptionKeys: null, auditKey: null, dataDir });
  expect(again.open(first.seal(Buffer.from("secret"), "here"), "here").toString()).toBe("secret");
  expect(again.sign("text")).toBe(first.sign("text"));
});

test("sealed bytes open only with their place and unchanged", () => {
  const secrets = openSecrets({ encryptionKeys: `k1:${key(1)}`, auditKey: key(9), dataDir });
  const sealed = secrets.seal(Buffer.from("secret"), "company a");
  expect(secrets.open(sealed, "company a").toString()).toBe("secret");
  expect(() => secrets.open(sealed, "company b")).toThrow(/unable to authenticate/i);
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
  expect(() => secrets.open(sealed, "company a")).toThrow(/unable to authenticate/i);
});

test("bytes sealed with an old key still open after a new key is added", () => {
  const before = openSecrets({ encryptionKeys: `k1:${key(1)}`, auditKey: key(9), dataDir });
  const after = openSecrets({ encryptionKeys: `k2:${key(2)},k1:${key(1)}`, auditKey: key(9), dataDir });
  expect(after.open(before.seal(Buffer.from("secret"), "x"), "x").toString()).toBe("secret");
  expect(() => before.open(after.seal(Buffer.from("secret"), "x"), "x")).toThrow(/k2/);
});
