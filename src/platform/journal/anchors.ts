import { existsSync } from "node:fs";
import type pg from "pg";
import { now } from "#platform/clock.ts";
import { asOperator } from "#platform/db/operator.ts";
import * as anchorChain from "#platform/journal/anchor-chain.ts";
import * as anchorFile from "#platform/journal/anchor-file.ts";
import type { Head, JournalFault } from "#platform/journal/verify.ts";
import type { Log } from "#platform/log.ts";
import { signReceipt } from "#platform/personal/receipts.ts";
import type { Secrets } from "#platform/secrets.ts";

type ConnectOwner = () => pg.Client;

/** Heads that moved since their last anchor. */
const movedHeads = `
  SELECT h.company_id AS company, h.seq::float8 AS seq, encode(h.hash, 'hex') AS hash
  FROM journal_heads h
  LEFT JOIN (
    SELECT DISTINCT ON (company) company, seq, hash
    FROM (SELECT n, line::json->>'company' AS company, line::json->>'seq' AS seq, line::json->>'hash' AS hash FROM anchors) a
    ORDER BY company, n DESC
  ) last ON last.company = h.company_id::text
  WHERE (last.seq, last.hash) IS DISTINCT FROM (h.seq::text, encode(h.hash, 'hex'))
  ORDER BY 1`;

/** The lines of the database's chain from a number on. */
export async function linesFrom(owner: pg.Client, n: number): Promise<anchorChain.AnchorLine[]> {
  const { rows } = await owner.query<{ n: string; line: string }>(
    "SELECT n, line FROM anchors WHERE n >= $1 ORDER BY n",
    [n],
  );
  return rows.map((row) => ({ n: Number(row.n), line: row.line }));
}

/** The lines a copy ending in `last` is missing; throws if its content differs from the database's. */
export async function linesBehind(
  owner: pg.Client,
  name: string,
  last: anchorChain.AnchorLine,
): Promise<anchorChain.AnchorLine[]> {
  const lines = await linesFrom(owner, last.n);
  if (last.n > 0 && lines.shift()?.line !== last.line)
    throw new Error(`The anchors in ${name} and in the database do not match. Run npm run audit:verify.`);
  return lines;
}

async function addToChain(
  owner: pg.Client,
  heads: Parameters<typeof anchorChain.nextAnchors>[0],
  secrets: Secrets,
): Promise<anchorChain.AnchorLine[]> {
  const { rows } = await owner.query<{ line: string }>("SELECT line FROM anchors ORDER BY n DESC LIMIT 1");
  const added = anchorChain.nextAnchors(heads, rows[0]?.line ?? null, now().toISOString(), secrets);
  await owner.query("INSERT INTO anchors (n, line) SELECT * FROM unnest($1::bigint[], $2::text[])", [
    added.map(({ n }) => n),
    added.map(({ line }) => line),
  ]);
  return added;
}

/** Records in a restored database's chain that other instances' anchors may legitimately be ahead. */
export async function signRestore(owner: pg.Client, secrets: Secrets): Promise<void> {
  await addToChain(owner, [anchorChain.noteLine({ kind: "restored", folder: "", from: 0, to: 0 })], secrets);
}

/** How far a folder's file (null: any file) is known to have reached. */
export async function reachOf(owner: pg.Client, folder: string | null): Promise<number> {
  const { rows } = await owner.query<{ to: number }>(
    `SELECT coalesce(max((line::json->'note'->>'to')::float8), 0) AS to FROM anchors
     WHERE line::json->'note'->>'kind' = 'held' AND ($1::text IS NULL OR line::json->'note'->>'folder' = $1)`,
    [folder],
  );
  return rows[0]?.to ?? 0;
}

/** How many lines the file was missing, and where an outdated file was moved to. */
export type Anchored = { lacked: number; aside: string | null };

/**
 * Signs the head of every journal that moved, in the database first and then in a file outside it: a file ahead of the
 * database reveals a database that was rolled back. The chain records how far the file reaches only after the file is
 * written, so a file that stopped being written counts as behind, not as truncated.
 */
