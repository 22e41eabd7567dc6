import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTask } from "#features/tasks/contract.ts";
import { readConfig } from "#platform/config.ts";
import { openAsOwner } from "#platform/db/open.ts";
import { lastAnchor } from "#platform/journal/anchor-file.ts";
import { anchorAll } from "#platform/journal/anchors.ts";
import { createLog } from "#platform/log.ts";
import { openSecrets } from "#platform/secrets.ts";
import { freshGround, openOn } from "../world.ts";

/** What `npm run audit:verify` notices of anchors and of journals that are gone, on a ground that a server has left. */
let ground: Awaited<ReturnType<typeof freshGround>>;
let company: string;
let other: string;
let anchors: string;
const folder = mkdtempSync(join(tmpdir(), "boardroom-outside-"));
const outside = join(folder, "outside.jsonl");
const copied = { ANCHORS_COPY: outside };

beforeAll(async () => {
  ground = await freshGround();
  anchors = join(ground.env["DATA_DIR"] ?? "", "anchors.jsonl");
  const world = await openOn(readConfig({ PORT: "0", LOG_LEVEL: "fatal", ...ground.env }));
  const member = await world.member();
  company = member.user.companyId;
  for (let count = 1; count <= 3; count += 1) await member.call(createTask, { body: { title: `Task ${count}` } });
  other = (await world.member("other")).user.companyId;
  await world.close();
});
afterAll(() => {
  ground.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function asOwner(...statements: string[]): Promise<void> {
  const config = readConfig(ground.env);
  const database = await openAsOwner(config, openSecrets(config), createLog("warn"));
  const owner = database.connect();
  try {
    await owner.connect();
    for (const statement of statements) await owner.query(statement);
  } finally {
    await owner.end();
    await database.close();
  }
}

const verify = (env: Record<string, string> = {}, ...flags: string[]) => run("audit-verify", env, ...flags);

async function run(name: "audit-verify" | "backup" | "restore", env: Record<string, string>, ...flags: string[]) {
  const command = fileURLToPath(new URL(`../../src/app/${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, [command, ...flags], {
    env: {
      PATH: process.env["PATH"],
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      ...ground.env,
      ...env,
    },
  });
  let [said, complained] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (complained += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  // On a machine that is busy with other things it logs what its timers were kept from.
  said = said.replaceAll(/^\{.*\n/gm, "");
  return { code, said, complained: complained.split("\n").filter(Boolean) };
}

const holds = "2 companies, 5 records: all chains are intact.\n";
const linesOf = (file: string): string[] => readFileSync(file, "utf8").trimEnd().split("\n");
const write = (file: string, lines: string[]): void => writeFileSync(file, lines.map((line) => `${line}\n`).join(""));

test("a fresh installation has no anchors and holds; from then on it says which copies it compared", async () => {
  expect(existsSync(anchors)).toBe(false);
  expect(await verify(copied)).toEqual({
    code: 0,
    complained: [],
    said: `${holds}Anchors compared: the database (0).\n`,
  });
  expect(linesOf(outside)).toEqual(linesOf(anchors));
  // Nothing moved in between, so that there is nothing new to sign.
  const compared = `Anchors compared: the database (2), ${anchors} (2), ${outside} (2).\n`;
  expect(await verify(copied)).toEqual({ code: 0, complained: [], said: holds + compared });
  expect(await verify(copied)).toEqual({ code: 0, complained: [], said: holds + compared });
});

test("a missing anchors.jsonl is named, and so is a missing copy outside; the command puts nothing back", async () => {
  const kept = linesOf(anchors);
  for (const file of [anchors, outside]) rmSync(file);
  expect(await verify(copied)).toMatchObject({
    code: 1,
    complained: [`${anchors} is missing: it held 2 anchors.`, `${outside} is missing: it held 3 anchors.`],
  });
  expect([anchors, outside].map((file) => existsSync(file))).toEqual([false, false]);
  for (const file of [anchors, outside]) write(file, kept);
});

test("an end that was cut off anchors.jsonl is named, and also one cut off the database's anchors with it", async () => {
  const kept = linesOf(anchors);
  write(anchors, kept.slice(0, 1));
  expect(await verify()).toMatchObject({
    code: 1,
    complained: [`The end of ${anchors} was cut off: it ends at anchor 1 of 2.`],
  });
  await asOwner("DELETE FROM anchors WHERE n > 1");
  const both = [
    `the database was cut off: it ends at anchor 1 of 3.`,
    `${anchors} was cut off: it ends at anchor 1 of 2.`,
  ].map((end) => `The end of ${end}`);
  expect(await verify(copied)).toMatchObject({ code: 1, complained: both });
  expect(await verify({}, "--copy", outside)).toMatchObject({ code: 1, complained: both });
  await asOwner(`INSERT INTO anchors VALUES (2, '${kept[1]}'), (3, '${kept[2]}')`);
  write(anchors, kept);
});

test("a restored installation verifies with the anchors of the backup, and misses those the backup missed", async () => {
  const kept = linesOf(anchors);
  const [whole, lacking] = ["whole", "lacking"].map((name) => join(folder, `${name}.backup`)) as [string, string];
  expect(await run("backup", {}, "--to", whole)).toMatchObject({ code: 0 });
  write(anchors, kept.slice(0, 1));
  expect(await run("backup", {}, "--to", lacking)).toMatchObject({ code: 0 });
  write(anchors, kept);
  const place = await freshGround(true);
  const there = join(place.env["DATA_DIR"] ?? "", "anchors.jsonl");
  copyFileSync(join(ground.env["DATA_DIR"] ?? "", "keys.json"), join(place.env["DATA_DIR"] ?? "", "keys.json"));
  expect(await run("restore", place.env, whole)).toMatchObject({ code: 0, complained: [] });
  expect(linesOf(there)).toEqual(kept);
  const { code, said } = await verify(place.env);
  expect([code, said]).toEqual([0, `${holds}Anchors compared: the database (2), ${there} (2).\n`]);
  expect(await run("restore", place.env, lacking, "--replace")).toMatchObject({ code: 0, complained: [] });
  expect(await verify(place.env)).toMatchObject({
    code: 1,
    complained: [`The end of ${there} was cut off: it ends at anchor 1 of 2.`],
  });
  place.remove();
});

/** A database with two instances that each have a folder of their own, as compose.yaml has them. */
async function twoInstances() {
  const place = await freshGround();
  const folders = [place.env["DATA_DIR"] ?? "", mkdtempSync(join(tmpdir(), "boardroom-second-"))] as const;
  const envOf = (at: 0 | 1): Record<string, string> => ({ ...place.env, DATA_DIR: folders[at] });
  const files = folders.map((of) => join(of, "anchors.jsonl")) as [string, string];
  let made = 0;
  const serving = async (work: (world: Awaited<ReturnType<typeof openOn>>) => Promise<unknown>) => {
    const world = await openOn(readConfig({ PORT: "0", LOG_LEVEL: "fatal", ...place.env }));
    try {
      await work(world);
    } finally {
      await world.close();
    }
  };
  await serving((world) => world.member("first"));
  copyFileSync(join(folders[0], "keys.json"), join(folders[1], "keys.json"));
  return {
    files,
    envOf,
    verify: async (at: 0 | 1) => {
      const { code, complained } = await verify(envOf(at));
      return [code, ...complained];
    },
    /** One more company, and what a server does once a day, in the folders one after the other. */
    anchor: (...order: (0 | 1)[]) =>
      serving(async (world) => {
        made += 1;
        await world.member(`more${made}`);
        for (const at of order)
          await anchorAll(files[at], world.boardroom.connectOwner, world.boardroom.platform.secrets);
      }),
    /** The same without anything new. */
    fill: (at: 0 | 1) =>
      serving((world) => anchorAll(files[at], world.boardroom.connectOwner, world.boardroom.platform.secrets)),
    remove: () => {
      place.remove();
      rmSync(folders[1], { recursive: true, force: true });
    },
    asOwner: (statement: string) => serving((world) => world.asOwner(statement)),
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
  place.remove();
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
  place.remove();
});

test("after a restore the other instance's file is set aside, once; a database set back otherwise stops it", async () => {
  const place = await twoInstances();
  const file = join(folder, "two.backup");
  await place.anchor(0, 1);
  expect(await run("backup", place.envOf(0), "--to", file)).toMatchObject({ code: 0 });
  await place.anchor(0, 1);
  await place.asOwner("DELETE FROM anchors WHERE n > 2");
  await expect(place.fill(1)).rejects.toThrow("do not match");
  expect(await run("restore", place.envOf(0), file, "--replace")).toMatchObject({ code: 0, complained: [] });
  const ahead = linesOf(place.files[1]);
  expect(await place.verify(1)).toEqual([0]);
  const aside = readdirSync(dirname(place.files[1])).filter((name) => name.includes(".until-"));
  expect(aside).toHaveLength(1);
  expect(linesOf(join(dirname(place.files[1]), aside[0] ?? ""))).toEqual(ahead);
  await place.anchor(1, 0);
  expect([await place.verify(0), await place.verify(1)]).toEqual([[0], [0]]);
  expect(readdirSync(dirname(place.files[1])).filter((name) => name.includes(".until-"))).toEqual(aside);
  place.remove();
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
  place.remove();
});

test("a company's newest anchor is found however far back it is", async () => {
  const file = join(folder, "long.jsonl");
  const line = (name: string, seq: number) => JSON.stringify({ company: name, seq, hash: "", at: "", mac: "" });
  write(file, [line("quiet", 3), ...Array.from({ length: 40_000 }, (_, seq) => line("busy", seq))]);
  expect([await lastAnchor(file, "quiet"), await lastAnchor(file, "nobody")]).toEqual([{ at: "", seq: 3 }, null]);
});

/** What an attacker with the database would do: past the triggers, and with the head. */
test("journals cut off with their head or removed as a whole are named where anchors.jsonl is gone with them", async () => {
  rmSync(anchors);
  await asOwner(
    "ALTER TABLE journal DISABLE TRIGGER USER",
    `DELETE FROM journal WHERE company_id = '${company}' AND seq > 3`,
    `UPDATE journal_heads SET seq = 3, hash = (SELECT hash FROM journal WHERE company_id = '${company}' AND seq = 3)
     WHERE company_id = '${company}'`,
    `DELETE FROM journal WHERE company_id = '${other}'`,
    `DELETE FROM journal_heads WHERE company_id = '${other}'`,
  );
  const { code, complained } = await verify();
  expect([code, complained.length]).toEqual([1, 3]);
  expect(complained).toEqual(
    expect.arrayContaining([
      `${anchors} is missing: it held 2 anchors.`,
      expect.stringMatching(
        new RegExp(`^Company ${company}: Record 4, anchored on \\d{4}-\\d\\d-\\d\\d, is missing\\.$`),
      ),
      `Company ${other}: The whole journal was removed; it had 1 record.`,
    ]),
  );
  // And then every other row of the company.
  await asOwner(
    `DO $$ DECLARE one record; BEGIN
       FOR one IN SELECT conrelid::regclass AS name, conname FROM pg_constraint
         WHERE contype = 'f' AND connamespace = 'public'::regnamespace
       LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', one.name, one.conname); END LOOP;
       FOR one IN SELECT c.oid::regclass AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
         WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attname = 'company_id'
       LOOP
         EXECUTE format('ALTER TABLE %s DISABLE TRIGGER USER', one.name);
         EXECUTE format('DELETE FROM %s WHERE company_id = %L', one.name, '${other}');
       END LOOP;
     END $$`,
  );
  const { complained: left } = await verify();
  expect(left).toContain(`Company ${other}: The whole journal was removed; it had 1 record.`);
  expect(left).not.toContain(`Company ${other}: The whole journal was removed.`);
});
