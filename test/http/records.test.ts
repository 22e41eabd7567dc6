import { afterAll, beforeAll, expect, test } from "vitest";
import { lengths } from "#contract/words.ts";
import { getDashboard } from "#features/dashboard/contract.ts";
import { partSize } from "#features/imports/contract.ts";
import { addRecord, changeRecord, type RecordKind } from "#features/records/contract.ts";
import { openImport, type RecordImport } from "#features/records/imports/contract.ts";
import {
  countRecords,
  exportRecords,
  getRecord,
  listRecords,
  type RecordList,
} from "#features/records/list/contract.ts";
import { listRemovals, removeImported, removeRecord, restoreRecords } from "#features/records/removals/contract.ts";
import { addSamples, getTemplate, removeSamples } from "#features/records/samples/contract.ts";
import { type File, importFile as importOf, sendPiece, type Start } from "../importing.ts";
import { isNightly } from "../nightly.ts";
import { colleague } from "../samples.ts";
import { type Client, journalOf, type Member, openWorld, type World } from "../world.ts";

let world: World;
let owner: Member;
beforeAll(async () => {
  world = await openWorld({ LOG_LEVEL: process.env["LL"] ?? "fatal" });
  owner = await world.member("owner");
});
afterAll(() => world?.close());

type Options = Parameters<Client["call"]>[1];
const importFile = (client: Client, ...file: File): Promise<RecordImport> => importOf(world, client, ...file);
const send = (client: Client, id: string, position: number, bytes: Uint8Array) =>
  sendPiece(world, client, id, position, bytes);

const list = (client: Client, kind: RecordKind, query: Options = {}) =>
  client.call(listRecords, { params: { kind }, query: query as never });
const names = async (client: Client, kind: RecordKind, query: object = {}) =>
  (await list(client, kind, query as never)).rows.map(({ fields }) => String(fields["name"] ?? fields["number"]));

test("records are data too: with the first of them the step that brings data is done", async () => {
  const member = await world.member();
  const step = async () => (await member.call(getDashboard)).firstSteps.data;
  expect(await step()).toBe(false);
  await member.call(addRecord, {
    body: { kind: "customers", source: "manual", fields: { name: "Acme Ltd", status: "active" } },
  });
  expect(await step()).toBe(true);
  const stranger = await world.member();
  expect((await stranger.call(getDashboard)).firstSteps.data).toBe(false);
});

test("a file is imported, its columns found by their headings, and the same file again changes nothing", async () => {
  const csv =
    "id,Company,E-Mail,Status,Customer since,NPS\n1,Acme Ltd,a@acme.example,Active,2024-02-29,8\n2,Bolt,,churned,,\n";
  const first = await importFile(owner, "customers", csv);
  expect(first).toMatchObject({ status: "done", added: 2, badCount: 0, encoding: "utf-8", sentence: "2 added." });
  const { rows, total } = await list(owner, "customers", { sort: "name" } as never);
  expect(total).toBe(2);
  expect(rows[0]).toMatchObject({ source: "csv", externalId: "1", origin: "external" });
  expect(rows[0]?.fields).toMatchObject({ name: "Acme Ltd", status: "active", since: "2024-02-29", satisfaction: 8 });
  expect((await journalOf(world, owner)).slice(-2)).toEqual(["record.import_started", "record.imported"]);
  const again = await importFile(owner, "customers", csv.replace("Bolt", "Bolt GmbH"));
  expect(again).toMatchObject({ added: 0, changed: 1, unchanged: 1 });
  expect(await names(owner, "customers", { sort: "name" })).toEqual(["Acme Ltd", "Bolt GmbH"]);
});

