import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { utimesSync } from "node:fs";
import { readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { now } from "#platform/clock.ts";
import { aFolder } from "./engine.fixture.ts";
import { type LockHolder, thisProcess } from "./lock-holder.ts";
import { ownDataFolder } from "./ownership.ts";

/** Whoever waits until a heartbeat is old enough waits half a minute; on a busy machine all else takes seconds as well. */
const unwaitedMs = 20_000;
const ownershipFile = fileURLToPath(new URL("./ownership.ts", import.meta.url));

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

async function anotherProcessOwning(folder: string): Promise<ChildProcess> {
  const script = `
    const { ownDataFolder } = await import(${JSON.stringify(ownershipFile)});
    await ownDataFolder(${JSON.stringify(folder)});
    process.stdout.write("owned");
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  // Waited for: its socket is named by the folder's inode, which the next test's folder may get.
  onTestFinished(async () => {
    if (child.kill("SIGKILL")) await once(child, "exit");
  });
  await once(child.stdout, "data");
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
