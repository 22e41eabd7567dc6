import { exportAudit, mostExported } from "#features/security/audit/contract.ts";
import type { Format } from "#features/security/audit/rules.ts";
import { call } from "#ui/api.ts";
import { withRetries } from "#ui/retries.ts";
import { save } from "#ui/save.ts";
import { whileSignedIn } from "#ui/signed-in.ts";
import { toast, toastFailure } from "#ui/toast.ts";
import type { AuditFilter } from "./queries.ts";
import { sharedValue } from "#ui/shared.ts";

type Progress = { format: Format; rows: number; cancel: () => void };

const running = sharedValue<Progress>();

/** The export that is running; null if there is none. */
export const useExporting = running.use;

/** Downloads the records of a filter as one file, up to `mostExported`; one export at a time. */
export async function startExport(format: Format, filter: AuditFilter): Promise<void> {
  if (running.get()) return;
  const controller = new AbortController();
  const signal = AbortSignal.any([controller.signal, whileSignedIn()]);
  const progress = (rows: number) => running.set({ format, rows, cancel: () => controller.abort() });
  const parts: string[] = [];
  let rows = 0;
  let cursor: string | undefined;
  try {
    progress(0);
    do {
      const page = await withRetries(signal, () => call(exportAudit, { query: { ...filter, format, cursor } }, signal));
      if (parts.length === 0) parts.push(page.heading);
      parts.push(page.lines.join(""));
      rows += page.lines.length;
      progress(rows);
      cursor = rows < mostExported ? (page.nextCursor ?? undefined) : undefined;
      const isCut = rows >= mostExported && page.nextCursor !== null;
      if (!cursor) save(page.fileName, parts, format === "csv" ? "text/csv" : "application/x-ndjson");
      if (isCut)
        toast("Export", `The newest ${mostExported.toLocaleString("en")} records. Choose a time range for older ones.`);
    } while (cursor);
  } catch (error) {
    if (!signal.aborted) toastFailure("Export", error);
  } finally {
    running.set(null);
  }
}
