import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { z } from "zod";
import type { Person, Tx } from "#platform/context.ts";
import type { Entry } from "#platform/journal/event.ts";
import type { Secrets } from "#platform/secrets.ts";

/** Appends entries to the company's journal in the caller's transaction, announces them and queues their listeners. */
export function record(tx: Tx, ...entries: readonly Entry[]): Promise<void> {
  return appendEntries(tx, tx.actor.kind === "user" ? tx.actor : null, entries);
}

/**
 * Like `record`, for what an unknown caller did to a person's account: the address is encrypted with that person's key.
 */
export const recordAgainst = (tx: Tx, person: Sealing, entry: Entry): Promise<void> =>
  appendEntries(tx, person, [entry]);

type Sealing = Pick<Person, "id" | "sealedKey">;

async function appendEntries(tx: Tx, sealedFor: Sealing | null, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return;
  const unlisted = entries.find(({ event }) => !tx.events.has(event.type));
  if (unlisted) throw new Error(`The event ${unlisted.event.type} is not listed in app/rooms.ts.`);
  const { actor } = tx;
  const sealed = sealedFor && sealOrigin(tx, sealedFor);
  const token = tx.origin?.token;
  const by = token && { apiToken: token.start, apiTokenId: token.id };
  const rows = entries.map(({ event, line, ...entry }) => ({
    agent: entry.agentId ?? null,
    action: event.type,
    resource: entry.resource ?? event.resource,
    resource_id: entry.id,
    title: entry.title,
    details: { ...entry.details, ...by, ...(line && { line }) },
    severity: entry.severity ?? event.severity ?? "info",
    compliance: entry.complianceRelevant ?? event.complianceRelevant ?? false,
    live: event.announcedAs ?? event.type,
  }));
  const person = actor.kind === "system" ? null : actor.id;
  const values = [
    tx.company,
    tx.now.toISOString(),
    actor.kind,
    person,
    sealed,
    sealed && sealedFor?.id,
    JSON.stringify(rows),
  ];
  const { rows: appended } = await tx.db.$client.query({ text: appending(tx.followed.sql) }, values);
  await tx.jobs.deliver(
    tx.db,
    tx.company,
    entries.map(({ event, id, agentId = null, details }, place) => {
      const { seq } = appended[place] as { seq: number };
      return { seq, at: tx.now.toISOString(), type: event.type, id, agentId, details };
    }),
  );
  const followed = entries.flatMap((entry, place) => {
    const { seq, is_followed: isFollowed } = appended[place] as { seq: number; is_followed: boolean };
    return isFollowed ? [{ ...entry, seq }] : [];
  });
  if (followed.length > 0) await tx.followed.run(tx, followed);
}

/** Always the same text, so it is planned once. */
const appending = (followed: string): string => `
  SELECT journal_append(
    $1::uuid, $2::timestamptz, $3::text, $4::uuid, entry.agent, entry.action, entry.resource, entry.resource_id,
    entry.title, entry.details, entry.severity, entry.compliance, $5::bytea, $6::uuid, entry.live
  ) AS seq, ${followed} AS is_followed
  FROM ROWS FROM (jsonb_to_recordset($7::jsonb) AS (
    agent uuid, action text, resource text, resource_id text, title text, details jsonb, severity text,
    compliance boolean, live text
  )) WITH ORDINALITY AS entry
  ORDER BY entry.ordinality`;

function sealOrigin(tx: Tx, { id, sealedKey }: Sealing): Buffer | null {
  const { origin, secrets } = tx;
  if (!sealedKey || !origin) return null;
  const key = openKeys.get(sealedKey) ?? secrets.open(sealedKey, personPlace(tx.company, id));
  openKeys.set(sealedKey, key);
  const { address, userAgent, requestId } = origin;
  return sealFor(key, JSON.stringify({ address, userAgent: userAgent.slice(0, 300), requestId }));
}

/** Records of earlier versions hold no request id. */
const sealedOrigin = z.object({ address: z.string(), userAgent: z.string(), requestId: z.string().optional() });

/** Opens what a record holds about its request, with the person's key. */
export function openOrigin(
  { secrets, company }: Pick<Tx, "secrets" | "company">,
  { id, sealedKey }: { id: string; sealedKey: Buffer },
  sealed: Buffer,
): z.infer<typeof sealedOrigin> {
  const key = secrets.open(sealedKey, personPlace(company, id));
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  const plain = Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
  return sealedOrigin.parse(JSON.parse(plain.toString("utf8")));
}

/** A key is decrypted once per sealed value read, and dropped with it. */
const openKeys = new WeakMap<Buffer, Buffer>();

const personPlace = (company: string, userId: string): string => `person:${company}:${userId}`;

/** Creates a person's key, encrypted for storage. */
export function makePersonKey(secrets: Secrets, company: string, userId: string): Buffer {
  return secrets.seal(randomBytes(32), personPlace(company, userId));
}

function sealFor(key: Buffer, plain: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** Opens what was sealed for a person; throws if it was changed, or sealed with another key. */
export function openSealed(
  secrets: Secrets,
  company: string,
  { id, sealedKey }: { id: string; sealedKey: Buffer },
  sealed: Buffer,
): unknown {
  const key = openKeys.get(sealedKey) ?? secrets.open(sealedKey, personPlace(company, id));
  openKeys.set(sealedKey, key);
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, 12)).setAuthTag(sealed.subarray(12, 28));
  return JSON.parse(Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString());
}
