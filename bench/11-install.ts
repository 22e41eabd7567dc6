import { execFileSync, spawn } from "node:child_process";
import { cpSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "../scripts/node24.mjs";
import { ensureBuilt } from "../scripts/built-parts.mjs";
import { atMost, type Report } from "./report.ts";

const left = new Set(["node_modules", ".git", "data", ".cache"]);

/** Goal 11: what a production install weighs, and how long it takes from the built state to the first 200. */
export async function measure(): Promise<Report> {
  const fault = ensureBuilt("browser") ?? ensureBuilt("server");
  if (fault !== null) throw new Error(fault);
  const folder = mkdtempSync(join(tmpdir(), "boardroom-install-"));
  try {
    cpSync(root, folder, { recursive: true, filter: (path) => !left.has(basename(path)) });
    const started = performance.now();
    const flags = ["ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    execFileSync("npm", flags, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
    const install = (performance.now() - started) / 1000;
    const modules = join(folder, "node_modules");
    const packages = globSync(["**/node_modules/*/package.json", "**/node_modules/@*/*/package.json"], { cwd: folder });
    const isRuntime = (path: string) => /node_modules\/node-(linux|win)-/.test(path);
    const weigh = (path: string) =>
      Number(execFileSync("du", ["-sk", path], { encoding: "utf8" }).split("\t")[0]) / 1000;
    const runtime = globSync("node-{linux,win}-*", { cwd: modules }).map((name) => weigh(join(modules, name)));
    const size = weigh(modules) - runtime.reduce((sum, one) => sum + one, 0);
    const first = await untilFirstAnswer(folder);
    const second = await untilFirstAnswer(folder);
    const count = packages.filter((path) => !isRuntime(path)).length;
    return {
      title:
        "11  A production install (npm ci --omit=dev, the Node runtime not counted) and its starts, embedded database",
      lines: [
        `${size.toFixed(0)} MB in ${count} packages; npm ci took ${install.toFixed(1)} s; with the Node runtime ${weigh(modules).toFixed(0)} MB`,
        `first start to 200 ${first.toFixed(2)} s (makes the database and the compile cache), second ${second.toFixed(2)} s`,
      ],
      goals: [
        atMost("size", size, 150, "MB"),
        atMost("packages", count, 150, "packages"),
        atMost("first start", first, 4, "s"),
        atMost("second start", second, 2, "s"),
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Starts as an operator would and gives the seconds until the page is answered with 200. */
async function untilFirstAnswer(folder: string): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const started = performance.now();
  const child = spawn(process.execPath, [join("scripts", "start.mjs")], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: String(port), LOG_LEVEL: "warn" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  try {
    while (performance.now() - started < 60_000) {
      const response = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
      await response?.body?.cancel();
      if (response?.status === 200) return (performance.now() - started) / 1000;
      if (child.exitCode !== null) throw new Error("The server ended instead of starting.");
      await sleep(10);
    }
    throw new Error("No answer within a minute.");
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}
