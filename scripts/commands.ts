import { type ChildProcess, spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { root } from "./node24.mjs";

const programs = join(root, "node_modules", ".bin");
const environment = {
  ...process.env,
  PATH: [programs, process.env.PATH].join(delimiter),
  // A compile cache halves the load time of programs and the servers that tests start.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, ".cache", "compile"),
};
const running = new Set<ChildProcess>();
let isEnding = false;

export type Print = (text: string) => void;

/** Runs a program of the packages. Returns its exit code; null if it was killed or did not start. */
export async function runProgram(
  program: string,
  flags: string[],
  print: Print,
  { minutes = 30, env = {} }: { minutes?: number; env?: Record<string, string> } = {},
): Promise<number | null> {
  if (isEnding) return null;
  const child = spawn(program, flags, {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    // Its own process group, so that its children are killed with it.
    detached: true,
    env: { ...environment, ...env },
  });
  running.add(child);
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", print);
  const limit = setTimeout(() => {
    print(`${program} took more than ${minutes} minutes and was stopped.\n`);
    end(child);
  }, minutes * 60_000);
  const code = await new Promise<number | null>((resolve) => {
    child.on("error", (error) => {
      print(`${program} could not start: ${error.message}\n`);
      resolve(null);
    });
    child.on("exit", () => end(child));
    child.on("close", resolve);
  });
  clearTimeout(limit);
  running.delete(child);
  return code;
}

function end(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // The group has already ended.
  }
}

/** Kills all running programs and their children, and prevents new ones. */
export function endRunning(): void {
  isEnding = true;
  for (const child of running) end(child);
}
