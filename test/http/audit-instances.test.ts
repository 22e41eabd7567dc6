// On PostgreSQL only: two instances share one database, which an embedded one cannot be.
import { appendFileSync, copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "#platform/config.ts";
import { anchorAll } from "#platform/journal/anchors.ts";
import { command, commandHere } from "../command.ts";
import { freshGround, openOn } from "../world.ts";

const linesOf = (file: string): string[] => readFileSync(file, "utf8").trimEnd().split("\n");
const write = (file: string, lines: string[]): void => writeFileSync(file, lines.map((line) => `${line}\n`).join(""));

/** A database with two instances that each have a folder of their own, as compose.yaml has them. */
async function twoInstances() {
  const ground = await freshGround();
  const folders = [ground.env["DATA_DIR"] ?? "", mkdtempSync(join(tmpdir(), "boardroom-second-"))] as const;
  const envOf = (at: 0 | 1): Record<string, string> => ({ ...ground.env, DATA_DIR: folders[at] });
  const files = folders.map((of) => join(of, "anchors.jsonl")) as [string, string];
  // Without jobs it anchors nothing by itself.
  const open = () => openOn(readConfig({ PORT: "0", LOG_LEVEL: "fatal", ROLE: "web", ...ground.env }));
  let world = await open();
  onTestFinished(async () => {
    await world.close();
    ground.remove();
    rmSync(folders[1], { recursive: true, force: true });
  });
  await world.member("first");
  copyFileSync(join(folders[0], "keys.json"), join(folders[1], "keys.json"));
  let made = 0;
  const fill = (at: 0 | 1) => anchorAll(files[at], world.boardroom.connectOwner, world.boardroom.platform.secrets);
  return {
    folder: folders[0],
    files,
    run: (name: "backup" | "restore", ...flags: string[]) => command(name, envOf(0), flags),
    async verify(at: 0 | 1, run = commandHere) {
      const { code, complaint } = await run("audit-verify", envOf(at));
      return [code, ...complaint.split("\n").filter(Boolean)];
    },
    /** One more company, and what a server does once a day, in the folders one after the other. */
    async anchor(...order: (0 | 1)[]) {
      made += 1;
      await world.member(`more${made}`);
      for (const at of order) await fill(at);
    },
    /** The same without anything new. */
    fill,
    asOwner: (statement: string) => world.asOwner(statement),
    /** Does something while no server is on the database. */
    async whileClosed(work: () => Promise<unknown>) {
      await world.close();
      await work();
      world = await open();
    },
  };
}

test("a file is behind while only the other instance anchored, and cut off below what its own did", async () => {
  const place = await twoInstances();
  await place.anchor(0, 1);
  await place.anchor(1);
  const kept = linesOf(place.files[0]);
  expect(kept.length).toBeLessThan(linesOf(place.files[1]).length);
  // What verifies also anchors and fills, so that the one behind comes first.
  expect(await place.verify(0)).toEqual([0]);
  expect(await place.verify(1)).toEqual([0]);
  await place.anchor(1);
  write(place.files[0], kept.slice(0, 1));
  const [code, sentence] = await place.verify(0);
  expect([code, sentence]).toEqual([1, expect.stringContaining(`The end of ${place.files[0]} was cut off`)]);
  expect(await place.verify(1)).toEqual([0]);
});

test("anchors in the database that their file never got are no fault and are filled", async () => {
  const place = await twoInstances();
  await place.anchor(0);
  const before = linesOf(place.files[0]);
  await place.anchor(0);
  const whole = linesOf(place.files[0]);
  // As a crash right after the commit leaves it, and in the middle of the file's line.
  write(place.files[0], before);
  appendFileSync(place.files[0], (whole[before.length] ?? "").slice(0, 30));
  await place.asOwner(`DELETE FROM anchors WHERE n = ${whole.length}`);
  expect(await place.verify(0)).toEqual([0]);
  expect(linesOf(place.files[0]).slice(0, -1)).toEqual(whole.slice(0, -1));
  expect(await place.verify(0)).toEqual([0]);
});

test("after a restore the other instance's file is set aside, once; a database set back otherwise stops it", async () => {
  const place = await twoInstances();
  const file = join(place.folder, "two.backup");
  await place.anchor(0, 1);
  expect(await place.run("backup", "--to", file)).toMatchObject({ code: 0 });
  await place.anchor(0, 1);
  await place.asOwner("DELETE FROM anchors WHERE n > 2");
  await expect(place.fill(1)).rejects.toThrow("do not match");
  await place.whileClosed(async () =>
    expect(await place.run("restore", file, "--replace")).toMatchObject({ code: 0, complaint: "" }),
  );
  const ahead = linesOf(place.files[1]);
  // Processes of their own: what this one remembers of its folder's name would not be what they find.
  expect(await place.verify(1, command)).toEqual([0]);
  const aside = readdirSync(dirname(place.files[1])).filter((name) => name.includes(".until-"));
  expect(aside).toHaveLength(1);
  expect(linesOf(join(dirname(place.files[1]), aside[0] ?? ""))).toEqual(ahead);
  await place.anchor(1, 0);
  expect([await place.verify(0, command), await place.verify(1, command)]).toEqual([[0], [0]]);
  expect(readdirSync(dirname(place.files[1])).filter((name) => name.includes(".until-"))).toEqual(aside);
});

test("a file that was deleted beside a running server is whole again, and named once by each instance", async () => {
  const place = await twoInstances();
  await place.anchor(0, 1);
  const kept = linesOf(place.files[0]);
  rmSync(place.files[0]);
  await place.fill(0);
  expect(linesOf(place.files[0]).slice(0, kept.length)).toEqual(kept);
  const sentence = expect.stringMatching(
    /^On \d{4}-\d\d-\d\d anchors 1 to 2 were missing from a server's anchors\.jsonl; the server wrote them again\.$/,
  );
  for (const at of [0, 1] as const) {
    expect(await place.verify(at)).toEqual([1, sentence]);
    expect(await place.verify(at)).toEqual([0]);
  }
  // A new instance's folder never held any.
  rmSync(place.files[1]);
  rmSync(`${place.files[1]}.folder`);
  expect(await place.verify(0)).toEqual([0]);
});