test("what a line holds is refused by its number and the others are taken; put right, only it is added", async () => {
  const someone = await world.member("lines");
  const heading = "invoice no;customer;vendor;invoice date;due date;total;currency;status;type\n";
  const good = "R-1;Acme Ltd;;01.10.2026;31.10.2026;1.234,50;EUR;unpaid;sales\n";
  const bad = [
    "R-2;Acme Ltd;;01.10.2026;31.10.2026;2.500;EUR;unpaid;sales",
    "R-3;Acme Ltd;;31.11.2026;31.12.2026;5,00;EUR;unpaid;sales",
    "R-4;Acme Ltd;;01.10.2026;31.10.2026;;EUR;unpaid;sales",
    "R-5;Acme Ltd;;01.10.2026;31.10.2026;5,00;XXX;unpaid;sales",
    "R-1;Acme Ltd;;01.10.2026;31.10.2026;5,00;EUR;unpaid;sales",
    "R-6;Acme Ltd;;01.10.2026",
  ];
  const result = await importFile(someone, "invoices", `${heading}${good}${bad.join("\r\n")}\r\n`);
  expect(result).toMatchObject({
    status: "done",
    // The other amounts have decimal commas, so 2.500 is no fraction.
    added: 2,
    badCount: 5,
    decimalCommas: true,
    dateFormat: "DD.MM.YYYY",
    sentence: "2 added; 5 lines were not taken.",
  });
  expect(result.badLines).toEqual([
    { line: 4, sentence: 'Issued: "31.11.2026" is not a date.' },
    { line: 5, sentence: "Amount is missing." },
    { line: 6, sentence: expect.stringContaining('Currency: "XXX" is none of USD') },
    { line: 7, sentence: '"r-1" stands in line 2 already.' },
    { line: 8, sentence: "Amount is missing." },
  ]);
  const mended = await importFile(someone, "invoices", heading + good + bad[1]?.replace("31.11.2026", "30.11.2026"));
  expect(mended).toMatchObject({ added: 1, unchanged: 1, badCount: 0 });
  const { rows, sums } = await list(someone, "invoices", { view: "overdue", sort: "amount" } as never);
  expect(rows.map(({ fields }) => [fields["number"], fields["amount"], fields["dueOn"]])).toEqual([
    ["R-2", 2500, "2026-10-31"],
    ["R-1", 1234.5, "2026-10-31"],
  ]);
  expect(sums).toEqual([{ of: "receivable", currency: "EUR", amount: 3734.5 }]);
});

test("a file that cannot be read to its end changes nothing and says why in a sentence", async () => {
  const someone = await world.member("unreadable");
  const said = async (content: string | Uint8Array, body: Start = {}) => {
    const result = await importFile(someone, "customers", content, body);
    expect([result.status, result.added]).toEqual(["failed", 0]);
    return result.sentence;
  };
  expect(await said("email,phone\na@b.example,1\n")).toContain("Nothing was imported: these customers");
  expect(await said("name,email\n")).toContain("no lines below its heading");
  expect(await said("name\nAcme\n", { columns: [{ field: "name", column: "Title" }] })).toContain('no column "Title"');
  expect((await someone.call(countRecords)).counts.every(({ total }) => total === 0)).toBe(true);
  expect((await journalOf(world, someone)).filter((action) => action === "record.import_failed")).toHaveLength(3);
  expect(await world.asOwner("SELECT 1 FROM import_parts WHERE company_id = $1", [someone.user.companyId])).toEqual([]);
});

test("files of other programs are read: UTF-16, Windows-1252, tabs, mixed line ends, quotes over lines", async () => {
  const someone = await world.member("encodings");
  const utf16 = Buffer.concat([
    Buffer.from([0xff, 0xfe]),
    Buffer.from("name\tsegment\r\nCafé Zürich\tFood\r\n", "utf16le"),
  ]);
  expect(await importFile(someone, "customers", utf16)).toMatchObject({ added: 1, encoding: "utf-16le" });
  const latin = Buffer.from("name;segment\r\nMüller & Söhne;\u0080\r\n", "latin1");
  const result = await importFile(someone, "customers", latin);
  expect(result).toMatchObject({ added: 1 });
  expect(result.sentence).toMatch(/^1 added\. The file is not in UTF-8: it was read as windows-125\d\.$/);
  const mixed = '\ufeffname,notes\r\n"Quoted, Ltd","He said ""yes""\nand went"\nPlain,\rLast,x';
  expect(await importFile(someone, "customers", mixed)).toMatchObject({ added: 3, badCount: 0, encoding: "utf-8" });
  const { rows } = await list(someone, "customers", { sort: "name" } as never);
  expect(rows.map(({ fields }) => [fields["name"], fields["segment"] ?? fields["notes"]])).toEqual([
    ["Café Zürich", "Food"],
    ["Last", "x"],
    ["Müller & Söhne", "€"],
    ["Plain", null],
    ["Quoted, Ltd", 'He said "yes"\nand went'],
  ]);
});

