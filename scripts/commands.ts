import { type ChildProcess, spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { root } from "./node24.mjs";

const programs = join(root, "node_modules", ".bin");
const environment = { ...process.env, PATH: [programs, process.env.PATH].join(delimiter) };
let running: ChildProcess | undefined;

/** Runs one of the packages' programs, its output before the reader's eyes. Returns its exit code; none means it was ended. */
export async function runProgram(
  program: string,
  flags: string[],
  { minutes = 30, env = {} }: { minutes?: number; env?: Record<string, string> } = {},
): Promise<number | null> {
  // A process group of its own, so that what it started ends with it.
  const child = spawn(program, flags, { cwd: root, stdio: "inherit", detached: true, env: { ...environment, ...env } });
  running = child;
  const limit = setTimeout(() => {
    console.error(`${program} took more than ${minutes} minutes and was ended.`);
    endRunning();
  }, minutes * 60_000);
  return await new Promise((resolve) => {
    child.on("error", (error) => {
      console.error(`${program} does not start: ${error.message}`);
      clearTimeout(limit);
      resolve(null);
    });
    child.on("exit", (code) => {
      clearTimeout(limit);
      endRunning();
      running = undefined;
      resolve(code);
    });
  });
}

/** Ends the program that is running, with everything it started. */
export function endRunning(): void {
  if (running?.pid === undefined) return;
  try {
    process.kill(-running.pid, "SIGKILL");
  } catch {
    // The whole group has ended by itself.
  }
}
