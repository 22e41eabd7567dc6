import { AppError } from "#contract/errors.ts";
import type { Grant } from "#agency/action.ts";
import { commentAdded } from "#features/communications/comments/events.ts";
import * as store from "#features/communications/comments/store.ts";
import type { Tx } from "#platform/context.ts";
import { batch } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

/** An agent's comment needs a grant. */
export async function addComment(
  tx: Tx,
  row: store.NewComment,
  about: { title: string; metadata?: unknown },
  grant: Grant | null = null,
): Promise<void> {
  if ((await store.countComments(tx, row.subjectId)) >= store.maxComments)
    throw new AppError("conflict", `This already has ${store.maxComments} comments. Create a task to continue.`);
  await batch(
    tx,
    ...(grant ? [grant.add] : []),
    () => store.add(tx, row),
    () => record(tx, commentAdded(row, about, grant?.id)),
  );
}