test("who is named is found when they come, before or after; by name, or by the id of the same source", async () => {
  const someone = await world.member("links");
  const deals = "id,name,customer,amount,created\n1,One,ACME LTD,10,2026-11-01\n2,Two,c-9,10,2026-11-01\n";
  await importFile(someone, "deals", deals);
  expect((await list(someone, "deals")).rows.map(({ customerId }) => customerId)).toEqual([null, null]);
  await importFile(someone, "customers", "id,name\nc-8,Acme Ltd\nc-9,Bolt\n");
  const customers = (await list(someone, "customers", { sort: "name" } as never)).rows;
  const [acme, bolt] = customers.map(({ id }) => id);
  const linked = async () =>
    (await list(someone, "deals", { sort: "name" } as never)).rows.map((row) => row.customerId);
  expect(await linked()).toEqual([acme, bolt]);
  const page = await someone.call(getRecord, { params: { kind: "customers", id: acme ?? "" } });
  expect(page.related.map(({ kind, total }) => [kind, total])).toEqual([["deals", 1]]);
  const dealId = page.related[0]?.rows[0]?.id ?? "";
  const deal = await someone.call(getRecord, { params: { kind: "deals", id: dealId } });
  expect(deal.customer).toEqual({ id: acme, name: "Acme Ltd" });
  const removed = await someone.call(removeRecord, { params: { kind: "customers", id: acme ?? "" } });
  expect(await linked()).toEqual([null, bolt]);
  await someone.call(restoreRecords, { params: { id: removed.id } });
  expect(await linked()).toEqual([acme, bolt]);
  expect((await journalOf(world, someone)).slice(-2)).toEqual(["record.removed", "record.restored"]);
});

test("one is typed in, once, and changed; its texts are trusted as whoever typed them", async () => {
  const someone = await world.member("typing");
  const fields = { name: "Acme Ltd", status: "active" } as const;
  const added = await someone.call(addRecord, { body: { kind: "customers", source: "manual", fields } });
  expect(added).toMatchObject({ source: "manual", externalId: "acme ltd", origin: "owner", fields });
  const twice = await someone.send("POST", "/api/records", {
    body: { kind: "customers", source: "manual", fields: { ...fields, name: "ACME  Ltd" } },
  });
  expect([twice.status, twice.text]).toEqual([409, "There is a customer like this already: open it to change it."]);
  const member = await colleague(world, someone, "member");
  const changed = await member.call(changeRecord, {
    params: { id: added.id },
    body: { kind: "customers", fields: { ...fields, status: "paused" } },
  });
  expect(changed).toMatchObject({ origin: "staff", fields: { name: "Acme Ltd", status: "paused" } });
  const same = await someone.call(changeRecord, {
    params: { id: added.id },
    body: { kind: "customers", fields: { ...fields, status: "paused" } },
  });
  expect(same.updatedAt).toBe(changed.updatedAt);
  expect(await journalOf(world, someone)).toEqual([
    "company.registered",
    "record.added",
    "user.logged_in",
    "record.changed",
  ]);
  const byApi = { kind: "customers", source: "api", externalId: "x1" } as const;
  await someone.call(addRecord, { body: { ...byApi, fields } });
  const again = await someone.call(addRecord, { body: { ...byApi, fields: { ...fields, name: "Acme Inc" } } });
  expect(again).toMatchObject({ origin: "external", fields: { name: "Acme Inc" } });
  expect(await names(someone, "customers", { sort: "name" })).toEqual(["Acme Inc", "Acme Ltd"]);
});

test("lists search, filter, page and count; what a kind does not know is refused", async () => {
  const someone = await world.member("lists");
  const rows = Array.from(
    { length: 120 },
    (_, at) => `T-${at},Ticket 50%_${at},${at % 3 ? "open" : "closed"},2026-01-01`,
  );
  await importFile(someone, "tickets", `number,title,status,opened\n${rows.join("\n")}\n`);
  const seen: unknown[] = [];
  let cursor: string | null = null;
  do {
    const query = { sort: "newest", ...(cursor ? { cursor } : {}) };
    const page: RecordList = await list(someone, "tickets", query as never);
    expect(page.total).toBe(120);
    seen.push(...page.rows.map(({ fields }) => fields["number"]));
    cursor = page.nextCursor;
  } while (cursor !== null);
  // As they stand in the file.
  expect(seen).toEqual(rows.map((row) => row.split(",")[0]));
  const total = async (query: object) => (await list(someone, "tickets", query as never)).total;
  expect(await total({ status: "closed" })).toBe(40);
  expect(await total({ view: "open" })).toBe(80);
  expect(await total({ view: "open", q: "T-11" })).toBe(8);
  expect(await total({ q: "50%_7" })).toBe(11);
  expect(await total({ q: "%" })).toBe(120);
  expect(await total({ q: "50%%" })).toBe(0);
  const said = async (path: string) => (await someone.send("GET", `/api/records/${path}`)).text;
  expect(await said("tickets?view=stale14")).toBe("There is no such view of tickets");
  expect(await said("tickets?status=won")).toBe("No tickets have this status");
  expect(await said("tickets?sort=amount")).toBe("Tickets have no amount to sort by");
  expect(await said(`vendors?customerId=${crypto.randomUUID()}`)).toBe("Vendors belong to no customer");
  expect(await said("cars")).toBe("Not found");
});

