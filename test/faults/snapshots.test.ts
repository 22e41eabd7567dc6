import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getStatus } from "#features/operations/contract.ts";
import { createTask } from "#features/tasks/contract.ts";
import { changed, checksum } from "../checksum.ts";
import { commandHere } from "../command.ts";
import { type Member, openWorld, type World } from "../world.ts";
import { openYard, sumOf } from "./backup.ts";

let world: World;
let member: Member;
beforeAll(async () => {
  world = await openWorld();
  member = await world.member();
});
afterAll(() => world?.close());

test("snapshots are taken when something changed, restore as they are, and their failure is told", async () => {
  const { snapshots } = world.boardroom;
  const folder = join(world.config.dataDir, "snapshots");
  expect(await snapshots?.tick()).toBe("taken");
  expect(await snapshots?.tick()).toBe("unchanged");
  const [first = ""] = readdirSync(folder);
  await member.call(createTask, { body: { title: "Something new" } });
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  expect(await snapshots?.tick()).toBe("taken");
  const [newest, ...older] = readdirSync(folder).toSorted().toReversed();
  // Two in one hour: the newer one stays; of two hours each has its own.
  const hourOf = (name: string) => name.slice(0, "snapshot-2026-11-20T21".length);
  expect(older).toEqual(hourOf(newest ?? "") === hourOf(first) ? [] : [first]);
  const { last } = (await member.call(getStatus)).snapshots ?? {};
  expect(newest).toBe(`snapshot-${last?.at.slice(0, 19).replaceAll(":", "-")}Z.backup`);
  expect(last?.bytes).toBeGreaterThan(1_000);

  const wanted = await checksum(world);
  const yard = openYard();
  try {
    const place = await yard.place("embedded");
    copyFileSync(join(world.config.dataDir, "keys.json"), join(place.dataDir, "keys.json"));
    const said = await commandHere("restore", place.env, [join(folder, newest ?? "")]);
    expect(said).toMatchObject({ code: 0, complaint: "" });
    expect(changed(wanted, await sumOf(place))).toEqual([]);
  } finally {
    await yard.close();
  }

  rmSync(folder, { recursive: true });
  writeFileSync(folder, "a file where the folder should be");
  await member.call(createTask, { body: { title: "Something newer" } });
  expect(await snapshots?.tick()).toBe("failed");
  expect((await member.call(getStatus)).snapshots).toMatchObject({ last: null, failedAt: expect.any(String) });
  rmSync(folder);
  mkdirSync(folder);
  expect(await snapshots?.tick()).toBe("taken");
  expect((await member.call(getStatus)).snapshots).toMatchObject({ failedAt: null });
});
