// On both databases: sums over windows and arrays.
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#contract/days.ts";
import { getAgeing } from "#features/records/ageing/contract.ts";
import { buckets, filterOf } from "#features/records/ageing/rules.ts";
import { addRecord } from "#features/records/contract.ts";
import { listRecords } from "#features/records/list/contract.ts";
import { dayIn, now } from "#platform/clock.ts";
import { type Member, openWorld, type World } from "../world.ts";

/** What is open by due day: each sum is that of the list it opens. */
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

const today = dayIn(now(), "Europe/London");
let number = 0;
const add = (member: Member, fields: object) => {
  number += 1;
  const usual = { number: `N-${number}`, direction: "receivable", status: "open", issuedOn: addDays(today, -200) };
  return member.call(addRecord, {
    body: { kind: "invoices", source: "manual", fields: { ...usual, ...fields } } as never,
  });
};
const overdue = (days: number) => ({ dueOn: addDays(today, -days) });

test("every open invoice and bill is in one bucket by its due day, in all and of the largest parties", async () => {
  const member = await world.member();
  expect((await member.call(getAgeing)).sides).toEqual([]);
  await member.call(addRecord, {
    body: { kind: "customers", source: "manual", fields: { name: "Elm", status: "active" } } as never,
  });
  for (const [days, amount] of [
    [-5, 1],
    [0, 2],
    [1, 4],
    [30, 8],
    [31, 16],
    [60, 32],
    [61, 64],
    [90, 128],
    [91, 256],
  ] as const)
    await add(member, { customerName: "Elm", amount, ...overdue(days) });
  await add(member, { customerName: "Oak", amount: 1_000, openAmount: 600, status: "disputed", ...overdue(40) });
  await add(member, { customerName: "oak ", amount: -100, ...overdue(2) });
  await add(member, { customerName: "Elm", amount: 512, dueOn: null });
  await add(member, { customerName: "Elm", amount: 9_000, status: "paid", ...overdue(40) });
  await add(member, { customerName: "Elm", amount: 9_000, status: "void", ...overdue(40) });
  await add(member, { customerName: "Elm", amount: 9_000, currency: "EUR", ...overdue(40) });
  await add(member, { vendorName: "Paper", direction: "payable", amount: 70, ...overdue(3) });
  for (const place of Array.from({ length: 12 }, (_, index) => index))
    await add(member, { vendorName: `Vendor ${place}`, direction: "payable", amount: 10 + place, ...overdue(100) });
  const { sides, currency, elsewhere } = await member.call(getAgeing);
  expect([currency, elsewhere]).toEqual(["USD", ["EUR"]]);
  const [receivable, payable] = sides;
  expect(receivable?.total).toMatchObject({ open: 1_523, amounts: [3, -88, 648, 192, 256, 512] });
  expect(receivable?.parties.map(({ name, open, amounts }) => [name?.trim().toLowerCase(), open, amounts])).toEqual([
    ["elm", 1_023, [3, 12, 48, 192, 256, 512]],
    ["oak", 500, [0, -100, 600, 0, 0, 0]],
  ]);
  expect(payable?.total).toMatchObject({ open: 256, amounts: [0, 70, 0, 0, 186, 0] });
  expect(payable?.parties.map(({ name }) => name)).toEqual([
    "Paper",
    ...[11, 10, 9, 8, 7, 6, 5, 4, 3].map((place) => `Vendor ${place}`),
  ]);
  for (const { direction, total, parties } of sides)
    for (const row of [total, parties[0]])
      for (const [place, bucket] of buckets.entries()) {
        const party = row?.id ? { [direction === "payable" ? "vendorId" : "customerId"]: row.id } : {};
        const of =
          row?.name && !row.id
            ? { field: direction === "payable" ? "vendorName" : "customerName", is: row.name }
            : party;
        const { sums } = await member.call(listRecords, {
          params: { kind: "invoices" },
          query: { view: direction, currency: "USD", ...of, ...filterOf(bucket, today) },
        });
        expect(sums?.[0]?.amount ?? 0).toBe(row?.amounts[place]);
      }
  expect((await (await world.member()).call(getAgeing)).sides).toEqual([]);
});
