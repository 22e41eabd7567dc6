import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { now } from "#platform/clock.ts";
import type { Config } from "#platform/config.ts";
import type { Secrets } from "#platform/secrets.ts";

/** How this process is protected, read from its configuration and from its own responses. */
export type Protection = {
  tls: "https" | "this machine" | "none";
  rateLimitFactor: number;
  /** Whether other sites may read answers, and the protective headers that answers lack. */
  answers: { mayOthersRead: boolean; missingHeaders: readonly string[] };
  /** Since when the writing key is known here. */
  keys: { source: Secrets["source"]; since: string };
};

const wanted = ["content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy"];

/** Asks the server itself as another site would. */
export async function probeAnswers(app: FastifyInstance, { secure }: Config): Promise<Protection["answers"]> {
  const { headers } = await app.inject({ url: "/livez", headers: { origin: "https://elsewhere.example" } });
  const names = secure ? [...wanted, "strict-transport-security"] : wanted;
  return {
    mayOthersRead: "access-control-allow-origin" in headers,
    missingHeaders: names.filter((name) => !headers[name]),
  };
}

const local = ["localhost", "127.0.0.1", "[::1]"];

export const tlsOf = ({ secure, publicUrl }: Config): Protection["tls"] =>
  secure ? "https" : local.includes(publicUrl.hostname) ? "this machine" : "none";

const ages = z.record(z.string(), z.iso.datetime());

/** When the writing key was first used here: by its fingerprint in a file, or by the age of the generated file. */
export function keySince(dataDir: string, secrets: Secrets): string {
  const { print } = secrets.backupKey(Buffer.alloc(16));
  const path = join(dataDir, "key-ages.json");
  const known = readAges(path);
  if (known[print]) return known[print];
  const generated = statSync(join(dataDir, "keys.json"), { throwIfNoEntry: false });
  const since = (secrets.source === "file" && generated ? generated.mtime : now()).toISOString();
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(`${path}.new`, JSON.stringify({ ...known, [print]: since }), { mode: 0o600 });
  renameSync(`${path}.new`, path);
  return since;
}

function readAges(path: string): z.infer<typeof ages> {
  if (!existsSync(path)) return {};
  const found = ages.safeParse(JSON.parse(readFileSync(path, "utf8") || "{}"));
  return found.success ? found.data : {};
}
