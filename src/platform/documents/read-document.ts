import { Worker } from "node:worker_threads";
import { mostBytes, type ReadDocument, Unreadable } from "./document.ts";
import type { Place } from "#platform/reading/reading.ts";
import type { WorkerInput, WorkerMessage } from "./worker.ts";

const heapMb = 384;
/** Buffers are outside the heap's limit, so they are watched. */
const buffersMb = 512;
const watchMs = 100;
const longestMs = 120_000;

export type Reading = {
  fileName: string;
  bytes: Uint8Array;
  /** Settles a tie between code pages. */
  place?: Place;
  onProgress?: (done: number, of: number) => void;
  signal?: AbortSignal;
};

const nowhere: Place = { currency: "", timeZone: "UTC" };
const tooMuchMemory = "Reading the file takes too much memory. Split it and upload the parts.";

/**
 * Reads a document in a thread of its own, with limits on memory and time: a hostile file costs that thread and
 * nothing else. Throws `Unreadable` with a sentence for people, or the signal's reason.
 */
export async function readDocument({
  fileName,
  bytes,
  place: { currency, timeZone } = nowhere,
  onProgress,
  signal,
}: Reading): Promise<ReadDocument> {
  signal?.throwIfAborted();
  if (bytes.length > mostBytes) throw new Unreadable("The file is larger than 25 MB. Split it and upload the parts.");
  const input: WorkerInput = { fileName, bytes: new Uint8Array(bytes), place: { currency, timeZone } };
  const worker = new Worker(new URL("./worker.ts", import.meta.url), {
    workerData: input,
    transferList: [input.bytes.buffer as ArrayBuffer],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 48 },
    stdout: true,
    stderr: true,
  });
  const { promise, resolve, reject } = Promise.withResolvers<ReadDocument>();
  const stop = () => reject(signal?.reason);
  signal?.addEventListener("abort", stop);
  const deadline = setTimeout(
    () => reject(new Unreadable("Reading the file takes too long. Split it and upload the parts.")),
    longestMs,
  );
  const watch = setInterval(() => {
    void worker.getHeapStatistics().then(
      ({ external_memory: buffers }) => buffers > buffersMb * 1024 * 1024 && reject(new Unreadable(tooMuchMemory)),
      () => undefined,
    );
  }, watchMs);
  worker.on("message", (message: WorkerMessage) => {
    if ("progress" in message) onProgress?.(message.progress.done, message.progress.of);
    else if ("document" in message) resolve(message.document);
    else if ("fault" in message) reject(new Unreadable(message.fault));
    else
      reject(new Unreadable("The file could not be read. Save it again and upload that.", { cause: message.broken }));
  });
  worker.on("error", (error: NodeJS.ErrnoException) =>
    reject(
      error.code === "ERR_WORKER_OUT_OF_MEMORY"
        ? new Unreadable(tooMuchMemory)
        : new Unreadable("The file could not be read. Save it again and upload that.", { cause: error }),
    ),
  );
  worker.on("exit", () => reject(new Unreadable("The file could not be read. Save it again and upload that.")));
  try {
    return await promise;
  } finally {
    clearTimeout(deadline);
    clearInterval(watch);
    signal?.removeEventListener("abort", stop);
    await worker.terminate();
  }
}
