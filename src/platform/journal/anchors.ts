import type pg from "pg";
import { now } from "#platform/clock.ts";
import { asOperator } from "#platform/db/operator.ts";
import {
  type AnchorCopy,
  type AnchorLine,
  compareCopies,
  nextAnchors,
  readCopy,
} from "#platform/journal/anchor-chain.ts";
import { appendLines, lastLine, readLines } from "#platform/journal/anchor-file.ts";
import type { Head, JournalFault } from "#platform/journal/verify.ts";
import type { Log } from "#platform/log.ts";
import type { Secrets } from "#platform/secrets.ts";

type ConnectOwner = () => pg.Client;

const allHeads =
  "SELECT company_id AS company, seq::float8 AS seq, encode(hash, 'hex') AS hash FROM journal_heads ORDER BY 1";

/** The lines of the database's chain from a number on; n is a string in the driver's eyes. */
export async function linesFrom(owner: pg.Client, n: number): Promise<AnchorLine[]> {
  const { rows } = await owner.query<{ n: string; line: string }>(
    "SELECT n, line FROM anchors WHERE n >= $1 ORDER BY n",
    [n],
  );
  return rows.map((row) => ({ n: Number(row.n), line: row.line }));
}

/** What a copy that ends in this line lacks of the database's chain; refuses one that holds something else. */
export async function linesBehind(owner: pg.Client, name: string, last: AnchorLine): Promise<AnchorLine[]> {
  const lines = await linesFrom(owner, last.n);
  if (last.n > 0 && lines.shift()?.line !== last.line)
    throw new Error(`The anchors in ${name} and in the database do not fit each other. Run npm run audit:verify.`);
  return lines;
}

/**
 * Signs where every company's journal stands now, in the database and in a file outside it. Gives how many lines the file
 * had lacked. The database goes first: a file that is ahead of it tells of a database that was set back.
 */
export async function anchorAll(file: string, connectOwner: ConnectOwner, secrets: Secrets): Promise<number> {
  const last = await lastLine(file);
  const { behind, made } = await asOperator(connectOwner, async (owner) => {
    await owner.query("LOCK TABLE anchors IN EXCLUSIVE MODE");
    const behind = await linesBehind(owner, file, last);
    const { rows: heads } = await owner.query<Head>(allHeads);
    const made = nextAnchors(
      heads,
      behind.at(-1)?.line ?? (last.n > 0 ? last.line : null),
      now().toISOString(),
      secrets,
    );
    await owner.query("INSERT INTO anchors (n, line) SELECT * FROM unnest($1::bigint[], $2::text[])", [
      made.map(({ n }) => n),
      made.map(({ line }) => line),
    ]);
    return { behind, made };
  });
  await appendLines(
    file,
    [...behind, ...made].map(({ line }) => line),
  );
  return behind.length;
}

const firstMs = 60_000;
const dayMs = 86_400_000;

/** Anchors a minute after the start and every day from then on, and hands on to `then`; gives how to stop. */
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
        (behind) =>
          behind > 0 && log.warn({ file, lines: behind }, "anchors were missing from the file and written again"),
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

/** A file with anchors, and how many it is known to have held; unknown is as many as any other copy. */
export type AnchorFile = { path: string; held?: number };
export type AnchorVerdict = { faults: JournalFault[]; copies: AnchorCopy[] };

/** Holds the copies of the anchors against each other, and the journals against all of them. */
export async function checkAnchors(
  owner: pg.Client,
  files: readonly AnchorFile[],
  secrets: Secrets,
): Promise<AnchorVerdict> {
  // Nobody anchors while the copies are read one after the other.
  await owner.query("LOCK TABLE anchors IN SHARE MODE");
  const kept = await linesFrom(owner, 1);
  const copies = [
    readCopy(
      "the database",
      kept.map(({ line }) => line),
      secrets,
    ),
  ];
  for (const { path } of files) copies.push(readCopy(path, await readLines(path), secrets));
  const heldBy = new Map(files.map(({ path, held = Infinity }) => [path, held]));
  const sentences = compareCopies(copies, ({ name }) => heldBy.get(name) ?? Infinity);
  const faults = sentences.map((sentence): JournalFault => ({ company: null, seq: 0, kind: "edited", sentence }));
  return { copies, faults: [...faults, ...(await checkJournals(owner, copies))] };
}

const mostAtOnce = 10_000;

const misfits = `
  SELECT a.company, a.seq::float8 AS seq, a.at, j.hash IS NULL AS "isGone",
    NOT EXISTS (SELECT FROM journal other WHERE other.company_id = a.company) AS "isAllGone"
  FROM unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[]) AS a (company, seq, hash, at)
  LEFT JOIN journal j ON j.company_id = a.company AND j.seq = a.seq
  WHERE a.seq > 0 AND encode(j.hash, 'hex') IS DISTINCT FROM a.hash
  ORDER BY a.seq`;
type Misfit = { company: string; seq: number; at: string; isGone: boolean; isAllGone: boolean };

/** Gives of every company's journal the first record that an anchor knows otherwise. */
async function checkJournals(owner: pg.Client, copies: readonly AnchorCopy[]): Promise<JournalFault[]> {
  const anchors = new Map(copies.flatMap((copy) => copy.anchors.map((one) => [one.mac, one] as const)));
  const all = [...anchors.values()];
  const found: Misfit[] = [];
  for (let at = 0; at < all.length; at += mostAtOnce) {
    const some = all.slice(at, at + mostAtOnce);
    const columns = (["company", "seq", "hash", "at"] as const).map((name) => some.map((one) => one[name]));
    found.push(...(await owner.query<Misfit>(misfits, columns)).rows);
  }
  return [...Map.groupBy(found, ({ company }) => company)].map(([company, rows]): JournalFault => {
    const [first, last] = [rows.reduce((one, row) => (row.seq < one.seq ? row : one)), rows.at(-1)];
    const { seq, at, isGone, isAllGone } = first as Misfit;
    if (isAllGone)
      return {
        company,
        seq: 1,
        kind: "removed",
        sentence: `The whole journal was removed; it had ${last?.seq === 1 ? "1 record" : `${last?.seq} records`}.`,
      };
    return isGone
      ? { company, seq, kind: "cut off", sentence: `Record ${seq} was there on ${at.slice(0, 10)}.` }
      : { company, seq, kind: "edited", sentence: `The journal up to record ${seq} was rewritten.` };
  });
}
