import { expect, test } from "vitest";
import { answer, expectSound, friday, hostile } from "../../../../test/sound.ts";
import { bankPeriods, concludeBookedSpend, ledgerPeriods } from "#features/expertise/cfo/spend-books.ts";
import { aboutAll } from "#features/expertise/topics/topic.ts";

const asked = (from: string, to: string) => ({ ...aboutAll, period: { from, to, label: "then" } });
const daysOf = (periods: ReturnType<typeof ledgerPeriods>) =>
  periods && [periods.now.from, periods.now.to, periods.before.from, periods.before.to];

test("the ledger knows whole months: its last one, or those inside the period asked about", () => {
  expect(daysOf(ledgerPeriods("2026-03-01", aboutAll))).toEqual([
    "2026-03-01",
    "2026-03-31",
    "2026-02-01",
    "2026-02-28",
  ]);
  expect(daysOf(ledgerPeriods("2026-03-01", asked("2026-01-01", "2026-12-31")))).toEqual([
    "2026-01-01",
    "2026-03-31",
    "2025-10-01",
    "2025-12-31",
  ]);
  expect(daysOf(ledgerPeriods("2026-03-01", asked("2026-01-15", "2026-03-20")))).toEqual([
    "2026-02-01",
    "2026-02-28",
    "2026-01-01",
    "2026-01-31",
  ]);
  expect(ledgerPeriods("2026-03-01", asked("2026-02-10", "2026-03-20"))).toBeNull();
  expect(ledgerPeriods("2026-03-01", asked("2026-04-01", "2026-04-30"))).toBeNull();
});

test("the bank: the last 30 days, or those its transactions reach to", () => {
  expect(bankPeriods("2026-11-19", aboutAll, friday.today).now.label).toBe("the last 30 days");
  expect(bankPeriods("2026-09-14", aboutAll, friday.today).now).toEqual({
    from: "2026-08-16",
    to: "2026-09-14",
    label: "the 30 days to 14 Sep 2026",
  });
});

test.each([
  ["ledger", "by the ledger"],
  ["bank", "by the bank, with transfers between your accounts"],
] as const)("what was spent by the %s, to the cent, with its largest parts", (from, by) => {
  const periods = ledgerPeriods("2026-03-01", aboutAll);
  if (!periods) throw new Error("There is a month.");
  const costs = {
    from,
    parts: [
      { name: hostile[1], amount: 1_000.1, rows: 2 },
      { name: null, amount: 500.2, rows: 1 },
    ],
    elsewhere: ["EUR"],
  };
  const earlier = { from, parts: [{ name: "Rent", amount: 400, rows: 1 }], elsewhere: [] };
  const conclusion = concludeBookedSpend({ from, ...periods, costs, earlier }, friday);
  expectSound(conclusion);
  expect(answer(conclusion, "spent")).toBe(
    `$1,500 was spent in Mar 2026, ${by}; $400 in Feb 2026. Costs in EUR are not added.`,
  );
  expect(conclusion.figures.find(({ id }) => id === "total")?.value).toBe(1_500.3);
  expect(answer(conclusion, "categories")).toContain("no category $500; $1,500 in all");
});
