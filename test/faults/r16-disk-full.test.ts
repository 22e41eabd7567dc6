// Nightly: a disk fills and is freed; R16 does it at length.
import { expect, test } from "vitest";
import { readConfig } from "#platform/config.ts";
import { fillFolder, openOn } from "../world.ts";
import { fillDisk } from "./disk-full.ts";
import { mountSmallDisk } from "./small-disk.ts";
import { openStage } from "./stage.ts";

const none = "The disk is full: nothing can be saved until space is freed. Reading still works.";

test("what is left of the disk decides: it warns, then only reads, then writes again", async () => {
  await using stage = openStage("room");
  fillFolder(stage.folder);
  const world = stage.keep(await openOn(readConfig({ PORT: "0", LOG_LEVEL: "fatal", DATA_DIR: stage.folder })));
  const { config } = world;
  const member = await world.member();
  const health = async () => {
    const { version: _version, ...told } = (await member.send("GET", "/api/health")).json as Record<string, string>;
    return told;
  };
  const write = () => member.send("POST", "/api/tasks", { body: { title: "Room" } });
  expect(await health()).toEqual({ status: "ok" });
  // The disk is as full as it is; what counts as full is changed.
  const everything = 1e15;
  Object.assign(config, { diskWarn: everything });
  await expect.poll(health).toEqual({ status: "ok", warning: "The disk is nearly full." });
  expect((await write()).status).toBe(200);
  Object.assign(config, { diskStop: everything });
  const full = { status: "degraded", warning: "The disk is full: nothing can be saved." };
  await expect.poll(health).toEqual(full);
  const refused = await write();
  expect([refused.status, refused.text, refused.headers.get("retry-after")]).toEqual([503, none, "10"]);
  expect(await member.send("GET", "/readyz")).toMatchObject({ status: 503, text: "not ready" });
  expect((await member.send("GET", "/api/tasks")).status).toBe(200);
  Object.assign(config, { diskStop: 0 });
  await expect.poll(async () => (await write()).status).toBe(200);
});

test("a database that meets a disk filled to the last byte loses nothing", async () => {
  await using stage = openStage("disk");
  const disk = mountSmallDisk(300);
  if (!disk) {
    console.warn("Only root may mount a disk of its own: the thresholds above are all that is proven here.");
    return;
  }
  stage.after(() => disk.remove());
  const outcome = await fillDisk("bare", disk, { rounds: 1, fullMs: 1_000, seed: 20_261_120, isSample: true });
  expect(outcome.violations).toEqual([]);
  expect(outcome.acknowledged).toBeGreaterThan(0);
  expect(outcome.refused).toBeGreaterThan(0);
  expect(outcome.noRoom).toBeGreaterThan(0);
});
