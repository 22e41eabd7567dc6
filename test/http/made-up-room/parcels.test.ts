import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { catalogOfActions } from "#agency/action.ts";
import type { Engine } from "#agency/engine.ts";
import { work } from "#agency/work.ts";
import * as product from "#app/rooms.ts";
import { backgroundCompanies, jobContext } from "#features/accounts/service.ts";
import * as agents from "#features/agents/store.ts";
import { getDecision, listDecisions, settleDecision } from "#features/decisions/contract.ts";
import { getRun } from "#features/runs/contract.ts";
import { setAutonomy } from "#features/agents/contract.ts";
import { editExecutive, getExecutive } from "#features/executives/contract.ts";
import { getFeed } from "#features/feed/contract.ts";
import { type CompanyId, mintCompany } from "#platform/context.ts";
import { background, queueDue, startClocks } from "#platform/jobs/background.ts";
import { now } from "#platform/clock.ts";
import { catalogOf, event } from "#platform/journal/event.ts";
import { record } from "#platform/journal/record.ts";
import { read, write } from "#platform/db/transaction.ts";
import { hire, journalOf, type Member, openWorld, operatorOf, type World } from "../../world.ts";
import { exploreRows } from "#features/explore/contract.ts";
import { openTab } from "../../live-tab.ts";
import { withAgency } from "../../working.ts";
import * as parcels from "./parcels.ts";

const rooms = {
  routes: [...product.routes, ...parcels.routes],
  events: [...product.events, ...parcels.events],
  actions: [...product.actions, ...parcels.actions],
  handlers: [...product.handlers, ...parcels.handlers],
  subjects: [...product.subjects, parcels.parcelSubject],
  jobs: product.jobs,
  listeners: [...product.listeners, ...parcels.listeners],
  schedule: [...product.schedule, ...parcels.schedule],
  deliveries: [...product.deliveries, parcels.courier.kind],
};

let world: World;
beforeAll(async () => {
  world = await openWorld({}, rooms);
});
afterAll(() => world?.close());

const accept = (member: Member) => member.call(parcels.acceptParcel, { body: { grams: 1_500 } });
const counted = async (member: Member, type: string) =>
  (await journalOf(world, member)).filter((one) => one === type).length;
const companyOf = (member: Member): CompanyId => mintCompany(member.user.companyId);

test("rows of a new room can be asked about", async () => {
  const member = await world.member();
  await hire(member, "Operations");
  const found = await member.call(exploreRows, {
    query: { q: JSON.stringify({ subject: "parcels", measure: { of: "sum" }, groupBy: { field: "role" } }) },
  });
  expect(found).toMatchObject({ title: "Total weight of parcels by role", total: { value: 1_500 }, unit: "number" });
  expect(found.groups).toMatchObject([{ label: "Operations", value: 1_500 }]);
});

test("an event of a new room shows in the feed, and says what browsers read again", async () => {
  const member = await world.member();
  const tab = await openTab(world, member.cookie, member.user.companyId);
  await expect.poll(() => tab.messages.map(({ type }) => type)).toContain("joined");
  const { id } = await accept(member);
  const { items } = await member.call(getFeed);
  expect(items).toMatchObject([
    {
      actionType: "task",
      title: "A parcel of 1500 g",
      description: `Accepted by ${member.username}`,
      status: "pending",
      href: "/parcels",
    },
  ]);
  await expect.poll(() => tab.messages).toContainEqual({ type: "parcel.accepted", id, refreshes: ["parcels"] });
  const stranger = await world.member();
  expect((await stranger.call(getFeed)).items).toEqual([]);
});

test("a job that listens does its work once, also when the event is delivered twice", async () => {
  const member = await world.member();
  const { id } = await accept(member);
  await expect.poll(() => counted(member, "parcel.weighed")).toBe(1);
  const [row] = await world.asOwner<{ seq: string; details: { kilograms: number } }>(
    "SELECT seq, details FROM journal WHERE company_id = $1 AND action IN ('parcel.accepted', 'parcel.weighed') ORDER BY seq",
    [member.user.companyId],
  );
  const company = companyOf(member);
  const { database, jobs } = world.boardroom.platform;
  const at = now().toISOString();
  const heard = { seq: Number(row?.seq), at, type: "parcel.accepted", id, agentId: null, details: { grams: 1_500 } };
  await database.transaction(company, (db) => jobs.deliver(db, company, [heard]));
  // A third parcel's job comes behind the repeated one.
  await accept(member);
  await expect.poll(() => counted(member, "parcel.weighed")).toBe(2);
  await sleep(500);
  expect(await counted(member, "parcel.weighed")).toBe(2);
});

