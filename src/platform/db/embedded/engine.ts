import { resolve } from "node:path";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { type Backend, startBackend } from "./backend.ts";
import { Multiplexer } from "./multiplexer.ts";
import { type StreamOptions, VirtualStream } from "./virtual-stream.ts";
import { makeFolder } from "#platform/folder.ts";

export type EmbeddedOptions = {
  /** The database's folder, already locked with `ownDataFolder`; null: in memory, lost when the engine restarts. */
  dataDir: string | null;
  /** Milliseconds until a query is canceled or an idle transaction ended; 5000 by default. */
  deadlineMs?: number;
  /** Called after the engine was replaced; all connections were closed. */
  onRestart?: (reason: string) => void;
};

/** A PostgreSQL inside this process, reached by the `pg` driver through its `stream` option. */
export type EmbeddedEngine = {
  /** A new connection: `new pg.Pool({ stream: () => engine.stream(), user, database: "postgres" })`. */
  stream(options?: StreamOptions): Duplex;
  /** The id of the engine's current thread; null while it is being replaced. */
  threadId(): number | null;
  /** Closes all connections, waits for the running query, closes the files. */
  close(): Promise<void>;
};

const owner = "postgres";
const ownerDeadlineMs = 60_000;
const defaultDeadlineMs = 5_000;
const maxWaiting = 200;
const restartPauseMs = 1_000;

type Instance = { backend: Backend; multiplexer: Multiplexer };

/** Throws if the folder cannot be opened. `pg` pools on it need an `error` listener. */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedEngine> {
  const { deadlineMs = defaultDeadlineMs, onRestart } = options;
  const dataDir = options.dataDir === null ? null : resolve(options.dataDir);
  if (dataDir !== null) makeFolder(dataDir);
  let closing = false;
  let current: Instance | null = null;

  async function begin(): Promise<Instance> {
    let instance: Instance | null = null;
    const backend = await startBackend(dataDir, (reason) => {
      if (instance) replace(instance, reason);
    });
    const multiplexer = new Multiplexer({
      run: backend.run,
      interrupt: () => backend.interrupt(),
      parameters: backend.parameters,
      owner,
      deadlineMs,
      ownerDeadlineMs: Math.max(ownerDeadlineMs, deadlineMs),
      maxWaiting,
      onBroken: (reason) => backend.kill(reason),
    });
    instance = { backend, multiplexer };
    current = instance;
    return instance;
  }

  function replace(instance: Instance, reason: string): void {
    current = null;
    instance.multiplexer.stop({ code: "57P01", message: `terminating connection: ${reason}` });
    if (closing) return;
    next = instance.backend.ended.then(begin);
    next.catch(retry);
    onRestart?.(reason);
  }

  // While a full disk or the like keeps the engine down, streams fail at once instead of waiting.
  async function retry(): Promise<void> {
    await sleep(restartPauseMs, undefined, { ref: false });
    if (closing) return;
    next = begin();
    next.catch(retry);
  }

  let next = begin();
  await next;

  return {
    stream: (streamOptions) =>
      new VirtualStream(async () => {
        if (closing) throw new Error("The embedded database is closed.");
        return (await next).multiplexer;
      }, streamOptions),
    threadId: () => current?.backend.threadId ?? null,
    async close() {
      if (closing) return;
      closing = true;
      const instance = await next.catch(() => null);
      instance?.multiplexer.stop({
        code: "57P01",
        message: "terminating connection: the embedded database is closing",
      });
      await instance?.backend.close();
    },
  };
}
