import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const ticksPerSecond = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

type Stat = { pid: number; parent: number; ticks: number };

function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // After the name in brackets: state, parent, …; 12 to 15 are the ticks of itself and of its ended children.
    const words = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(words[at]), 0);
    return { pid, parent: Number(words[1]), ticks };
  } catch {
    return null;
  }
}

/** Seconds of processor time that these processes and all below them have used so far. */
export function cpuSeconds(roots: readonly number[]): number {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat !== null);
  const wanted = new Set(roots);
  // A child may stand before its parent: go on until nobody is found any more.
  for (let before = -1; before !== wanted.size; ) {
    before = wanted.size;
    for (const { pid, parent } of all) if (wanted.has(parent)) wanted.add(pid);
  }
  return all.reduce((sum, { pid, ticks }) => sum + (wanted.has(pid) ? ticks : 0), 0) / ticksPerSecond;
}

/** Memory of one process that is its own or shared and present, in MiB. */
export function residentMiB(pid: number): number {
  const found = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(found?.[1] ?? 0) / 1024;
}

/** Flags of Node with which a process collects its garbage when it is told to. */
export const collecting = ["--expose-gc", "--import", fileURLToPath(new URL("collect.ts", import.meta.url))];

/** The same once a process started with `collecting` has settled and collected its garbage: the least of some looks. */
export async function settledMiB(pid: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let look = 0; look < 5; look += 1) {
    process.kill(pid, "SIGUSR2");
    await sleep(1_000);
    least = Math.min(least, residentMiB(pid));
  }
  return least;
}
