import { expect, test } from "vitest";
import { compareCopies, nextAnchors, readCopy } from "#platform/journal/anchor-chain.ts";
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

const compare = (lines: string[] | null, most = Infinity) =>
  compareCopies([readCopy("the database", whole, secrets), readCopy("the file", lines, secrets)], () => most);

test("whole copies fit, and so does one that never had more or got a line twice", () => {
  expect(all.map(({ n }) => n)).toEqual([1, 2, 3, 4]);
  expect(compare([...whole, ""])).toEqual([]);
  expect(compare([one, two], 2)).toEqual([]);
  expect(compare(null, 0)).toEqual([]);
  expect(compare([one, two, three, four, three, four])).toEqual([]);
  expect(
    compareCopies([readCopy("the database", [], secrets), readCopy("the file", null, secrets)], () => Infinity),
  ).toEqual([]);
});

test("a missing copy, a cut-off end, a removed and an edited line are named", () => {
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
  for (const [lines, sentences] of cases) expect(compare(lines)).toEqual(sentences);
});

test("a copy that is ahead names the one that was set back", () => {
  const copies = [readCopy("the database", [one], secrets), readCopy("the file", whole, secrets)];
  expect(compareCopies(copies, () => Infinity)).toEqual([
    "The end of the database was cut off: it ends at anchor 1 of 4.",
  ]);
});

test("lines of the time before the chain are believed when they are signed", () => {
  const [company, seq, hash, at] = ["a", 2, "ee", "2026-11-20T00:00:00.000Z"];
  const old = JSON.stringify({ company, seq, hash, at, mac: secrets.sign(JSON.stringify([company, seq, hash, at])) });
  expect(compare([old, ...whole])).toEqual([]);
  expect(readCopy("the file", [old, ...whole], secrets).anchors).toHaveLength(5);
  expect(compare([old.replace("ee", "ef"), ...whole])).toEqual([
    "Line 1 of the file was edited, or signed with another AUDIT_KEY.",
  ]);
  expect(readCopy("the file", whole, secretsOf(2)).faults).toHaveLength(4);
});