test("work by the clock is queued once for each slot, whichever instances ask, and missed slots collapse", async () => {
  const member = await world.member();
  await expect
    .poll(() =>
      world.asOwner("SELECT job FROM job_slots WHERE company_id = $1 AND job IN ('shelf-check', 'long-gone')", [
        member.user.companyId,
      ]),
    )
    .toEqual([{ job: "shelf-check" }]);
  expect(await counted(member, "shelf.checked")).toBe(0);
  await world.asOwner(
    "UPDATE job_slots SET next_at = date_trunc('seconds', now()) - interval '5 hours' WHERE company_id = $1 AND job = 'shelf-check'",
    [member.user.companyId],
  );
  const work = background(rooms, backgroundCompanies);
  const { platform } = world.boardroom;
  await Promise.all([1, 2, 3].map(() => queueDue(work, operatorOf(world), platform)));
  await expect.poll(() => counted(member, "shelf.checked")).toBe(1);
  const queued = () =>
    world.asOwner("SELECT id FROM pgboss.job WHERE name = 'shelf-check' AND data->>'company' = $1", [
      member.user.companyId,
    ]);
  expect(await queued()).toHaveLength(1);
  const [slot] = await world.asOwner<{ isAhead: boolean }>(
    `SELECT next_at > now() AND next_at <= now() + interval '1 hour' AS "isAhead" FROM job_slots WHERE company_id = $1 AND job = 'shelf-check'`,
    [member.user.companyId],
  );
  expect(slot).toEqual({ isAhead: true });
  expect(await queueDue(work, operatorOf(world), platform)).toBe(0);

  // A zone that this system does not know keeps no other company waiting.
  const other = await world.member();
  const ids = [companyOf(member), companyOf(other)];
  await expect
    .poll(() => world.asOwner("SELECT 1 FROM job_slots WHERE company_id = ANY($1) AND job = 'shelf-check'", [ids]))
    .toHaveLength(2);
  await world.asOwner("UPDATE companies SET time_zone = 'Mars/Olympus' WHERE company_id = $1", [companyOf(other)]);
  await world.asOwner(
    "UPDATE job_slots SET job = 'shelf-count', next_at = now() - interval '1 minute' WHERE company_id = ANY($1) AND job = 'shelf-check'",
    [ids],
  );
  const counts = { ...work, schedule: [{ name: "shelf-count", every: { at: "06:30" }, run: async () => undefined }] };
  const sent: string[] = [];
  const jobs = {
    ...platform.jobs,
    sendToMany: async (_owner: unknown, _job: unknown, entries: readonly { company: string }[]) =>
      void sent.push(...entries.map((entry) => entry.company)),
  };
  expect(await queueDue(counts, operatorOf(world), { ...platform, jobs })).toBe(2);
  expect(sent.toSorted()).toEqual(ids.toSorted());
  await world.asOwner("UPDATE companies SET time_zone = 'UTC' WHERE company_id = $1", [companyOf(other)]);
  await world.asOwner("UPDATE job_slots SET job = 'shelf-check' WHERE company_id = ANY($1) AND job = 'shelf-count'", [
    ids,
  ]);

  // The same slot delivered again takes no effect; the one after it does.
  const company = companyOf(member);
  const [{ slot: taken } = { slot: "" }] = await world.asOwner<{ slot: string }>(
    "SELECT details->>'slot' AS slot FROM journal WHERE company_id = $1 AND action = 'shelf.checked'",
    [member.user.companyId],
  );
  for (const slot of [taken, new Date(Date.parse(taken) + 3_600_000).toISOString()])
    await platform.database.transaction(company, (db) =>
      platform.jobs.send(db, { name: "shelf-check" }, company, { slot }),
    );
  await expect.poll(async () => (await queued()).length).toBe(3);
  await expect.poll(() => counted(member, "shelf.checked")).toBe(2);
});

test("a company that was there before a scheduled job gets its slots, and those of jobs that are no more go", async () => {
  const member = await world.member();
  const slots = () =>
    world.asOwner("SELECT job FROM job_slots WHERE company_id = $1 AND job IN ('shelf-check', 'long-gone')", [
      member.user.companyId,
    ]);
  await expect.poll(slots).toEqual([{ job: "shelf-check" }]);
  await world.asOwner("UPDATE job_slots SET job = 'long-gone' WHERE company_id = $1 AND job = 'shelf-check'", [
    member.user.companyId,
  ]);
  const { connectOwner, platform } = world.boardroom;
  const start = () => startClocks(background(rooms, backgroundCompanies), connectOwner, platform);
  await start();
  // An instance of another version may still keep it.
  expect(await slots()).toHaveLength(2);
  await world.asOwner("UPDATE job_slots SET next_at = now() - interval '8 days' WHERE job = 'long-gone'");
  await start();
  expect(await slots()).toEqual([{ job: "shelf-check" }]);
});

