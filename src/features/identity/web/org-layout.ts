export type Spot = { x: number; level: number };

/**
 * Places a tree: leaves side by side, each lead in the middle above its reports, in the order of a walk through it. A
 * lead that is unknown counts as `root`.
 */
export function layoutOf(team: readonly { id: string; lead: string | null }[], root: string): Map<string, Spot> {
  const known = new Set(team.map(({ id }) => id));
  const under = Map.groupBy(team, ({ lead }) => (lead !== null && known.has(lead) ? lead : root));
  const spots = new Map<string, Spot>();
  let leaves = 0;
  const place = (id: string, level: number): number => {
    if (spots.has(id)) return 0;
    const spot = { x: 0, level };
    spots.set(id, spot);
    const xs = (under.get(id) ?? []).map((one) => place(one.id, level + 1));
    spot.x = xs.length > 0 ? ((xs[0] ?? 0) + (xs.at(-1) ?? 0)) / 2 : leaves++;
    return spot.x;
  };
  place(root, 0);
  return spots;
}
