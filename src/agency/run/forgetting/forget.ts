import { finishEarly, recordEnd } from "#agency/run/ending.ts";
import { runStopped } from "#agency/run/events.ts";
import * as store from "#agency/run/forgetting/store.ts";
import { findWorker } from "#agency/run/worker.ts";
import type { Tx } from "#platform/context.ts";

const sentence = "What it was about was deleted.";

/** Deletes what runs read and were given, and ends those under way as any stop does, so that no one waits for them. */
export async function forgetRead(tx: Tx, ids: readonly string[], asker: string): Promise<void> {
  // Their texts are gone from these rows, so none of them gets into the journal.
  for (const row of await store.forgetRead(tx, ids, asker, sentence)) {
    if (row.parentId !== null) await recordEnd(tx, row, (asking) => runStopped(row, sentence, asking));
    else await finishEarly(tx, { row, ...(await findWorker(tx, row)) }, "stopped", sentence);
  }
}
