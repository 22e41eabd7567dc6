import { counted } from "#contract/format.ts";
const undoHours = 24;

/** Rows of one transaction of a job, the most that a call takes out or puts back by itself, and the milliseconds of one job; the next one goes on. */
export const limits = { portion: 1_000, atOnce: 5_000, ofOneJob: 60_000 };

/** Takes the moment of a removal, gives the one until which it can be undone. */
export const keptUntil = (removedAt: Date): Date => new Date(removedAt.getTime() + undoHours * 3_600_000);

/** Takes a removal and the time, gives the sentence that refuses its undoing, or null. */
export function restoreFault(removal: { status: string; keptUntil: Date }, now: Date): string | null {
  if (removal.status === "restored" || removal.status === "restoring") return "This was brought back already.";
  if (removal.status === "removing") return "This is still being removed: wait a moment.";
  if (removal.keptUntil <= now) return "This cannot be brought back any more: 24 hours have passed.";
  return null;
}

/** Takes what is removed, one record by its kind or how many, gives how its beginning and its end are told. */
export const removalTitles = (what: { kindName: string | null; amount: number }) => ({
  started: `Removing ${counted(what.amount, "record")}`,
  ended: what.kindName ? `${what.kindName} removed` : `${counted(what.amount, "record")} removed`,
});

/** Takes how many records come back, gives how the beginning and the end of it are told. */
export function restoreTitles(amount: number): { started: string; ended: string } {
  const many = counted(amount, "removed record");
  return {
    started: `Bringing ${many} back`,
    ended: amount === 1 ? "A removed record came back" : `${many} came back`,
  };
}

/** Takes a removal that failed every time it was tried, gives the sentence that says what is left to do. */
export function brokenOffSentence(removal: { status: string; removed: number; restored: number }): string {
  return removal.status === "restoring"
    ? `Bringing back broke off after ${counted(removal.restored, "record")}: bring it back again for the others.`
    : `Removing broke off after ${counted(removal.removed, "record")}: remove the others again, or bring these back.`;
}
