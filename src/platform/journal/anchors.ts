import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname } from "node:path";
import type pg from "pg";
import { now } from "#platform/clock.ts";
import type { Head, JournalFault } from "#platform/journal/verify.ts";
import type { Secrets } from "#platform/secrets.ts";

type Anchor = Head & { at: string; mac: string };

const signed = (secrets: Secrets, { company, seq, hash }: Head, at: string): string =>
  secrets.sign(JSON.stringify([company, seq, hash, at]));

/** Appends where each journal stands to a file outside the database, signed; a rewritten chain no longer fits it. */
export function dropAnchors(file: string, heads: readonly Head[], secrets: Secrets): void {
  const at = now().toISOString();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  for (const head of heads) {
    const anchor: Anchor = { ...head, at, mac: signed(secrets, head, at) };
    appendFileSync(file, `${JSON.stringify(anchor)}\n`, { mode: 0o600 });
  }
}

/** Holds the journals against the anchors dropped before; gives what was rewritten or cut off since. */
export async function checkAnchors(file: string, owner: pg.Client, secrets: Secrets): Promise<JournalFault[]> {
  if (!existsSync(file)) return [];
  const faults: JournalFault[] = [];
  for (const line of readFileSync(file, "utf8").split("\n").filter(Boolean)) {
    const anchor = JSON.parse(line) as Anchor;
    const { company, seq } = anchor;
    if (anchor.mac !== signed(secrets, anchor, anchor.at)) {
      faults.push({
        company,
        seq,
        kind: "edited",
        sentence: `The anchor at record ${seq} was not signed with this key.`,
      });
      continue;
    }
    const { rows } = await owner.query<{ hash: string }>(
      "SELECT encode(hash, 'hex') AS hash FROM journal WHERE company_id = $1 AND seq = $2",
      [company, seq],
    );
    const found = rows[0]?.hash;
    if (seq > 0 && found === undefined)
      faults.push({ company, seq, kind: "cut off", sentence: `Record ${seq} was there on ${anchor.at.slice(0, 10)}.` });
    else if (seq > 0 && found !== anchor.hash)
      faults.push({ company, seq, kind: "edited", sentence: `The journal up to record ${seq} was rewritten.` });
  }
  return faults;
}

/** The end of the file is read: a day adds a line of some 250 bytes a company. */
const mostReadBytes = 1024 * 1024;

/** The newest anchor of a company's journal; null when there is none. */
export async function lastAnchor(file: string, company: string): Promise<{ at: string; seq: number } | null> {
  const handle = await open(file).catch(() => null);
  if (!handle) return null;
  try {
    const { size } = await handle.stat();
    const bytes = Buffer.alloc(Math.min(size, mostReadBytes));
    await handle.read(bytes, 0, bytes.length, size - bytes.length);
    const line = bytes
      .toString("utf8")
      .split("\n")
      .findLast((text) => text.startsWith("{") && text.includes(company));
    if (!line) return null;
    const { at, seq } = JSON.parse(line) as Anchor;
    return { at, seq };
  } finally {
    await handle.close();
  }
}

const firstMs = 60_000;
const dayMs = 86_400_000;

/** Drops anchors a minute after the start and every day from then on; gives how to stop. */
export function keepAnchors(
  file: string,
  connectOwner: () => pg.Client,
  secrets: Secrets,
  onError: (error: Error) => void,
): () => void {
  const drop = () => void anchorAll(file, connectOwner, secrets).catch(onError);
  const first = setTimeout(drop, firstMs).unref();
  const daily = setInterval(drop, dayMs).unref();
  return () => {
    clearTimeout(first);
    clearInterval(daily);
  };
}

/** Anchors where every company's journal stands now. */
export async function anchorAll(file: string, connectOwner: () => pg.Client, secrets: Secrets): Promise<void> {
  const owner = connectOwner();
  await owner.connect();
  try {
    const { rows } = await owner.query<Head>(
      "SELECT company_id AS company, seq::float8 AS seq, encode(hash, 'hex') AS hash FROM journal_heads ORDER BY 1",
    );
    dropAnchors(file, rows, secrets);
  } finally {
    await owner.end();
  }
}
