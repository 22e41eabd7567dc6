import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { hostname } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { now } from "#platform/clock.ts";
import { patienceMs } from "../patience.ts";
import { aFolder } from "./open.ts";
import { thisProcess } from "#platform/db/embedded/lock-holder.ts";
import { ownDataFolder } from "#platform/db/embedded/ownership.ts";

const holderName = "boardroom.lock";
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
  expect(performance.now() - started).toBeLessThan(patienceMs);
  expect(await contentOf(folder)).toEqual(before);
});

test("a folder can be owned again after release, and at once after kill -9", async () => {
  const folder = await aFolder();
  await (await ownDataFolder(folder)).release();
  expect(await readdir(folder)).toEqual(["kernel.lock"]);
  const other = await anotherProcessOwning(folder);
  other.kill("SIGKILL");
  await once(other, "exit");
  const started = performance.now();
  const ownership = await ownDataFolder(folder);
  expect(performance.now() - started).toBeLessThan(patienceMs);
  await ownership.release();
});

test("a lock file that somebody deleted does not let a second owner in", async () => {
  const folder = await aFolder();
  await anotherProcessOwning(folder);
  await rm(join(folder, holderName));
  await rm(join(folder, "kernel.lock"));
  await expect(ownDataFolder(folder)).rejects.toThrow("in use by another Boardroom. Stop it first");
  expect(await readdir(folder)).toEqual([]);
});

test("one process cannot own a folder twice", async () => {
  const folder = await aFolder();
  const ownership = await ownDataFolder(folder);
  await expect(ownDataFolder(folder)).rejects.toThrow("in use by another Boardroom");
  await ownership.release();
});

const other = { ...thisProcess("theirs"), pid: 7 };
const elsewhere = { ...other, host: "host-b", bootId: "b" };
const holderOf = async (folder: string): Promise<unknown> =>
  JSON.parse(await readFile(join(folder, holderName), "utf8"));
test.each([
  ["a dead process of this machine", other],
  ["a container that is gone", { ...other, host: "host-b" }],
  ["this machine before it started anew", { ...other, bootId: "b" }],
  ["another machine that had the disk before", elsewhere],
])("on a disk of this machine the lock of %s is taken over, however young it is", async (_name, holder) => {
  const folder = await aFolder();
  await writeFile(join(folder, holderName), JSON.stringify(holder));
  const ownership = await ownDataFolder(folder);
  expect(await holderOf(folder)).toMatchObject({ pid: process.pid });
  await ownership.release();
});

test.each([
  ["another machine", elsewhere],
  ["a machine of the same name", { ...other, bootId: "b" }],
  ["another container here", { ...other, host: "host-b" }],
])(
  "over a network the lock of %s is respected, however old it is, until somebody deletes it",
  async (_name, holder) => {
    const folder = await aFolder();
    onANetwork();
    const file = join(folder, holderName);
    await writeFile(file, JSON.stringify(holder));
    await utimes(file, 0, 0);
    await expect(ownDataFolder(folder)).rejects.toThrow(
      `The data folder ${folder} may still be in use by process 7 on ${holder.host}. ` +
        `Check that it has stopped, delete ${file} and start again.`,
    );
    expect(await holderOf(folder)).toEqual(holder);
    await rm(file);
    await (await ownDataFolder(folder)).release();
  },
);

test("over a network the lock of a dead process of this machine is taken over", async () => {
  const folder = await aFolder();
  onANetwork();
  await writeFile(join(folder, holderName), JSON.stringify(other));
  const ownership = await ownDataFolder(folder);
  expect(await holderOf(folder)).toMatchObject({ pid: process.pid });
  await ownership.release();
});

test("an owner that does nothing but compute keeps its folder from other containers, and loses it with its life", async () => {
  const folder = await aFolder();
  const owner = await anotherProcessOwning(folder, { after: "for (;;);" });
  // As if it had been at it for an hour.
  const anHourAgo = now().getTime() / 1_000 - 3_600;
  await utimes(join(folder, holderName), anHourAgo, anHourAgo);
  const container = { through: isolated() };
  expect(await wordOf(anotherProcessOwning(folder, container))).toContain(
    `in use by another Boardroom (process ${owner.pid} on ${hostname()})`,
  );
  owner.kill("SIGKILL");
  await once(owner, "exit");
  expect(await wordOf(anotherProcessOwning(folder, container))).toBe("owned");
});

test("an owner learns that another took the folder over, and leaves the other's lock alone", async () => {
  const folder = await aFolder();
  let lost: () => void = () => {};
  const told = new Promise<void>((resolve) => (lost = resolve));
  const ownership = await ownDataFolder(folder, () => lost());
  await writeFile(join(folder, holderName), JSON.stringify(elsewhere));
  await told;
  await ownership.release();
  expect(await readdir(folder)).toEqual([holderName, "kernel.lock"]);
});

/** Makes file systems look like NFS. */
function onANetwork(): void {
  const { statfsSync } = fs;
  fs.statfsSync = ((path: string) => Object.assign(statfsSync(path), { type: 0x6969 })) as typeof statfsSync;
  syncBuiltinESMExports();
  onTestFinished(() => {
    fs.statfsSync = statfsSync;
    syncBuiltinESMExports();
  });
}

/** What starts a program as if in another container, where this machine lets somebody leave its name spaces. */
function isolated(): string[] {
  const flags = ["--uts", "--net", "--pid", "--fork", "--kill-child"];
  if (spawnSync("unshare", [...flags, "true"]).status === 0) return ["unshare", ...flags];
  console.warn("Nobody may leave a name space here: a plain process stands in for a container.");
  return [];
}

const said = new Map<ChildProcess, string>();
const wordOf = async (child: Promise<ChildProcess>): Promise<string> => said.get(await child) ?? "";

type How = { through?: readonly string[]; after?: string };

/** Starts a process that owns the folder, or says why it does not. */
async function anotherProcessOwning(folder: string, { through = [], after = "" }: How = {}): Promise<ChildProcess> {
  const script = `
    const { ownDataFolder } = await import(${JSON.stringify(ownershipFile)});
    const { writeSync } = await import("node:fs");
    const word = await ownDataFolder(${JSON.stringify(folder)}).then(() => "owned", ({ message }) => message);
    writeSync(1, word);
    setInterval(() => {}, 1000);
    ${after}`;
  const [program, ...before] = [...through, process.execPath];
  const child = spawn(program, [...before, "--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  // Waited for: its socket is named by the folder's inode, which the next test's folder may get.
  onTestFinished(async () => {
    if (child.kill("SIGKILL")) await once(child, "exit");
  });
  said.set(child, String((await once(child.stdout, "data"))[0]));
  return child;
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
