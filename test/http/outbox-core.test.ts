// On both databases: deliveries are leased by statements of the database, and woken by its notices.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { initializeOversight, stopOversight } from "#features/oversight/contract.ts";
import { jobContext } from "#features/accounts/service.ts";
import { personAuthorization } from "#features/authority/rules.ts";
import { newGrant } from "#features/authority/store.ts";
import { mintCompany } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { enqueue } from "#platform/outbox/enqueue.ts";
import { deliver, deliveriesOf, hurryDeliveries, roomsWith, standIn, statusesOf } from "../deliveries.ts";
import { type Member, openWorld, type World } from "../world.ts";

const keyed = standIn("parcel");
const once = standIn("letter", { class: "once", look: async () => "unknown" });
const blind = standIn("shout", { class: "once" });
const wiped = standIn("secret", { isWiped: true, pauses: [] });
const free = standIn("system", { isHeld: false });
const all = [keyed, once, blind, wiped, free];

let world: World;
beforeAll(async () => {
  world = await openWorld({}, roomsWith(...all.map(({ kind }) => kind)));
});
beforeEach(() => {
  for (const one of all) {
    one.arrived.length = 0;
    one.looked.length = 0;
    one.behave(() => ({ ok: true, answer: "taken" }));
    one.finds(() => "unknown");
  }
});
afterAll(() => world?.close());

const settledAs = (member: Member, ...wanted: string[]) =>
  expect.poll(() => statusesOf(world, member), { timeout: 10_000 }).toEqual(wanted);

test("a delivery leaves after its transaction commits, with its content sealed until then and gone afterwards", async () => {
  const member = await world.member();
  await deliver(world, member, keyed.kind, [{ to: "a.example", text: "a secret text", holdMs: 600_000 }]);
  const [held] = await deliveriesOf(world, member);
  expect(held).toMatchObject({ status: "held", attempts: 0 });
  expect(JSON.stringify({ ...held, sealed: held?.sealed?.toString("latin1") })).not.toContain("secret text");
  expect(keyed.arrived).toEqual([]);
  await hurryDeliveries(world);
  await settledAs(member, "sent");
  expect(keyed.arrived).toMatchObject([{ text: "a secret text", number: 1, doubts: 0 }]);
  expect((await deliveriesOf(world, member))[0]).toMatchObject({ sealed: null, answer: "taken", due_at: null });
});

test("nothing leaves when its transaction fails, and the same intent leaves once", async () => {
  const member = await world.member();
  const ctx = await jobContext(world.boardroom.platform, mintCompany(member.user.companyId));
  await expect(
    write(ctx, async (tx) => {
      const grant = newGrant(tx, { grantedBy: "policy", effect: "parcel", answer: personAuthorization() });
      await grant.add();
      await enqueue(tx, keyed.kind, { to: "a.example", text: "never" }, { intent: "1", grant: grant.id });
      throw new Error("planted");
    }),
  ).rejects.toThrow("planted");
  const [first] = await deliver(world, member, keyed.kind, [{ to: "a.example", text: "one", intent: "1" }]);
  const [second] = await deliver(world, member, keyed.kind, [{ to: "a.example", text: "two", intent: "1" }]);
  expect([typeof first, second]).toEqual(["string", null]);
  await settledAs(member, "sent");
  expect(keyed.texts()).toEqual(["one"]);
});

test("an external effect without a grant of its company is refused by the database", async () => {
  const member = await world.member();
  const stranger = await world.member();
  const ctx = await jobContext(world.boardroom.platform, mintCompany(member.user.companyId));
  const plant = (grant?: string) =>
    write(ctx, (tx) =>
      enqueue(tx, keyed.kind, { to: "a.example", text: "x" }, { intent: "2", ...(grant && { grant }) }),
    );
  await expect(plant()).rejects.toMatchObject({ code: "23514" });
  await expect(plant(crypto.randomUUID())).rejects.toMatchObject({ code: "23503" });
  await deliver(world, stranger, keyed.kind, [{ to: "a.example", text: "x" }]);
  const [foreign] = await world.asOwner<{ grant_id: string }>(
    "SELECT grant_id FROM deliveries WHERE company_id = $1 AND kind = 'parcel'",
    [stranger.user.companyId],
  );
  await expect(plant(foreign?.grant_id)).rejects.toMatchObject({ code: "23503" });
});

