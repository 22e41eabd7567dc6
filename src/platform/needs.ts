import type { Happening, Need, NeedAct } from "#contract/needs.ts";
import type { MemberRole } from "#contract/roles.ts";
import type { Tx } from "#platform/context.ts";

/** A line as its room hands it up. */
export type NeedLine = Need & {
  /** The rows it is about. A line is left out while a proposal about all of them is pending. */
  rows?: readonly string[];
  /** What an email about it would be about. */
  about?: { kind: string; recordId: string; party: string; facts?: Readonly<Record<string, string>> };
};

/** What a room knows that needs a person, and what happened in it. */
export type NeedSource = {
  /** People with a lower role do not see it. */
  access: MemberRole;
  lines(tx: Tx, today: string): Promise<NeedLine[]>;
  /** The rows that pending proposals are about. */
  covered?(tx: Tx): Promise<string[]>;
  /** What this room can do about lines of others, by their keys; it comes first. Null: it is done, leave the line out. */
  offers?(tx: Tx, lines: readonly NeedLine[]): Promise<ReadonlyMap<string, NeedAct | null>>;
  happened?(tx: Tx, since: Date, today: string): Promise<Happening[]>;
};

export const needsOf = ({ needs }: Pick<Tx, "needs">): readonly NeedSource[] => needs as readonly NeedSource[];

/** A page to open instead of a call. */
export const opens = (label: string, href: string): NeedAct => ({
  label,
  href,
  call: null,
  access: "viewer",
  done: "",
  undo: null,
});
