import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import * as product from "#app/rooms.ts";
import type { Connector } from "#connectors/connector.ts";
import { jobContext } from "#features/accounts/service.ts";
import * as calls from "#features/integrations/contract.ts";
import { sync, syncInBackground } from "#features/integrations/syncing/service.ts";
import { listFreshness } from "#features/metrics/sources/contract.ts";
import { listNotifications } from "#features/notifications/contract.ts";
import type { RecordKind } from "#features/records/contract.ts";
import { travelTo } from "#platform/clock.ts";
import { mintCompany } from "#platform/context.ts";
import type { Service } from "./outside/service.ts";
import { journalOf, type Member, openWorld, type World } from "./world.ts";

/** A stand-in that is changed at random, and what it holds by the id and one telling field of each record. */
export type Changing = Service & {
  add: (kind: RecordKind, name: string) => string;
  change: (kind: RecordKind, id: string, name: string) => void;
  remove: (kind: RecordKind, id: string) => void;
  holds: (kind: RecordKind) => { id: string; name: string }[];
};

export type Promised = {
  name: string;
  open: () => Promise<{ service: Changing; connector: Connector; close: () => Promise<void> }>;
  /** Connects through the front door; returns the connection. */
  connect: (member: Member, world: World, service: Changing) => Promise<number>;
  /** What the stand-in signs in with, which must stand nowhere. */
  secrets: (service: Changing) => string[];
  kinds: Partial<Record<RecordKind, { column: string; mayRemove: boolean; mayChange: boolean }>>;
  /** Calls of a reading that finds nothing new. */
  leastCalls: number;
};

