// On PostgreSQL only: a table is locked from outside, to hold queries up; the embedded engine has one connection.
import { afterAll, beforeAll, expect, test } from "vitest";
import { exploreHref } from "#contract/query.ts";
import { createTask } from "#features/tasks/contract.ts";
import { openWorld, type Reply, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

const path = `/api${exploreHref({ subject: "invoices", measure: { of: "median" } })}`;
const asked = 40;
/** At most two run and 24 wait: the others are refused before anything of them runs. */
const leastRefused = asked - 26;

test("a viewer's queries that hang are answered in words, and take nothing from another company", async () => {
  const [viewer, other] = [await world.member("viewer"), await world.member("other")];
  expect((await viewer.send("GET", path)).status).toBe(200);
  const locker = world.boardroom.connectOwner();
  await locker.connect();
  await locker.query("BEGIN; LOCK TABLE invoices IN ACCESS EXCLUSIVE MODE");
  const replies: Reply[] = [];
  const all = Array.from({ length: asked }, async () => replies.push(await viewer.send("GET", path)));
  await expect.poll(() => replies.length).toBeGreaterThanOrEqual(leastRefused);
  expect((await other.send(createTask.method, createTask.path, { body: { title: "Call the bank" } })).status).toBe(200);
  expect((await viewer.send("GET", "/api/agents")).status).toBe(200);
  await Promise.all(all);
  const told = new Set(replies.map(({ status, headers, text }) => `${status} ${headers.get("retry-after")} ${text}`));
  expect([...told]).toEqual([expect.stringMatching(/^503 3 .*Too much for now/)]);
  await locker.query("ROLLBACK");
  await locker.end();
  const many = await Promise.all(Array.from({ length: 20 }, () => viewer.send("GET", path)));
  expect(many.map(({ status }) => status)).toEqual(many.map(() => 200));
});
