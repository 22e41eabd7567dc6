import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual, promisify } from "node:util";
import type { Answers, Load } from "./load.ts";
import { cpuSeconds } from "./processes.ts";

const execute = promisify(execFile);
const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const rounds = 5;
const seconds = 3;
const concurrency = 8;
/** Calls until the program runs compiled, and the fewest calls for a meaningful round. */
const [warm, round] = [200, 50];

/** What is measured: calls, and the processes that answer them, children included. */
export type Side = Pick<Load, "url" | "paths" | "cookies" | "token" | "body" | "unchanged"> & {
  name: string;
  pids: readonly number[];
  /** Another load that runs at the same time. */
  background?: Omit<Load, "seconds" | "concurrency">;
};
/** Medians of the rounds. */
export type Figures = { perCore: number; perSecond: number; p50: number; p99: number; kB: number };

/** Starts a program of this folder and waits for the first line it prints. */
export async function startProgram(
  name: string,
  settings: string[],
  env: Record<string, string> = {},
  flags: string[] = [],
) {
  const child = spawn(process.execPath, [...flags, file(name), ...settings], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit").then(() => Promise.reject(new Error(`${name} ended instead of starting.`)));
  const [line] = (await Promise.race([once(child.stdout, "data"), ended])) as [Buffer];
  ended.catch(() => undefined);
  return {
    line: line.toString().trim(),
    pid: child.pid ?? 0,
    stdout: child.stdout,
    stop: () => void child.kill("SIGKILL"),
  };
}

/** Times calls of each kind in ms, in short alternating turns, so that noise affects all alike. Warm-up rounds do not count. */
export async function timeInTurns(
  calls: readonly (() => Promise<unknown>)[],
  turns: { rounds: number; perRound: number; warm: number },
): Promise<number[][]> {
  const times = calls.map((): number[] => []);
  for (let at = -turns.warm; at < turns.rounds; at += 1)
    for (const [index, call] of calls.entries())
      for (let one = 0; one < turns.perRound; one += 1) {
        const started = performance.now();
        await call();
        if (at >= 0) times[index]?.push(performance.now() - started);
      }
  return times;
}

/** Starts the floor for one statement. */
export async function startFloor(databaseUrl: string, text: string, values: unknown[] = []) {
  const { line: url, ...floor } = await startProgram("floor.ts", [text, JSON.stringify(values)], {
    DATABASE_URL: databaseUrl,
  });
  return { ...floor, url };
}

/** Voids the run unless two addresses answer with equal rows of equal fields. */
export async function requireSameAnswer(ours: { url: string; cookie: string }, floor: string): Promise<void> {
  const read = async (url: string, headers: Record<string, string>) => (await fetch(url, { headers })).json();
  const [one, other] = [await read(ours.url, { cookie: ours.cookie }), await read(floor, {})];
  const isFilled = Array.isArray(one) && one.length > 0;
  if (!isFilled || !isDeepStrictEqual(one, other))
    throw new Error(`Void: the floor does not answer as ${ours.url} does.`);
}

/** Measures sides in turns (A, B, A, B …) and returns the medians of each; any answer that is not 2xx voids the run. */
export async function compare(sides: readonly Side[]): Promise<Figures[]> {
  for (const side of sides) await measure(side, 1, warm);
  const found: Figures[][] = sides.map(() => []);
  for (let turn = 0; turn < rounds; turn += 1)
    for (const [at, side] of sides.entries()) found[at]?.push(await measure(side, seconds, round));
  return found.map((figures) => ({
    perCore: median(figures.map((one) => one.perCore)),
    perSecond: median(figures.map((one) => one.perSecond)),
    p50: median(figures.map((one) => one.p50)),
    p99: median(figures.map((one) => one.p99)),
    kB: median(figures.map((one) => one.kB)),
  }));
}

async function measure(side: Side, duration: number, least: number): Promise<Figures> {
  const { name, pids, background, ...load } = side;
  const before = cpuSeconds(pids);
  const [answer] = await Promise.all([
    // With a background load, both end after the same time.
    run(name, { ...load, seconds: duration, least: background ? 0 : least, concurrency }),
    background && run(`the background load of ${name}`, { ...background, seconds: duration, concurrency }),
  ]);
  const used = cpuSeconds(pids) - before;
  return {
    perCore: answer.count / used,
    perSecond: answer.count / answer.seconds,
    p50: answer.p50,
    p99: answer.p99,
    kB: answer.bytes / answer.count / 1000,
  };
}

async function run(name: string, load: Load): Promise<Answers> {
  const { stdout } = await execute(process.execPath, [file("load.ts"), JSON.stringify(load)]);
  const answers = JSON.parse(stdout) as Answers;
  const [first] = answers.faults;
  if (first) throw new Error(`Void: ${name} answered ${answers.faults.length} times wrongly, first ${first}.`);
  return answers;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The value below which this share of them lies. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN;

export const percentiles = (times: readonly number[]): { p50: number; p99: number } => ({
  p50: median(times),
  p99: percentile(times, 0.99),
});

/** One line of a table. */
export function line(name: string, { perCore, perSecond, p50, p99, kB }: Figures): string {
  const cells = [perCore.toFixed(0), perSecond.toFixed(0), p50.toFixed(2), p99.toFixed(2), kB.toFixed(1)];
  return `${name.padEnd(34)}${cells.map((cell) => cell.padStart(10)).join("")}`;
}

export const heading = `${"".padEnd(34)}${["per core", "per s", "p50 ms", "p99 ms", "kB"].map((cell) => cell.padStart(10)).join("")}`;
