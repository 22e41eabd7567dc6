import { expect, test } from "vitest";
import { answer, expectSound, friday, hostile, value } from "../../../../test/sound.ts";
import { concludePayables, type Payables } from "#features/expertise/cfo/payables.ts";
import { aboutAll } from "#features/expertise/topics/topic.ts";

const own = {
  currency: "USD",
  invoices: 4,
  amount: 9_000,
  overdueInvoices: 1,
  overdue: 1_500,
  within7: 2_000,
  within30: 6_000,
  origins: [],
};
const rent = { vendorId: "v1", name: "Metro", amount: 5_000, invoices: 2, overdue: 1_500, firstDueOn: "2026-11-12" };
const facts: Payables = { due: [own], creditors: [rent], anyPayables: true };

test("what is to be paid this week and this month, and what is late", () => {
  const said = concludePayables(facts, friday, aboutAll);
  expectSound(said);
  expect(answer(said, "due")).toBe(
    "$2,000 is to be paid within 7 days, $6,000 within 30 days. $1,500 is overdue, in 1 bill, of $9,000 that is open.",
  );
  expect(answer(said, "creditors")).toBe(
    "Metro waits for most: $5,000, the first of it due on 12 Nov 2026. All bills together come to $9,000.",
  );
  expect(said.concerns).toMatchObject([{ key: "payables:overdue", amount: 1_500, dueOn: friday.today }]);
});

test("nothing to pay is no concern, and no bills at all is a gap", () => {
  const paid = concludePayables({ due: [], creditors: [], anyPayables: true }, friday, aboutAll);
  expectSound(paid);
  expect(answer(paid, "late")).toBe("No bill is overdue; $0 is open.");
  expect(answer(paid, "creditors")).toBe("Nobody waits for money: no bill is open.");
  expect(paid.concerns).toEqual([]);
  const unknown = concludePayables({ due: [], creditors: [], anyPayables: false }, friday, aboutAll);
  expectSound(unknown);
  expect(unknown.answers).toEqual({});
  expect(unknown.missing).toHaveLength(1);
});

test("other currencies are not added, and names are words", () => {
  for (const name of hostile) {
    const said = concludePayables(
      { ...facts, due: [own, { ...own, currency: "GBP", amount: 50 }], creditors: [{ ...rent, name }] },
      friday,
      aboutAll,
    );
    expectSound(said);
    expect(value(said, "owed")).toBe(9_000);
    expect(value(said, "owed_GBP")).toBe(50);
    expect(answer(said, "creditors")).toContain(`${name} waits for most`);
  }
});

test("bills in another currency alone are told, never denied", () => {
  const pounds = { ...friday, currency: "GBP" as const };
  const vendor = { id: "v1", name: "Metro" };
  const said = concludePayables({ ...facts, creditors: [] }, pounds, { ...aboutAll, vendor });
  expectSound(said);
  expect(answer(said, "due")).toBe(
    "No bill of Metro in GBP is open. Besides, $9,000 is to be paid, $1,500 of it overdue; it is not added, as no rate is known.",
  );
  expect(answer(said, "late")).toBe(
    "No bill in GBP is overdue; £0 is open. Besides, $9,000 is to be paid, $1,500 of it overdue; it is not added, as no rate is known.",
  );
  const all = concludePayables({ ...facts, creditors: [] }, pounds, aboutAll);
  expect(answer(all, "creditors")).toBe(
    "No bill in GBP is open. Besides, $9,000 is to be paid, $1,500 of it overdue; it is not added, as no rate is known.",
  );
  const late = said.figures.find(({ id }) => id === "overdue_USD");
  expect(late?.source.href).toContain("currency=USD");
  expect(late?.source.href).toContain("to=2026-11-19");
});
