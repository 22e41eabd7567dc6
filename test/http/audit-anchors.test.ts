import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTask } from "#features/tasks/contract.ts";
import { readConfig } from "#platform/config.ts";
import { openAsOwner } from "#platform/db/open.ts";
import { lastAnchor } from "#platform/journal/anchor-file.ts";
import { createLog } from "#platform/log.ts";
import { openSecrets } from "#platform/secrets.ts";
import { command, commandHere } from "../command.ts";
import { freshGround, openOn } from "../world.ts";

/** What `npm run audit:verify` reports about missing anchors and journals, on an installation whose server has stopped. */
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

/** Runs the command in this process; only its first run, in a process of its own, shows how it really starts. */
const run = (name: Parameters<typeof commandHere>[0], env: Record<string, string>, ...flags: string[]) =>
  commandHere(name, { ...ground.env, ...env }, flags);
const verify = async (env: Record<string, string> = {}, ...flags: string[]) =>
  verdictOf(await run("audit-verify", env, ...flags));
const verdictOf = ({ code, out, complaint }: Awaited<ReturnType<typeof command>>) => ({
  code,
  // On a busy machine, a process logs that its timers were late.
  output: out.replaceAll(/^\{.*\n/gm, ""),
  errors: complaint.split("\n").filter(Boolean),
});

const intact = "2 companies, 5 records: all chains are intact.\n";
const linesOf = (file: string): string[] => readFileSync(file, "utf8").trimEnd().split("\n");
const write = (file: string, lines: string[]): void => writeFileSync(file, lines.map((line) => `${line}\n`).join(""));

test("a fresh installation verifies without anchors; from then on the command names the copies it compared", async () => {
  expect(existsSync(anchors)).toBe(false);
  expect(verdictOf(await command("audit-verify", { ...ground.env, ...copied }))).toEqual({
    code: 0,
    errors: [],
    output: `${intact}Anchors compared: the database (0).\n`,
  });
  expect(linesOf(outside)).toEqual(linesOf(anchors));
  // Nothing changed in between, so there is nothing new to sign.
  const compared = `Anchors compared: the database (2), ${anchors} (2), ${outside} (2).\n`;
  expect(await verify(copied)).toEqual({ code: 0, errors: [], output: intact + compared });
  expect(await verify(copied)).toEqual({ code: 0, errors: [], output: intact + compared });
});

test("a missing anchors.jsonl is named, and so is a missing copy outside; the command puts nothing back", async () => {
  const kept = linesOf(anchors);
  for (const file of [anchors, outside]) rmSync(file);
  expect(await verify(copied)).toMatchObject({
    code: 1,
    errors: [`${anchors} is missing: it held 2 anchors.`, `${outside} is missing: it held 3 anchors.`],
  });
  expect([anchors, outside].map((file) => existsSync(file))).toEqual([false, false]);
  for (const file of [anchors, outside]) write(file, kept);
});

test("a truncated anchors.jsonl is named, also when the database's anchors are truncated with it", async () => {
  const kept = linesOf(anchors);
  write(anchors, kept.slice(0, 1));
  expect(await verify()).toMatchObject({
    code: 1,
    errors: [`The end of ${anchors} was cut off: it ends at anchor 1 of 2.`],
  });
  await asOwner("DELETE FROM anchors WHERE n > 1");
  const both = [
    `the database was cut off: it ends at anchor 1 of 3.`,
    `${anchors} was cut off: it ends at anchor 1 of 2.`,
  ].map((end) => `The end of ${end}`);
  expect(await verify(copied)).toMatchObject({ code: 1, errors: both });
  expect(await verify({}, "--copy", outside)).toMatchObject({ code: 1, errors: both });
  await asOwner(`INSERT INTO anchors VALUES (2, '${kept[1]}'), (3, '${kept[2]}')`);
  write(anchors, kept);
});

test("a restored installation verifies with the backup's anchors, and reports those the backup lacks", async () => {
  const kept = linesOf(anchors);
  const [whole, lacking] = ["whole", "lacking"].map((name) => join(folder, `${name}.backup`)) as [string, string];
  expect(await run("backup", {}, "--to", whole)).toMatchObject({ code: 0 });
  write(anchors, kept.slice(0, 1));
  expect(await run("backup", {}, "--to", lacking)).toMatchObject({ code: 0 });
  write(anchors, kept);
  const place = await freshGround(true);
  const there = join(place.env["DATA_DIR"] ?? "", "anchors.jsonl");
  copyFileSync(join(ground.env["DATA_DIR"] ?? "", "keys.json"), join(place.env["DATA_DIR"] ?? "", "keys.json"));
  expect(await run("restore", place.env, whole)).toMatchObject({ code: 0, complaint: "" });
  expect(linesOf(there)).toEqual(kept);
  const { code, output } = await verify(place.env);
  expect([code, output]).toEqual([0, `${intact}Anchors compared: the database (2), ${there} (2).\n`]);
  expect(await run("restore", place.env, lacking, "--replace")).toMatchObject({ code: 0, complaint: "" });
  expect(await verify(place.env)).toMatchObject({
    code: 1,
    errors: [`The end of ${there} was cut off: it ends at anchor 1 of 2.`],
  });
  place.remove();
});

test("a company's newest anchor is found far back in a long file", async () => {
  const file = join(folder, "long.jsonl");
  const line = (name: string, seq: number) => JSON.stringify({ company: name, seq, hash: "", at: "", mac: "" });
  write(file, [line("quiet", 3), ...Array.from({ length: 40_000 }, (_, seq) => line("busy", seq))]);
  expect([await lastAnchor(file, "quiet"), await lastAnchor(file, "nobody")]).toEqual([{ at: "", seq: 3 }, null]);
});

/** An attacker with access to the database can disable the triggers and rewrite the head. */
test("journals truncated with their head or removed are named, also when anchors.jsonl is missing", async () => {
  rmSync(anchors);
  await asOwner(
    "ALTER TABLE journal DISABLE TRIGGER USER",
    `DELETE FROM journal WHERE company_id = '${company}' AND seq > 3`,
    `UPDATE journal_heads SET seq = 3, hash = (SELECT hash FROM journal WHERE company_id = '${company}' AND seq = 3)
     WHERE company_id = '${company}'`,
    `DELETE FROM journal WHERE company_id = '${other}'`,
    `DELETE FROM journal_heads WHERE company_id = '${other}'`,
  );
  const { code, errors } = await verify();
  expect([code, errors.length]).toEqual([1, 3]);
  expect(errors).toEqual(
    expect.arrayContaining([
      `${anchors} is missing: it held 2 anchors.`,
      expect.stringMatching(
        new RegExp(`^Company ${company}: Record 4, anchored on \\d{4}-\\d\\d-\\d\\d, is missing\\.$`),
      ),
      `Company ${other}: The whole journal was removed; it had 1 record.`,
    ]),
  );
  // Then the attacker deletes every other row of the company.
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
  const { errors: left } = await verify();
  expect(left).toContain(`Company ${other}: The whole journal was removed; it had 1 record.`);
  expect(left).not.toContain(`Company ${other}: The whole journal was removed.`);
});
