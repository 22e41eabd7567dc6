import { expect, test } from "vitest";
import { type Account, type AccountDay, balancesOf, cashOf } from "#features/records/figures/balances.ts";

const account = (key: string, more: Partial<Account> = {}): Account => ({
  id: key,
  key,
  name: key.toUpperCase(),
  number: null,
  currency: "USD",
  isOpen: true,
  balance: null,
  balanceOn: null,
  ...more,
});
const on = (day: string, sum: number, ends: number[] = [], more: Partial<AccountDay> = {}): AccountDay => ({
  account: "a",
  name: "A",
  currency: "USD",
  day,
  sum,
  count: 1,
  known: ends.length > 0 ? 1 : 0,
  ends,
  ...more,
});
const valuesOf = (cash: ReturnType<typeof cashOf>): [string, number][] =>
  cash.flatMap(({ days }) => days.map(({ day, value }): [string, number] => [day, value]));

test("a balance is that after the day's last transaction, carried on by later ones and back by earlier ones", () => {
  const days = [on("2026-01-02", 50), on("2026-01-05", -20, [130]), on("2026-01-07", 10)];
  expect(balancesOf(days, null)).toEqual({
    ends: [
      { day: "2026-01-02", value: 150 },
      { day: "2026-01-05", value: 130 },
      { day: "2026-01-07", value: 140 },
    ],
    before: 100,
  });
});

test("a recorded balance is that of its day's end; without any there is none", () => {
  expect(balancesOf([on("2026-01-02", 50)], null)).toBeNull();
  const ends = balancesOf([on("2026-01-02", 50), on("2026-01-04", 5)], { day: "2026-01-03", value: 200 })?.ends;
  expect(ends?.map(({ value }) => value)).toEqual([200, 200, 205]);
});

test("a day whose balances do not tell which was last is carried on by its sum", () => {
  const unclear = on("2026-01-03", 7, [1, 2], { count: 2, known: 2 });
  expect(balancesOf([on("2026-01-02", 1, [10]), unclear], null)?.ends.at(-1)?.value).toBe(17);
});

test("cash is the sum of all accounts and keeps the last balance of each", () => {
  const cash = cashOf(
    [
      account("b", { balance: 1_000, balanceOn: "2026-01-02" }),
      account("c", { balance: 5, balanceOn: "2026-01-03", currency: "EUR" }),
    ],
    [on("2026-01-01", 100, [100]), on("2026-01-04", -30, [70])],
  );
  // The first account began with nothing; the second is not known before the day of its balance.
  expect(valuesOf(cash.filter(({ currency }) => currency === "USD"))).toEqual([
    ["2026-01-02", 1_100],
    ["2026-01-03", 1_100],
    ["2026-01-04", 1_070],
  ]);
  expect(valuesOf(cash.filter(({ currency }) => currency === "EUR"))).toEqual([["2026-01-03", 5]]);
});

test("with an open account of which no balance is known there is no sum, and it is named", () => {
  const [cash] = cashOf([account("a", { balance: 5, balanceOn: "2026-01-01" }), account("b")], []);
  expect(cash).toMatchObject({ currency: "USD", days: [], unknown: ["B"] });
  const [closed] = cashOf([account("a", { balance: 5, balanceOn: "2026-01-01" }), account("b", { isOpen: false })], []);
  expect(closed?.days).toEqual([{ day: "2026-01-01", value: 5 }]);
});

test("a closed account counts up to its last day", () => {
  const cash = cashOf(
    [
      account("a", { balance: 5, balanceOn: "2026-01-03" }),
      account("b", { balance: 9, balanceOn: "2026-01-01", isOpen: false }),
    ],
    [on("2026-01-01", 5, [5]), on("2026-01-03", 0, [5])],
  );
  expect(valuesOf(cash)).toEqual([
    ["2026-01-01", 14],
    ["2026-01-02", 5],
    ["2026-01-03", 5],
  ]);
});

test("transactions belong to the account of that name or those last digits; without a name to the only one", () => {
  for (const name of ["a", "account 4417", ""]) {
    const [cash] = cashOf(
      [account("a", { number: "4417", balance: 100, balanceOn: "2026-01-01" })],
      [on("2026-01-02", 11, [], { account: name })],
    );
    expect(cash?.days.at(-1), name).toEqual({ day: "2026-01-02", value: 111 });
  }
});

test("accounts whose numbers end alike are not one, and where it is unclear which is meant there is no cash", () => {
  const named = (letters: string, end: number) =>
    on("2026-01-02", 10, [end], { account: `account 3000 (${letters})`, name: `Account 3000 (${letters})` });
  const [one, other] = [named("abc", 100), named("xyz", 50)];
  expect(valuesOf(cashOf([], [one, other]))).toEqual([["2026-01-02", 150]]);
  const recorded = account("operating", { number: "3000", balance: 100, balanceOn: "2026-01-02" });
  expect(valuesOf(cashOf([recorded], [one]))).toEqual([["2026-01-02", 100]]);
  const [both] = cashOf([recorded], [one, other]);
  expect([both?.days, both?.unknown]).toEqual([[], ["Account 3000 (abc)", "Account 3000 (xyz)"]]);
});
