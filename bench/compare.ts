import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { cpuSeconds } from "./processes.ts";

const run = promisify(execFile);
const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const rounds = 5;
const seconds = 3;
const concurrency = 8;

/** Something that answers GET: where, and which processes it is made of (their children count as well). */
export type Side = { name: string; url: string; cookie?: string; pids: readonly number[] };
/** Medians of the rounds. */
export type Figures = { perCore: number; perSecond: number; p50: number; p99: number; kB: number };

/** Starts the floor for one statement; `stop` ends it. */
export async function startFloor(databaseUrl: string, text: string, values: unknown[]) {
  const child = spawn(process.execPath, [file("floor.ts"), text, JSON.stringify(values)], {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return { url: line.toString().trim(), pid: child.pid ?? 0, stop: () => void child.kill("SIGKILL") };
}

/** Measures sides in turns (A, B, A, B …) and gives the medians of each; any answer that is not 2xx voids the run. */
export async function compare(sides: readonly Side[]): Promise<Figures[]> {
  for (const side of sides) await measure(side, 1);
  const found: Figures[][] = sides.map(() => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [at, side] of sides.entries()) found[at]?.push(await measure(side, seconds));
  return found.map((figures) => ({
    perCore: median(figures.map((one) => one.perCore)),
    perSecond: median(figures.map((one) => one.perSecond)),
    p50: median(figures.map((one) => one.p50)),
    p99: median(figures.map((one) => one.p99)),
    kB: median(figures.map((one) => one.kB)),
  }));
}

async function measure({ name, url, cookie, pids }: Side, duration: number): Promise<Figures> {
  const before = cpuSeconds(pids);
  const settings = JSON.stringify({ url, cookie, seconds: duration, concurrency });
  const { stdout } = await run(process.execPath, [file("load.ts"), settings]);
  const used = cpuSeconds(pids) - before;
  const answer = JSON.parse(stdout) as {
    count: number;
    faults: number[];
    seconds: number;
    p50: number;
    p99: number;
    bytes: number;
  };
  if (answer.faults.length > 0)
    throw new Error(`Void: ${name} answered ${answer.faults.length} times other than 2xx, first ${answer.faults[0]}.`);
  return {
    perCore: answer.count / used,
    perSecond: answer.count / answer.seconds,
    p50: answer.p50,
    p99: answer.p99,
    kB: answer.bytes / answer.count / 1000,
  };
}

/** The middle of some numbers. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** One line of a table. */
export function line(name: string, { perCore, perSecond, p50, p99, kB }: Figures): string {
  const cells = [perCore.toFixed(0), perSecond.toFixed(0), p50.toFixed(2), p99.toFixed(2), kB.toFixed(1)];
  return `${name.padEnd(34)}${cells.map((cell) => cell.padStart(10)).join("")}`;
}

export const heading = `${"".padEnd(34)}${["per core", "per s", "p50 ms", "p99 ms", "kB"].map((cell) => cell.padStart(10)).join("")}`;
