import { expect, test } from "vitest";
import {
  compareCopies,
  heldBy,
  isFromBeforeRestore,
  nextAnchors,
  noteLine,
  readCopy,
} from "#platform/journal/anchor-chain.ts";
import { openSecrets } from "#platform/secrets.ts";

const secretsOf = (byte: number) =>
  openSecrets({
    dataDir: "",
    encryptionKeys: `k1:${Buffer.alloc(32, byte).toString("base64")}`,
    auditKey: Buffer.alloc(32, byte).toString("base64"),
  });
const secrets = secretsOf(1);
const heads = ["a", "b"].map((company) => ({ company, seq: 3, hash: "ff" }));
const first = nextAnchors(heads, null, "2026-11-21T00:00:00.000Z", secrets);
const all = [...first, ...nextAnchors(heads, first.at(-1)?.line ?? "", "2026-11-22T00:00:00.000Z", secrets)];
const [one = "", two = "", three = "", four = ""] = all.map(({ line }) => line);
const whole = [one, two, three, four];

const both = async (database: string[], file: string[] | null) => [
  await readCopy("the database", database, secrets),
  await readCopy("the file", file, secrets),
];
const compare = async (lines: string[] | null, most = Infinity) => compareCopies(await both(whole, lines), () => most);

test("complete copies match, as does one that never held more or holds a line twice", async () => {
  expect(all.map(({ n }) => n)).toEqual([1, 2, 3, 4]);
  expect(await compare([...whole, ""])).toEqual([]);
  expect(await compare([one, two], 2)).toEqual([]);
  expect(await compare(null, 0)).toEqual([]);
  expect(await compare([one, two, three, four, three, four])).toEqual([]);
  expect(compareCopies(await both([], null), () => Infinity)).toEqual([]);
});

test("reports a missing copy, a truncated end, a removed line and an edited line", async () => {
  const edited = two.replace('"seq":3', '"seq":2');
  const another = nextAnchors(heads, first.at(-1)?.line ?? "", "2026-11-23T00:00:00.000Z", secrets);
  const cases: [string[] | null, string[]][] = [
    [null, ["the file is missing: it held 4 anchors."]],
    [[], ["The end of the file was cut off: it ends at anchor 0 of 4."]],
    [[one, two, three], ["The end of the file was cut off: it ends at anchor 3 of 4."]],
    [[one, two, three, four.slice(0, 40)], ["Line 4 of the file was edited, or signed with another AUDIT_KEY."]],
    [[two, three, four], ["Anchor 1 was removed from the file."]],
    [[one, four], ["Anchors 2 to 3 were removed from the file."]],
    [[one, edited, three, four], ["Line 2 of the file was edited, or signed with another AUDIT_KEY."]],
    [
      [one, three, two, four],
      [
        "Anchor 2 was removed from the file.",
        "Anchor 2 in the file does not follow the one before it.",
        "Anchor 4 in the file does not follow the one before it.",
      ],
    ],
    [[one, two, ...another.map(({ line }) => line)], ["Anchor 3 in the file differs from the one in the database."]],
  ];
  for (const [lines, sentences] of cases) expect(await compare(lines)).toEqual(sentences);
});

test("a copy that is ahead reveals the one that was rolled back", async () => {
  expect(compareCopies(await both([one], whole), () => Infinity)).toEqual([
    "The end of the database was cut off: it ends at anchor 1 of 4.",
  ]);
});

test("signed lines from before the chain are accepted", async () => {
  const [company, seq, hash, at] = ["a", 2, "ee", "2026-11-20T00:00:00.000Z"];
  const old = JSON.stringify({ company, seq, hash, at, mac: secrets.sign(JSON.stringify([company, seq, hash, at])) });
  expect(await compare([old, ...whole])).toEqual([]);
  expect((await readCopy("the file", [old, ...whole], secrets)).anchors).toHaveLength(5);
  expect(await compare([old.replace("ee", "ef"), ...whole])).toEqual([
    "Line 1 of the file was edited, or signed with another AUDIT_KEY.",
  ]);
  expect((await readCopy("the file", whole, secretsOf(2))).faults).toHaveLength(4);
});

const noted = (last: string, kind: "held" | "restored", folder: string, to: number) =>
  nextAnchors([noteLine({ kind, folder, from: 0, to })], last, "2026-11-22T00:00:00.000Z", secrets)[0]?.line ?? "";

test("a file must reach as far as its folder signed; any folder if it has no name; everything if it is missing", async () => {
  const mine = noted(two, "held", "mine", 2);
  const theirs = noted(mine, "held", "theirs", 3);
  const copies = await both([one, two, mine, theirs], [one]);
  expect(["mine", "theirs", "new"].map((folder) => heldBy(folder, true, copies))).toEqual([2, 3, 0]);
  expect([heldBy(null, true, copies), heldBy(null, false, copies), heldBy("new", false, copies)]).toEqual([3, 2, 0]);
  const edited = await both([one, two, mine.replace('"to":2', '"to":1')], [one]);
  expect([heldBy("mine", true, edited), edited[0]?.faults.length]).toEqual([0, 1]);
});

test("a file predates a restore only if it diverges from the database at a signed restore", async () => {
  const restored = noted(two, "restored", "", 0);
  const isOutdated = async (database: string[], file: string[]) => {
    const [kept, copy] = await both(database, file);
    return kept && copy && isFromBeforeRestore(copy, kept);
  };
  expect(await isOutdated([one, two, restored], whole)).toBe(true);
  expect(await isOutdated([one, two], whole)).toBe(false);
  expect(await isOutdated([one, two, noted(two, "held", "", 0)], whole)).toBe(false);
  expect(await isOutdated([one, two, restored.replace("restored", "held")], whole)).toBe(false);
  expect(await isOutdated([one, two, restored], [one, two])).toBe(false);
  expect(await isOutdated([one, noted(one, "restored", "", 0)], [one, two, noted(two, "restored", "", 0)])).toBe(true);
});
