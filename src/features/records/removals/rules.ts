const undoHours = 24;

/** Takes the moment of a removal, gives the one until which it can be undone. */
export const keptUntil = (removedAt: Date): Date => new Date(removedAt.getTime() + undoHours * 3_600_000);

/** Takes a removal and the time, gives the sentence that refuses its undoing, or null. */
export function restoreFault(removal: { status: string; keptUntil: Date }, now: Date): string | null {
  if (removal.status === "restored" || removal.status === "restoring") return "This was brought back already";
  if (removal.status === "removing") return "This is still being removed: wait a moment";
  if (removal.keptUntil <= now) return "This cannot be brought back any more: 24 hours have passed";
  return null;
}

/** Takes a removal that failed every time it was tried, gives the sentence that says what is left to do. */
export function brokenOffSentence(removal: { status: string; removed: number; restored: number }): string {
  const count = (value: number): string => `${value.toLocaleString("en")} ${value === 1 ? "record" : "records"}`;
  return removal.status === "restoring"
    ? `Bringing back broke off after ${count(removal.restored)}: bring it back again for the others.`
    : `Removing broke off after ${count(removal.removed)}: remove the others again, or bring these back.`;
}
