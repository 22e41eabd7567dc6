import { derivedFigures } from "#features/metrics/service.ts";
import { type FigureGroup, namesOf, serving } from "#features/records/figures/rules.ts";
import * as store from "#features/records/figures/store.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { readDear, write } from "#platform/db/transaction.ts";

/**
 * Writes the figures of a group anew from its rows. They are read without the company's lock; what changes meanwhile
 * counts the version up, and its own job writes them.
 */
export async function rework(ctx: Ctx, group: FigureGroup): Promise<void> {
  const version = await write(ctx, (tx) => store.takeStale(tx, group));
  if (version === null) return;
  const found = await readDear(ctx, (tx) => store.figuresOf(tx, group), { holdsOthers: true });
  await write(ctx, async (tx) => {
    if (!(await store.isVersion(tx, group, version))) return;
    await derivedFigures(tx, namesOf(group), found, group === "payments" ? ["records", ...serving] : undefined);
  });
}

/** After every attempt failed: the next change of the rows, or the next day, tries again. */
export const release = (ctx: Ctx, group: FigureGroup): Promise<unknown> =>
  write(ctx, (tx) => store.takeStale(tx, group));

/** A month ends and a planned transaction comes due without any change of a row. */
export async function startDay(tx: Tx): Promise<void> {
  for (const group of await store.groupsWithRows(tx)) await store.markStale(tx, group, false);
}