test("an export is harmless in a spreadsheet and reads back as it was", async () => {
  const someone = await world.member("export");
  const hostile = ["=cmd|' /C calc'!A0", "+1", "-2", "@SUM(A1)", "＝1+1", 'a,"b"\nc'];
  for (const name of hostile)
    await someone.call(addRecord, { body: { kind: "vendors", source: "manual", fields: { name, status: "active" } } });
  const { heading, lines, nextCursor } = await someone.call(exportRecords, { params: { kind: "vendors" } });
  expect(nextCursor).toBeNull();
  const csv = heading + lines.map((line) => line.csv).join("");
  const cells = csv
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(",")[1]);
  expect(cells.filter((cell) => /^"?[=+\-@＝]/.test(cell ?? ""))).toEqual([]);
  expect(csv).toContain("'=cmd|' /C calc'!A0");
  const other = await world.member("reader");
  expect(await importFile(other, "vendors", csv)).toMatchObject({ added: hostile.length, badCount: 0 });
  expect((await names(other, "vendors")).toSorted()).toEqual(hostile.toSorted());
});

test("an export that is imported again into the same company changes nothing", async () => {
  const someone = await world.member("round");
  const signs = ["=", "+", "-", "@", "＝", "＋", "－", "＠", "'=", "''-"];
  const lines = [
    ...signs.map((sign, at) => `${sign}${at}7,With id ${sign}\n`),
    // What identifies these is their name.
    ...signs.map((sign) => `,${sign}x y\n`),
    ...["\t", "\r", "\n"].map((space, at) => `"'${space}id ${at}",Space ${at}\n`),
  ];
  const count = lines.length;
  // Undone once as it is imported, an apostrophe before a sign has to be given twice.
  const csv = `id,name\n${lines.join("").replaceAll(/(?<=^|,)(?='+[=-])/gm, "'")}`;
  expect(await importFile(someone, "vendors", csv)).toMatchObject({ added: count, badCount: 0, badLines: [] });
  const { rows } = await list(someone, "vendors");
  expect(rows).toHaveLength(count);
  const notes = [...signs, "\t", "\r", "\n"]
    .map((sign) => `${sign}1+1`)
    .concat("\n=x", "\r\n=x", "-", `=${"x".repeat(lengths.text - 1)}`);
  for (const [at, notesOf] of notes.entries()) {
    const row = rows[at];
    if (row?.kind !== "vendors") throw new Error("There are too few records.");
    const fields = { name: String(row.fields["name"]), status: "active" as const, notes: notesOf };
    await someone.call(changeRecord, { params: { id: row.id }, body: { kind: "vendors", fields } });
  }
  const exported = async () => {
    const { heading, lines: found } = await someone.call(exportRecords, { params: { kind: "vendors" } });
    return heading + found.map((line) => line.csv).join("");
  };
  const before = await exported();
  expect(await importFile(someone, "vendors", before)).toMatchObject({
    added: 0,
    changed: 0,
    unchanged: count,
    badCount: 0,
  });
  expect(await exported()).toBe(before);
  const after = (await list(someone, "vendors")).rows;
  expect(after.map((row) => row.externalId).toSorted()).toEqual(
    expect.arrayContaining(["=07", "-27", "＝x y", "\tid 0", "\nid 2"]),
  );
  // The control: what was changed outside is changed here.
  const edited = before.replace("With id ＝", "Edited");
  expect(await importFile(someone, "vendors", edited)).toMatchObject({ added: 0, changed: 1, unchanged: count - 1 });
});

test("samples come and go in one step, make every view show something, and their file imports as it is", async () => {
  const someone = await world.member("samples");
  expect(await someone.call(addSamples)).toEqual({ added: 682, changed: 0, unchanged: 0 });
  expect(await someone.call(addSamples)).toEqual({ added: 0, changed: 0, unchanged: 682 });
  const { counts, samples } = await someone.call(countRecords);
  expect(samples).toBe(682);
  expect(Object.fromEntries(counts.flatMap(({ kind, total }) => (total > 0 ? [[kind, total]] : [])))).toEqual({
    customers: 40,
    vendors: 20,
    deals: 140,
    invoices: 242,
    contracts: 40,
    subscriptions: 80,
    tickets: 120,
  });
  expect((await list(someone, "invoices", { view: "overdue" } as never)).rows[0]).toMatchObject({
    source: "sample",
    origin: "system",
    customerId: expect.stringMatching(/-/),
  });
  const { csv } = await someone.call(getTemplate, { params: { kind: "invoices" }, query: { rows: "sample" } });
  expect(await importFile(await world.member("file"), "invoices", csv)).toMatchObject({ added: 242, badCount: 0 });
  const removed = await someone.call(removeSamples);
  expect(removed).toMatchObject({ status: "removed", removed: 682, label: "sample data" });
  expect((await someone.call(countRecords)).samples).toBe(0);
  expect((await someone.send("DELETE", "/api/records/samples")).status).toBe(409);
  expect(await someone.call(restoreRecords, { params: { id: removed.id } })).toMatchObject({
    status: "restored",
    restored: 682,
  });
  expect((await someone.call(countRecords)).samples).toBe(682);
  const journal = await journalOf(world, someone);
  expect(journal.slice(1)).toEqual(["record.samples_added", "record.samples_removed", "record.restored"]);
});

test("what came with one import goes together and comes back; what was added anew meanwhile stays", async () => {
  const someone = await world.member("undo");
  const first = await importFile(someone, "vendors", "id,name\n1,One\n2,Two\n");
  await importFile(someone, "vendors", "id,name\n2,Two changed\n3,Three\n");
  const removed = await someone.call(removeImported, { params: { id: first.id } });
  expect(removed).toMatchObject({ removed: 2, label: "vendors of vendors.csv" });
  expect(await names(someone, "vendors")).toEqual(["Three"]);
  expect(await someone.call(listRemovals)).toEqual([removed]);
  await importFile(someone, "vendors", "id,name\n1,One anew\n");
  const both = await Promise.all(
    [1, 2].map(() => someone.send("POST", `/api/records/removals/${removed.id}/restore`, { body: {} })),
  );
  expect(both.map(({ status }) => String(status)).toSorted()).toEqual(["200", "409"]);
  expect((await names(someone, "vendors")).toSorted()).toEqual(["One anew", "Three", "Two changed"]);
  const [left] = await someone.call(listRemovals);
  expect(left).toMatchObject({ id: removed.id, status: "removed", restored: 1 });
  expect(left?.sentence).toBe("A record with the id 1 was added since. Remove it, then bring the former one back.");
});

test("an optional cell that is cut in the middle of a sign costs the cell, not the line", async () => {
  const someone = await world.member("halved");
  const csv = `id,name,since\nc1,Acme,2026-01-02\nc2,Bolt,${"x".repeat(39)}😀 or later\n`;
  const result = await importFile(someone, "customers", csv);
  expect(result).toMatchObject({ status: "done", added: 2, badCount: 0 });
  expect(result.badLines).toEqual([
    { line: 3, sentence: `Customer since: "${"x".repeat(39)}…" is not a date; left empty.` },
  ]);
  expect(result.sentence).toBe("2 added. 1 cell could not be read and was left empty.");
});

test("viewers read and do not write; a file is announced as large as it is", async () => {
  const viewer = await colleague(world, owner, "viewer");
  expect((await list(viewer, "customers")).total).toBe(2);
  const body = { kind: "customers", fileName: "x.csv", size: 10 };
  const refused = await viewer.send("POST", "/api/records/imports", { body });
  expect([refused.status, refused.text]).toEqual([403, "Only a member or above may do this"]);
  const large = await owner.send("POST", "/api/records/imports", { body: { ...body, size: 200_000_000 } });
  expect([large.status, large.text]).toEqual([400, "The file is larger than 100 MB: split it and import the parts"]);
  const { id } = await owner.call(openImport, { body: { kind: "customers", fileName: "x.csv", size: 10 } });
  expect(await send(owner, id, 0, Buffer.from("too short"))).toBe(422);
  expect(await send(owner, id, 1, Buffer.from("too late"))).toBe(422);
  const early = await owner.send("POST", `/api/records/imports/${id}/start`, { body: {} });
  expect([early.status, early.text]).toEqual([422, "The file did not arrive whole: send it again."]);
  expect(await send(owner, id, 0, Buffer.from("name\nAcme\n"))).toBe(200);
});

test("a file that is being sent goes on while the same person brings another; of those never sent three are kept", async () => {
  const someone = await world.member("twofold");
  const bytes = Buffer.from(`name\n${"Acme\n".repeat(partSize / 5)}`);
  const announce = (size: number) =>
    someone.call(openImport, { body: { kind: "vendors", fileName: "large.csv", size } });
  const { id } = await announce(bytes.length);
  expect(await send(someone, id, 0, bytes.subarray(0, partSize))).toBe(200);
  expect(await importFile(someone, "customers", "name\nBolt\n")).toMatchObject({ status: "done" });
  expect(await send(someone, id, 1, bytes.subarray(partSize))).toBe(200);
  for (let more = 0; more < 2; more += 1) await announce(10);
  expect(await send(someone, id, 1, bytes.subarray(partSize))).toBe(200);
  await announce(10);
  expect(await send(someone, id, 1, bytes.subarray(partSize))).toBe(404);
  expect(await world.asOwner("SELECT 1 FROM import_parts WHERE import_id = $1", [id])).toEqual([]);
});

const long = 240_000;
/** More than a list counts and than one call removes; by night as many as an import is meant for. */
const size = isNightly ? 100_000 : 12_000;

test(`${size} lines come in pieces, are all there, and go and come back in the background`, {
  timeout: 2 * long,
}, async () => {
  const someone = await world.member("large");
  const lines = Array.from(
    { length: size },
    (_, at) => `v${at},Vendor number ${at},${(at + 1) % (size / 100) === 0 ? "lost" : "active"}`,
  );
  const csv = `id,name,status\n${lines.join("\n")}\n`;
  const result = await importFile(someone, "vendors", csv, {}, long);
  expect(result).toMatchObject({ status: "done", added: size - 100, badCount: 100, read: size, total: size });
  expect(result.badLines).toHaveLength(100);
  expect(result.badLines[0]).toEqual({ line: size / 100 + 1, sentence: 'Status: "lost" is none of active, ended.' });
  const { total, rows, sums } = await list(someone, "vendors", { q: "number 4242" } as never);
  const found = lines.filter((line) => line.includes("number 4242")).length;
  expect([total, rows.length, sums]).toEqual([found, found, []]);
  expect(await list(someone, "vendors")).toMatchObject({ total: 10_001, nextCursor: expect.any(String), sums: null });
  const removed = await someone.call(removeImported, { params: { id: result.id } });
  expect(removed.status).toBe("removing");
  const stand = async () => (await someone.call(listRemovals))[0];
  await expect.poll(stand, { timeout: long, interval: 500 }).toMatchObject({ status: "removed", removed: size - 100 });
  expect((await list(someone, "vendors")).total).toBe(0);
});

test("the newest invoices are those issued last, whatever order they were entered in, page by page", async () => {
  const someone = await world.member();
  const days = Array.from({ length: 60 }, (_unused, at) => ((at * 37) % 60) + 1);
  const row = (at: number, day: number) =>
    `${at},N-${day},${at % 2 ? "receivable" : "payable"},Acme,2026-0${day > 30 ? 2 : 1}-${String(day > 30 ? day - 30 : day).padStart(2, "0")},2026-12-01,10,open`;
  const valid = days.filter((day) => day <= 58);
  const csv = `id,number,direction,customer,issued,due,total,status\n${valid.map((day, at) => row(at, day)).join("\n")}\n`;
  expect(await importFile(someone, "invoices", csv)).toMatchObject({ added: 58 });
  const first = await list(someone, "invoices", { sort: "newest" } as never);
  const second = await list(someone, "invoices", { sort: "newest", cursor: first.nextCursor } as never);
  const issued = [...first.rows, ...second.rows].map(({ fields }) => String(fields["issuedOn"]));
  expect(issued).toHaveLength(58);
  expect(issued).toEqual(issued.toSorted().toReversed());
  const bills = await list(someone, "invoices", { type: "payable", view: "payable" } as never);
  const billed = bills.rows.map(({ fields }) => String(fields["issuedOn"]));
  expect(billed).toEqual(billed.toSorted().toReversed());
});
