// Plain JavaScript that old Node versions can run: finds the Node this package requires.
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
const needed = 24;

/** @param {string} version */
const isNewEnough = (version) => Number(version.replace(/^v/, "").split(".")[0]) >= needed;

/**
 * Returns on Node 24 or later; otherwise runs the same command with the Node from the packages and exits with its code.
 */
export async function needNode24() {
  if (!existsSync(join(root, "node_modules"))) {
    console.error("The packages are not installed: run `npm ci` first.");
    process.exit(1);
  }
  if (isNewEnough(process.version)) return;
  const node = packagedNode();
  if (node === undefined) {
    console.error(
      `This needs Node ${needed} or later and runs on ${process.version}: install it from https://nodejs.org.`,
    );
    process.exit(1);
  }
  await runWith(node);
}

function packagedNode() {
  const modules = join(root, "node_modules");
  const platform = process.platform === "win32" ? "win" : process.platform;
  const candidates = [
    join(modules, `node-${platform}-${process.arch}`, "bin", process.platform === "win32" ? "node.exe" : "node"),
    join(modules, ".bin", process.platform === "win32" ? "node.exe" : "node"),
  ];
  return candidates.find((path) => {
    if (!existsSync(path)) return false;
    const answer = spawnSync(path, ["--version"], { encoding: "utf8" });
    return answer.status === 0 && isNewEnough(answer.stdout.trim());
  });
}

/**
 * Forwards signals to the child and exits as it does. The promise never settles.
 * @param {string} node
 */
function runWith(node) {
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], { stdio: "inherit" });
  for (const signal of /** @type {const} */ (["SIGTERM", "SIGHUP", "SIGINT"])) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to both processes itself.
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.on("error", (error) => {
    console.error(`${node} could not start: ${error.message}`);
    process.exit(1);
  });
  child.on("exit", (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
  return new Promise(() => {});
}
