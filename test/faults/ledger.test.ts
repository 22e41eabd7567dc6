import { afterAll, beforeAll, expect, test } from "vitest";
import type { Decision } from "#features/decisions/contract.ts";
import { hire, type Member, openWorld, type World, testContexts } from "../world.ts";
import { checkLedger } from "./ledger.ts";
import { noPromises, type Promises } from "./promises.ts";

/** A check that never fails proves nothing: each kind of damage must be named. */
let world: World;
let owner: Member;
let approved: Decision;
const promises = noPromises();

beforeAll(async () => {
  world = await openWorld({});
  owner = await world.member("owner");
  const [, cfo] = await hire(owner, "CEO", "CFO");
  const body = { agentId: cfo?.id, ...testContexts.CFO };
  approved = (await owner.send("POST", "/api/agents/make-decision", { body })).json as Decision;
  await owner.send("POST", `/api/decisions/${approved.id}/approve`, { body: { approved: true } });
  promises.decisions.set(approved.id, new Set(["approved"]));
});
afterAll(() => world?.close());

const check = async (over: Partial<Promises> = {}) => {
  const query = <Row>(text: string, values?: unknown[]) => world.asOwner(text, values) as Promise<Row[]>;
  return (await checkLedger(query, owner.user.companyId, { ...promises, ...over }, 0)).violations;
};

test("a sound ledger is sound", async () => {
  expect(await check()).toEqual([]);
});

test("a promise that is not there is missed", async () => {
  const gone = crypto.randomUUID();
  expect(await check({ tasks: new Map([[gone, new Set(["pending"])]]) })).toEqual([
    `an acknowledged task is gone: ${gone}`,
  ]);
  const other = new Map([[approved.id, new Set(["pending"])]]);
  expect((await check({ decisions: other }))[0]).toMatch(/change of a decision is gone/);
});

test.each([
  ["an effect less", "DELETE FROM tasks WHERE effect_index = 0", /exactly its planned effects/],
  ["an effect too many", "UPDATE decisions SET status = 'pending'", /exactly its planned effects/],
  ["an effect too early", "UPDATE decisions SET undo_until = now()", /exactly its planned effects/],
  ["effects without a job", "UPDATE decisions SET undo_until = now()", /has a job that makes them/],
  ["a journal row less", "DELETE FROM journal WHERE seq = 3", /one chain/],
  ["a journal row changed", "UPDATE journal SET title = 'x' WHERE seq = 3", /one chain/],
  ["a released exposure", "UPDATE exposures SET state = 'released'", /stands in the ledger once/],
  ["a number skipped", "UPDATE decisions SET number = 7", /numbers of decisions/],
  ["a job less", "DELETE FROM pgboss.job WHERE name = 'decision-expiry'", /one job/],
])("%s is seen", async (_name, damage, sentence) => {
  await world.asOwner("BEGIN");
  await world.asOwner("ALTER TABLE journal DISABLE TRIGGER USER");
  await world.asOwner(damage);
  const violations = await check();
  await world.asOwner("ROLLBACK");
  expect(violations.join("\n")).toMatch(sentence);
});
