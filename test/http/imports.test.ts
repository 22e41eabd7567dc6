// On both databases: files are kept in pieces, and imports are put back row by row.
import { afterAll, beforeAll, expect, test } from "vitest";
import { setLocale } from "#features/accounts/contract.ts";
import {
  chooseImport,
  discardImport,
  type FileImport,
  getImport,
  getRefused,
  listImports,
  openImport,
  partSize,
  type Question,
  startImport,
  undoImport,
} from "#features/imports/contract.ts";
import { listMetrics } from "#features/metrics/contract.ts";
import { changeRecord, type RecordKind } from "#features/records/contract.ts";
import { listRecords } from "#features/records/list/contract.ts";
import { journalOf, type Member, openWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

async function send(member: Member, fileName: string, content: string | Uint8Array): Promise<string> {
  const bytes = Buffer.from(content as never);
  const { id } = await member.call(openImport, { body: { fileName, size: bytes.length } });
  for (let at = 0; at * partSize < bytes.length; at += 1) {
    const { status } = await fetch(`${world.url}/api/imports/${id}/parts/${at}`, {
      method: "PUT",
      headers: {
        "content-type": "application/octet-stream",
        "sec-fetch-site": "same-origin",
        cookie: member.cookie ?? "",
      },
      body: bytes.subarray(at * partSize, (at + 1) * partSize) as never,
    });
    expect(status).toBe(200);
  }
  return id;
}

async function until(member: Member, id: string, ...statuses: FileImport["status"][]): Promise<FileImport> {
  const stand = () => member.call(getImport, { params: { id } });
  await expect
    .poll(async () => (await stand()).status, { timeout: 60_000, interval: 100 })
    .toMatch(new RegExp(`^(?:${statuses.join("|")}|failed)$`));
  return stand();
}

/** A file up to the look at it. */
async function look(member: Member, fileName: string, content: string | Uint8Array): Promise<FileImport> {
  return until(member, await send(member, fileName, content), "looked");
}

async function take(member: Member, { id }: { id: string }): Promise<FileImport> {
  await member.call(startImport, { params: { id } });
  return until(member, id, "done");
}

const open = (found: FileImport): Question[] =>
  (found.preview?.questions ?? []).filter(({ items }) => items.some(({ answer }) => answer === null));
/** Answers questions; another column may have to be counted again. */
async function answer(
  member: Member,
  { id }: FileImport,
  answers: { question: string; item: string; answer: string }[],
): Promise<FileImport> {
  await member.call(chooseImport, { params: { id }, body: { answers } });
  return until(member, id, "looked");
}
const rowsOf = async (member: Member, kind: RecordKind) =>
  (await member.call(listRecords, { params: { kind }, query: {} })).rows;

const invoices = `Invoice No,Customer,Invoice Date,Due Date,Amount,Status
A-1,Acme Ltd,2026-01-05,2026-02-05,"1,000.00",open
A-2,Bolt GmbH,2026-01-06,2026-02-06,"2,000.00",paid
A-3,Acme Ltd,2026-01-07,2026-02-07,500.00,open
`;

test("a file is recognized, previewed, imported with its customers, says what it means, and is undone", async () => {
  const member = await world.member("door");
  const looked = await look(member, "export.csv", invoices);
  expect(open(looked)).toEqual([]);
  expect(looked.preview).toMatchObject({
    headline: "Invoices, 3 rows, 2 customers to create, USD",
    target: "invoices",
    lines: 3,
    missing: null,
    parties: [{ kind: "customers", names: ["Acme Ltd", "Bolt GmbH"], count: 2 }],
  });
  expect(looked.preview?.columns.map(({ heading, field }) => [heading, field])).toEqual([
    ["Invoice No", "number"],
    ["Customer", "customerName"],
    ["Invoice Date", "issuedOn"],
    ["Due Date", "dueOn"],
    ["Amount", "amount"],
    ["Status", "status"],
  ]);
  expect(looked.preview?.rows[0]).toMatchObject({ line: 2, fault: null });
  const done = await take(member, looked);
  expect(done).toMatchObject({ status: "done", added: 3, created: 2, badCount: 0 });
  expect(done.means[0]).toMatchObject({ sentence: "2 invoices are overdue, $1,500.", label: "Collect" });
  const [customers, rows] = [await rowsOf(member, "customers"), await rowsOf(member, "invoices")];
  expect(customers.map(({ fields }) => String(fields["name"])).toSorted()).toEqual(["Acme Ltd", "Bolt GmbH"]);
  expect(rows.every(({ customerId, origin }) => customerId !== null && origin === "external")).toBe(true);

  // A person's change stays; everything else goes.
  const [kept] = rows;
  await member.call(changeRecord, {
    params: { id: kept?.id ?? "" },
    body: { kind: "invoices", fields: { ...kept?.fields, notes: "Called." } } as never,
  });
  expect(done.undoableUntil).not.toBeNull();
  await member.call(undoImport, { params: { id: done.id } });
  const undone = await until(member, done.id, "undone");
  expect(undone.sentence).toBe("Undone: 4 rows removed, 0 rows as before. 1 row changed since stayed as it is.");
  expect((await rowsOf(member, "invoices")).map(({ id }) => id)).toEqual([kept?.id]);
  expect(await rowsOf(member, "customers")).toEqual([]);
  const actions = await journalOf(world, member);
  for (const action of ["record.import_started", "record.imported", "import.undo_started", "import.undone"])
    expect(actions).toContain(action);
  const twice = await member.send("POST", `/api/imports/${done.id}/undo`, { body: {} });
  expect(twice.status).toBe(409);
});

test("what a second file changed is as before when it is undone", async () => {
  const member = await world.member("back");
  await take(member, await look(member, "one.csv", invoices));
  const second = await take(member, await look(member, "two.csv", invoices.replace("500.00,open", "700.00,paid")));
  expect(second).toMatchObject({ added: 0, changed: 1, unchanged: 2, created: 0 });
  const amounts = async () =>
    Object.fromEntries((await rowsOf(member, "invoices")).map(({ fields }) => [fields["number"], fields["amount"]]));
  expect(await amounts()).toMatchObject({ "A-3": 700 });
  await member.call(undoImport, { params: { id: second.id } });
  expect((await until(member, second.id, "undone")).sentence).toContain("0 rows removed, 1 row as before");
  expect(await amounts()).toEqual({ "A-1": 1000, "A-2": 2000, "A-3": 500 });
});

test("unknown words are asked about once: the next file of the source asks nothing", async () => {
  const member = await world.member("words");
  const csv = (name: string) =>
    `Deal,Stage,Amount,Created\n${name},Handshake pending,10,2026-01-02\n${name} 2,won,20,2026-01-03\n`;
  const looked = await look(member, "deals.csv", csv("One"));
  const [question] = open(looked);
  expect(question).toMatchObject({
    kind: "words",
    column: "Stage",
    items: [{ item: "Handshake pending", count: 1, answer: null }],
  });
  const early = await member.send("POST", `/api/imports/${looked.id}/start`, { body: {} });
  expect([early.status, early.text]).toEqual([422, expect.stringContaining("Answer 1 question first")]);
  const answered = await answer(member, looked, [
    { question: question?.id ?? "", item: "Handshake pending", answer: "negotiation" },
  ]);
  expect(open(answered)).toEqual([]);
  expect(await take(member, looked)).toMatchObject({ added: 2 });
  const next = await look(member, "deals-2.csv", csv("Two"));
  expect(open(next)).toEqual([]);
  expect(next.preview?.questions.find(({ kind }) => kind === "words")?.items).toEqual([
    { item: "Handshake pending", count: 1, answer: "negotiation", because: "as last time" },
  ]);
});

test("days that could be two days follow the company's country, or are asked about", async () => {
  const csv = "Invoice No,Customer,Invoice Date,Due Date,Amount\nA1,Acme,03/04/2026,04/05/2026,100\n";
  const american = await world.member("american");
  await american.call(setLocale, {
    body: { currency: "USD", timeZone: "America/New_York", fiscalYearStart: 1 } as never,
  });
  const settled = await look(american, "a.csv", csv);
  expect(open(settled)).toEqual([]);
  await take(american, settled);
  expect((await rowsOf(american, "invoices"))[0]?.fields).toMatchObject({
    issuedOn: "2026-03-04",
    dueOn: "2026-04-05",
  });
  const somewhere = await world.member("somewhere");
  const asked = await look(somewhere, "a.csv", csv);
  expect(open(asked)).toMatchObject([{ kind: "day order", column: "Invoice Date" }]);
  await answer(somewhere, asked, [{ question: "day order", item: "", answer: "day first" }]);
  await take(somewhere, asked);
  expect((await rowsOf(somewhere, "invoices"))[0]?.fields).toMatchObject({ issuedOn: "2026-04-03" });
});

test("two columns that could be one field are asked about, and lines of one number are added up or not", async () => {
  const member = await world.member("rivals");
  const twice = "Invoice No,Customer,Invoice Date,Due Date,Amount,Amount\nA1,Acme,2026-01-05,2026-02-05,900,1000\n";
  const looked = await look(member, "a.csv", twice);
  expect(open(looked)).toMatchObject([
    { id: "heading:amount", options: [{ value: "Amount" }, { value: "Amount (2)" }] },
  ]);
  await answer(member, looked, [{ question: "heading:amount", item: "", answer: "Amount (2)" }]);
  await take(member, looked);
  expect((await rowsOf(member, "invoices"))[0]?.fields["amount"]).toBe(1000);

  const lines =
    "Invoice No,Customer,Invoice Date,Due Date,Amount\n" +
    ["B1", "B2", "B1"].map((number, at) => `${number},Acme,2026-01-05,2026-02-05,${at + 1}00\n`).join("");
  const several = await look(member, "lines.csv", lines);
  expect(open(several)).toMatchObject([{ id: "same number", items: [{ count: 2 }] }]);
  await answer(member, several, [{ question: "same number", item: "", answer: "sum" }]);
  expect(await take(member, several)).toMatchObject({ added: 2, badCount: 0 });
  const sums = (await rowsOf(member, "invoices")).map(({ fields }) => [fields["number"], fields["amount"]]);
  expect(Object.fromEntries(sums)).toMatchObject({ B1: 400, B2: 200 });
});

test("refused lines say why and can be downloaded; an optional cell that cannot be read is left empty and listed", async () => {
  const member = await world.member("refused");
  const csv =
    "Invoice No,Customer,Invoice Date,Due Date,Amount,Paid on\nA1,Acme,2026-01-05,2026-02-05,1.00,soon\nA2,Acme,2026-01-05,someday,2.00,2026-03-01\n";
  const looked = await look(member, "bills received.csv", `${csv}A3,Acme,2026-01-05,2026-02-05,3.00,2026-03-02\n`);
  expect(looked.preview?.rows.map(({ fault }) => fault === null)).toEqual([true, false, true]);
  const done = await take(member, looked);
  expect(done).toMatchObject({ added: 2, badCount: 1, emptied: 1 });
  expect(done.badLines).toEqual([
    { line: 2, sentence: 'Paid on: "soon" is not a date; left empty.' },
    { line: 3, sentence: 'Due: "someday" is not a date.' },
  ]);
  const { fileName, csv: refused } = await member.call(getRefused, { params: { id: done.id } });
  expect(fileName).toBe("bills received refused.csv");
  expect(refused.split("\r\n").slice(0, 2)).toEqual([
    "\ufeffLine,Why it was not taken,Invoice No,Customer,Invoice Date,Due Date,Amount,Paid on",
    '3,"Due: ""someday"" is not a date.",A2,Acme,2026-01-05,someday,2.00,2026-03-01',
  ]);
});

test("a table of days holds figures: several lines a day are added up, and an undo takes them back", async () => {
  const member = await world.member("days");
  const looked = await look(
    member,
    "daily.csv",
    "Date,Revenue,Visitors\n2026-01-05,20,3\n2026-01-05,30,4\n2026-01-06,5,1\n",
  );
  expect(looked.preview).toMatchObject({ target: "figures", missing: null });
  expect(looked.preview?.columns.map(({ field }) => field)).toEqual(["day", "figure:daily_revenue", "figure:visitors"]);
  const done = await take(member, looked);
  expect(done).toMatchObject({ added: 4, badCount: 0 });
  expect(done.sentence).toContain("Several lines a day were added up.");
  const figures = async (name: string) =>
    (await member.call(listMetrics, { query: { name } })).map(({ metricValue }) => metricValue);
  expect([await figures("daily_revenue"), await figures("visitors")]).toEqual([
    [50, 5],
    [7, 1],
  ]);
  await member.call(undoImport, { params: { id: done.id } });
  expect((await until(member, done.id, "undone")).sentence).toContain("4 rows removed");
  expect([await figures("daily_revenue"), await figures("visitors")]).toEqual([[], []]);
});

test("a document goes to the Brain; a file that cannot be read says why; one not started can be discarded", async () => {
  const member = await world.member("others");
  const document = await look(member, "terms.md", "# Terms\nThe notice period is 30 days.\n");
  expect(document.preview?.target).toBe("document");
  expect(await take(member, document)).toMatchObject({ status: "done" });
  const broken = await look(member, "nothing.csv", "a\n");
  expect(broken).toMatchObject({ status: "failed", sentence: expect.stringContaining("Nothing was imported") });
  const unstarted = await look(member, "x.csv", invoices);
  expect(await member.call(discardImport, { params: { id: unstarted.id } })).toEqual({ discarded: true });
  const names = (await member.call(listImports)).map(({ fileName }) => fileName);
  expect(names).toEqual(["nothing.csv", "terms.md"]);
});