/** Numbers from 0 to 1 that are the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const seeds = process.env["TEST_NIGHTLY"] ? Array.from({ length: 100 }, (_, at) => at + 1) : [1, 2];
const changes = 1_000;

/** What every connector that brings records keeps, whatever its service does. */
export function keepsPromises({ name, open, connect, secrets, kinds, leastCalls }: Promised): void {
  let opened: Awaited<ReturnType<Promised["open"]>>;
  let service: Changing;
  let world: World;
  beforeAll(async () => {
    opened = await open();
    service = opened.service;
    world = await openWorld({ PRIVATE_ADDRESSES: "127.0.0.1" }, { ...product, connectors: [opened.connector] });
  });
  afterAll(async () => {
    await world?.close();
    await opened?.close();
  });

  const ctxOf = ({ user }: Member) => jobContext(world.boardroom.platform, mintCompany(user.companyId));
  /** One reading of its own, after those in the background. */
  const readOnce = (member: Member, id: number) =>
    vi.waitFor(
      async () => {
        const done = await sync(await ctxOf(member), id);
        if (!done) throw new Error("Another reading is under way.");
        return done;
      },
      { timeout: 60_000 },
    );
  /** Reads until there is nothing more, however often it fails, another took over, or another is at it. */
  async function readAll(member: Member, id: number): Promise<void> {
    for (const until = performance.now() + 60_000; performance.now() < until; await sleep(50)) {
      const done = await sync(await ctxOf(member), id).catch(() => null);
      if (done && !done.isMore) return;
    }
    throw new Error(`${name} was never read to its end.`);
  }
  const recordsOf = async ({ user }: Member, kind: RecordKind) =>
    world.asOwner<{ id: string; name: string }>(
      `SELECT external_id AS id, ${kinds[kind]?.column}::text AS name FROM ${kind} WHERE company_id = $1 AND source = $2 ORDER BY external_id`,
      [user.companyId, opened.connector.id],
    );
  const all = Object.keys(kinds) as RecordKind[];
  async function expectSame(member: Member): Promise<void> {
    for (const kind of all) {
      const held = service.holds(kind).toSorted((one, other) => (one.id < other.id ? -1 : 1));
      const kept = (await recordsOf(member, kind)).toSorted((one, other) => (one.id < other.id ? -1 : 1));
      expect(kept, `${name}: ${kind}`).toEqual(held);
    }
  }
  function changeAtRandom(random: () => number, times: number): void {
    for (let at = 0; at < times; at += 1) {
      const kind = all[Math.floor(random() * all.length)] ?? "customers";
      const held = service.holds(kind);
      const one = held[Math.floor(random() * held.length)];
      const dice = random();
      if (!one || dice < 0.4 || !kinds[kind]?.mayChange) service.add(kind, `${kind} ${at}`);
      else if (dice < 0.75 || !kinds[kind]?.mayRemove) service.change(kind, one.id, `changed ${at}`);
      else service.remove(kind, one.id);
    }
  }

  test.each(seeds)(
    `${name}: 1,000 changes at random are all there after one reading, through faults (seed %i)`,
    async (seed) => {
      const random = randomFrom(seed);
      const member = await world.member();
      changeAtRandom(random, changes / 2);
      const id = await connect(member, world, service);
      await readAll(member, id);
      await expectSame(member);
      changeAtRandom(random, changes / 2);
      service.fail({ kind: "refuse", status: 500 }, { times: 2, on: () => random() < 0.2 });
      service.fail({ kind: "malformed" }, { times: 2, on: () => random() < 0.2 });
      await readAll(member, id);
      service.heal();
      await expectSame(member);
      // What happened just before is looked at once more; two hours later it is not.
      const back = travelTo(new Date(Date.now() + 2 * 3_600_000));
      try {
        await readAll(member, id);
        const before = service.journal.length;
        expect(await readOnce(member, id)).toMatchObject({ added: 0, changed: 0, removed: 0, refused: 0 });
        expect(service.journal.length - before).toBeLessThanOrEqual(leastCalls);
      } finally {
        back();
      }
      await member.call(calls.disconnect, { params: { id: String(id) as never } });
    },
    300_000,
  );

  test(`${name}: another instance that takes over in the middle loses and doubles nothing`, async () => {
    const member = await world.member();
    for (let at = 0; at < 230; at += 1) service.add(all[0] ?? "customers", `many ${at}`);
    const id = await connect(member, world, service);
    const reading = readAll(member, id);
    // The lease is taken away between pages, as from an instance that stood still.
    for (let times = 0; times < 5; times += 1)
      await world.asOwner(
        "UPDATE connections SET sync_token = gen_random_uuid(), sync_until = NULL WHERE company_id = $1",
        [member.user.companyId],
      );
    await reading;
    await readAll(member, id);
    expect(service.holds(all[0] ?? "customers").length).toBeGreaterThanOrEqual(230);
    await expectSame(member);
  }, 120_000);

  test(`${name}: a whole reading removes what went unseen, and keeps what a faulty service no longer lists`, async () => {
    const member = await world.member();
    const id = await connect(member, world, service);
    await readAll(member, id);
    const [kind] = all;
    if (!kind) return;
    const { user } = member;
    const ghost = (amount: number) =>
      world.asOwner(
        `INSERT INTO ${kind} SELECT (jsonb_populate_record(NULL::${kind}, to_jsonb(t) || jsonb_build_object('id', gen_random_uuid(), 'external_id', 'ghost ' || n))).*
         FROM (SELECT * FROM ${kind} WHERE company_id = $1 AND source = $2 LIMIT 1) t, generate_series(1, $3::int) n`,
        [user.companyId, opened.connector.id, amount],
      );
    const anew = () => world.asOwner("UPDATE connections SET cursor = NULL WHERE company_id = $1", [user.companyId]);
    await ghost(1);
    await anew();
    await readAll(member, id);
    await expectSame(member);
    await ghost(service.holds(kind).length + 30);
    await anew();
    expect((await readOnce(member, id)).reasons.join(" ")).toContain("they stay until you remove them");
    await world.asOwner(`DELETE FROM ${kind} WHERE company_id = $1 AND external_id LIKE 'ghost %'`, [user.companyId]);
  }, 120_000);

  test(`${name}: five failures are one notice, and it works again by itself; what signs in stands nowhere`, async () => {
    const member = await world.member();
    const id = await connect(member, world, service);
    await readAll(member, id);
    const noticed = async () =>
      (await member.call(listNotifications, { query: {} })).items.filter(({ kind }) => kind === "integration");
    const planted = secrets(service);
    service.fail({ kind: "refuse", status: 503, body: { error: { message: `bad ${planted.join(" ")}` } } });
    for (let times = 0; times < 7; times += 1) await syncInBackground(await ctxOf(member), id);
    const status = async () => (await member.call(calls.listConnections))[0]?.status;
    expect(await status()).toBe("error");
    await vi.waitFor(async () => expect(await noticed()).toHaveLength(1), { timeout: 30_000 });
    service.heal();
    service.fail(
      { kind: "refuse", status: 403, body: { error: { message: `no right for ${planted.join(" ")}` } } },
      { times: 1 },
    );
    await syncInBackground(await ctxOf(member), id);
    service.heal();
    const said = [
      await member.call(calls.listConnections),
      await member.call(calls.listConnectionLog, { params: { id: String(id) as never } }),
      await noticed(),
      await world.asOwner("SELECT details, title FROM journal WHERE company_id = $1", [member.user.companyId]),
    ];
    for (const secret of planted) expect(JSON.stringify(said)).not.toContain(secret);
    await readAll(member, id);
    expect(await status()).toBe("active");
    expect(await noticed()).toHaveLength(1);
    expect(await journalOf(world, member)).toContain("integration.status_changed");
  }, 120_000);

  test(`${name}: removing it wipes its records, its place and its secrets; another company keeps its own`, async () => {
    const [member, other] = [await world.member(), await world.member()];
    const id = await connect(member, world, service);
    await readAll(member, id);
    await readAll(other, await connect(other, world, service));
    expect(await other.send("DELETE", "/api/integrations/2")).toMatchObject({ status: 404 });
    await member.call(calls.disconnect, { params: { id: String(id) as never } });
    await vi.waitFor(
      async () => {
        for (const kind of all) expect(await recordsOf(member, kind)).toEqual([]);
      },
      { timeout: 60_000 },
    );
    const [row] = await world.asOwner<Record<string, unknown>>("SELECT * FROM connections WHERE company_id = $1", [
      member.user.companyId,
    ]);
    expect(row).toMatchObject({
      status: null,
      sealed_credentials: null,
      sealed_access: null,
      cursor: null,
      account_id: null,
    });
    expect(await member.call(listFreshness)).toEqual([]);
    expect(await other.call(listFreshness)).toHaveLength(1);
    await expectSame(other);
  }, 120_000);
}
