import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { utimesSync } from "node:fs";
import { readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { now } from "#platform/clock.ts";
import { aFolder } from "./open.ts";
import { type LockHolder, thisProcess } from "#platform/db/embedded/lock-holder.ts";
import { ownDataFolder } from "#platform/db/embedded/ownership.ts";

/** Whoever waits until a heartbeat is old enough waits half a minute; on a busy machine all else takes seconds as well. */
const unwaitedMs = 20_000;
const ownershipFile = fileURLToPath(new URL("../../src/platform/db/embedded/ownership.ts", import.meta.url));

test("a second owner is refused, and the folder stays as it was", async () => {
  const folder = await aFolder();
  const other = await anotherProcessOwning(folder);
  const before = await contentOf(folder);
  const started = performance.now();
  await expect(ownDataFolder(folder)).rejects.toThrow(
    `The data folder ${folder} is in use by another Boardroom (process ${other.pid} on ${hostname()}). ` +
      "Stop it first, or set DATA_DIR or DATABASE_URL.",
  );
  expect(performance.now() - started).toBeLessThan(unwaitedMs);
  expect(await contentOf(folder)).toEqual(before);
});

test("a folder can be owned again after release, and at once after kill -9", async () => {
  const folder = await aFolder();
  await (await ownDataFolder(folder)).release();
  expect(await readdir(folder)).toEqual([]);
  const other = await anotherProcessOwning(folder);
  other.kill("SIGKILL");
  await once(other, "exit");
  const started = performance.now();
  const ownership = await ownDataFolder(folder);
  expect(performance.now() - started).toBeLessThan(unwaitedMs);
  await ownership.release();
});

test("a lock file that somebody deleted does not let a second owner in", async () => {
  const folder = await aFolder();
  await anotherProcessOwning(folder);
  await rm(join(folder, "boardroom.lock"));
  await expect(ownDataFolder(folder)).rejects.toThrow("in use by another Boardroom. Stop it first");
  expect(await readdir(folder)).toEqual([]);
});

test("one process cannot own a folder twice", async () => {
  const folder = await aFolder();
  const ownership = await ownDataFolder(folder);
  await expect(ownDataFolder(folder)).rejects.toThrow("in use by another Boardroom");
  await ownership.release();
});

const other = { ...thisProcess("theirs"), pid: 7, started: "1" };
const elsewhere = { ...other, host: "host-b", bootId: "b", processSpace: "pid:[1]" };
test.each([
  ["a dead process of this machine", other, 0],
  ["another host, with an old heartbeat", elsewhere, 31_000],
  ["another container here, with an old heartbeat", { ...other, processSpace: "pid:[1]" }, 31_000],
  ["this machine before it started anew", { ...other, bootId: "b" }, 2_000],
])("the lock of %s is taken over", async (_name, holder, ageMs) => {
  const folder = await aFolder();
  await writeLock(folder, holder, ageMs);
  const started = performance.now();
  await (await ownDataFolder(folder)).release();
  expect(performance.now() - started).toBeLessThan(unwaitedMs);
});

test.each([
  ["another host", elsewhere],
  ["another container here", { ...other, processSpace: "pid:[1]" }],
])("the lock of %s with a fresh heartbeat is respected, nothing is written", async (_name, holder) => {
  const folder = await aFolder();
  await writeLock(folder, holder, 0);
  const before = await contentOf(folder);
  await expect(ownDataFolder(folder)).rejects.toThrow(`(process 7 on ${holder.host})`);
  expect(await contentOf(folder)).toEqual(before);
});

test("a machine of the same name whose heartbeat moves is left alone", async () => {
  const folder = await aFolder();
  const lock = join(folder, "boardroom.lock");
  await writeFile(lock, JSON.stringify({ ...other, bootId: "b" }));
  const beating = setInterval(() => utimesSync(lock, now(), now()), 1_000);
  onTestFinished(() => clearInterval(beating));
  await expect(ownDataFolder(folder)).rejects.toThrow("in use by another Boardroom");
});

test("an owner learns that another took the folder over, and leaves the other's lock alone", async () => {
  const folder = await aFolder();
  let lost: () => void = () => {};
  const told = new Promise<void>((resolve) => (lost = resolve));
  const ownership = await ownDataFolder(folder, () => lost());
  await writeFile(join(folder, "boardroom.lock"), JSON.stringify(elsewhere));
  await told;
  await ownership.release();
  expect(await readdir(folder)).toEqual(["boardroom.lock"]);
});

test("who was held up while taking the lock waits until whoever took it meanwhile has seen the loss", async () => {
  const folder = await aFolder();
  // Held up between its look at the lock and its own: for longer than anybody waits to see whether somebody came after them.
  const heldUp = `
    import fs from "node:fs";
    import { syncBuiltinESMExports } from "node:module";
    const { renameSync } = fs;
    fs.renameSync = (from, to) => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
      renameSync(from, to);
      globalThis.renamed = performance.now();
    };
    syncBuiltinESMExports();`;
  const after = async (before: string) => {
    const child = await anotherProcessOwning(
      folder,
      before,
      "String(Math.round(performance.now() - globalThis.renamed))",
    );
    child.kill("SIGKILL");
    await once(child, "exit");
    return Number(said.get(child));
  };
  // Its heartbeat sees within a second that the lock is not its own any more.
  expect(await after(heldUp)).toBeGreaterThan(2_000);
  // The control; a busy machine may hold it up by itself.
  const unhindered: number[] = [];
  while (unhindered.length < 10 && !unhindered.some((ms) => ms < 2_000))
    unhindered.push(await after(heldUp.replace("0, 600", "0, 0")));
  expect(Math.min(...unhindered)).toBeLessThan(2_000);
});

const said = new Map<ChildProcess, string>();

async function anotherProcessOwning(folder: string, before = "", word = '"owned"'): Promise<ChildProcess> {
  const script = `${before}
    const { ownDataFolder } = await import(${JSON.stringify(ownershipFile)});
    await ownDataFolder(${JSON.stringify(folder)});
    process.stdout.write(${word});
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  // Waited for: its socket is named by the folder's inode, which the next test's folder may get.
  onTestFinished(async () => {
    if (child.kill("SIGKILL")) await once(child, "exit");
  });
  said.set(child, String((await once(child.stdout, "data"))[0]));
  return child;
}

async function writeLock(folder: string, holder: LockHolder, ageMs: number): Promise<void> {
  const lock = join(folder, "boardroom.lock");
  await writeFile(lock, JSON.stringify(holder));
  const then = new Date(now().getTime() - ageMs);
  await utimes(lock, then, then);
}

async function contentOf(folder: string): Promise<unknown[]> {
  const names = await readdir(folder);
  return Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      return [name, await readFile(path, "utf8"), (await stat(path)).ino];
    }),
  );
}
