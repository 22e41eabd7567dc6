import { createInterface } from "node:readline";
import { startProgram } from "./compare.ts";
import type { Heard, Tabs } from "./sockets.ts";

/** The machine's monotonic clock in milliseconds, the same in every process. */
export const clock = (): number => Number(process.hrtime.bigint()) / 1e6;

/** Opens tabs in a process of their own; `heard` gives the moment at which the last of them had a message. */
export async function openTabs(tabs: Tabs) {
  const child = await startProgram("sockets.ts", [JSON.stringify(tabs)]);
  const known = new Map<string, number>();
  const waiting = new Map<string, (at: number) => void>();
  createInterface(child.stdout).on("line", (line) => {
    const { type, id, at } = JSON.parse(line) as Heard;
    const key = `${type} ${id}`;
    known.set(key, at);
    waiting.get(key)?.(at);
  });
  return {
    pid: child.pid,
    stop: child.stop,
    heard: (type: string, id: string): Promise<number> =>
      new Promise((resolve, reject) => {
        const key = `${type} ${id}`;
        const at = known.get(key);
        if (at !== undefined) return resolve(at);
        const late = setTimeout(() => reject(new Error(`Void: not every tab heard of ${key}.`)), 30_000);
        waiting.set(key, (moment) => {
          clearTimeout(late);
          resolve(moment);
        });
      }),
  };
}
