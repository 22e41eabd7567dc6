// A worker thread that asks /livez again and again: what keeps the thread of the tests busy does not make it late.
// Started by livez.ts.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, get, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import type { Ask, Asked } from "./livez.ts";

const { url, pid, lateMs } = workerData as { url: string; pid: number; lateMs: number };
const pauseMs = 2;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let asked: Asked = { count: 0, longest: null, longestOwnMs: 0, late: [] };
let takers = 0;

/** Milliseconds for which a thread could have run and the machine ran others; 0 where the system does not say. */
function waitedMs(process: string): number {
  try {
    return Number(readFileSync(`/proc/${process}/schedstat`, "latin1").split(" ")[1]) / 1e6;
  } catch {
    return 0;
  }
}

const now = () => performance.timeOrigin + performance.now();
const waits = () => [waitedMs(String(pid)), waitedMs("thread-self")] as const;

async function ask(): Promise<Ask> {
  const before = waits();
  const from = now();
  let isAnswered = true;
  try {
    const call = get(`${url}/livez`, { agent });
    const [response] = (await once(call, "response")) as [IncomingMessage];
    isAnswered = response.statusCode === 200;
    await once(response.resume(), "close");
  } catch {
    isAnswered = false;
  }
  const to = now();
  const kept = Math.max(...waits().map((ms, at) => ms - (before[at] ?? 0)));
  return { from, to, ms: to - from, ownMs: to - from - kept, isAnswered };
}

parentPort?.on("message", () => (takers += 1));
for (;;) {
  // Whoever takes what was seen gets also what is under way.
  const due = takers;
  const one = await ask();
  asked.count += 1;
  if (one.ms > (asked.longest?.ms ?? 0)) asked.longest = one;
  asked.longestOwnMs = Math.max(asked.longestOwnMs, one.ownMs);
  if (one.ownMs > lateMs || !one.isAnswered) asked.late.push(one);
  if (due > 0) {
    takers -= due;
    parentPort?.postMessage(asked);
    asked = { count: 0, longest: null, longestOwnMs: 0, late: [] };
  }
  await sleep(pauseMs);
}
