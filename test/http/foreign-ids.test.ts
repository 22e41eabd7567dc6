import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
// A registered table without a company, as the operator's command that reads it loads it.
import "#features/leads/tables.ts";
import { undoParties } from "#features/records/naming/contract.ts";
import { request } from "../fuzz.ts";
import { allSamples, furnish, type Ground } from "../samples.ts";
import { idPlaces } from "../strangers.ts";
import { openWorld, type World } from "../world.ts";

let world: World;
let owner: Ground;
let stranger: Ground;
const said: Record<string, unknown>[] = [];
beforeAll(async () => {
  world = await openWorld({ ROLE: "web" });
  owner = await furnish(world, "owner");
  stranger = await furnish(world, "stranger");
  const { log } = world.boardroom.platform;
  log.warn = ((what: Record<string, unknown>) => said.push(what)) as typeof log.warn;
});
afterAll(() => world?.close());

const attempts = () => world.counted("cross_company_attempts");

test("a request that names another company's row is counted and logged once, one that names nobody's is not", async () => {
  const rows = allSamples().filter(
    // What one call created is a mark on rows, and no row of its own.
    ({ endpoint, good }) =>
      !endpoint.upload &&
      endpoint !== undoParties &&
      idPlaces(good(owner)).some((place) => !place.startsWith("query.")),
  );
  expect(rows.length).toBeGreaterThanOrEqual(6);
  const before = await attempts();
  for (const [at, { endpoint, good }] of rows.entries()) {
    // So many wait at most to be looked at.
    while (at % 50 === 0 && (await attempts()) < before + at) await new Promise((done) => setTimeout(done, 200));
    const foreign = request(endpoint, good(owner));
    const unknown = { ...foreign, path: scramble(foreign.path), body: foreign.body && scramble(foreign.body) };
    const [told, same] = [
      await stranger.member.send(endpoint.method, foreign.path, { body: foreign.body }),
      await stranger.member.send(endpoint.method, unknown.path, { body: unknown.body }),
    ];
    expect([told.status, told.text]).toEqual([404, "Not found"]);
    expect([same.status, same.text]).toEqual([404, "Not found"]);
  }
  // Also what is nobody's business: an address that is not served, and somebody who is not signed in.
  await world.client().send("GET", `/api/decisions/${owner.decision}`);
  await stranger.member.send("GET", `/api/nothing/${crypto.randomUUID()}`);
  await expect.poll(attempts, { interval: 200 }).toBe(before + rows.length);
  const { companyId, id } = stranger.member.user;
  const events = said.filter((line) => "event" in line);
  expect(events).toHaveLength(rows.length);
  for (const event of events) expect(event).toMatchObject({ event: "security", company: companyId, user: id });
  expect(new Set(events.map((event) => event.request)).size).toBe(rows.length);
});

/** The same text with every id in it replaced by one nobody has. */
const scramble = (text: string): string =>
  text.replaceAll(/[0-9a-f-]{36}/g, (found) => (z.uuid().safeParse(found).success ? crypto.randomUUID() : found));

test("a flood of refused requests is not looked at forever, and how many were not is counted", async () => {
  const unchecked = () => world.counted("cross_company_unchecked");
  const before = await unchecked();
  const send = () => stranger.member.send("GET", `/api/decisions/${crypto.randomUUID()}`);
  // Ten a second are looked at, however slow the machine is.
  const round = async () => {
    await Promise.all(Array.from({ length: 50 }, send));
    return unchecked();
  };
  await expect.poll(round, { interval: 1, timeout: 60_000 }).toBeGreaterThan(before);
});
