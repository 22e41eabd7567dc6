import type { z } from "zod";
import { AppError, notFound } from "#contract/errors.ts";
import type { Initiative, InitiativeStatus, updateInitiative } from "#features/initiatives/contract.ts";
import { initiativeChanged, initiativeCreated } from "#features/initiatives/events.ts";
import { moveFault } from "#features/initiatives/rules.ts";
import * as store from "#features/initiatives/store.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

/** Adds an initiative; `cause` is the plan or run it follows from. */
export async function addInitiative(tx: Tx, row: store.NewInitiative, cause: string | null): Promise<void> {
  await record(tx, initiativeCreated(await store.add(tx, row), cause));
}

export function changeInitiative(
  ctx: Ctx,
  id: string,
  change: z.output<typeof updateInitiative.body>,
): Promise<Initiative> {
  return write(ctx, async (tx) => {
    const before = await store.lock(tx, id);
    if (!before) throw notFound();
    const fault = moveFault(before.status, change.status);
    if (fault) throw new AppError("conflict", fault);
    const set = Object.fromEntries(
      Object.entries(change).filter(
        ([name, value]) => value !== undefined && value !== before[name as keyof typeof before],
      ),
    );
    const changed = Object.keys(set);
    if (changed.length > 0) {
      const completionDate =
        (change.status ?? before.status) === "completed" ? (before.completionDate ?? tx.now) : null;
      await record(tx, initiativeChanged(await store.update(tx, id, { ...set, completionDate }), changed));
    }
    const [after] = await store.list(tx, [id]);
    if (!after) throw notFound();
    return after;
  });
}

/**
 * Rewords an open initiative if `isExpected` accepts its current title. Returns the previous wording; null if it was
 * not reworded.
 */
export async function restateInitiative(
  tx: Tx,
  id: string,
  isExpected: (title: string) => boolean,
  to: { title: string; description: string },
  cause: string,
): Promise<{ title: string; description: string } | null> {
  const before = await store.lock(tx, id);
  if (!before || before.status === "completed" || before.status === "cancelled" || !isExpected(before.title))
    return null;
  await record(tx, initiativeChanged(await store.update(tx, id, to), ["title"], cause));
  return { title: before.title, description: before.description };
}

/** Changes the status of initiatives along with their plan, except those a person has changed in the meantime. */
export async function moveTogether(
  tx: Tx,
  ids: readonly string[],
  from: InitiativeStatus,
  to: InitiativeStatus,
  cause: string,
): Promise<void> {
  for (const id of ids) {
    const row = await store.lock(tx, id);
    if (row?.status === from)
      await record(tx, initiativeChanged(await store.update(tx, id, { status: to }), ["status"], cause));
  }
}
