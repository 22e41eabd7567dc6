import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { work } from "#agency/work.ts";
import { holdAll } from "#app/hold-all.ts";
import * as product from "#app/rooms.ts";
import { jobContext } from "#features/accounts/service.ts";
import * as agents from "#features/agents/store.ts";
import { listDecisions, settleDecision, undoDecision } from "#features/decisions/contract.ts";
import * as outbox from "#features/outbox/contract.ts";
import { initializeOversight } from "#features/oversight/contract.ts";
import { mintCompany } from "#platform/context.ts";
import { read, write } from "#platform/db/transaction.ts";
import { deliver, deliveriesOf, hurryDeliveries, standIn, statusesOf } from "../deliveries.ts";
import { colleague } from "../samples.ts";
import { hire, journalOf, type Member, openWorld, type World } from "../world.ts";
import * as parcels from "./made-up-room/parcels.ts";

/** What agents send outside: from the approval to the receiver, and everything that can stop it on the way. */
const other = standIn("postcard", { class: "once" });
const { courier } = parcels;
let world: World;
beforeAll(async () => {
  world = await openWorld(
    { UNDO_SECONDS: "120" },
    {
      ...product,
      routes: [...product.routes, ...parcels.routes],
      events: [...product.events, ...parcels.events],
      actions: [...product.actions, ...parcels.actions],
      handlers: [...product.handlers, ...parcels.handlers],
      deliveries: [courier.kind, other.kind],
    },
  );
});
beforeEach(() => {
  for (const one of [courier, other]) {
    one.arrived.length = 0;
    one.behave(() => ({ ok: true, answer: "taken" }));
  }
});
afterAll(() => world?.close());

/** An agent asks to send a parcel; returns the pending decision's id. */
async function ask(member: Member, to: string): Promise<string> {
  const ctx = await jobContext(world.boardroom.platform, mintCompany(member.user.companyId));
  const [row] = await world.asOwner<{ id: string }>("SELECT id FROM agents WHERE company_id = $1", [
    member.user.companyId,
  ]);
  const agent = await read(ctx, (tx) => agents.find(tx, row?.id ?? ""));
  if (!agent) throw new Error("Nobody was hired.");
  const input = { to, postage: 40 };
  await write(ctx, (tx) =>
    work(tx, { agent, skill: parcels.packing, input, origin: "system", trigger: "event" }, "queue"),
  );
  const pending = () => member.call(listDecisions, { query: { status: "pending" } });
  await expect.poll(async () => (await pending()).map(({ title }) => title)).toContain(`Send the parcel to ${to}`);
  return (await pending()).find(({ title }) => title.endsWith(to))?.id ?? "";
}
const approve = (member: Member, id: string) =>
  member.call(settleDecision, { params: { id }, body: { approved: true } });

/** Ends the time to undo a decision, as if it had passed. */
async function release(id: string): Promise<void> {
  await world.asOwner("UPDATE decisions SET undo_until = now() - interval '1 second' WHERE id = $1", [id]);
  await world.asOwner(
    `WITH due AS (UPDATE pgboss.job SET start_after = now() WHERE data->'input'->>'decisionId' = $1 RETURNING name)
     SELECT pg_notify('boardroom_jobs', name) FROM due`,
    [id],
  );
}
const settledAs = (member: Member, ...wanted: string[]) =>
  expect.poll(() => statusesOf(world, member), { timeout: 10_000 }).toEqual(wanted);

test("an approved external action leaves when it can no longer be undone, under its grant, and is in the journal", async () => {
  const member = await world.member();
  await hire(member, "Operations");
  const id = await ask(member, "Ford");
  await approve(member, id);
  expect(await deliveriesOf(world, member)).toEqual([]);
  await release(id);
  await settledAs(member, "sent");
  expect(courier.texts()).toEqual(["Ford"]);
  expect(
    await world.asOwner(
      "SELECT g.granted_by, g.decision_id FROM deliveries d JOIN grants g ON g.id = d.grant_id WHERE d.company_id = $1",
      [member.user.companyId],
    ),
  ).toEqual([{ granted_by: "person", decision_id: id }]);
  expect(await journalOf(world, member)).toContain("delivery.sent");
  const { settled, counts } = await member.call(outbox.getOutbox);
  expect(counts).toEqual({ stuck: 0, scheduled: 0, sent: 1 });
  expect(settled).toMatchObject([
    { kind: "A parcel", what: "parcel", status: "sent", answer: "taken", allowedBy: member.username, decision: { id } },
  ]);
});

test("what is undone never leaves", async () => {
  const member = await world.member();
  await hire(member, "Operations");
  const id = await ask(member, "Opel");
  await approve(member, id);
  await member.call(undoDecision, { params: { id } });
  await release(id).catch(() => undefined);
  await approve(member, await ask(member, "Saab")).then(() => undefined);
  expect(await deliveriesOf(world, member)).toEqual([]);
  expect(courier.texts()).toEqual([]);
});

