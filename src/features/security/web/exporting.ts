import { useSyncExternalStore } from "react";
import { exportAudit, mostExported } from "#features/security/audit/contract.ts";
import type { Format } from "#features/security/audit/rules.ts";
import { CallError, call } from "#ui/api.ts";
import { save } from "#ui/save.ts";
import { whileSignedIn } from "#ui/signed-in.ts";
import { toast, toastFailure } from "#ui/toast.ts";
import type { AuditFilter } from "./queries.ts";

type Stand = { format: Format; rows: number; cancel: () => void };

let current: Stand | null = null;
const listeners = new Set<() => void>();

function show(next: Stand | null): void {
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The export that is running; null if there is none. */
export const useExporting = (): Stand | null => useSyncExternalStore(subscribe, () => current);

/** Downloads the records of a filter as one file, up to `mostExported`; one export at a time. */
export async function startExport(format: Format, filter: AuditFilter): Promise<void> {
  if (current) return;
  const controller = new AbortController();
  const signal = AbortSignal.any([controller.signal, whileSignedIn()]);
  const progress = (rows: number) => show({ format, rows, cancel: () => controller.abort() });
  const parts: string[] = [];
  let rows = 0;
  let cursor: string | undefined;
  try {
    progress(0);
    do {
      const page = await whenAllowed(signal, () => call(exportAudit, { query: { ...filter, format, cursor } }, signal));
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
    show(null);
  }
}

/** Waits as long as the server asks to. */
async function whenAllowed<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 429 || error.retryAfter === null) throw error;
      await pause(error.retryAfter * 1_000, signal);
    }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  const stop = () => reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  });
}
