import type { RecordKind } from "#features/records/contract.ts";
import { exportRecords } from "#features/records/list/contract.ts";
import { call, type Sent } from "#ui/api.ts";
import { pause, withRetries } from "#ui/retries.ts";
import { save } from "#ui/save.ts";
import { whileSignedIn } from "#ui/signed-in.ts";
import { toastFailure } from "#ui/toast.ts";
import { sharedValue } from "#ui/shared.ts";

type Filter = Omit<NonNullable<Sent<typeof exportRecords>["query"]>, "cursor">;
type Progress = {
  /** Rows read so far. */
  rows: number;
  /** Seconds until the server accepts requests again; null if it does. */
  waits: number | null;
};
type Exporting = Progress & { kind: RecordKind; cancel: () => void };

const running = sharedValue<Exporting>();

/** The running export, also if another page started it; null if there is none. */
export const useExporting = running.use;

/** Downloads all rows of a filter as one file; one export at a time. */
export async function startExport(kind: RecordKind, filter: Filter): Promise<void> {
  if (running.get()) return;
  const { signal, abort } = cancelling();
  const progress = (state: Progress) => running.set({ kind, ...state, cancel: abort });
  progress({ rows: 0, waits: null });
  try {
    const { fileName, parts } = await readAll(kind, filter, signal, progress);
    save(fileName, parts);
  } catch (error) {
    if (!signal.aborted) toastFailure("Export", error);
  } finally {
    running.set(null);
  }
}

function cancelling(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController();
  return { signal: AbortSignal.any([controller.signal, whileSignedIn()]), abort: () => controller.abort() };
}

/**
 * The first calls are sent without delay, then one a second, so that the person's own requests stay within the rate
 * limit.
 */
const burst = 20;
const paceMs = 1_000;

async function readAll(
  kind: RecordKind,
  filter: Filter,
  signal: AbortSignal,
  progress: (state: Progress) => void,
): Promise<{ fileName: string; parts: string[] }> {
  const lines = new Map<string, string>();
  let cursor: string | undefined;
  for (let calls = 1; ; calls += 1) {
    const ask = () => call(exportRecords, { params: { kind }, query: { ...filter, cursor } }, signal);
    const page = await withRetries(signal, ask, (waits) => progress({ rows: lines.size, waits }));
    for (const { id, csv } of page.lines) {
      // A row changed during the export is sent again; the newest version applies.
      lines.delete(id);
      lines.set(id, csv);
    }
    if (page.nextCursor === null)
      return { fileName: page.fileName, parts: [page.heading, ...[...lines.values()].reverse()] };
    progress({ rows: lines.size, waits: null });
    cursor = page.nextCursor;
    if (calls >= burst) await pause(paceMs, signal);
  }
}
