import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";

type Command = "backup" | "restore" | "audit-verify" | "user-reset" | "hold" | "leads" | "plan" | "mail-test";
export type Said = { code: number | null; out: string; complaint: string; tookMs: number };

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const fileOf = (name: Command): string => at(`src/app/${name}.ts`);

/** Runs one of the operator's commands as `npm run` does, in a process of its own. */
export async function command(
  name: Command,
  env: Record<string, string>,
  flags: readonly string[] = [],
  input = "",
): Promise<Said> {
  const started = performance.now();
  const child = spawn(process.execPath, [at("scripts/run.mjs"), fileOf(name), ...flags], { env: environment(env) });
  let out = "";
  let complaint = "";
  child.stdout.on("data", (bytes: Buffer) => (out += bytes.toString()));
  child.stderr.on("data", (bytes: Buffer) => (complaint += bytes.toString()));
  child.stdin.on("error", () => undefined).end(input);
  const [code] = (await once(child, "close")) as [number | null];
  return { code, out, complaint, tookMs: performance.now() - started };
}

let runs = 0;

/**
 * Runs the same command in this process, without the start of a program: the file is loaded anew, with its arguments,
 * environment and input in place of ours. What it says by its own log still goes to our output.
 */
export async function commandHere(
  name: Command,
  env: Record<string, string>,
  flags: readonly string[] = [],
  input = "",
): Promise<Said> {
  const started = performance.now();
  const said = { out: "", complaint: "" };
  const codeBefore = process.exitCode;
  process.exitCode = undefined;
  const undo = [
    put(process, "argv", [process.execPath, fileOf(name), ...flags]),
    put(process, "env", environment(env)),
    put(process, "stdin", Readable.from(input === "" ? [] : [input])),
    put(process.stdout, "write", (text: string) => (said.out += text) !== ""),
    put(process.stderr, "write", (text: string) => (said.complaint += text) !== ""),
  ];
  try {
    await import(`${fileOf(name)}?run=${(runs += 1)}`);
    return { code: Number(process.exitCode ?? 0), ...said, tookMs: performance.now() - started };
  } finally {
    for (const back of undo) back();
    process.exitCode = codeBefore;
  }
}

const environment = (env: Record<string, string>): NodeJS.ProcessEnv => ({
  PATH: process.env["PATH"],
  // As `npm run` sets it; loading without it takes a second longer.
  NODE_COMPILE_CACHE: join(".cache", "compile"),
  ...env,
});

/** Puts a value in place of a property; the returned function puts back what was there. */
function put(on: object, name: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(on, name);
  Object.defineProperty(on, name, { configurable: true, enumerable: true, writable: true, value });
  return () => {
    if (before) Object.defineProperty(on, name, before);
    else Reflect.deleteProperty(on, name);
  };
}
