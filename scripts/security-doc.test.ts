import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./node24.mjs";

/** docs/security.md names only tests that exist, and every rule. */
const text = readFileSync(join(root, "docs/security.md"), "utf8");
const [rulesPart = "", asvsPart = ""] = text.split("## The rules")[1]?.split("## ASVS 5.0") ?? [];
const rowsOf = (part: string) =>
  part
    .split("\n")
    .map((line) => /^\| ([\d.]+) \| ([^|]+) \| (.+) \|$/.exec(line))
    .filter((match) => match !== null)
    .map(([, id = "", what = "", proof = ""]) => ({ id, what, proof }));
const [rules, asvs] = [rowsOf(rulesPart), rowsOf(asvsPart)];

test("every rule from 1 to 56 has a row", () => {
  expect(rules.map(({ id }) => Number(id))).toEqual(Array.from({ length: 56 }, (_, at) => at + 1));
});

test("the rows of ASVS are in order and each stands once", () => {
  const places = asvs.map(({ id }) => id.split(".").map(Number));
  expect(new Set(asvs.map(({ id }) => id)).size).toBe(asvs.length);
  expect(places.map(String)).toEqual(
    places
      .toSorted(
        (one, other) =>
          (one[0] ?? 0) - (other[0] ?? 0) || (one[1] ?? 0) - (other[1] ?? 0) || (one[2] ?? 0) - (other[2] ?? 0),
      )
      .map(String),
  );
});

test("each row names a test that exists, a section of the page, or why it is not met", () => {
  const faults = [...rules, ...asvs].filter(({ proof }) => !isProof(proof)).map(({ id, proof }) => `${id}: ${proof}`);
  expect(faults).toEqual([]);
});

function isProof(proof: string): boolean {
  if (/^Not met: \S.{10,}/.test(proof)) return true;
  return proof.split(/; (?=`)/).every(isOneProof);
}

function isOneProof(proof: string): boolean {
  const section = /^\[([^\]]+)\]\(#[a-z-]+\)$/.exec(proof)?.[1];
  if (section !== undefined) return text.includes(`\n## ${section}\n`);
  const [, file = "", title = ""] = /^`([^`]+)`: (.+)$/.exec(proof) ?? [];
  const path = join(root, file);
  return title.length > 10 && existsSync(path) && readFileSync(path, "utf8").includes(title);
}
