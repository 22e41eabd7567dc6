import { afterAll, beforeAll, expect, test } from "vitest";
import * as product from "#app/rooms.ts";
import { listDecisions } from "#features/decisions/contract.ts";
import { exploreRows } from "#features/explore/contract.ts";
import * as calls from "#features/integrations/contract.ts";
import { listFreshness } from "#features/metrics/sources/contract.ts";
import { addRecord } from "#features/records/contract.ts";
import { listRecords } from "#features/records/list/contract.ts";
import { listRemovals, restoreRecords } from "#features/records/removals/contract.ts";
import { connectBySignIn, connectionOf, eventually, readAgain, recordsOf } from "../connecting.ts";
import { importFile } from "../importing.ts";
import { type Eight, known, openEight, operatorsClients } from "../outside/eight/services.ts";
import { client as intuitClient } from "../outside/quickbooks.ts";
import { stripeKey } from "../outside/stripe.ts";
import { hire, journalOf, type Member, openWorld, type World } from "../world.ts";

/** The same records from a file and from services: what counts twice is said, and counts once when a person says so. */
let eight: Eight;
let world: World;
beforeAll(async () => {
  eight = await openEight("usd");
  const { connectors, mailboxes } = eight;
  const env = { PRIVATE_ADDRESSES: "127.0.0.1", ...operatorsClients };
  world = await openWorld(env, { ...product, connectors, mailboxes });
});
afterAll(async () => {
  await world?.close();
  await eight?.close();
});

async function connectStripe(member: Member): Promise<number> {
  const credentials = { secret_key: stripeKey };
  const { id } = await member.call(calls.setUpCredentials, { body: { integrationId: "stripe", credentials } });
  await eventually(async () => (await connectionOf(member, id))?.lastSync !== null);
  return id;
}
const doublesOf = async (member: Member) =>
  (await member.call(listFreshness)).flatMap(({ doubles }) => doubles.map(({ sentence }) => sentence)).toSorted();
const paramsOf = (id: number) => ({ params: { id: String(id) as never } });

test("what a file and a service both have is said, and counts once after one click that can be undone", async () => {
  const member = await world.member();
  await importFile(
    world,
    member,
    "customers",
    // The same by its name in another spelling, the same by its address, one that two may be, and one of its own.
    "Name,Email\nHARBOUR  foods,\nAnother name,PAY@quay.example\nTwin,\nPier 4,\n",
  );
  for (const [name, email] of [
    ["Quay Cafe", "pay@quay.example"],
    ["Twin", null],
    ["Twin", null],
  ] as const)
    eight.stripe.add("customers", { name, email });
  const id = await connectStripe(member);
  expect(await doublesOf(member)).toEqual(["2 customers of Stripe are among your own records too and count twice."]);
  const q = JSON.stringify({ subject: "customers" });
  const asked = async () => (await member.call(exploreRows, { query: { q } })).silent;
  expect(await asked()).toEqual(["2 customers of Stripe are among your own records too and count twice."]);
  const names = async () => (await recordsOf(member, "customers")).map((one) => String(one["name"])).toSorted();
  const before = await names();

  expect((await (await world.member()).send("POST", `/api/integrations/${id}/keep`, { body: {} })).status).toBe(404);
  expect(await names()).toEqual(before);
  expect(await member.call(calls.keepOne, paramsOf(id))).toEqual({
    message: "2 records removed. They can be restored for 24 hours on the Records page.",
  });
  expect(await journalOf(world, member)).toContain("record.removed");
  expect(await names()).toEqual(before.filter((name) => name !== "HARBOUR  foods" && name !== "Another name"));
  expect([await doublesOf(member), await asked()]).toEqual([[], undefined]);
  expect((await member.call(calls.keepOne, paramsOf(id))).message).toBe("Nothing of Stripe is among your own records.");

  const [removal] = await member.call(listRemovals);
  await member.call(restoreRecords, { params: { id: removal?.id ?? "" } });
  expect(await names()).toEqual(before);
  await readAgain(world, member, id);
  expect(await doublesOf(member)).toHaveLength(1);
});

test("an invoice that two services have is said once; what only looks alike is not taken for the same", async () => {
  const member = await world.member();
  await hire(member, "CEO", "CFO");
  await connectStripe(member);
  await connectBySignIn(world, member, { type: "quickbooks", credentials: intuitClient });
  await eventually(async () => (await doublesOf(member)).length > 0);
  expect(await doublesOf(member)).toEqual([
    "1 customer of QuickBooks is in Stripe too and counts twice.",
    "1 invoice of QuickBooks is in Stripe too and counts twice.",
  ]);
  // Rows in doubt call for nothing.
  expect(await member.call(listDecisions)).toEqual([]);
  await member.call(addRecord, {
    body: {
      kind: "invoices",
      source: "manual",
      fields: {
        number: known.invoice,
        customerName: known.customer,
        direction: "receivable",
        status: "open",
        amount: 1,
        issuedOn: "2026-10-01",
        dueOn: "2026-11-01",
      },
    } as never,
  });
  const [stripe] = await member.call(calls.listConnections);
  await readAgain(world, member, stripe?.id ?? 0);
  expect(await doublesOf(member)).toHaveLength(2);
  expect((await member.call(listRecords, { params: { kind: "invoices" }, query: {} })).total).toBe(3);
});
