// On both databases: files are kept in pieces, and imports are put back row by row.
import { utils, write } from "@e965/xlsx";
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
import { initializeAgents } from "#features/setup/contract.ts";
import { queryOrchestrator } from "#features/orchestrator/contract.ts";
import { listMetrics } from "#features/metrics/contract.ts";
import { listCustomFields } from "#features/records/custom/contract.ts";
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

test("what lines share is counted by the plan of the whole file, not of its first lines", async () => {
  const member = await world.member();
  await member.call(setLocale, { body: { currency: "USD", timeZone: "America/New_York" } });
  const line = (at: number, total: number, amount: string) =>
    `${at},Acme,2026-03-${10 + (at % 10)},2026-04-${10 + (at % 10)},${total}.50,${amount},Open`;
  const first = Array.from({ length: 600 }, (_, at) => line(at + 1, at + 100, ""));
  // Only here a second column of amounts is filled, so that which one counts is asked.
  const rest = [line(1, 950, "12.25"), line(2, 960, "13.75")];
  const heading = "Invoice no,Customer,Date,Due date,Total,Amount,Status";
  const found = await look(member, "two-sums.csv", [heading, ...first, ...rest].join("\n"));
  expect(open(found).map(({ kind }) => kind)).toContain("heading");
  const same = found.preview?.questions.find(({ kind }) => kind === "same number");
  expect(same?.sentence).toContain("4 lines share 2 numbers");
  expect(same?.sentence).toContain("with the same amount on each");
});

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