test("deliveries of one key go one after the other, and one that is stuck holds only those behind it", async () => {
  const member = await world.member();
  const gate = Promise.withResolvers<void>();
  keyed.behave(async (text) => {
    if (text === "a1") await gate.promise;
    return text === "a2" ? { failed: "Refused.", again: false } : { ok: true };
  });
  const to = "a.example";
  await deliver(world, member, keyed.kind, [
    ...["a1", "a2", "a3"].map((text) => ({ to, text, order: "a" })),
    { to, text: "b1", order: "b" },
    { to, text: "c1" },
  ]);
  await settledAs(member, "sending", "held", "held", "sent", "sent");
  gate.resolve();
  await settledAs(member, "sent", "failed", "held", "sent", "sent");
  await world.asOwner(
    "UPDATE deliveries SET status = 'cancelled', sealed = NULL WHERE status = 'failed' AND company_id = $1",
    [member.user.companyId],
  );
  await hurryDeliveries(world);
  await settledAs(member, "sent", "cancelled", "sent", "sent", "sent");
  expect(keyed.texts().filter((text) => text.startsWith("a"))).toEqual(["a1", "a2", "a3"]);
});

test("what may arrive later is tried five times under one id and then kept for a person", async () => {
  const member = await world.member();
  keyed.behave(() => ({ failed: "The receiver is busy.", again: true, isOwnFault: true }));
  await deliver(world, member, keyed.kind, [{ to: "busy.example", text: "x" }]);
  await settledAs(member, "failed");
  expect(keyed.arrived.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  expect(new Set(keyed.arrived.map(({ id }) => id)).size).toBe(1);
  const [row] = await deliveriesOf(world, member);
  expect(row).toMatchObject({ answer: "The receiver is busy." });
  expect(row?.sealed).not.toBeNull();
});

test("what is given up is deleted where its kind says so", async () => {
  const member = await world.member();
  wiped.behave(() => ({ failed: "Refused.", again: false }));
  await deliver(world, member, wiped.kind, [{ to: "a.example", text: "x" }]);
  await settledAs(member, "failed");
  expect((await deliveriesOf(world, member))[0]?.sealed).toBeNull();
});

test("a lost response: a keyed delivery goes again under its id, one that may go once is looked into", async () => {
  const member = await world.member();
  keyed.behave((_text, { number }) => (number === 1 ? { unknown: "No answer came." } : { ok: true }));
  await deliver(world, member, keyed.kind, [{ to: "a.example", text: "x" }]);
  await settledAs(member, "sent");
  expect(keyed.arrived).toMatchObject([{ doubts: 0 }, { doubts: 1 }]);
  expect(keyed.arrived[0]?.id).toBe(keyed.arrived[1]?.id);

  const other = await world.member();
  once.behave((_text, { number }) => {
    if (number === 1) throw new Error("socket hang up");
    return { ok: true };
  });
  once.finds((text) => ({ arrived: "sent" as const, lost: "not sent" as const })[text] ?? "unknown");
  await deliver(
    world,
    other,
    once.kind,
    ["arrived", "lost", "unclear"].map((text) => ({ to: text, text })),
  );
  await settledAs(other, "sent", "sent", "unknown");
  expect(once.texts().sort()).toEqual(["arrived", "lost", "lost", "unclear"]);

  const offline = await world.member();
  let looks = 0;
  once.behave(() => ({ unknown: "No answer came." }));
  once.finds(() => {
    looks += 1;
    if (looks < 3) throw new Error("Connection refused.");
    return "sent";
  });
  await deliver(world, offline, once.kind, [{ to: "a.example", text: "offline" }]);
  await settledAs(offline, "sent");
  expect([looks, once.texts().filter((text) => text === "offline")]).toEqual([3, ["offline"]]);

  const third = await world.member();
  blind.behave(() => ({ unknown: "No answer came." }));
  await deliver(world, third, blind.kind, [{ to: "a.example", text: "x" }]);
  await settledAs(third, "unknown");
  await hurryDeliveries(world);
  expect(blind.texts()).toEqual(["x"]);
});

test("a sender that is lost leaves a doubt, and what it says later changes nothing", async () => {
  const member = await world.member();
  const first = Promise.withResolvers<void>();
  keyed.behave(async (_text, { number }) => {
    if (number > 1) return { ok: true, answer: "the second" };
    await first.promise;
    return { failed: "The first is late.", again: false };
  });
  await deliver(world, member, keyed.kind, [{ to: "a.example", text: "x" }]);
  await settledAs(member, "sending");
  const lapse = () =>
    world.asOwner("UPDATE deliveries SET due_at = now() WHERE company_id = $1 AND status = 'sending'", [
      member.user.companyId,
    ]);
  await lapse();
  await hurryDeliveries(world);
  await settledAs(member, "sent");
  first.resolve();
  await deliver(world, member, keyed.kind, [{ to: "a.example", text: "y" }]);
  expect((await deliveriesOf(world, member))[0]).toMatchObject({ status: "sent", answer: "the second", doubts: 1 });

  const other = await world.member();
  const hanging = Promise.withResolvers<void>();
  once.behave(async () => {
    await hanging.promise;
    return { ok: true };
  });
  once.finds(() => "sent");
  await deliver(world, other, once.kind, [{ to: "a.example", text: "z" }]);
  await settledAs(other, "sending");
  await world.asOwner("UPDATE deliveries SET due_at = now() WHERE company_id = $1 AND status = 'sending'", [
    other.user.companyId,
  ]);
  await hurryDeliveries(world);
  await settledAs(other, "sent");
  hanging.resolve();
  expect([once.texts(), once.looked]).toEqual([["z"], ["z"]]);
});

test("a destination that fails five times in a row is left alone, and the others are not", async () => {
  const member = await world.member();
  keyed.behave((text) => (text === "down" ? { failed: "Connection refused.", again: true } : { ok: true }));
  const texts = Array.from({ length: 12 }, () => ({ to: "down.example", text: "down" }));
  await deliver(world, member, keyed.kind, [...texts, { to: "up.example", text: "up" }]);
  await expect.poll(() => keyed.texts()).toContain("up");
  await expect
    .poll(() =>
      world.asOwner(
        "SELECT failures >= 5 AND closed_until > now() AS rests FROM delivery_destinations WHERE company_id = $1",
        [member.user.companyId],
      ),
    )
    .toEqual([{ rests: true }]);
  await expect.poll(async () => (await statusesOf(world, member)).includes("sending")).toBe(false);
  const before = keyed.texts().length;
  // At most as many as were under way when the fifth failed.
  expect(before).toBeLessThanOrEqual(10);
  await world.asOwner("UPDATE deliveries SET due_at = now() WHERE status = 'held' AND company_id = $1", [
    member.user.companyId,
  ]);
  await world.asOwner("SELECT pg_notify('boardroom_outbox', $1)", [member.user.companyId]);
  await deliver(world, member, keyed.kind, [{ to: "up.example", text: "up again" }]);
  await expect.poll(() => keyed.texts()).toContain("up again");
  expect(keyed.texts().filter((text) => text === "down")).toHaveLength(before - 1);
  keyed.behave(() => ({ ok: true }));
  await hurryDeliveries(world);
  await expect
    .poll(async () => new Set(await statusesOf(world, member)), { timeout: 10_000 })
    .toEqual(new Set(["sent"]));
  expect(
    await world.asOwner("SELECT 1 FROM delivery_destinations WHERE company_id = $1", [member.user.companyId]),
  ).toEqual([]);
});

test("a hold holds what it concerns, and its end starts the time to cancel again", async () => {
  const member = await world.member();
  await member.call(stopOversight);
  await deliver(world, member, keyed.kind, [
    { to: "a.example", text: "at once" },
    { to: "a.example", text: "slowly", holdMs: 600_000 },
  ]);
  await world.asOwner("UPDATE deliveries SET due_at = now() WHERE company_id = $1", [member.user.companyId]);
  await deliver(world, member, free.kind, [{ to: "a.example", text: "password" }]);
  await hurryDeliveries(world);
  await settledAs(member, "held", "held", "sent");
  expect(keyed.arrived).toEqual([]);
  await member.call(initializeOversight);
  await settledAs(member, "sent", "held", "sent");
  expect(keyed.texts()).toEqual(["at once"]);
  const [, waiting] = await deliveriesOf(world, member);
  expect(waiting?.due_at?.getTime()).toBeGreaterThan(Date.now() + 500_000);
});

test("one company's deliveries do not wait for another's slow receiver", async () => {
  const [slow, fast] = [await world.member(), await world.member()];
  const gate = Promise.withResolvers<void>();
  keyed.behave(async (text) => {
    if (text === "slow") await gate.promise;
    return { ok: true };
  });
  await deliver(
    world,
    slow,
    keyed.kind,
    Array.from({ length: 12 }, () => ({ to: "slow.example", text: "slow" })),
  );
  await expect.poll(() => keyed.texts().filter((text) => text === "slow").length).toBe(4);
  await deliver(world, slow, keyed.kind, [{ to: "other.example", text: "own" }]);
  await deliver(world, fast, keyed.kind, [{ to: "slow.example", text: "fast" }]);
  await expect.poll(() => keyed.texts()).toEqual(expect.arrayContaining(["own", "fast"]));
  expect(keyed.texts().filter((text) => text === "slow")).toHaveLength(4);
  gate.resolve();
  await expect.poll(async () => new Set(await statusesOf(world, slow)), { timeout: 10_000 }).toEqual(new Set(["sent"]));
});