test("what no room lists is not recorded, and two of one name are refused", async () => {
  const { platform } = world.boardroom;
  const stray = event("parcel.lost", { resource: "parcel", feed: null, refreshes: [], details: z.object({}) }, () => ({
    id: null,
    title: "Lost",
    details: {},
  }));
  const member = await world.member();
  const ctx = await jobContext(platform, companyOf(member));
  await expect(write(ctx, (tx) => record(tx, stray()))).rejects.toThrow("The event parcel.lost is not listed");
  expect(() => catalogOf([...rooms.events, ...parcels.events])).toThrow("Two events are named parcel.accepted.");
  const twice = { ...rooms, listeners: [...parcels.listeners, ...parcels.listeners] };
  expect(() => background(twice, backgroundCompanies)).toThrow("Two jobs are named parcel-weighing.");
});

test("an action of a new room asks a person first, and an approval does exactly that", async () => {
  const member = await world.member();
  const [operations] = await hire(member, "Operations");
  const ctx = await jobContext(world.boardroom.platform, companyOf(member));
  const agent = await read(ctx, (tx) => agents.find(tx, operations?.id ?? ""));
  if (!agent) throw new Error("Nobody was hired.");
  const pack = (to: string) =>
    write(ctx, (tx) => {
      const input = { to, postage: 40 };
      return work(tx, { agent, skill: parcels.packing, input, origin: "system", trigger: "event" }, "queue");
    });
  const waiting = () => member.call(listDecisions, { query: { status: "pending" } });
  const sent = () =>
    world.asOwner<{ details: { to: string; grantId: string } }>(
      "SELECT details FROM journal WHERE company_id = $1 AND action = 'parcel.sent'",
      [member.user.companyId],
    );
  await pack("Ford");
  await expect.poll(waiting).toMatchObject([{ title: "Send the parcel to Ford", decisionType: "parcels_send" }]);
  expect(await sent()).toEqual([]);
  const [asked] = await waiting();
  const id = asked?.id ?? "";
  expect((await member.call(getDecision, { params: { id } })).decision).toMatchObject({
    exposure: { kind: "spend", amount: 40, counterparty: "Ford" },
    authorization: { verdict: "ask", bound: "Autonomy" },
  });
  const stranger = await world.member();
  expect((await stranger.send("POST", `/api/decisions/${id}/approve`, { body: { approved: true } })).status).toBe(404);
  await member.call(settleDecision, { params: { id }, body: { approved: true } });
  const [line] = await sent();
  expect(line?.details.to).toBe("Ford");
  expect(
    await world.asOwner("SELECT granted_by, decision_id FROM grants WHERE id = $1", [line?.details.grantId]),
  ).toEqual([{ granted_by: "person", decision_id: id }]);
  expect((await member.call(getDecision, { params: { id } })).effects).toContainEqual({
    kind: "action",
    id,
    title: "Send the parcel to Ford",
    status: "done",
  });

  await pack("Opel");
  await expect.poll(waiting).toHaveLength(1);
  // Who is asked already is not asked twice.
  const again = await pack("Opel");
  await expect
    .poll(async () => (await member.call(getRun, { params: { id: again } })).run.status, { timeout: 60_000 })
    .toBe("done");
  expect(await waiting()).toHaveLength(1);
  const [other] = await waiting();
  await member.call(settleDecision, { params: { id: other?.id ?? "" }, body: { approved: false } });
  expect(await sent()).toHaveLength(1);
  expect(await counted(member, "decision.rejected")).toBe(1);
});

test("what the policy lets an executive do alone is done at once, under a grant, and counts against the year", async () => {
  const member = await world.member();
  const [operations] = await hire(member, "Operations");
  const id = operations?.id ?? "";
  const { updatedAt } = await member.call(getExecutive, { params: { id } });
  await member.call(editExecutive, { params: { id }, body: { updatedAt, decisionAuthority: "high" } });
  await member.call(setAutonomy, { params: { id }, body: { autonomyLevel: "execute" } });
  await world.asOwner(
    `INSERT INTO authority_states (company_id, oversight) VALUES ($1, 'ACTIVE')
     ON CONFLICT (company_id) DO UPDATE SET oversight = 'ACTIVE'`,
    [member.user.companyId],
  );
  const ctx = await jobContext(world.boardroom.platform, companyOf(member));
  const agent = await read(ctx, (tx) => agents.find(tx, id));
  if (!agent) throw new Error("Nobody was hired.");
  const input = { to: "Ford", postage: 40 };
  await work(ctx, { agent, skill: parcels.packing, input, origin: "system", trigger: "event" }, "wait");
  expect(await member.call(listDecisions, { query: { status: "pending" } })).toEqual([]);
  expect(
    await world.asOwner(
      `SELECT g.granted_by, g.effect, g.answer->>'verdict' AS verdict, e.state, e.amount::float8 AS amount
       FROM journal j JOIN grants g ON g.id::text = j.details->>'grantId' JOIN exposures e ON e.company_id = j.company_id
       WHERE j.company_id = $1 AND j.action = 'parcel.sent'`,
      [member.user.companyId],
    ),
  ).toEqual([{ granted_by: "policy", effect: "parcels_send", verdict: "allow", state: "committed", amount: 40 }]);
});