export async function anchorAll(file: string, connectOwner: ConnectOwner, secrets: Secrets): Promise<Anchored> {
  const { lines, ...anchored } = await asOperator(connectOwner, async (owner) => {
    await owner.query("LOCK TABLE anchors IN EXCLUSIVE MODE");
    let last = await anchorFile.lastLine(file);
    let aside: string | null = null;
    const behind = await linesBehind(owner, file, last).catch(async (error: unknown) => {
      const [database, copy] = await readBoth(owner, file, secrets);
      if (!anchorChain.isFromBeforeRestore(copy, database)) throw error;
      anchorFile.forgetFolder(file);
      aside = anchorFile.setAside(file, now());
      last = { n: 0, line: "" };
      return await linesFrom(owner, 1);
    });
    const folder = anchorFile.folderOf(file);
    const held = folder === null && !existsSync(file) ? 0 : await reachOf(owner, folder);
    const named = await anchorFile.nameFolder(file);
    const { rows: heads } = await owner.query<Head>(movedHeads);
    const lacked = Math.max(0, held - last.n);
    const healing = anchorChain.noteLine({ kind: "lacked", folder: named, from: last.n + 1, to: held });
    const added = await addToChain(owner, [...(lacked > 0 ? [healing] : []), ...heads], secrets);
    return { lines: [...behind, ...added], lacked, aside };
  });
  await anchorFile.appendLines(file, lines.map(textOf));
  await signReach(file, connectOwner, secrets);
  await anchorFile.touch(file, now());
  return anchored;
}

const textOf = ({ line }: anchorChain.AnchorLine): string => line;

/** Records how far the file reaches now, if farther than before. */
async function signReach(file: string, connectOwner: ConnectOwner, secrets: Secrets): Promise<void> {
  const last = await anchorFile.lastLine(file);
  const lines = await asOperator(connectOwner, async (owner) => {
    await owner.query("LOCK TABLE anchors IN EXCLUSIVE MODE");
    const folder = await anchorFile.nameFolder(file);
    const { rows } = await owner.query<{ n: number | null }>(
      "SELECT max(n)::float8 AS n FROM anchors WHERE n <= $1 AND line::json->'note' IS NULL",
      [last.n],
    );
    const to = rows[0]?.n ?? 0;
    if (to <= (await reachOf(owner, folder))) return [];
    const behind = await linesBehind(owner, file, last);
    return [
      ...behind,
      ...(await addToChain(owner, [anchorChain.noteLine({ kind: "held", folder, from: 0, to })], secrets)),
    ];
  });
  await anchorFile.appendLines(file, lines.map(textOf));
}

async function readBoth(
  owner: pg.Client,
  file: string,
  secrets: Secrets,
): Promise<[anchorChain.AnchorCopy, anchorChain.AnchorCopy]> {
  return [
    await anchorChain.readCopy("the database", (await linesFrom(owner, 1)).map(textOf), secrets),
    await anchorChain.readCopy(file, await anchorFile.readLines(file), secrets),
  ];
}

const firstMs = 60_000;
const dayMs = 86_400_000;

/**
 * Anchors a minute after the start and daily from then on, calling `then` each time. Returns a function that stops it.
 */
export function keepAnchors(
  file: string,
  connectOwner: ConnectOwner,
  secrets: Secrets,
  log: Log,
  then: () => void,
): () => void {
  const anchor = (): void =>
    void anchorAll(file, connectOwner, secrets)
      .then(
        ({ lacked, aside }) => {
          if (lacked > 0) log.warn({ file, lines: lacked }, "anchors were missing from the file and written again");
          if (aside) log.warn({ file, aside }, "the anchors of before the restore were set aside");
        },
        (error: unknown) => log.error({ err: error }, "the journals were not anchored"),
      )
      .finally(then);
  const first = setTimeout(anchor, firstMs).unref();
  const daily = setInterval(anchor, dayMs).unref();
  return () => {
    clearTimeout(first);
    clearInterval(daily);
  };
}

/** A file of anchors; `held` is how many it is known to have held, by default what the chain says. */
export type AnchorFile = { path: string; held?: number };
export type AnchorVerdict = {
  faults: JournalFault[];
  copies: anchorChain.AnchorCopy[];
  /** The folder's own file if it predates a restore and so proves nothing about the current data. */
  outdated: string | null;
  /** The number of the last note about restored lines. */
  healed: number;
};

/**
 * Compares the copies of the anchors with each other, and the journals with all of them; reports healings after
 * `named`.
 */
