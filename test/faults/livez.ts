import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** One question to /livez: when, on the clock of all threads, and how long its answer took. */
export type Ask = {
  from: number;
  to: number;
  ms: number;
  /** Without what the machine kept from the server's main thread or from the asking one: it ran others meanwhile. */
  ownMs: number;
  isAnswered: boolean;
};
export type Asked = { count: number; longest: Ask | null; longestOwnMs: number; late: Ask[] };

/** How late an answer of /livez may be, in milliseconds. */
export const lateMs = 250;

export const clock = (): number => performance.timeOrigin + performance.now();

/** Asks a server's /livez without a pause from a thread of its own. */
export function watchLivez(url: string, pid: number) {
  const worker = new Worker(new URL("./watch-livez.ts", import.meta.url), { workerData: { url, pid, lateMs } });
  return {
    /** What was seen since the last time; waits for the answer that is under way. */
    async take(): Promise<Asked> {
      worker.postMessage("take");
      const [asked] = (await once(worker, "message")) as [Asked];
      return asked;
    },
    stop: () => worker.terminate(),
  };
}
