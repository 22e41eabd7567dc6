import { afterAll, beforeAll, expect, test } from "vitest";
import { addRecord, type RecordKind } from "#features/records/contract.ts";
import { listRecords } from "#features/records/list/contract.ts";
import { createParties, proposeParties, undoParties } from "#features/records/naming/contract.ts";
import { listRemovals, restoreRecords } from "#features/records/removals/contract.ts";
import { getFeed } from "#features/feed/contract.ts";
import { importFile } from "../importing.ts";
import { journalOf, type Member, openWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

const invoices = (...names: string[]): string =>
  `Number,Date,Due Date,Amount,Customer\n${names.map((name, at) => `N${at},2026-01-05,2026-02-05,100,"${name}"\n`).join("")}`;
const named = async (by: Member, kind: RecordKind): Promise<string[]> =>
  (await by.call(listRecords, { params: { kind }, query: {} })).rows
    .map(({ fields }) => String(fields["name"]))
    .toSorted();
const rowsOf = async (by: Member, kind: RecordKind, query = {}) =>
  (await by.call(listRecords, { params: { kind }, query })).rows;
const unlinked = async (by: Member): Promise<string[]> =>
  (await rowsOf(by, "invoices"))
    .filter(({ customerId }) => customerId === null)
    .map(({ fields }) => String(fields["customerName"]))
    .toSorted();
const propose = (by: Member, kind: "customers" | "vendors" = "customers") =>
  by.call(proposeParties, { params: { kind } });
const refused = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "taken",
    (error: Error) => error.message.replace(/^\d+: /, ""),
  );
const createFrom = (
  by: Member,
  kind: "customers" | "vendors",
  names: string[],
  same: { name: string; as: string }[] = [],
) => by.call(createParties, { body: { kind, names, same } });

test("customers arise from the names on records: the new ones created, similar ones asked, nobody left out", async () => {
  const member = await world.member();
  await member.call(addRecord, {
    body: { kind: "customers", source: "manual", fields: { name: "Müller Söhne", status: "active" } },
  });
  const csv = invoices(
    "Acme Ltd",
    "ACME LTD.",
    "Acme Inc",
    "Beta",
    "Beta",
    "Total",
    "MUELLER",
    "Muller sohne",
    "Hostly",
    "Hostlly",
  );
  await importFile(world, member, "invoices", csv);
  // Accents, case and punctuation make no other name: it was linked when it came.
  expect(await unlinked(member)).not.toContain("Muller sohne");
  const found = await propose(member);
  expect(found).toEqual({
    create: [
      { name: "Beta", rows: 2 },
      { name: "ACME LTD.", rows: 1 },
      { name: "Hostlly", rows: 1 },
      { name: "MUELLER", rows: 1 },
    ],
    similar: [
      { name: "Acme Inc", rows: 1, existing: "ACME LTD." },
      { name: "Hostly", rows: 1, existing: "Hostlly" },
    ],
    nobody: [{ name: "Total", rows: 1 }],
  });

  const before = (await journalOf(world, member)).length;
  const made = await member.call(createParties, {
    body: {
      kind: "customers",
      names: ["Beta", "Acme Ltd", "Hostly"],
      same: [{ name: "Hostlly", as: "Hostly" }],
    },
  });
  expect(made).toMatchObject({ created: 3, linked: 1 });
  expect((await journalOf(world, member)).slice(before)).toEqual(["record.parties_created"]);
  expect((await member.call(getFeed, { query: {} })).items[0]?.title).toBe("3 customers created from names");
  expect(await named(member, "customers")).toEqual(["Acme Ltd", "Beta", "Hostly", "Müller Söhne"]);
  expect(await unlinked(member)).toEqual(["Acme Inc", "MUELLER", "Total"]);
  expect((await rowsOf(member, "customers", { q: "Beta" }))[0]).toMatchObject({ source: "csv", origin: "external" });

  // What is known by another name stays known, also for the next file.
  await importFile(world, member, "invoices", csv.replaceAll("N", "M").replace("Mumber", "Number"));
  expect(await unlinked(member)).toEqual(["Acme Inc", "Acme Inc", "MUELLER", "MUELLER", "Total", "Total"]);
  expect(await refused(createFrom(member, "customers", ["BETA"]))).toMatch(/^There is nothing to create/);

  // Undone as one, and it can be brought back.
  const restored = (await journalOf(world, member)).length;
  expect(await member.call(undoParties, { params: { id: made.id } })).toEqual({ removed: 3 });
  expect((await journalOf(world, member)).slice(restored)).toEqual(["record.removed", "record.parties_unlinked"]);
  expect(await named(member, "customers")).toEqual(["Müller Söhne"]);
  expect((await unlinked(member)).filter((name) => /Hostl/.test(name))).toHaveLength(4);
  expect(await refused(member.call(undoParties, { params: { id: made.id } }))).not.toBe("taken");
  const [removal] = await member.call(listRemovals);
  await member.call(restoreRecords, { params: { id: removal?.id ?? "" } });
  expect(await named(member, "customers")).toEqual(["Acme Ltd", "Beta", "Hostly", "Müller Söhne"]);
});

