import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Secrets } from "#platform/secrets.ts";

/** Signatures of Standard Webhooks: a message has an id and a time, which its signature covers with its bytes. */
const prefix = "whsec_";

export const makeSecret = (): string => `${prefix}${randomBytes(32).toString("base64")}`;

function sign(secret: string, id: string, seconds: string, body: string | Uint8Array): Buffer {
  const key = Buffer.from(secret.slice(prefix.length), "base64");
  return createHmac("sha256", key).update(`${id}.${seconds}.`).update(body).digest();
}

/** The headers of a message; with several secrets it is signed with each, so that receivers can change over. */
export function signedHeaders(
  secrets: readonly string[],
  { id, at, body }: { id: string; at: Date; body: string },
): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1_000));
  const signatures = secrets.map((secret) => `v1,${sign(secret, id, seconds, body).toString("base64")}`);
  return { "webhook-id": id, "webhook-timestamp": seconds, "webhook-signature": signatures.join(" ") };
}

/** The id and time of a message signed with one of these secrets; null if none signed it. */
export function readSigned(
  headers: IncomingHttpHeaders,
  body: Uint8Array,
  secrets: readonly string[],
): { id: string; at: Date } | null {
  const [id, seconds, given] = ["id", "timestamp", "signature"].map((name) => headers[`webhook-${name}`]);
  if (typeof id !== "string" || typeof seconds !== "string" || typeof given !== "string") return null;
  if (!/^[\x21-\x2d\x2f-\x7e]{1,100}$/.test(id) || !/^\d{1,12}$/.test(seconds) || given.length > 1_000) return null;
  const signatures = given
    .split(" ")
    .filter((one) => one.startsWith("v1,"))
    .map((one) => Buffer.from(one.slice(3), "base64"));
  const isSigned = secrets.some((secret) => {
    const own = sign(secret, id, seconds, body);
    return signatures.some((one) => one.length === own.length && timingSafeEqual(one, own));
  });
  return isSigned ? { id, at: new Date(Number(seconds) * 1_000) } : null;
}

type Row = { companyId: string; id: string; secret: Buffer; oldSecret: Buffer | null; oldUntil: Date | null };
const placeOf = (company: string, id: string): string => `webhook:${company}:${id}`;

/** Encrypts a secret, or an address, for its row. */
export const sealFor = (
  secrets: Secrets,
  { companyId, id }: Pick<Row, "companyId" | "id">,
  text: string | Buffer,
): Buffer => secrets.seal(Buffer.from(text), placeOf(companyId, id));
export const openFor = (secrets: Secrets, { companyId, id }: Pick<Row, "companyId" | "id">, sealed: Buffer): Buffer =>
  secrets.open(sealed, placeOf(companyId, id));

/** How long the previous secret is good for after a rotation. */
const rotationMs = 86_400_000;

/** A new secret beside the one in use. */
export function rotated(secrets: Secrets, row: Row, now: Date): { secret: string; set: Omit<Row, "companyId" | "id"> } {
  const secret = makeSecret();
  const oldUntil = new Date(now.getTime() + rotationMs);
  return { secret, set: { secret: sealFor(secrets, row, secret), oldSecret: row.secret, oldUntil } };
}

/** The secrets in use, the newest first. */
export function secretsOf(secrets: Secrets, row: Row, now: Date): string[] {
  const isRotating = row.oldSecret !== null && row.oldUntil !== null && row.oldUntil > now;
  return [row.secret, ...(isRotating && row.oldSecret ? [row.oldSecret] : [])].map((one) =>
    openFor(secrets, row, one).toString(),
  );
}
