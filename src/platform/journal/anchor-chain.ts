import { z } from "zod";
import type { Head } from "#platform/journal/verify.ts";
import type { Secrets } from "#platform/secrets.ts";

/**
 * What the chain says of its own copies: a folder's file reached `to`; a folder's file lacked `from` to `to`, which it had held;
 * the database was restored, so that what other copies hold from here on is of the time before.
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
  /** Its number in the chain, and the signature of the one before; lines written before there was a chain have neither. */
  n: z.number().optional(),
  prev: z.string().optional(),
  note: note.optional(),
});
export type Anchor = z.infer<typeof anchor>;
export type AnchorLine = { n: number; line: string };

const sign = (secrets: Secrets, { n, company, seq, hash, at, prev, note: said }: Omit<Anchor, "mac">): string =>
  secrets.sign(
    JSON.stringify([
      ...(n === undefined ? [company, seq, hash, at] : [n, company, seq, hash, at, prev]),
      ...(said ? [said.kind, said.folder, said.from, said.to] : []),
    ]),
  );

export function parseAnchor(line: string): Anchor | null {
  try {
    return anchor.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

/** Signs notes and where each journal stands, each line over the one before it. */
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

/** A line about the copies instead of about a journal. */
export const noteLine = (said: Note): Head & { note: Note } => ({ company: "", seq: 0, hash: "", note: said });

/** One place the anchors are kept in: what can be believed there, and what was done to it. */
export type AnchorCopy = {
  name: string;
  isThere: boolean;
  /** The number of its last anchor. */
  last: number;
  lines: Map<number, string>;
  anchors: Anchor[];
  notes: (Note & { n: number; at: string })[];
  faults: string[];
};

/** Reads the lines of a copy, null when there is none; names each that was edited, removed or put in. */
export async function readCopy(
  name: string,
  lines: Iterable<string> | AsyncIterable<string> | null,
  secrets: Secrets,
): Promise<AnchorCopy> {
  const isThere = lines !== null;
  const copy: AnchorCopy = { name, isThere, last: 0, lines: new Map(), anchors: [], notes: [], faults: [] };
  let at = 0;
  /** The signature the next line must follow; null behind a line that cannot be believed. */
  let mac: string | null = "";
  for await (const line of lines ?? []) {
    if (!line) continue;
    at += 1;
    const found = parseAnchor(line);
    if (!found || found.mac !== sign(secrets, found)) {
      // A line of the time before the chain has no number in it.
      if (!found || found.n !== undefined) copy.last += 1;
      copy.faults.push(`Line ${at} of ${name} was edited, or signed with another AUDIT_KEY.`);
      mac = null;
      continue;
    }
    const { n } = found;
    // Two instances that share a file may both write what it lacks.
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

/** Holds the copies against each other; one may be behind when `mostOf` says that it never had more. */
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

/** Says whether a copy goes its own way from where the database was restored; another difference proves nothing of the kind. */
export function isOfBeforeRestore(copy: AnchorCopy, database: AnchorCopy): boolean {
  const parting = [...copy.lines].find(([n, line]) => database.lines.get(n) !== line)?.[0];
  return parting !== undefined && database.notes.some(({ kind, n }) => kind === "restored" && n === parting);
}

/**
 * How far a folder's file must reach: to where it once did. A file beside a folder that has no name yet came with a restore and
 * must reach what any file did; where there is no file either, all that was anchored is missing.
 */
export function heldBy(folder: string | null, isThere: boolean, copies: readonly AnchorCopy[]): number {
  if (folder === null && !isThere) return most(copies.flatMap(({ anchors }) => anchors.map(({ n = 0 }) => n)));
  const held = copies.flatMap(({ notes }) => notes).filter((one) => one.kind === "held");
  return most(held.filter((one) => folder === null || one.folder === folder).map(({ to }) => to));
}

const most = (numbers: readonly number[]): number => numbers.reduce((one, other) => Math.max(one, other), 0);