test("a customer named by deals alone is a prospect; one who was won or billed is active", async () => {
  const member = await world.member();
  const add = (kind: string, fields: object) =>
    member.call(addRecord, { body: { kind, source: "manual", fields } as never });
  const deal = { amount: 10, openedOn: "2026-01-05" };
  await add("deals", { ...deal, name: "D1", customerName: "Open", stage: "proposal" });
  await add("deals", { ...deal, name: "D2", customerName: "Won", stage: "won", closedOn: "2026-02-05" });
  await add("deals", { ...deal, name: "D3", customerName: "Billed", stage: "lead" });
  await add("subscriptions", { name: "Plan", kind: "plan", status: "active", customerName: "Billed" });
  const { create } = await propose(member);
  await createFrom(
    member,
    "customers",
    create.map(({ name }) => name),
  );
  const rows = await rowsOf(member, "customers");
  expect(Object.fromEntries(rows.map(({ fields }) => [fields["name"], fields["status"]]))).toEqual({
    Open: "prospect",
    Won: "active",
    Billed: "active",
  });
  expect(await propose(member)).toEqual({ create: [], similar: [], nobody: [] });
});

test("vendors arise from bills and contracts, and a file of vendors changes them instead of doubling them", async () => {
  const member = await world.member();
  const csv =
    "Number,Date,Due Date,Amount,Vendor\nB1,2026-01-05,2026-02-05,100,Hostly GmbH\nB2,2026-01-05,2026-02-05,100,Ärzte & Co\n";
  await importFile(world, member, "invoices", csv);
  expect((await propose(member)).create).toEqual([]);
  const { create } = await propose(member, "vendors");
  expect(create.map(({ name }) => name).toSorted()).toEqual(["Hostly GmbH", "Ärzte & Co"]);
  await createFrom(
    member,
    "vendors",
    create.map(({ name }) => name),
  );
  const done = await importFile(world, member, "vendors", "Name,Category\nHostly GmbH,Hosting\n");
  expect(done).toMatchObject({ added: 0, changed: 1 });
  expect((await rowsOf(member, "invoices")).every(({ vendorId }) => vendorId !== null)).toBe(true);
});

test("a name that names nobody is created if it is asked for, and a wrong call changes nothing", async () => {
  const member = await world.member();
  await importFile(world, member, "invoices", invoices("Total", "Acme"));
  const wrong = (names: string[], same?: { name: string; as: string }[]) =>
    refused(createFrom(member, "customers", names, same));
  expect(await wrong(["Acme"], [{ name: "Total", as: "Nobody Ltd" }])).toBe("There is no customer called Nobody Ltd.");
  expect(await wrong([])).toMatch(/^There is nothing to create/);
  expect(await wrong([" "])).toContain("Is missing");
  expect(await wrong(Array.from({ length: 1_001 }, (_, at) => `Name ${at}`))).toContain("at most 1,000");
  expect(await named(member, "customers")).toEqual([]);
  expect(await wrong(["Total"])).toBe("taken");
  expect(await named(member, "customers")).toEqual(["Total"]);

  const stranger = await world.member();
  expect(await propose(stranger)).toEqual({ create: [], similar: [], nobody: [] });
  const made = await createFrom(member, "customers", ["Acme"]);
  expect(await refused(stranger.call(undoParties, { params: { id: made.id } }))).not.toBe("taken");
  expect(await named(member, "customers")).toEqual(["Acme", "Total"]);
});
