import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { copyLive } from "#platform/db/embedded/live-copy.ts";

function folders(): { from: string; to: string } {
  const folder = mkdtempSync(join(tmpdir(), "boardroom-copy-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const from = join(folder, "from");
  mkdirSync(join(from, "empty", "deep"), { recursive: true });
  for (const name of ["kept", "written", "dropped", "resized"]) {
    writeFileSync(join(from, name), `${name} at first`);
    utimesSync(join(from, name), 1, 1);
  }
  return { from, to: join(folder, "to") };
}

test("the copy matches the folder while it was frozen", async () => {
  const { from, to } = folders();
  const order: string[] = [];
  const { bytes } = await copyLive(from, to, async () => {
    order.push("frozen");
    // Changes after the files were copied and before the freeze.
    writeFileSync(join(from, "written"), "written at last!");
    rmSync(join(from, "dropped"));
    writeFileSync(join(from, "added"), "added");
    return async () => {
      order.push("thawed");
      writeFileSync(join(from, "kept"), "too late");
    };
  });
  expect(order).toEqual(["frozen", "thawed"]);
  const found = Object.fromEntries(
    readdirSync(to, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [name, readFileSync(join(to, name), "utf8")]),
  );
  expect(found).toEqual({
    added: "added",
    kept: "kept at first",
    resized: "resized at first",
    written: "written at last!",
  });
  expect(readdirSync(to, { recursive: true })).toContain(join("empty", "deep"));
  expect(bytes).toBe(Object.values(found).join("").length);
});

test("fails if the database was not frozen", async () => {
  const { from, to } = folders();
  await expect(copyLive(from, to, async () => () => Promise.reject(new Error("moved")))).rejects.toThrow("moved");
});
