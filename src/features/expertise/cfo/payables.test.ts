import { expect, test } from "vitest";
import { answer, expectSound, friday, hostile, value } from "../../../../test/sound.ts";
import { concludePayables, type Payables } from "#features/expertise/cfo/payables.ts";
import { aboutAll } from "#features/expertise/topics/topic.ts";

const own = {
  currency: "USD",
  invoices: 4,
  amount: 9_000,
  credits: 0,
  creditNotes: 0,
  overdueInvoices: 1,
  overdue: 1_500,
  within7: 2_000,
  within30: 6_000,
  origins: [],
};
const rent = { vendorId: "v1", name: "Metro", amount: 5_000, invoices: 2, overdue: 1_500, firstDueOn: "2026-11-12" };
const facts: Payables = { due: [own], creditors: [rent], anyPayables: true };

test("bills due this week and this month, and overdue ones", () => {
  const conclusion = concludePayables(facts, friday, aboutAll);
  expectSound(conclusion);
  expect(answer(conclusion, "due")).toBe(
    "$2,000 is to be paid within 7 days, $6,000 within 30 days. $1,500 is overdue, in 1 bill, of $9,000 that is open.",
  );
  expect(answer(conclusion, "creditors")).toBe(
    "You owe Metro the most: $5,000, the first of it due on 12 Nov 2026. All open bills: $9,000.",
  );
  expect(conclusion.concerns).toMatchObject([{ key: "payables:overdue", amount: 1_500, dueOn: friday.today }]);
});

test("no open bills is no concern, no bills at all is a gap", () => {
  const paid = concludePayables({ due: [], creditors: [], anyPayables: true }, friday, aboutAll);
  expectSound(paid);
  expect(answer(paid, "late")).toBe("No bill is overdue; $0 is open.");
  expect(answer(paid, "creditors")).toBe("No bill is open.");
  expect(paid.concerns).toEqual([]);
  const unknown = concludePayables({ due: [], creditors: [], anyPayables: false }, friday, aboutAll);
  expectSound(unknown);
  expect(unknown.answers).toEqual({});
  expect(unknown.missing).toHaveLength(1);
});

test("other currencies are not added, and names stay plain text", () => {
  for (const name of hostile) {
    const conclusion = concludePayables(
      { ...facts, due: [own, { ...own, currency: "GBP", amount: 50 }], creditors: [{ ...rent, name }] },
      friday,
      aboutAll,
    );
    expectSound(conclusion);
    expect(value(conclusion, "owed")).toBe(9_000);
    expect(value(conclusion, "owed_GBP")).toBe(50);
    expect(answer(conclusion, "creditors")).toContain(`You owe ${name} the most`);
  }
});

test("bills in another currency only are mentioned", () => {
  const pounds = { ...friday, currency: "GBP" as const };
  const vendor = { id: "v1", name: "Metro" };
  const conclusion = concludePayables({ ...facts, creditors: [] }, pounds, { ...aboutAll, vendor });
  expectSound(conclusion);
  expect(answer(conclusion, "due")).toBe(
    "No bill of Metro in GBP is open. Besides, $9,000 is to be paid, $1,500 of it overdue; it is not added, as no rate is known.",
  );
  expect(answer(conclusion, "late")).toBe(
    "No bill in GBP is overdue; £0 is open. Besides, $9,000 is to be paid, $1,500 of it overdue; it is not added, as no rate is known.",
  );
  const all = concludePayables({ ...facts, creditors: [] }, pounds, aboutAll);
  expect(answer(all, "creditors")).toBe(
    "No bill in GBP is open. Besides, $9,000 is to be paid, $1,500 of it overdue; it is not added, as no rate is known.",
  );
  const late = conclusion.figures.find(({ id }) => id === "overdue_USD");
  expect(late?.source.href).toContain("currency=USD");
  expect(late?.source.href).toContain("view=overdueBills");
});
