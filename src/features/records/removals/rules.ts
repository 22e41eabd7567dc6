import { pluralize } from "#contract/format.ts";
const undoHours = 24;

/**
 * Rows per transaction of a job; the most rows removed or restored within a call; the milliseconds after which the next
 * job continues.
 */
export const limits = { portion: 1_000, atOnce: 5_000, ofOneJob: 60_000 };

/** Until when a removal can be undone. */
export const keptUntil = (removedAt: Date): Date => new Date(removedAt.getTime() + undoHours * 3_600_000);

/** Why a removal cannot be undone, or null. */
export function restoreFault(removal: { status: string; keptUntil: Date }, now: Date): string | null {
  if (removal.status === "restored" || removal.status === "restoring") return "This was brought back already.";
  if (removal.status === "removing") return "This is still being removed: wait a moment.";
  if (removal.keptUntil <= now) return "This cannot be brought back any more: 24 hours have passed.";
  return null;
}

export const removalTitles = (what: { kindName: string | null; amount: number }) => ({
  started: `Removing ${pluralize(what.amount, "record")}`,
  ended: what.kindName ? `${what.kindName} removed` : `${pluralize(what.amount, "record")} removed`,
});

export function restoreTitles(amount: number): { started: string; ended: string } {
  const many = pluralize(amount, "removed record");
  return {
    started: `Bringing ${many} back`,
    ended: amount === 1 ? "A removed record came back" : `${many} came back`,
  };
}

/** What is left to do after every attempt failed. */
export function brokenOffSentence(removal: { status: string; removed: number; restored: number }): string {
  return removal.status === "restoring"
    ? `Bringing back stopped after ${pluralize(removal.restored, "record")}: bring it back again for the others.`
    : `Removing stopped after ${pluralize(removal.removed, "record")}: remove the others again, or bring these back.`;
}

/** What to do about records that did not come back, because others with their ids were added since. */
export function leftSentence(ids: readonly string[]): string {
  const named = ids.slice(0, 3).join(", ") + (ids.length > 3 ? ` and ${ids.length - 3} more` : "");
  return ids.length === 1
    ? `A record with the id ${named} was added since. Remove it, then bring the former one back.`
    : `${pluralize(ids.length, "record")} didn't come back: others with their ids were added since (${named}). Remove those, then bring these back.`;
}

/** Why nothing came back, and what to do. */
export const misfitSentence =
  "The database refuses these records, so nothing came back. Ask your operator to read the server's log, then try again.";
