import { expect, test } from "vitest";
import { answer, expectSound, friday, value } from "../../../../test/sound.ts";
import { monthFlows, wholeMonths } from "#features/workforce/cfo/month-flows.ts";
import { concludeRunway, type Runway } from "#features/workforce/cfo/runway.ts";

const cash = { value: 60_000, day: "2026-11-19", source: "Typed in" };
const months = ["2026-08", "2026-09", "2026-10"].map((month) => ({ month, spent: 30_000, earned: 20_000 }));
const facts: Runway = {
  cash,
  months,
  spentFrom: "expenses (CSV file)",
  earnedFrom: "revenue (CSV file)",
  fromBills: false,
  fromReceipts: false,
};

test("60,000 at a net burn of 10,000 lasts 6 months", () => {
  const said = concludeRunway(facts, friday);
  expectSound(said);
  expect(value(said, "burn")).toBe(10_000);
  // months that do not differ leave no range: 6 to 6
  expect([value(said, "low"), value(said, "months"), value(said, "high")]).toEqual([6, 6, 6]);
  expect(answer(said, "runway")).toBe(
    "Cash is $60,000 on 19 Nov 2026. Net burn is $10,000 a month. It lasts about 6 months (80%: 6 months to 6 months).",
  );
  // 6 of 12 months: half; 6 × 30.44 = 183 days after 19 Nov 2026
  expect(said.concerns).toMatchObject([{ key: "runway", kind: "risk", severity: 0.5, dueOn: "2027-05-21" }]);
});

test("months that differ give a range around the mean", () => {
  const said = concludeRunway(
    {
      ...facts,
      months: [20_000, 30_000, 40_000].map((spent, at) => ({ month: `2026-0${at + 7}`, spent, earned: 20_000 })),
    },
    friday,
  );
  expectSound(said);
  expect(value(said, "burn")).toBe(10_000);
  expect(value(said, "months")).toBe(6);
  expect(value(said, "low")).toBeLessThan(6);
});

test("a company that earns more than it spends does not run out", () => {
  const said = concludeRunway({ ...facts, months: months.map((one) => ({ ...one, earned: 50_000 })) }, friday);
  expectSound(said);
  expect(answer(said, "burn")).toBe("More comes in than goes out: $20,000 a month.");
  expect(answer(said, "runway")).toContain("It does not run out at that pace.");
  expect(said.concerns).toEqual([]);
});

test("unknown cash is said and never 0; unknown months are", () => {
  const noCash = concludeRunway({ ...facts, cash: null }, friday);
  expectSound(noCash);
  expect(noCash.missing).toMatchObject([{ what: "Cash", href: "/records/figures/cash" }]);
  expect(noCash.answers["runway"]).toBeUndefined();
  expect(answer(noCash, "burn")).toBe("Net burn is $10,000 a month.");
  const noMonths = concludeRunway({ ...facts, months: months.slice(1) }, friday);
  expectSound(noMonths);
  expect(noMonths.missing).toMatchObject([{ what: "Net burn" }]);
  expect(answer(noMonths, "cash")).toBe("Cash is $60,000 on 19 Nov 2026.");
  const nothing = concludeRunway({ ...facts, cash: null, months: [] }, friday);
  expectSound(nothing);
  expect([nothing.figures, nothing.missing.length]).toEqual([[], 2]);
  expectSound(concludeRunway({ ...facts, cash: { ...cash, value: -5 } }, friday));
});

test("months come from figures first, then from what was paid", () => {
  expect(wholeMonths("2026-11-20")).toEqual({ from: "2025-11-01", to: "2026-10-31" });
  const none = { points: [], source: "", left: 0 };
  const paid = [{ month: "2026-10", paid: 700, received: 400 }];
  expect(monthFlows(none, none, paid)).toMatchObject({
    months: [{ month: "2026-10", spent: 700, earned: 400 }],
    fromBills: true,
    fromReceipts: true,
    spentFrom: "paid bills",
  });
  const expenses = {
    points: [
      { day: "2026-10-31", value: 900 },
      { day: "2026-10-01", value: 50 },
    ],
    source: "CSV file",
    left: 0,
  };
  expect(monthFlows(expenses, none, paid).months).toEqual([{ month: "2026-10", spent: 950, earned: 400 }]);
  expect(monthFlows(expenses, expenses, []).months).toEqual([{ month: "2026-10", spent: 950, earned: 950 }]);
});
