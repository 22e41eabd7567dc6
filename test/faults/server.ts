import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** How long a start may take on a machine that is busy with other things. */
const patienceMs = 240_000;
const readyLine = /^Boardroom is ready: (\S+)$/m;

/** How a process ended, and what it had said on standard error. */
export type End = { code: number | null; signal: NodeJS.Signals | null; complaint: string; tookMs: number };

/** The product as a process of its own. */
export type Server = {
  pid: number;
  url: string;
  /** Milliseconds from the start of the process until /readyz answered 200. */
  readyAfterMs: number;
  /** Everything it has printed so far, both streams. */
  output(): string;
  signal(signal: NodeJS.Signals): void;
  ended: Promise<End>;
};

const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Another way to start it: through a command that goes before it, from another checkout, or from another file. */
export type How = { through?: readonly string[]; from?: string; entry?: string };

/** Starts the process without waiting for anything; the environment is the given one and nothing of ours. */
export function launch(
  env: Record<string, string>,
  flags: string[] = [],
  { through = [], from = root, entry = join("scripts", "start.mjs") }: How = {},
) {
  const started = performance.now();
  const [program, ...before] = [...through, process.execPath];
  const child = spawn(program ?? process.execPath, [...before, ...flags, entry], {
    cwd: from,
    env: {
      PATH: process.env.PATH,
      // As `npm start` sets them; loading without the cache takes a second longer.
      NODE_COMPILE_CACHE: join(root, ".cache", "compile"),
      MALLOC_TRIM_THRESHOLD_: "1048576",
      PORT: "0",
      LOG_LEVEL: "warn",
      RATE_LIMIT_FACTOR: "100000",
      // Short, so that effects of decisions are cut off on their way as well.
      UNDO_SECONDS: "2",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  let output = "";
  let complaint = "";
  child.stdout.on("data", (bytes: Buffer) => (output += bytes.toString()));
  child.stderr.on("data", (bytes: Buffer) => {
    output += bytes.toString();
    complaint += bytes.toString();
  });
  const ended = once(child, "close").then(([code, signal]: unknown[]): End => {
    running.delete(child);
    const tookMs = performance.now() - started;
    return { code: code as number | null, signal: signal as NodeJS.Signals | null, complaint, tookMs };
  });
  return { child, started, output: () => output, ended };
}

/** Starts the product and waits until it is ready; throws what it said when it ends instead. */
export async function startServer(env: Record<string, string>, flags: string[] = [], how: How = {}): Promise<Server> {
  const { child, started, output, ended } = launch(env, flags, how);
  let end: End | null = null;
  void ended.then((how) => (end = how));
  for (;;) {
    if (end) throw new Error(`The server ended instead of starting:\n${output()}`);
    const url = readyLine.exec(output())?.[1]?.replace("localhost", "127.0.0.1");
    if (url && (await isReady(url))) {
      const readyAfterMs = performance.now() - started;
      return { pid: child.pid ?? 0, url, readyAfterMs, output, signal: (signal) => void child.kill(signal), ended };
    }
    if (performance.now() - started > patienceMs) {
      child.kill("SIGKILL");
      throw new Error(`The server is not ready after four minutes:\n${output()}`);
    }
    await sleep(10);
  }
}

/** Whether /readyz answers 200. */
export async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/readyz`).catch(() => null);
  await response?.body?.cancel();
  return response?.status === 200;
}
