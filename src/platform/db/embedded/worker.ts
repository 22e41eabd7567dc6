import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import type { FromWorker, ToWorker } from "./backend.ts";
import { FrameReader } from "./frames.ts";
import { interruptName, withInterrupts } from "./interrupts.ts";

const parameterNames = [
  "server_version",
  "server_encoding",
  "client_encoding",
  "DateStyle",
  "IntervalStyle",
  "TimeZone",
  "integer_datetimes",
  "standard_conforming_strings",
];
const maxHeldBytes = 256 * 1024;

if (!parentPort) throw new Error("The database engine runs in a worker thread only.");
const port = parentPort;
const { dataDir } = workerData as { dataDir: string | null };

const [db, interrupts] = await withInterrupts(() =>
  PGlite.create({ dataDir: dataDir === null ? "memory://" : `file://${dataDir}`, relaxedDurability: false }),
);
let running = 0;
// A late interrupt must not reach the next job.
Object.assign(globalThis, { [interruptName]: (job: number) => void (job === running && interrupts?.raise()) });

/** Runs messages, streaming the output; the last part is returned after everything is on disk. */
async function execute(messages: Uint8Array, passOn: (bytes: Uint8Array) => void): Promise<Uint8Array> {
  let pieces: Uint8Array[] = [];
  let size = 0;
  await db.execProtocolRawStream(messages, {
    syncToFs: true,
    onRawData: (bytes) => {
      pieces.push(bytes.slice());
      size += bytes.byteLength;
      if (size < maxHeldBytes) return;
      passOn(concat(pieces, size));
      pieces = [];
      size = 0;
    },
  });
  return concat(pieces, size);
}

function concat(pieces: readonly Uint8Array[], size: number): Uint8Array {
  const [only] = pieces;
  if (pieces.length === 1 && only) return only;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.byteLength;
  }
  return whole;
}

async function runJob(preparation: Uint8Array | null, messages: Uint8Array): Promise<void> {
  interrupts?.clear();
  if (preparation) {
    const output = await execute(preparation, () => {});
    const failed = [...new FrameReader().read(output)].some(({ type }) => type === "E");
    if (failed) return send({ kind: "done", output: new Uint8Array(0), failedPreparation: output });
  }
  const output = await execute(messages, (bytes) => send({ kind: "output", output: bytes }));
  send({ kind: "done", output, failedPreparation: null });
}

function send(message: FromWorker): void {
  const transfer = "output" in message ? [message.output.buffer as ArrayBuffer] : [];
  port.postMessage(message, transfer);
}

async function handleMessage(message: ToWorker): Promise<void> {
  if (message.kind === "run") {
    running = message.job;
    try {
      return await runJob(message.preparation, message.messages);
    } finally {
      running = 0;
    }
  }
  await db.close();
  send({ kind: "closed" });
}

// An error here must end the thread, so that the main thread starts a new one.
port.on("message", (message: ToWorker) => {
  handleMessage(message).catch((error: unknown) => {
    setImmediate(() => {
      throw error;
    });
  });
});

const settings = await db.query<{ name: string; setting: string }>(
  "SELECT name, setting FROM pg_catalog.pg_settings WHERE name = ANY($1)",
  [parameterNames],
);
send({ kind: "open", parameters: Object.fromEntries(settings.rows.map(({ name, setting }) => [name, setting])) });
