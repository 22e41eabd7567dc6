import { z } from "zod";
import type { Head } from "#platform/journal/verify.ts";
import type { Secrets } from "#platform/secrets.ts";

const anchor = z.object({
  company: z.string(),
  seq: z.number(),
  hash: z.string(),
  at: z.string(),
  mac: z.string(),
  /** Its number in the chain, and the signature of the one before; lines written before there was a chain have neither. */
  n: z.number().optional(),
  prev: z.string().optional(),
});
export type Anchor = z.infer<typeof anchor>;
export type AnchorLine = { n: number; line: string };

const sign = (secrets: Secrets, { n, company, seq, hash, at, prev }: Omit<Anchor, "mac">): string =>
  secrets.sign(JSON.stringify(n === undefined ? [company, seq, hash, at] : [n, company, seq, hash, at, prev]));

export function parseAnchor(line: string): Anchor | null {
  try {
    return anchor.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

/** Signs where each journal stands, each line over the one before it. */
export function nextAnchors(heads: readonly Head[], last: string | null, at: string, secrets: Secrets): AnchorLine[] {
  let { n = 0, mac: prev = "" } = (last && parseAnchor(last)) || {};
  return heads.map(({ company, seq, hash }) => {
    n += 1;
    const unsigned = { n, company, seq, hash, at, prev };
    prev = sign(secrets, unsigned);
    return { n, line: JSON.stringify({ ...unsigned, mac: prev }) };
  });
}

/** One place the anchors are kept in: what can be believed there, and what was done to it. */
export type AnchorCopy = {
  name: string;
  isThere: boolean;
  /** The number of its last anchor. */
  last: number;
  lines: Map<number, string>;
  anchors: Anchor[];
  faults: string[];
};

/** Reads the lines of a copy, null when there is none; names each that was edited, removed or put in. */
export function readCopy(name: string, lines: readonly string[] | null, secrets: Secrets): AnchorCopy {
  const copy: AnchorCopy = { name, isThere: lines !== null, last: 0, lines: new Map(), anchors: [], faults: [] };
  /** The signature the next line must follow; null behind a line that cannot be believed. */
  let mac: string | null = "";
  for (const [at, line] of (lines ?? []).filter(Boolean).entries()) {
    const found = parseAnchor(line);
    if (!found || found.mac !== sign(secrets, found)) {
      // A line of the time before the chain has no number in it.
      if (!found || found.n !== undefined) copy.last += 1;
      copy.faults.push(`Line ${at + 1} of ${name} was edited, or signed with another AUDIT_KEY.`);
      mac = null;
      continue;
    }
    const { n } = found;
    // Two instances that share a file may both write what it lacks.
    if (n !== undefined && copy.lines.get(n) === line) continue;
    copy.anchors.push(found);
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
