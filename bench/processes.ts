import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
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

/** Makes a process forget the most it ever had: a start needs more than the work that is measured. */
export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, "5");

/** The most memory a process had at once since that was forgotten, in MiB. */
export const peakMiB = (pid: number): number =>
  Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;

/** Resident memory by what it is for, in MiB; heaps of JavaScript and array buffers as V8 counts them, of all threads. */
export type Parts = { all: number; linear: number; heaps: number; buffers: number; files: number; rest: number };

/** Flags of Node with which a process says in `file` what it holds. */
export const telling = ["--import", fileURLToPath(new URL("memory-parts.ts", import.meta.url))];

/** Gives the parts of a process that was started with `telling` and MEMORY_PARTS=file. */
export function partsMiB(pid: number, file: string): Parts {
  const threads = readdirSync(dirname(file))
    .filter((name) => name.startsWith(`${basename(file)}.`))
    .map((name) => said(join(dirname(file), name)))
    .filter((thread) => thread !== null);
  const lengths = new Set(threads.flatMap(({ linear }) => linear));
  const maps = mapsOf(pid);
  const sum = (some: typeof maps) => some.reduce((total, { resident }) => total + resident, 0) / 1024;
  const all = sum(maps);
  const linear = sum(maps.filter(({ isFile, bytes }) => !isFile && lengths.has(bytes)));
  const files = sum(maps.filter(({ isFile }) => isFile));
  const heaps = threads.reduce((total, { heapTotal }) => total + heapTotal, 0) / 2 ** 20;
  const buffers = threads.reduce((total, { arrayBuffers }) => total + arrayBuffers, 0) / 2 ** 20;
  return { all, linear, heaps, buffers, files, rest: all - linear - files - heaps - buffers };
}

type Said = { heapTotal: number; arrayBuffers: number; linear: number[] };

/** A file that is just being written says nothing. */
function said(path: string): Said | null {
  const text = readFileSync(path, "utf8");
  return text.endsWith("}") ? (JSON.parse(text) as Said) : null;
}

/** The mappings of a process: how long, whether of a file, and how many kB of it are resident. */
function mapsOf(pid: number): { bytes: number; isFile: boolean; resident: number }[] {
  const found: { bytes: number; isFile: boolean; resident: number }[] = [];
  for (const line of readFileSync(`/proc/${pid}/smaps`, "utf8").split("\n")) {
    const [, from, to, name] = /^([0-9a-f]+)-([0-9a-f]+) \S+ \S+ \S+ \S+ *(.*)$/.exec(line) ?? [];
    if (from && to) {
      const bytes = Number.parseInt(to, 16) - Number.parseInt(from, 16);
      found.push({ bytes, isFile: name?.startsWith("/") ?? false, resident: 0 });
    }
    const last = found.at(-1);
    const resident = /^Rss:\s+(\d+) kB$/.exec(line)?.[1];
    if (last && resident) last.resident = Number(resident);
  }
  return found;
}

/** Flags of Node with which a process collects its garbage when it is told to. */
export const collecting = ["--expose-gc", "--import", fileURLToPath(new URL("collect.ts", import.meta.url))];

/** The same once a process started with `collecting` has settled and collected its garbage: the least of some looks. */
export const settledMiB = (pid: number): Promise<number> => leastOfLooks(pid, () => residentMiB(pid));

/** The same of the heap it uses: what the allocator keeps for later differs from run to run. */
export const settledHeapMiB = ({ pid, output }: { pid: number; output: () => string }): Promise<number> =>
  leastOfLooks(pid, () => {
    const last = /heap used: (\d+)\n/.exec(output().slice(output().lastIndexOf("heap used: ")));
    return Number(last?.[1] ?? Number.NaN) / 2 ** 20;
  });

async function leastOfLooks(pid: number, look: () => number): Promise<number> {
  const seen: number[] = [];
  while (seen.length < 5) {
    process.kill(pid, "SIGUSR2");
    await sleep(1_000);
    seen.push(look());
  }
  return Math.min(...seen);
}
