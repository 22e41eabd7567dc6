import { z } from "zod";
import type { Head } from "#platform/journal/verify.ts";
import type { Secrets } from "#platform/secrets.ts";

/**
 * The chain's notes about its copies. "held": a folder's file reached `to`. "lacked": it was missing `from` to `to`,
 * which it once held. "restored": the database was restored, so other copies' anchors from here on predate the restore.
 */
const note = z.object({
  kind: z.enum(["held", "lacked", "restored"]),
  folder: z.string(),
  from: z.number(),
  to: z.number(),
});
export type Note = z.infer<typeof note>;

const anchor = z.object({
  company: z.string(),
  seq: z.number(),
  hash: z.string(),
  at: z.string(),
  mac: z.string(),
  /** Its number in the chain and the signature before it; lines written before the chain existed have neither. */
  n: z.number().optional(),
  prev: z.string().optional(),
  note: note.optional(),
});
export type Anchor = z.infer<typeof anchor>;
export type AnchorLine = { n: number; line: string };

const sign = (secrets: Secrets, { n, company, seq, hash, at, prev, note: about }: Omit<Anchor, "mac">): string =>
  secrets.sign(
    JSON.stringify([
      ...(n === undefined ? [company, seq, hash, at] : [n, company, seq, hash, at, prev]),
      ...(about ? [about.kind, about.folder, about.from, about.to] : []),
    ]),
  );

export function parseAnchor(line: string): Anchor | null {
  try {
    return anchor.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

/** Signs notes and journal heads, each line over the one before. */
export function nextAnchors(
  heads: readonly (Head & { note?: Note })[],
  last: string | null,
  at: string,
  secrets: Secrets,
): AnchorLine[] {
  let { n = 0, mac: prev = "" } = (last && parseAnchor(last)) || {};
  return heads.map((head) => {
    n += 1;
    const unsigned = { n, ...head, at, prev };
    prev = sign(secrets, unsigned);
    return { n, line: JSON.stringify({ ...unsigned, mac: prev }) };
  });
}

/** A line about the copies rather than a journal. */
export const noteLine = (about: Note): Head & { note: Note } => ({ company: "", seq: 0, hash: "", note: about });

/** One copy of the anchors: what it holds, and signs of tampering. */
export type AnchorCopy = {
  name: string;
  isThere: boolean;
  last: number;
  lines: Map<number, string>;
  anchors: Anchor[];
  notes: (Note & { n: number; at: string })[];
  faults: string[];
};

/** Reads a copy's lines (null: the copy does not exist) and reports each edited, removed or inserted line. */
export async function readCopy(
  name: string,
  lines: Iterable<string> | AsyncIterable<string> | null,
  secrets: Secrets,
): Promise<AnchorCopy> {
  const isThere = lines !== null;
  const copy: AnchorCopy = { name, isThere, last: 0, lines: new Map(), anchors: [], notes: [], faults: [] };
  let at = 0;
  /** The signature the next line must follow; null after an invalid line. */
  let mac: string | null = "";
  for await (const line of lines ?? []) {
    if (!line) continue;
    at += 1;
    const found = parseAnchor(line);
    if (!found || found.mac !== sign(secrets, found)) {
      // Lines from before the chain have no number.
      if (!found || found.n !== undefined) copy.last += 1;
      copy.faults.push(`Line ${at} of ${name} was edited, or signed with another AUDIT_KEY.`);
      mac = null;
      continue;
    }
    const { n } = found;
    // Two instances sharing a file may both write a missing line.
    if (n !== undefined && copy.lines.get(n) === line) continue;
    if (found.note) copy.notes.push({ ...found.note, n: n ?? 0, at: found.at });
    else copy.anchors.push(found);
    if (n === undefined) continue;
    const next = copy.last + 1;
    if (n > next)
      copy.faults.push(
        `${n - 1 === next ? `Anchor ${next} was` : `Anchors ${next} to ${n - 1} were`} removed from ${name}.`,
      );
    else if (n < next || (mac !== null && found.prev !== mac))
      copy.faults.push(`Anchor ${n} in ${name} does not follow the one before it.`);
    copy.lines.set(n, line);
    copy.last = Math.max(n, copy.last);
    mac = found.mac;
  }
  return copy;
}

/** Compares the copies. A copy may be behind the longest one if `mostOf` says it never held more. */
export function compareCopies(copies: readonly AnchorCopy[], mostOf: (copy: AnchorCopy) => number): string[] {
  const longest = copies.reduce((one, other) => (other.last > one.last ? other : one));
  return copies.flatMap((copy) => {
    const most = Math.min(longest.last, mostOf(copy));
    const different = [...copy.lines].find(([n, line]) => (longest.lines.get(n) ?? line) !== line);
    return [
      ...copy.faults,
      ...(different ? [`Anchor ${different[0]} in ${copy.name} differs from the one in ${longest.name}.`] : []),
      ...(!copy.isThere && most > 0
        ? [`${copy.name} is missing: it held ${most} ${most === 1 ? "anchor" : "anchors"}.`]
        : []),
      ...(copy.isThere && copy.last < most
        ? [`The end of ${copy.name} was cut off: it ends at anchor ${copy.last} of ${most}.`]
        : []),
    ];
  });
}

/** Whether a copy diverges from the database exactly where the database was restored. */
export function isFromBeforeRestore(copy: AnchorCopy, database: AnchorCopy): boolean {
  const divergence = [...copy.lines].find(([n, line]) => database.lines.get(n) !== line)?.[0];
  return divergence !== undefined && database.notes.some(({ kind, n }) => kind === "restored" && n === divergence);
}

/**
 * How far a folder's file must reach: as far as it once did. A file in a folder without a name came with a restore and
 * must reach as far as any file did; if the file is missing too, every anchor is.
 */
export function heldBy(folder: string | null, isThere: boolean, copies: readonly AnchorCopy[]): number {
  if (folder === null && !isThere) return maxOf(copies.flatMap(({ anchors }) => anchors.map(({ n = 0 }) => n)));
  const held = copies.flatMap(({ notes }) => notes).filter((one) => one.kind === "held");
  return maxOf(held.filter((one) => folder === null || one.folder === folder).map(({ to }) => to));
}

const maxOf = (numbers: readonly number[]): number => numbers.reduce((one, other) => Math.max(one, other), 0);