test("what is asked for several times at once happens once, and no choice is lost", async () => {
  const member = await world.member("twice-at-once");
  const looked = await look(member, "customers.csv", "Name,Phone,Region,Email\nAcme,1,West,a@acme.example\n");
  const { id } = looked;
  const atOnce = async (path: string, bodies: readonly object[]): Promise<number[]> => {
    const method = path === "choices" ? "PUT" : "POST";
    const replies = await Promise.all(
      bodies.map((body) => member.send(method, `/api/imports/${id}/${path}`, { body })),
    );
    return replies.map(({ status }) => status).toSorted((one, other) => one - other);
  };
  const headings = ["Phone", "Region", "Email"];
  const leftOut = headings.map((heading) => ({ columns: [{ heading, field: null }] }));
  expect(await atOnce("choices", leftOut)).toEqual([200, 200, 200]);
  const { preview } = await until(member, id, "looked");
  expect(preview?.columns.map(({ field }) => field)).toEqual(["name", null, null, null]);
  expect(await atOnce("start", [{}, {}, {}])).toEqual([200, 409, 409]);
  await until(member, id, "done");
  expect(await atOnce("undo", [{}, {}, {}])).toEqual([200, 409, 409]);
  await until(member, id, "undone");
  const actions = await journalOf(world, member);
  for (const action of ["record.import_started", "import.undo_started"])
    expect([action, actions.filter((one) => one === action).length]).toEqual([action, 1]);
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
    "Invoice No,Customer,Invoice Date,Due Date,Amount,Paid on\nA1,Acme,2026-01-05,2026-02-05,1.00,soon\nA2,Acme,someday,2026-02-05,2.00,2026-03-01\n";
  const looked = await look(member, "bills received.csv", `${csv}A3,Acme,2026-01-05,2026-02-05,3.00,2026-03-02\n`);
  expect(looked.preview?.rows.map(({ fault }) => fault === null)).toEqual([true, false, true]);
  const done = await take(member, looked);
  expect(done).toMatchObject({ added: 2, badCount: 1, emptied: 1 });
  expect(done.badLines).toEqual([
    { line: 2, sentence: 'Paid on: "soon" is not a date; left empty.' },
    { line: 3, sentence: 'Issued: "someday" is not a date.' },
  ]);
  const { fileName, csv: refused } = await member.call(getRefused, { params: { id: done.id } });
  expect(fileName).toBe("bills received refused.csv");
  expect(refused.split("\r\n").slice(0, 2)).toEqual([
    "\ufeffLine,Why it was not taken,Invoice No,Customer,Invoice Date,Due Date,Amount,Paid on",
    '3,"Issued: ""someday"" is not a date.",A2,Acme,someday,2026-02-05,2.00,2026-03-01',
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

const choose = async (
  member: Member,
  { id }: FileImport,
  columns: { heading: string; field: string | null }[],
): Promise<FileImport> => {
  await member.call(chooseImport, { params: { id }, body: { columns } });
  return until(member, id, "looked");
};
const columnOf = ({ preview }: FileImport, heading: string) =>
  preview?.columns.find((column) => column.heading === heading);

test("a column is kept as a field of the company's own: the next file knows it, and an undo takes it back", async () => {
  const member = await world.member("own");
  const csv = (from: number, region: string, size: string) =>
    `Name,Region,Team size,Contract value,Signed\n${[0, 1, 2, 3]
      .map(
        (at) =>
          `Client ${from + at},${at % 2 ? region : "West"},${at === 3 ? size : at + 1},${at + 1}00.50 USD,2026-02-0${at + 1}\n`,
      )
      .join("")}`;
  const lookAt = async (fileName: string, content: string): Promise<FileImport> => {
    const { id } = await look(member, fileName, content);
    await member.call(chooseImport, { params: { id }, body: { target: "customers" } });
    return until(member, id, "looked");
  };
  const looked = await lookAt("customers.csv", csv(1, "East", "4"));
  const own = ["Region", "Team size", "Contract value", "Signed"];
  // What fits no field is kept without being asked for.
  expect(looked.preview?.columns.map(({ field }) => field)).toEqual(["name", ...own.map((label) => `custom:${label}`)]);
  const taken = await choose(member, looked, [{ heading: "Region", field: "custom:Email" }]);
  expect(taken.preview?.missing).toContain('Customers have a field "Email" already');
  expect((await member.send("POST", `/api/imports/${looked.id}/start`, { body: {} })).status).toBe(422);
  const chosen = await choose(
    member,
    looked,
    own.map((heading) => ({ heading, field: `custom:${heading}` })),
  );
  expect(chosen.preview?.missing).toBeNull();
  expect(own.map((heading) => columnOf(chosen, heading)?.reading)).toEqual([
    "kept as your own field: text",
    "kept as your own field: numbers",
    "kept as your own field: amounts in USD",
    expect.stringMatching(/^kept as your own field: days/),
  ]);
  expect(chosen.preview?.shown).toEqual(expect.arrayContaining(own));
  const done = await take(member, chosen);
  expect(done).toMatchObject({ added: 4, emptied: 0, badCount: 0 });
  const fields = () => member.call(listCustomFields, { params: { kind: "customers" } });
  expect((await fields()).map(({ label, type }) => [label, type])).toEqual([
    ["Region", "text"],
    ["Team size", "number"],
    ["Contract value", "money"],
    ["Signed", "day"],
  ]);
  const customOf = async () =>
    Object.fromEntries((await rowsOf(member, "customers")).map(({ fields: { name }, custom }) => [name, custom]));
  expect((await customOf())["Client 2"]).toEqual({
    region: "East",
    team_size: 2,
    contract_value: 200.5,
    signed: "2026-02-02",
  });

  // The next file is read by the labels; what does not fit is left empty and counted.
  const next = await lookAt("clients of may.csv", csv(1, "North", "many").replace("Name,", "Customer name,"));
  expect(own.map((heading) => columnOf(next, heading)?.field)).toEqual(own.map((heading) => `custom:${heading}`));
  expect(next.preview?.fields.map(({ name }) => name)).toEqual(expect.arrayContaining(["custom:Region"]));
  const second = await take(member, next);
  expect(second).toMatchObject({ added: 0, changed: 2, unchanged: 2, emptied: 1 });
  expect((await customOf())["Client 4"]).toEqual({ region: "North", contract_value: 400.5, signed: "2026-02-04" });

  await member.call(undoImport, { params: { id: second.id } });
  await until(member, second.id, "undone");
  expect((await customOf())["Client 4"]).toMatchObject({ region: "East", team_size: 4 });
  expect((await fields()).every(({ removedUntil }) => removedUntil === null)).toBe(true);
  await member.call(undoImport, { params: { id: done.id } });
  expect((await until(member, done.id, "undone")).sentence).toContain('Your own fields "Region", "Team size"');
  expect((await fields()).filter(({ removedUntil }) => removedUntil === null)).toEqual([]);
  expect(await journalOf(world, member)).toEqual(
    expect.arrayContaining(["record.field_added", "record.field_removed"]),
  );
});

test("two equal transactions of a day are two rows, and the same file again changes nothing", async () => {
  const member = await world.member("equal");
  const csv =
    "Date,Description,Amount\n2026-03-02,Bus fare,-2.80\n2026-03-02,Bus fare,-2.80\n2026-03-03,Client paid,500.00\n";
  const looked = await look(member, "bank transactions.csv", csv);
  expect(looked.preview?.target).toBe("transactions");
  expect(looked.preview?.questions.some(({ kind }) => kind === "same number")).toBe(false);
  expect(await take(member, looked)).toMatchObject({ added: 3, badCount: 0 });
  expect(await take(member, await look(member, "again.csv", csv))).toMatchObject({
    added: 0,
    changed: 0,
    unchanged: 3,
    badCount: 0,
  });
  const amounts = (await rowsOf(member, "transactions")).map(({ fields }) => Number(fields["amount"]));
  expect(amounts.toSorted((one, other) => one - other)).toEqual([-2.8, -2.8, 500]);
});

test("transactions of two accounts whose numbers end alike stay apart, and only the last digits are shown", async () => {
  const member = await world.member("ibans");
  const [one, other] = ["DE89370400440532013000", "DE12500105170648013000"];
  const csv = `Account,Date,Description,Amount,Balance\n${one},2026-03-02,Rent,-100.00,900.00\n${other},2026-03-02,Rent,-100.00,400.00\n`;
  const looked = await look(member, "bank transactions.csv", csv);
  expect(await take(member, looked)).toMatchObject({ added: 2, badCount: 0 });
  const names = (await rowsOf(member, "transactions")).map(({ fields }) => String(fields["accountName"]));
  expect(new Set(names).size).toBe(2);
  for (const name of names) expect(name).toMatch(/^Account 3000 \([a-z]{3}\)$/);
  await expect
    .poll(async () => (await member.call(listMetrics, { query: { name: "cash" } })).at(-1)?.metricValue, {
      timeout: 60_000,
    })
    .toBe(1300);
});

test("a name that means a known customer keeps its spelling, is linked and remembered until the import is undone", async () => {
  const member = await world.member("same");
  await take(member, await look(member, "customers.csv", "Name,Email\nNorthwind Traders,a@example.com\n"));
  const csv = (number: string) =>
    `Invoice No,Customer,Invoice Date,Due Date,Amount\n${number},Northwind Trader,2026-01-05,2026-02-05,100\n`;
  const looked = await look(member, "a.csv", csv("N1"));
  expect(open(looked)).toMatchObject([{ id: "same name", items: [{ item: "Northwind Trader" }] }]);
  await answer(member, looked, [{ question: "same name", item: "Northwind Trader", answer: "same" }]);
  const done = await take(member, looked);
  expect(done).toMatchObject({ added: 1, created: 0 });
  const [known] = await rowsOf(member, "customers");
  const invoiceOf = async (number: string) =>
    (await rowsOf(member, "invoices")).find(({ fields }) => fields["number"] === number);
  expect(await invoiceOf("N1")).toMatchObject({
    customerId: known?.id,
    fields: { customerName: "Northwind Trader" },
  });
  // Another program's file asks nothing and links as well.
  const next = await look(member, "b.csv", csv("N2").replace("Invoice No", "Number"));
  expect(open(next)).toEqual([]);
  await take(member, next);
  expect(await invoiceOf("N2")).toMatchObject({ customerId: known?.id });
  await member.call(undoImport, { params: { id: done.id } });
  await until(member, done.id, "undone");
  expect(await invoiceOf("N2")).toMatchObject({ customerId: null });
  expect(await rowsOf(member, "customers")).toHaveLength(1);
});

test("customers that arise from deals are prospects, unless a deal of theirs was won", async () => {
  const member = await world.member("arise");
  const csv = "Deal,Customer,Stage,Amount,Created\nOne,Alder,lead,10,2026-01-02\nTwo,Birch,won,20,2026-01-03\n";
  expect(await take(member, await look(member, "deals.csv", csv))).toMatchObject({ added: 2, created: 2 });
  const statuses = (await rowsOf(member, "customers")).map(({ fields }) => [fields["name"], fields["status"]]);
  expect(Object.fromEntries(statuses)).toEqual({ Alder: "prospect", Birch: "active" });
  expect((await rowsOf(member, "deals")).every(({ customerId }) => customerId !== null)).toBe(true);
});

test("a company's own stage keeps its name, and a word in a column of types says what the document is", async () => {
  const member = await world.member("stages");
  const deals = "Deal,Stage,Amount,Created\nOne,Legal redlines,10,2026-01-02\nTwo,won,20,2026-01-03\n";
  const looked = await look(member, "deals.csv", deals);
  const [question] = open(looked);
  await answer(member, looked, [{ question: question?.id ?? "", item: "Legal redlines", answer: "negotiation" }]);
  await take(member, looked);
  const stages = (await rowsOf(member, "deals")).map(({ fields: { name, stage, stageName } }) => [
    name,
    [stage, stageName],
  ]);
  expect(Object.fromEntries(stages)).toEqual({ One: ["negotiation", "Legal redlines"], Two: ["won", null] });
  const bills =
    "Number,Type,Customer,Date,Due date,Amount\n1,Invoice,Acme,2026-01-02,2026-02-02,50\n2,Credit memo,Acme,2026-01-02,2026-02-02,20\n";
  const file = await look(member, "invoices.csv", bills);
  expect(open(file)).toEqual([]);
  await take(member, file);
  const documents = (await rowsOf(member, "invoices")).map(({ fields: { number, document, amount } }) => [
    number,
    [document, amount],
  ]);
  expect(Object.fromEntries(documents)).toEqual({ 1: ["invoice", 50], 2: ["credit note", -20] });
});

test("an import says what it means for cash, the team, profit and revenue, to the cent", async () => {
  const member = await world.member("means");
  await member.call(setLocale, { body: { currency: "USD", timeZone: "America/New_York" } });
  const says = async (fileName: string, content: string) => {
    const looked = await look(member, fileName, content);
    expect(open(looked)).toEqual([]);
    return (await take(member, looked)).means.map(({ sentence }) => sentence);
  };
  expect(
    await says(
      "team.csv",
      "Name,Job title,Department,Start date,Monthly cost,Currency\nAna,Chef,Kitchen,2024-01-02,4000.10,USD\nBo,Chef,Kitchen,2024-01-02,3000.20,USD\nCy,Waiter,Floor,2024-01-02,2000.30,USD\n",
    ),
  ).toEqual(["3 people, $9,000.60 a month."]);
  expect(
    await says(
      "bank.csv",
      "Account,Currency,Type,Balance,Balance date\nMain,USD,checking,1200.50,2026-01-31\nSavings,USD,savings,800,2026-01-31\n",
    ),
  ).toEqual(["Cash is $2,000.50 in 2 accounts."]);
  expect(
    await says(
      "books.csv",
      "Account,Month,Account type,Actual,Currency\nSales,2026-01-01,income,100.10,USD\nRent,2026-01-01,expense,350.35,USD\n",
    ),
  ).toEqual(["Loss of $250.25 in January 2026."]);
});

test("the pay of several months is asked about, and becomes one ledger line a month without a name", async () => {
  const member = await world.member();
  const months = ["2026-01", "2026-02", "2026-03"];
  const people = Array.from({ length: 40 }, (_, at) => `${at + 100},Person ${at}`);
  const lines = months.flatMap((month, of) =>
    people.flatMap((person, at) => [
      `${month}-15,${person},${(1_000 + at + of * 10).toFixed(2)}`,
      `${month}-28,${person},1000.50`,
    ]),
  );
  const text = `Pay date,Employee ID,Employee name,Gross pay\n${lines.join("\n")}\n`;
  const asked = await look(member, "payroll.csv", text);
  expect(open(asked).map(({ id }) => id)).toContain("payroll");
  const answered = await answer(member, asked, [{ question: "payroll", item: "", answer: "months" }]);
  expect(answered).toMatchObject({ target: "ledger", isReady: true });
  const done = await take(member, answered);
  expect(done).toMatchObject({ status: "done", added: 3, badCount: 0 });
  const rows = await rowsOf(member, "ledger");
  const sum = (of: number) => people.reduce((all, _, at) => all + 1_000 + at + of * 10 + 1000.5, 0);
  expect(rows.map(({ fields }) => [fields["account"], fields["month"], fields["actual"]])).toEqual(
    months.map((month, of) => ["Payroll", `${month}-01`, sum(of)]).toReversed(),
  );
  expect(JSON.stringify(rows)).not.toContain("Person 1");
  expect(await rowsOf(member, "people")).toEqual([]);
  // The next file of its kind asks nothing.
  const next = await look(member, "payroll.csv", text.replaceAll("2026-0", "2026-1").replaceAll("2026-13", "2026-10"));
  expect(open(next)).toEqual([]);
  await member.call(undoImport, { params: { id: done.id } });
  await until(member, done.id, "undone");
  expect(await rowsOf(member, "ledger")).toEqual([]);
});

test("of pay by month each person stands as in the newest line, and who has none for two months has left", async () => {
  const member = await world.member("pay");
  const lines = ["2026-07", "2026-08", "2026-09", "2026-10"].flatMap((month) => [
    `${month}-31,Ada Lind,Roaster,4000`,
    ...(month < "2026-08" ? [`${month}-31,Bo Karl,Packer,3000`] : []),
    ...(month < "2026-10" ? [`${month}-31,Cleo Ray,Driver,3100`] : []),
  ]);
  const csv = [
    "Pay date,Employee,Position,Monthly salary",
    ...lines.map((line) => line.replace("09-31", "09-30")),
  ].join("\n");
  const looked = await look(member, "payroll.csv", csv);
  const answered = await answer(member, looked, [{ question: "payroll", item: "", answer: "people" }]);
  expect(answered.preview?.notes.join()).toContain("who has none in the last two months has left");
  await take(member, answered);
  const people = (await rowsOf(member, "people")).map(({ fields: { name, status, endedOn } }) => [
    name,
    status,
    endedOn,
  ]);
  expect(people.toSorted(([one], [other]) => String(one).localeCompare(String(other)))).toEqual([
    ["Ada Lind", "active", null],
    ["Bo Karl", "left", "2026-07-31"],
    ["Cleo Ray", "active", null],
  ]);
});

test("every sheet of a workbook with a table comes as a file; an own table is asked for by what its lines are called", async () => {
  const member = await world.member("sheets");
  await member.call(initializeAgents);
  const book = utils.book_new();
  const day = (at: number) => `2026-10-${String(at + 1).padStart(2, "0")}`;
  const log = Array.from({ length: 12 }, (_, at) => [
    `B${100 + at}`,
    day(at),
    "Ada",
    40 + ((at * 7) % 23),
    33 + ((at * 5) % 19),
    at < 5 ? "Hold" : "Released",
    80 + (at % 4) * 1.5,
    11.2 + (at % 3),
  ]);
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([
      ["Batch", "Roast date", "Roaster", "Green (kg)", "Roasted (kg)", "QC", "Cupping score", "Minutes"],
      ...log,
    ]),
    "Roast log",
  );
  utils.book_append_sheet(book, utils.aoa_to_sheet([["Written by Ada"]]), "Notes");
  const lots = [
    ["ET-1", "Ethiopia", 700, 62, 300, 120],
    ["CO-2", "Colombia", 900, 58, 40, 80],
  ];
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([
      ["Lot", "Origin", "Received (kg)", "Price per kg", "On hand (kg)", "Reorder at (kg)"],
      ...lots,
    ]),
    "Green lots",
  );
  const first = await look(member, "roastery.xlsx", write(book, { type: "buffer", bookType: "xlsx" }) as Buffer);
  expect([first.target, first.isReady]).toEqual(["entries", true]);
  const named = async () =>
    (await member.call(listImports)).filter(({ status }) => status === "looked").map(({ fileName }) => fileName);
  await expect.poll(named).toEqual(expect.arrayContaining(["roastery.xlsx", "roastery (Green lots).xlsx"]));
  await expect
    .poll(async () => (await member.call(listImports)).some(({ fileName }) => fileName.includes("Notes")))
    .toBe(false);
  const waiting = await member.call(listImports);
  // Files that come later push no sheet out that waits for its answer.
  for (let at = 0; at < 19; at += 1) await member.call(openImport, { body: { fileName: `later ${at}.csv`, size: 10 } });
  expect(await named()).toContain("roastery (Green lots).xlsx");
  for (const one of waiting) await take(member, one);
  expect((await rowsOf(member, "entries")).length).toBe(14);
  const asked = async (query: string) =>
    (await member.call(queryOrchestrator, { body: { query, priority: "medium" } })).summary;
  expect(await asked("How many batches are on hold?")).toMatch(/^5 entries/);
  expect(await asked("How many lots are there?")).toMatch(/^2 entries/);
});
