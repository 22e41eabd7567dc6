import * as store from "#features/brain/documents/store.ts";
import { removePassages } from "#features/brain/keeping/service.ts";
import * as passages from "#features/brain/store.ts";
import type { Tx } from "#platform/context.ts";

export const readJob = { name: "brain-document" };

/** Deletes passages with what was found in them, and marks what was derived from them as doubtful. */
export async function deletePassages(tx: Tx, ids: readonly string[]): Promise<{ deleted: number; doubted: number }> {
  const total = { deleted: 0, doubted: 0 };
  for (let at = 0; at < ids.length; at += 1_000) {
    const removed = await removePassages(tx, ids.slice(at, at + 1_000));
    total.deleted += removed.deleted;
    total.doubted += removed.doubted;
  }
  return total;
}

/** Removes a document, or what an upload that failed or was stopped stored of it. */
export async function discard(tx: Tx, { documentId }: { documentId: string | null }): Promise<void> {
  if (!documentId) return;
  await deletePassages(tx, await passages.ofDocument(tx, documentId));
  await store.remove(tx, documentId);
}
