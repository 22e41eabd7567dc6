import { randomUUID } from "node:crypto";
import { Worker } from "node:worker_threads";
import { interruptThread } from "./interrupt-thread.ts";
import type { Job, RunOnBackend } from "./shared-backend.ts";

export type ToWorker =
  | { kind: "run"; job: number; preparation: Uint8Array | null; messages: Uint8Array }
  | { kind: "close" };

export type FromWorker =
  | { kind: "open"; parameters: Record<string, string> }
  | { kind: "output"; output: Uint8Array }
  | { kind: "done"; output: Uint8Array; failedPreparation: Uint8Array | null }
  | { kind: "closed" };

/** Generous, to catch only hangs: on a busy machine a normal start has taken more than a minute. */
const openDeadlineMs = 180_000;
const closeDeadlineMs = 5_000;
/** How long an interrupted job may take to fail before its thread is terminated. */
const interruptMs = 1_500;

/** The database engine in its worker thread. */
export type Backend = {
  run: RunOnBackend;
  /** The engine's parameters: server_version, TimeZone and the like. */
  parameters: Readonly<Record<string, string>>;
  threadId: number;
  /** Makes the running job fail with 57014; nothing if none runs. */
  interrupt(): void;
  /** Terminates the thread at once and reports the reason to `onLost`. */
  kill(reason: string): void;
  /** Waits for the running job, closes the files and ends the thread. */
  close(): Promise<void>;
  /** Resolves when the thread has ended and no longer touches the files. */
  ended: Promise<void>;
};

/** Resolves when the engine is open; `dataDir` null keeps it in memory. */
export async function startBackend(dataDir: string | null, onLost: (reason: string) => void): Promise<Backend> {
  const name = `database engine ${randomUUID()}`;
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { name, workerData: { dataDir } });
  const thread = new BackendThread(worker, name, onLost);
  const parameters = await thread.opened();
  return {
    run: (job) => thread.run(job),
    parameters,
    threadId: worker.threadId,
    interrupt: () => thread.interrupt(),
    kill: (reason) => thread.terminate(reason),
    close: () => thread.close(),
    ended: thread.ended,
  };
}

type Pending = { job: Job | null; resolve(message: FromWorker): void; reject(error: Error): void };

class BackendThread {
  readonly #worker: Worker;
  readonly #name: string;
  readonly #onLost: (reason: string) => void;
  readonly ended: Promise<void>;
  #pending: Pending | null = null;
  #idle: Promise<unknown> = Promise.resolve();
  #hasEnded = false;
  #job = 0;

  constructor(worker: Worker, name: string, onLost: (reason: string) => void) {
    this.#worker = worker;
    this.#name = name;
    this.#onLost = onLost;
    this.ended = new Promise((resolve) => {
      worker.once("exit", () => resolve());
    });
    worker.on("message", (message: FromWorker) => this.#take(message));
    worker.on("error", (error) =>
      this.terminate(`the database engine failed: ${error instanceof Error ? error.message : String(error)}`),
    );
    worker.on("exit", () => this.terminate("the database engine ended unexpectedly"));
  }

  async opened(): Promise<Record<string, string>> {
    const message = await this.#within(openDeadlineMs, "opening the database", null);
    return message.kind === "open" ? message.parameters : {};
  }

  async run(job: Job): Promise<{ failedPreparation: Uint8Array | null }> {
    if (this.#hasEnded) throw new Error("the database engine is not running");
    this.#job += 1;
    const deadline = setTimeout(() => this.interrupt(), job.deadlineMs);
    const done = this.#within(job.deadlineMs + interruptMs, "the statement", job).finally(() => clearTimeout(deadline));
    this.#idle = done.catch(() => {});
    this.#post({
      kind: "run",
      job: this.#job,
      preparation: job.preparation && exact(job.preparation),
      messages: exact(job.messages),
    });
    const message = await done;
    return { failedPreparation: message.kind === "done" ? message.failedPreparation : null };
  }

  interrupt(): void {
    if (!this.#pending?.job || this.#hasEnded) return;
    // If the thread cannot be reached, the job's time limit terminates it.
    void interruptThread(this.#name, this.#job).catch(() => false);
  }

  async close(): Promise<void> {
    await this.#idle;
    if (!this.#hasEnded) {
      const closed = this.#within(closeDeadlineMs, "closing the database", null);
      this.#post({ kind: "close" });
      await closed.catch(() => {});
    }
    this.#hasEnded = true;
    await this.#worker.terminate();
  }

  /** A thread inside a query receives no messages, so it is terminated. */
  terminate(reason: string): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    void this.#worker.terminate();
    this.#onLost(reason);
    this.#pending?.reject(new Error(reason));
  }

  #take(message: FromWorker): void {
    if (this.#hasEnded) return;
    try {
      if ("output" in message) this.#pending?.job?.onOutput(message.output);
      if (message.kind !== "output") this.#pending?.resolve(message);
    } catch (error) {
      this.terminate(
        `the database engine sent an invalid answer: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  async #within(deadlineMs: number, what: string, job: Job | null): Promise<FromWorker> {
    const timer = setTimeout(() => this.terminate(`${what} took longer than ${deadlineMs} ms`), deadlineMs);
    try {
      return await new Promise<FromWorker>((resolve, reject) => {
        this.#pending = { job, resolve, reject };
      });
    } finally {
      clearTimeout(timer);
      this.#pending = null;
    }
  }

  #post(message: ToWorker): void {
    const parts =
      message.kind === "run" ? [message.messages, ...(message.preparation ? [message.preparation] : [])] : [];
    this.#worker.postMessage(
      message,
      parts.map(({ buffer }) => buffer as ArrayBuffer),
    );
  }
}

const largeBytes = 256 * 1024;

// Only a standalone buffer can be transferred to the thread. Large messages are standalone and sent once; small ones
// are slices of a pool, or constants.
const exact = (bytes: Buffer): Uint8Array =>
  bytes.length > largeBytes && bytes.length === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
