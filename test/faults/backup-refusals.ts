import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeBackup } from "#platform/backup/file.ts";
import { encodeRecord } from "#platform/backup/records.ts";
import { checkBackup } from "#platform/backup/restore.ts";
import { readConfig } from "#platform/config.ts";
import { openSecrets } from "#platform/secrets.ts";
import { changed } from "../checksum.ts";
import type { command, Said } from "../command.ts";
import { type Place, sumOf, type Yard } from "./backup.ts";
import type { Random } from "./load.ts";

const places = 40;

/**
 * Damages a good backup in every way and restores it where it does not belong; gives what was not refused as it should.
 */
export async function tryBadOnes(
  yard: Yard,
  good: string,
  occupied: Place,
  { random, isSample, run }: { random: Random; isSample: boolean; run: typeof command },
): Promise<{ tried: number; violations: string[] }> {
  const violations: string[] = [];
  let tried = 0;
  const bytes = readFileSync(good);
  const secrets = openSecrets(readConfig(occupied.env));
  const bad = join(yard.folder, "bad.backup");
  const damagedBy = (name: string, made: Buffer): string => {
    const file = join(yard.folder, `${name}.backup`);
    writeFileSync(file, made);
    return file;
  };

  // Every bit counts: the head, the sealed chunks, the checksum.
  const unchecked = async (file: string, says: RegExp): Promise<string[]> => {
    const said = await checkBackup(file, secrets).then(
      () => "nothing",
      (error: Error) => error.message,
    );
    return isSentence(said) && says.test(said) ? [] : [`restoring ${file} was answered: ${said}`];
  };
  for (let count = 0; count < places; count += 1) {
    const at = count < 5 ? count * 20 : Math.floor(random() * bytes.length);
    const made = Buffer.from(bytes);
    made[at] = (made[at] ?? 0) ^ (1 << Math.floor(random() * 8));
    writeFileSync(bad, made);
    tried += 1;
    violations.push(
      ...(await unchecked(bad, /damaged|truncated|not a Boardroom backup|newer/)).map(
        (fault) => `bit at ${at}: ${fault}`,
      ),
    );
  }
  const flipped = Buffer.from(bytes);
  flipped[Math.floor(bytes.length / 2)] = (flipped[Math.floor(bytes.length / 2)] ?? 0) ^ 1;
  const strange = join(yard.folder, "strange.backup");
  await writeBackup(strange, { database: "embedded", schema: 9e12, mark: "" }, fromTheFuture(), secrets);
  const otherKeys = {
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString("base64")}`,
    AUDIT_KEY: randomBytes(32).toString("base64"),
  };
  const cases: { file: string; env?: Record<string, string>; says: RegExp }[] = [
    { file: damagedBy("flipped", flipped), says: /is damaged: its checksum does not match/ },
    {
      file: damagedBy("cut", bytes.subarray(0, Math.floor(bytes.length * 0.7))),
      says: /is truncated: its end is missing/,
    },
    { file: damagedBy("short", bytes.subarray(0, 30)), says: /is damaged|is truncated/ },
    { file: damagedBy("empty", Buffer.alloc(0)), says: /is not a Boardroom backup/ },
    { file: join(yard.folder, "nowhere.backup"), says: /does not exist or cannot be read/ },
    { file: yard.folder, says: /is not a Boardroom backup/ },
    {
      file: damagedBy("newer", Buffer.concat([Buffer.from("boardroom-backup 2\n{}\n"), randomBytes(500)])),
      says: /newer version of Boardroom/,
    },
    { file: strange, says: /newer version of Boardroom/ },
    { file: good, env: otherKeys, says: /encrypted with another key/ },
  ];
  const target = await yard.place(occupied.kind);
  for (const { file, env, says } of cases) {
    tried += 1;
    if (isSample && !env) violations.push(...(await unchecked(file, says)));
    else violations.push(...unlike(file, await run("restore", { ...target.env, ...env }, [file, "--replace"]), says));
  }
  const left = readdirSync(target.dataDir).filter((name) => name !== "keys.json");
  if (left.length > 0) violations.push(`refused restores left ${left.join(", ")}`);

  tried += 1;
  const nowhere = join(yard.folder, "not mounted");
  const said = await run("backup", occupied.env, ["--to", join(nowhere, "good.backup")]);
  violations.push(...unlike("to a folder that is not there", said, /^The folder .* does not exist/));
  if (existsSync(nowhere)) violations.push(`a refused backup made the folder ${nowhere}`);

  tried += 1;
  const before = await sumOf(occupied);
  violations.push(...unlike("an occupied database", await run("restore", occupied.env, [good]), /is not empty/));
  const differing = changed(before, await sumOf(occupied));
  if (differing.length > 0) violations.push(`a refused restore changed ${differing.join(", ")}`);
  return { tried, violations };
}

function unlike(what: string, said: Said, says: RegExp): string[] {
  const isAsWanted = said.code === 1 && isSentence(said.complaint.trimEnd()) && says.test(said.complaint);
  return isAsWanted ? [] : [`the command for ${what} ended with ${said.code}: ${said.out}${said.complaint}`];
}

/** One line a person can read, no stack. */
const isSentence = (text: string): boolean => /^[A-Z/][^\n{}]{15,400}\.$/.test(text);

async function* fromTheFuture(): AsyncGenerator<Buffer> {
  yield* encodeRecord({ kind: "manifest", value: { migrations: [{ at: 9e12, hash: "later" }], tables: [] } });
  yield* encodeRecord({ kind: "anchors", bytes: Buffer.alloc(0) });
  yield* encodeRecord({ kind: "end" });
}
