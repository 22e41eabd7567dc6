// On PostgreSQL only: the embedded engine's statistics are kept by a timer (test/engine/statistics.test.ts).
import { afterAll, beforeAll, expect, test } from "vitest";
import { importFile } from "../importing.ts";
import { openWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

const reltuples = async (table = "vendors"): Promise<number> => {
  const [row] = await world.asOwner<{ rows: number }>(
    "SELECT reltuples::int AS rows FROM pg_class WHERE relname = $1",
    [table],
  );
  return row?.rows ?? Number.NaN;
};
const csvOf = (from: number, amount: number): string =>
  `id,name,status\n${Array.from({ length: amount }, (_, at) => `${from + at},Vendor ${from + at},active\n`).join("")}`;

test("when a large import is done the planner knows of its rows; a small one costs nothing", async () => {
  const member = await world.member();
  expect(await importFile(world, member, "vendors", csvOf(0, 10))).toMatchObject({ status: "done", added: 10 });
  expect(await reltuples()).toBeLessThan(10);
  expect(await importFile(world, member, "vendors", csvOf(10, 1_500))).toMatchObject({ status: "done", added: 1_500 });
  expect(await reltuples()).toBe(1_510);
});

test("also where the table is not named like the kind", async () => {
  const lines = Array.from({ length: 1_500 }, (_, at) => `A${at},Account ${at},${at}.50,2026-03-31\n`).join("");
  const done = await importFile(
    world,
    await world.member(),
    "bankAccounts",
    `number,name,balance,balance on\n${lines}`,
  );
  expect(done).toMatchObject({ status: "done", added: 1_500 });
  expect(await reltuples("bank_accounts")).toBe(1_500);
});