test("npm run hold holds what was released and not yet sent; resuming lets it go", async () => {
  const member = await world.member();
  await hire(member, "Operations");
  courier.behave(() => ({ failed: "Busy.", again: true, isOwnFault: true }));
  const id = await ask(member, "Volvo");
  await approve(member, id);
  await release(id);
  await expect.poll(async () => (await deliveriesOf(world, member))[0]?.attempts ?? 0).toBeGreaterThan(0);
  await holdAll(world.boardroom.platform, world.boardroom.connectOwner);
  await expect.poll(() => statusesOf(world, member)).not.toContain("sending");
  courier.behave(() => ({ ok: true }));
  const before = courier.arrived.length;
  await world.asOwner("UPDATE deliveries SET status = 'held', due_at = now() WHERE company_id = $1", [
    member.user.companyId,
  ]);
  await hurryDeliveries(world);
  await deliver(world, await world.member(), courier.kind, [{ to: "a.example", text: "another company" }]);
  await expect.poll(() => courier.texts()).toContain("another company");
  expect(courier.arrived.length).toBe(before + 1);
  const held = await member.call(outbox.getOutbox);
  expect(held).toMatchObject({ heldAt: expect.any(String), scheduled: [{ waitsFor: "hold", dueAt: null }] });
  const params = { id: held.scheduled[0]?.id ?? "" };
  await expect(member.call(outbox.sendDeliveryNow, { params })).rejects.toThrow("Autonomous work is on hold.");
  await member.call(initializeOversight);
  await settledAs(member, "sent");
});

test("a person cancels, sends before its time, tries again and marks as done; each is recorded", async () => {
  const member = await world.member();
  const to = "a.example";
  const [cancelled = "", hurried = ""] = (await deliver(world, member, courier.kind, [
    { to, text: "one", holdMs: 600_000 },
    { to, text: "two", holdMs: 600_000 },
  ])) as string[];
  const page = await member.call(outbox.getOutbox);
  expect(page.scheduled).toMatchObject([
    { what: "one", to, waitsFor: null },
    { what: "two", to },
  ]);
  expect((await member.call(outbox.cancelDelivery, { params: { id: cancelled } })).scheduled).toHaveLength(1);
  await member.call(outbox.sendDeliveryNow, { params: { id: hurried } });
  await settledAs(member, "cancelled", "sent");
  expect(courier.texts()).toEqual(["two"]);
  await expect(member.call(outbox.cancelDelivery, { params: { id: hurried } })).rejects.toThrow("can't be cancelled");
  await expect(member.call(outbox.retryDelivery, { params: { id: hurried } })).rejects.toThrow("not stuck");

  other.behave(() => ({ unknown: "The connection ended." }));
  const [unclear = "", again = ""] = (await deliver(world, member, other.kind, [
    { to, text: "three", order: "x" },
    { to, text: "four" },
  ])) as string[];
  const [behind = ""] = (await deliver(world, member, other.kind, [{ to, text: "five", order: "x" }])) as string[];
  await settledAs(member, "cancelled", "sent", "unknown", "unknown", "held");
  expect((await member.call(outbox.getOutbox)).stuck).toMatchObject([
    { id: unclear, what: "three", behind: 1, isRepeatable: true },
    { id: again, behind: 0 },
  ]);
  other.behave(() => ({ ok: true }));
  await member.call(outbox.markDeliveryDone, { params: { id: unclear } });
  await member.call(outbox.retryDelivery, { params: { id: again } });
  await settledAs(member, "cancelled", "sent", "sent", "sent", "sent");
  expect(other.texts()).toEqual(expect.arrayContaining(["four", "five"]));
  expect(other.texts().filter((text) => text === "three")).toHaveLength(1);
  expect((await deliveriesOf(world, member)).every(({ sealed }) => sealed === null)).toBe(true);
  expect(behind).not.toBe("");
  expect((await journalOf(world, member)).filter((type) => type.startsWith("delivery."))).toEqual(
    expect.arrayContaining([
      "delivery.cancelled",
      "delivery.sent_now",
      "delivery.unknown",
      "delivery.marked_done",
      "delivery.retried",
      "delivery.sent",
    ]),
  );
});

test("who may not decide sees where it goes, not to whom, and changes nothing", async () => {
  const member = await world.member();
  const [id = ""] = (await deliver(world, member, courier.kind, [
    { to: "a.example", text: "to Ann at home", label: "parcel", holdMs: 600_000 },
  ])) as string[];
  const viewer = await colleague(world, member, "viewer");
  expect((await viewer.call(outbox.getOutbox)).scheduled).toMatchObject([{ what: "parcel", to: "a.example" }]);
  expect((await viewer.send("POST", `/api/outbox/${id}/cancel`)).status).toBe(403);
  const stranger = await world.member();
  expect((await stranger.send("POST", `/api/outbox/${id}/cancel`)).status).toBe(404);
  expect((await stranger.call(outbox.getOutbox)).scheduled).toEqual([]);
  expect(await statusesOf(world, member)).toEqual(["held"]);
});
