import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { type Line, type Source, UnreadableFile } from "./reading.ts";
import type { Opened, WorkbookInput, WorkbookMessage } from "./workbook-worker.ts";

const heapMb = 1024;
/** Buffers are outside the heap's limit, so they are watched. */
const buffersMb = 1024;
const watchMs = 100;
const longestMs = 120_000;

const tooMuchMemory = "Reading the workbook takes too much memory. Export the sheet as CSV.";
const broken = "The workbook could not be read. Save it again as XLSX, or export the sheet as CSV.";

/** Whether the first bytes are those of a workbook: a zip, an old Office file, or a table in HTML or XML under its name. */
export function isWorkbook(head: Uint8Array): boolean {
  const starts = (...bytes: number[]) => bytes.every((byte, at) => head[at] === byte);
  if (starts(0x50, 0x4b, 0x03, 0x04) || starts(0xd0, 0xcf, 0x11, 0xe0)) return true;
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 4096)).toString("latin1");
  return /^(?:\uFEFF|ï»¿)?\s*</.test(text) && /<table|<html|<Workbook/i.test(text);
}

/**
 * Reads a sheet of a workbook in a thread of its own, with limits on memory and time: what the workbook holds, and its
 * lines in batches, which must be read or returned. Without a name, the fullest visible sheet.
 */
export async function readWorkbook(
  source: Source,
  sheet: string | null,
): Promise<{ about: Opened; batches: AsyncGenerator<Line[]> }> {
  const messages = messagesOf(source, sheet);
  const { value } = await messages.next();
  if (!value || !("opened" in value)) throw new UnreadableFile(broken);
  async function* batches(): AsyncGenerator<Line[]> {
    for await (const message of messages) if ("lines" in message) yield message.lines;
  }
  return { about: value.opened, batches: batches() };
}

async function* messagesOf(source: Source, sheet: string | null): AsyncGenerator<WorkbookMessage, undefined> {
  const parts: Uint8Array[] = [];
  for await (const part of source.bytes()) parts.push(part);
  const input: WorkbookInput = { bytes: new Uint8Array(Buffer.concat(parts)), sheet };
  const worker = new Worker(new URL("./workbook-worker.ts", import.meta.url), {
    workerData: input,
    transferList: [input.bytes.buffer as ArrayBuffer],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 48 },
    stdout: true,
    stderr: true,
  });
  const gone = new AbortController();
  const fail = (sentence: string, cause?: unknown) => gone.abort(new UnreadableFile(sentence, 1, { cause }));
  worker.on("error", (error: NodeJS.ErrnoException) =>
    fail(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooMuchMemory : broken, error),
  );
  worker.on("exit", () => fail(broken));
  const deadline = setTimeout(() => fail("Reading the workbook takes too long. Export the sheet as CSV."), longestMs);
  const watch = setInterval(() => {
    void worker.getHeapStatistics().then(
      ({ external_memory: buffers }) => buffers > buffersMb * 1024 * 1024 && fail(tooMuchMemory),
      () => undefined,
    );
  }, watchMs);
  try {
    for (;;) {
      const [message] = (await once(worker, "message", { signal: gone.signal })) as [WorkbookMessage];
      if ("end" in message) return undefined;
      if ("fault" in message) throw new UnreadableFile(message.fault);
      clearTimeout(deadline);
      yield message;
      worker.postMessage(null);
    }
  } catch (error) {
    // What the thread said before it ended goes first.
    throw gone.signal.aborted && !(error instanceof UnreadableFile) ? gone.signal.reason : error;
  } finally {
    clearTimeout(deadline);
    clearInterval(watch);
    await worker.terminate();
  }
}
