import { randomBytes } from "node:crypto";
import { CFB, type CellObject, utils, write } from "@e965/xlsx";
import { zipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type FileImport,
  getImport,
  getRefused,
  listImports,
  openImport,
  partSize,
  startImport,
  undoImport,
} from "#features/imports/contract.ts";
import { listRecords } from "#features/records/list/contract.ts";
import { type Member, openWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

async function sendPiece(member: Member, id: string, at: number, bytes: Uint8Array) {
  const response = await fetch(`${world.url}/api/imports/${id}/parts/${at}`, {
    method: "PUT",
    headers: {
      "content-type": "application/octet-stream",
      "sec-fetch-site": "same-origin",
      cookie: member.cookie ?? "",
    },
    body: bytes as never,
  });
  return { status: response.status, text: await response.text() };
}

async function until(member: Member, id: string, ...statuses: FileImport["status"][]): Promise<FileImport> {
  const stand = () => member.call(getImport, { params: { id } });
  await expect
    .poll(async () => (await stand()).status, { timeout: 60_000, interval: 100 })
    .toMatch(new RegExp(`^(?:${[...statuses, "failed"].join("|")})$`));
  return stand();
}

async function look(member: Member, fileName: string, content: string | Uint8Array): Promise<FileImport> {
  const bytes = Buffer.from(content as never);
  const { id } = await member.call(openImport, { body: { fileName, size: bytes.length } });
  for (let at = 0; at * partSize < bytes.length; at += 1)
    expect((await sendPiece(member, id, at, bytes.subarray(at * partSize, (at + 1) * partSize))).status).toBe(200);
  return until(member, id, "looked");
}

async function take(member: Member, fileName: string, content: string | Uint8Array): Promise<FileImport> {
  const { id, isReady } = await look(member, fileName, content);
  expect(isReady).toBe(true);
  await member.call(startImport, { params: { id } });
  return until(member, id, "done");
}

const invoiceCount = async (member: Member): Promise<number> =>
  (await member.call(listRecords, { params: { kind: "invoices" }, query: {} })).rows.length;

const heading = "Invoice No,Customer,Invoice Date,Due Date,Amount,Status";
const line = (at: number, due = "2026-02-05", more = "") =>
  `A-${at},Customer ${at % 3},2026-01-05,${due},${at * 10 + 100}.00,open${more}`;
const invoices = (...lines: string[]) => `${[heading, ...lines].join("\n")}\n`;

function workbookOf(
  rows: unknown[][],
  change: (sheet: Record<string, CellObject>) => void = () => undefined,
): Uint8Array {
  const book = utils.book_new();
  const sheet = utils.aoa_to_sheet(rows);
  change(sheet as Record<string, CellObject>);
  utils.book_append_sheet(book, sheet, "Data");
  return new Uint8Array(write(book, { type: "array", bookType: "xlsx" }) as ArrayBuffer);
}
const workbook = () =>
  workbookOf(
    invoices(line(1), line(2), line(3))
      .trim()
      .split("\n")
      .map((one) => one.split(",")),
  );

function withPassword(): Uint8Array {
  const container = CFB.utils.cfb_new();
  CFB.utils.cfb_add(container, "/EncryptionInfo", Buffer.alloc(64));
  CFB.utils.cfb_add(container, "/EncryptedPackage", Buffer.alloc(64));
  return CFB.write(container, { type: "buffer" }) as Buffer;
}

/** A workbook that says what it expands to. */
const bomb = (): Uint8Array =>
  zipSync({ "xl/workbook.xml": Buffer.from("<workbook/>"), "xl/worksheets/sheet1.xml": new Uint8Array(450_000_000) });
/** One that says it is small. */
function lyingBomb(): Uint8Array {
  const bytes = Buffer.from(bomb());
  for (let at = bytes.indexOf("PK\u0001\u0002"); at >= 0; at = bytes.indexOf("PK\u0001\u0002", at + 1))
    bytes.writeUInt32LE(10, at + 24);
  return bytes;
}

const manyColumns = Array.from({ length: 10_000 }, (_, at) => `Column ${at}`);

test.each<[string, string, () => string | Uint8Array, string]>([
  ["binary data", "data.csv", () => randomBytes(20_000), "."],
  ["a workbook that is cut", "cut.xlsx", () => workbook().subarray(0, 3_000), "could not be read"],
  ["a workbook with a password", "secret.xlsx", withPassword, "protected with a password"],
  ["a zip bomb", "bomb.xlsx", bomb, "expands to more than 400 MB"],
  ["a zip bomb that denies it", "small.xlsx", lyingBomb, "."],
  ["10,000 columns", "wide.csv", () => `${manyColumns.join(",")}\n${manyColumns.join(",")}\n`, "10,000 columns"],
  ["10,000 columns in a workbook", "wide.xlsx", () => workbookOf([manyColumns, manyColumns]), "10,000 columns"],
  ["NUL bytes alone", "nul.csv", () => new Uint8Array(5_000), "."],
])("%s: one sentence, and nothing is imported", async (_, fileName, contentOf, sentence) => {
  const member = await world.member();
  const found = await look(member, fileName, contentOf());
  expect(found).toMatchObject({ status: "failed", added: 0, changed: 0 });
  expect(found.sentence).toContain(sentence);
  expect(found.sentence?.length).toBeLessThan(300);
  expect(found.sentence).not.toMatch(/undefined|\bat \w+ \(|Error:/);
  expect(await invoiceCount(member)).toBe(0);
  // The next file is taken.
  expect(await take(member, "good.csv", invoices(line(1), line(2), line(3)))).toMatchObject({ added: 3, badCount: 0 });
});

test("an empty file is refused at once", async () => {
  const member = await world.member();
  const answer = await member.send("POST", "/api/imports", { body: { fileName: "empty.csv", size: 0 } });
  expect(answer.status).toBe(400);
  expect(await member.call(listImports)).toEqual([]);
});

test.each<[string, () => string | Uint8Array, { taken: number; why: RegExp | null }]>([
  [
    "a cell of 1 MB",
    () => invoices(line(1), `"${"x".repeat(1_000_000)}",Customer,2026-01-05,2026-02-05,1.00,open`, line(3)),
    { taken: 2, why: /longer than/ },
  ],
  [
    "the year 20255",
    () => invoices(line(1), `A-2,C,20255-01-05,2026-02-05,1.00,open`, line(3)),
    { taken: 2, why: /20255-01-05/ },
  ],
  [
    "NUL bytes within",
    () => invoices(line(1), "A-2,C\u0000us,2026-01-05,2026-02-05,1.00,open", line(3)),
    { taken: 3, why: null },
  ],
  [
    "a row that is too long",
    () => invoices(line(1), line(2, undefined, ",more,and,more"), line(3)),
    { taken: 2, why: /cells where the heading has/ },
  ],
  ["a row that is too short", () => invoices(line(1), "A-2,Customer", line(3)), { taken: 2, why: /missing/ }],
  [
    "a file that is cut",
    () => invoices(line(1), line(2), line(3)).slice(0, -14),
    { taken: 2, why: /ends within this line/ },
  ],
  [
    "formulas without results",
    () =>
      workbookOf(
        invoices(line(1), line(2), line(3))
          .trim()
          .split("\n")
          .map((one) => one.split(",")),
        (sheet) => {
          sheet["E3"] = { t: "n", f: "SUM(E1:E2)" };
        },
      ),
    { taken: 2, why: /SUM/ },
  ],
  [
    "a formula for a program that opens it",
    () => invoices(line(1), `A-2,"=HYPERLINK(""http://x"")",2026-01-05,2026-02-05,1.00,open`, line(3)),
    { taken: 3, why: null },
  ],
])(
  "%s: the other lines are taken, the line is offered for download, and all is undone",
  async (_, contentOf, { taken, why }) => {
    const member = await world.member();
    const found = await take(member, "invoices.xlsx", contentOf());
    expect(found).toMatchObject({ status: "done", added: taken, badCount: 3 - taken });
    expect(await invoiceCount(member)).toBe(taken);
    expect(found.badLines[0]?.sentence ?? "").toMatch(why ?? /^$/);
    const { csv } = await member.call(getRefused, { params: { id: found.id } });
    expect(csv.trim().split("\r\n").filter(Boolean)).toHaveLength(why ? 2 : 0);
    await member.call(undoImport, { params: { id: found.id } });
    await until(member, found.id, "undone");
    expect(await invoiceCount(member)).toBe(0);
  },
);

test("an optional cell of 1 MB is left empty, and said", async () => {
  const member = await world.member();
  const long = `A-2,"${"x".repeat(1_000_000)}",2026-01-05,2026-02-05,1.00,open`;
  const found = await take(member, "long.csv", invoices(line(1), long, line(3)));
  expect(found).toMatchObject({ added: 3, badCount: 0, emptied: 1 });
  expect(found.badLines).toMatchObject([{ line: 3, sentence: expect.stringMatching(/longer than .*; left empty/) }]);
});

test("a file that grows or shrinks while it is sent is refused, and can be sent again as announced", async () => {
  const member = await world.member();
  const bytes = Buffer.from(invoices(line(1), line(2), line(3)));
  const { id } = await member.call(openImport, { body: { fileName: "grows.csv", size: bytes.length } });
  for (const wrong of [Buffer.concat([bytes, Buffer.from(line(4))]), bytes.subarray(0, -5)]) {
    const { status, text } = await sendPiece(member, id, 0, wrong);
    expect(status).toBe(422);
    expect(text).toContain("does not fit the file that was announced");
  }
  expect((await sendPiece(member, id, 1, Buffer.from(line(4)))).status).toBe(422);
  expect(await member.call(getImport, { params: { id } })).toMatchObject({ status: "receiving" });
  expect((await sendPiece(member, id, 0, bytes)).status).toBe(200);
  expect(await until(member, id, "looked")).toMatchObject({ status: "looked", total: 3 });
});
