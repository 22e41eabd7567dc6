/** `fresh`: new decisions behind the "N new" button. */
export type Arranged = { shown: string[]; fresh: string[] };

/**
 * `pending` is in order of urgency; `kept` cards were settled here and keep their place. While the user is reading
 * (`busy`), nothing moves and new cards wait.
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