test("what the policy denies is not done; the question is kept with its inputs and the answer", async () => {
  const member = await world.member();
  const [operations] = await hire(member, "Operations");
  const ctx = await jobContext(world.boardroom.platform, companyOf(member));
  const agent = await read(ctx, (tx) => agents.find(tx, operations?.id ?? ""));
  if (!agent) throw new Error("Nobody was hired.");
  const input = { to: "Ford", postage: 1e15 };
  const started = work(ctx, { agent, skill: parcels.packing, input, origin: "system", trigger: "event" }, "wait");
  await expect(started).rejects.toThrow("The amount can't be checked against the limits");
  const kept = () =>
    world.asOwner(
      `SELECT agent_id, decision_type, occasion, inputs->0->'exposure'->>'amount' AS amount, answer->>'verdict' AS verdict
       FROM authorizations WHERE company_id = $1`,
      [member.user.companyId],
    );
  const asked = { agent_id: agent.id, decision_type: "parcels_send", occasion: "asked", verdict: "deny" };
  await expect.poll(kept).toEqual([{ ...asked, amount: "1000000000000000" }]);
  expect(await counted(member, "parcel.sent")).toBe(0);
  expect(await member.call(listDecisions, { query: { status: "pending" } })).toEqual([]);
});

test("a second engine does a skill of a new room through the same door, and its cost is kept", async () => {
  const { platform } = world.boardroom;
  const member = await world.member();
  const [operations] = await hire(member, "Operations");
  const asked: string[] = [];
  const scripted: Engine = {
    id: "made-up/parrot",
    async run(_skill, session, { prompt }) {
      asked.push(...prompt.map(({ text }) => text));
      return session.step("Ask the parrot", async () => {
        session.spends({ state: "billed", usd: 0.25 });
        return { to: "Ford", postage: 12 };
      });
    },
  };
  const ctx = await jobContext(withAgency(platform, { chooseEngine: async () => scripted }), companyOf(member));
  const agent = await read(ctx, (tx) => agents.find(tx, operations?.id ?? ""));
  if (!agent) throw new Error("Nobody was hired.");
  const assignment = { agent, skill: parcels.packing, input: { to: "Opel", postage: 40 }, origin: "owner" } as const;
  const outcome = await work(ctx, { ...assignment, trigger: "person" }, "wait");
  expect(outcome).toMatchObject({
    output: { to: "Ford", postage: 12 },
    engine: "made-up/parrot",
    cost: { state: "billed", usd: 0.25 },
  });
  expect(asked).toContain("Pack it.");
  const { run, ledTo } = await member.call(getRun, { params: { id: outcome.runId } });
  expect(run).toMatchObject({ engine: "made-up/parrot", cost: { state: "billed", usd: 0.25 }, status: "done" });
  expect(run.steps.map(({ title }) => title)).toEqual(["Ask the parrot"]);
  expect(ledTo).toMatchObject([{ kind: "decision", title: "Send the parcel to Ford", status: "pending" }]);
  // A schema holds for every engine.
  const broken: Engine = { ...scripted, run: async () => ({ to: 7 }) };
  const other = await jobContext(withAgency(platform, { chooseEngine: async () => broken }), companyOf(member));
  await expect(work(other, { ...assignment, trigger: "person" }, "wait")).rejects.toThrow(/expected string/i);
  expect(await member.call(listDecisions, { query: { status: "pending" } })).toHaveLength(1);
});

test("ids that a model provider would refuse, and two actions of one name, are refused", () => {
  const [action] = parcels.actions;
  if (!action) throw new Error("There is no action.");
  expect(() => catalogOfActions([action, action])).toThrow("Two actions are named parcels_send.");
  for (const id of ["parcels.send", "Parcels", "", "x".repeat(65)])
    expect(() => catalogOfActions([{ ...action, id }])).toThrow("is not a valid action id");
});
