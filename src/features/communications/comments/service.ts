import { AppError } from "#contract/errors.ts";
import type { Grant } from "#agency/action.ts";
import { commentAdded } from "#features/communications/comments/events.ts";
import * as store from "#features/communications/comments/store.ts";
import type { Tx } from "#platform/context.ts";
import { batch } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

/** Adds a remark with its journal record, inside the verb that knows what it is about; an executive's under a grant. */
export async function addComment(
  tx: Tx,
  row: store.NewComment,
  about: { title: string },
  grant: Grant | null = null,
): Promise<void> {
  if ((await store.amount(tx, row.subjectId)) >= store.most)
    throw new AppError("conflict", `There are ${store.most} comments on this already; open a task to go on.`);
  await batch(
    tx,
    ...(grant ? [grant.add] : []),
    () => store.add(tx, row),
    () => record(tx, commentAdded(row, about, grant?.id)),
  );
}
