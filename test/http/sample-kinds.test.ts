import { afterAll, beforeAll, expect, test } from "vitest";
import { addRecord, sampledKinds } from "#features/records/contract.ts";
import { addSamples, listSampleKinds, removeSamples } from "#features/records/samples/contract.ts";
import { openWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

test("kinds with samples are named while there are samples, and only to their company", async () => {
  const [member, stranger] = [await world.member(), await world.member()];
  await member.call(addRecord, {
    body: { kind: "vendors", source: "manual", fields: { name: "Ours", status: "active" } },
  });
  expect(await member.call(listSampleKinds)).toEqual([]);
  await member.call(addSamples);
  expect((await member.call(listSampleKinds)).toSorted()).toEqual([...sampledKinds].toSorted());
  expect(await stranger.call(listSampleKinds)).toEqual([]);
  await member.call(removeSamples);
  await expect.poll(() => member.call(listSampleKinds)).toEqual([]);
});