export async function checkAnchors(
  owner: pg.Client,
  files: readonly AnchorFile[],
  secrets: Secrets,
  named = 0,
): Promise<AnchorVerdict> {
  // No anchoring while the copies are read one after the other.
  await owner.query("LOCK TABLE anchors IN SHARE MODE");
  const database = await anchorChain.readCopy("the database", (await linesFrom(owner, 1)).map(textOf), secrets);
  const copies = [database];
  let outdated: string | null = null;
  for (const { path, held } of files) {
    const copy = await anchorChain.readCopy(path, await anchorFile.readLines(path), secrets);
    if (held === undefined && anchorChain.isFromBeforeRestore(copy, database)) outdated = path;
    else copies.push(copy);
  }
  const sentences = anchorChain.compareCopies(copies, ({ name, isThere }) => {
    const file = files.find(({ path }) => path === name);
    return file ? (file.held ?? anchorChain.heldBy(anchorFile.folderOf(name), isThere, copies)) : Infinity;
  });
  const healings = new Map(copies.flatMap(({ notes }) => notes.map((one) => [one.n, one])));
  let healed = named;
  for (const { n, kind, at, from, to } of healings.values()) {
    if (kind !== "lacked" || n <= named) continue;
    healed = Math.max(n, healed);
    const what = from === to ? `anchor ${from} was` : `anchors ${from} to ${to} were`;
    sentences.push(`On ${at.slice(0, 10)} ${what} missing from a server's anchors.jsonl; the server wrote them again.`);
  }
  const faults = sentences.map((sentence): JournalFault => ({ company: null, seq: 0, kind: "edited", sentence }));
  return { copies, outdated, healed, faults: [...faults, ...(await checkJournals(owner, copies, secrets))] };
}

const batchSize = 10_000;

const mismatches = `
  SELECT a.company, a.seq::float8 AS seq, a.at, j.hash IS NULL AS "isGone",
    NOT EXISTS (SELECT FROM journal other WHERE other.company_id = a.company) AS "isAllGone"
  FROM unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[]) AS a (company, seq, hash, at)
  LEFT JOIN journal j ON j.company_id = a.company AND j.seq = a.seq
  WHERE a.seq > 0 AND encode(j.hash, 'hex') IS DISTINCT FROM a.hash
  ORDER BY a.seq`;
/** Companies that were deleted, each with a signed receipt. */
async function purgedCompanies(owner: pg.Client, secrets: Secrets): Promise<Set<string>> {
  const { rows } = await owner.query<{ company: string; mac: string }>(
    "SELECT company_id AS company, mac FROM erasures WHERE user_id = company_id",
  );
  const signed = rows.filter(({ company, mac }) => mac === signReceipt(secrets, company, company));
  return new Set(signed.map(({ company }) => company));
}

type Mismatch = { company: string; seq: number; at: string; isGone: boolean; isAllGone: boolean };

/** The first record of each journal that does not match an anchor. */
async function checkJournals(
  owner: pg.Client,
  copies: readonly anchorChain.AnchorCopy[],
  secrets: Secrets,
): Promise<JournalFault[]> {
  const purged = await purgedCompanies(owner, secrets);
  const anchors = new Map(copies.flatMap((copy) => copy.anchors.map((one) => [one.mac, one] as const)));
  const all = [...anchors.values()];
  const found: Mismatch[] = [];
  for (let at = 0; at < all.length; at += batchSize) {
    const some = all.slice(at, at + batchSize);
    const columns = (["company", "seq", "hash", "at"] as const).map((name) => some.map((one) => one[name]));
    found.push(...(await owner.query<Mismatch>(mismatches, columns)).rows);
  }
  const unexplained = found.filter(({ company, isAllGone }) => !(isAllGone && purged.has(company)));
  return [...Map.groupBy(unexplained, ({ company }) => company)].map(([company, rows]): JournalFault => {
    const [first, last] = [rows.reduce((one, row) => (row.seq < one.seq ? row : one)), rows.at(-1)];
    const { seq, at, isGone, isAllGone } = first as Mismatch;
    if (isAllGone)
      return {
        company,
        seq: 1,
        kind: "removed",
        sentence: `The whole journal was removed; it had ${last?.seq === 1 ? "1 record" : `${last?.seq} records`}.`,
      };
    return isGone
      ? { company, seq, kind: "cut off", sentence: `Record ${seq}, anchored on ${at.slice(0, 10)}, is missing.` }
      : { company, seq, kind: "edited", sentence: `The journal up to record ${seq} was rewritten.` };
  });
}
