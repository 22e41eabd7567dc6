// `npm start`: builds the browser part and the server if needed, then runs the server in this process.
// `npm run demo`: the same in a folder of its own, after preparing a demo company there.
import module from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { needNode24, root } from "./node24.mjs";

await needNode24();

// By default glibc keeps 150 MB that compiling the embedded database took. It reads the setting only when a program
// begins, so this process begins again with it.
if (process.platform === "linux" && process.env.MALLOC_TRIM_THRESHOLD_ === undefined) {
  const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve?.(process.execPath, command, { ...process.env, MALLOC_TRIM_THRESHOLD_: "1048576" });
}

// Worker threads and child processes find the cache through the environment.
process.env.NODE_COMPILE_CACHE ??= join(root, ".cache", "compile");
module.enableCompileCache(process.env.NODE_COMPILE_CACHE);

const { builtFile } = await import("./built-parts.mjs");
if (process.env.ROLE !== "jobs") builtFile("browser", "index.html");

if (process.env.npm_lifecycle_event !== undefined && process.platform !== "win32") endWithShell();

const isDemo = process.argv.includes("--demo");
// A demo must never use the folder where `npm start` keeps a company.
if (isDemo) process.env.DATA_DIR ||= "./data-demo";
/** @type {typeof import("../src/app/demo.ts") | null} */
const demo = isDemo ? await load("demo.js") : null;

await load("main.js");
demo?.introduce();

/** @param {string} name */
async function load(name) {
  return import(pathToFileURL(builtFile("server", name)).href);
}

/** npm runs us in a shell that does not forward SIGTERM; when the shell is gone, the signal was meant for us. */
function endWithShell() {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, 200).unref();
  for (const signal of /** @type {const} */ (["SIGTERM", "SIGINT"])) {
    process.once(signal, () => {
      clearInterval(watch);
      // Until the server listens for signals, they end the process by default.
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    });
  }
}
