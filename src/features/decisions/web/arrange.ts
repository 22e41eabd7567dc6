/** What the feed shows and what waits behind "N new". */
export type Arranged = { shown: string[]; fresh: string[] };

/**
 * Takes what was shown, what is pending now (most urgent first) and what was settled here and keeps its place. While
 * somebody reads (`busy`) nothing moves and new rows wait; else the newest order holds.
 */
export function arrange(
  before: readonly string[],
  pending: readonly string[],
  kept: readonly string[],
  busy: boolean,
): Arranged {
  if (busy && before.length > 0) {
    const stays = before.filter((id) => pending.includes(id) || kept.includes(id));
    return { shown: stays, fresh: pending.filter((id) => !before.includes(id)) };
  }
  const shown = pending.filter((id) => !kept.includes(id));
  for (const id of before) if (kept.includes(id)) shown.splice(Math.min(before.indexOf(id), shown.length), 0, id);
  return { shown, fresh: [] };
}
