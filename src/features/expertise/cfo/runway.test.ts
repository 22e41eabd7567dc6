import { expect, test } from "vitest";
import { formatLine } from "#contract/report.ts";
import { answer, expectSound, friday, value } from "../../../../test/sound.ts";
import { monthFlows, wholeMonths } from "#features/expertise/cfo/month-flows.ts";
import { concludeRunway, type Runway } from "#features/expertise/cfo/runway.ts";

const cash = { value: 60_000, day: "2026-11-19", source: "Typed in" };
const months = ["2026-08", "2026-09", "2026-10"].map((month) => ({ month, spent: 30_000, earned: 20_000 }));
const facts: Runway = {
  cash,
  months,
  spentFrom: "expenses (CSV file)",
  earnedFrom: "revenue (CSV file)",
  fromBills: false,
  fromReceipts: false,
  elsewhere: { cash: null, flows: [] },
};

test("60,000 at a net burn of 10,000 lasts 6 months", () => {
  const conclusion = concludeRunway(facts, friday);
  expectSound(conclusion);
  expect(value(conclusion, "burn")).toBe(10_000);
  // months that do not differ leave no range: 6 to 6
  expect([value(conclusion, "low"), value(conclusion, "months"), value(conclusion, "high")]).toEqual([6, 6, 6]);
  expect(answer(conclusion, "runway")).toBe(
    "Cash is $60,000 on 19 Nov 2026. Net burn is $10,000 a month. It lasts about 6 months (80%: 6 months to 6 months).",
  );
  // 6 of 12 months: half; 6 × 30.44 = 183 days after 19 Nov 2026
  expect(conclusion.concerns).toMatchObject([{ key: "runway", kind: "risk", severity: 0.5, dueOn: "2027-05-21" }]);
});

test("cash that rose is not burned, whatever expenses and revenue say", () => {
  const conclusion = concludeRunway({ ...facts, cashBefore: { value: 41_000, day: "2026-08-03" } }, friday);
  expectSound(conclusion);
  const said =
    "Cash rose from $41,000 on 3 Aug 2026 to $60,000 on 19 Nov 2026, so there is no net burn, although expenses (CSV file) are $10,000 a month more than revenue (CSV file).";
  expect(answer(conclusion, "burn")).toBe(said);
  expect(answer(conclusion, "runway")).toBe(
    `Cash is $60,000 on 19 Nov 2026. ${said} It does not run out at that pace.`,
  );
  expect(conclusion.concerns).toEqual([]);
  const fell = concludeRunway({ ...facts, cashBefore: { value: 90_000, day: "2026-08-03" } }, friday);
  expect(answer(fell, "burn")).toBe(
    "Net burn is $10,000 a month. Cash fell from $90,000 on 3 Aug 2026 to $60,000 on 19 Nov 2026.",
  );
});

test("cash that fell contradicts flows that say it should have risen: there is no runway", () => {
  const earning = { ...facts, months: months.map((one) => ({ ...one, earned: 50_000 })) };
  const conclusion = concludeRunway({ ...earning, cashBefore: { value: 90_000, day: "2026-08-03" } }, friday);
  expectSound(conclusion);
  const said =
    "Cash fell from $90,000 on 3 Aug 2026 to $60,000 on 19 Nov 2026, although revenue (CSV file) is $20,000 a month more than expenses (CSV file): payments are missing from these figures, so the runway is unknown.";
  expect(answer(conclusion, "burn")).toBe(said);
  expect(answer(conclusion, "runway")).toBe(`Cash is $60,000 on 19 Nov 2026. ${said}`);
  expect(answer(conclusion, "cash")).toBe(`Cash is $60,000 on 19 Nov 2026. ${said}`);
  expect(conclusion.figures.filter(({ id }) => ["months", "low", "high"].includes(id))).toEqual([]);
  expect(conclusion.concerns).toEqual([]);
});

test("cash that is the same is unchanged, and neither it nor cash that rose has a runway", () => {
  const same = concludeRunway({ ...facts, cashBefore: { value: 60_000, day: "2026-08-03" } }, friday);
  expectSound(same);
  expect(answer(same, "burn")).toContain("Cash is unchanged at $60,000 since 3 Aug 2026, so there is no net burn");
  const rose = concludeRunway({ ...facts, cashBefore: { value: 41_000, day: "2026-08-03" } }, friday);
  for (const { figures } of [same, rose])
    expect(figures.filter(({ id }) => ["months", "low", "high"].includes(id))).toEqual([]);
});

test("months that vary give a range around the mean", () => {
  const conclusion = concludeRunway(
    {
      ...facts,
      months: [20_000, 30_000, 40_000].map((spent, at) => ({ month: `2026-0${at + 7}`, spent, earned: 20_000 })),
    },
    friday,
  );
  expectSound(conclusion);
  expect(value(conclusion, "burn")).toBe(10_000);
  expect(value(conclusion, "months")).toBe(6);
  expect(value(conclusion, "low")).toBeLessThan(6);
  // burns of 0, 10,000 and 20,000: s = 10,000, t = 1.886; 2.2 is the last tenth with 2.2 × 10,000 + 1.886 × 10,000 × √(2.2 + 2.2² ÷ 3) ≤ 60,000
  expect(value(conclusion, "low")).toBe(2.2);
  const named = conclusion.figures.filter(({ id }) => id === "low" || id === "high").map(({ label }) => label);
  expect(named).toEqual(["Runway, low end of the 80% range"]);
  expect(answer(conclusion, "runway")).toContain("It lasts about 6 months (80%: 2.2 months to more than ten years).");
});

test("every mention of the range is the same", () => {
  const conclusion = concludeRunway(
    {
      ...facts,
      months: [29_000, 30_000, 31_000].map((spent, at) => ({ month: `2026-0${at + 7}`, spent, earned: 20_000 })),
    },
    friday,
  );
  const months = conclusion.figures.find(({ id }) => id === "months");
  expect(months?.range).toMatchObject({ level: 0.8, low: value(conclusion, "low"), high: value(conclusion, "high") });
  const words = [
    answer(conclusion, "runway"),
    ...conclusion.figures.map(({ label, formula }) => `${label} ${formula}`),
  ].join(" ");
  expect(words.match(/\d+%/g)).toEqual(["80%", "80%", "80%"]);
});

test("cash and bills in another currency are mentioned, not counted", () => {
  const conclusion = concludeRunway(
    {
      ...facts,
      cash: null,
      elsewhere: { cash: { value: 90_000, currency: "EUR", day: "2026-11-18" }, flows: ["EUR", "GBP"] },
    },
    friday,
  );
  expectSound(conclusion);
  expect(answer(conclusion, "burn")).toBe(
    "Net burn is $10,000 a month. Of these months what was spent and earned in EUR and GBP is not in it, as no rate is known.",
  );
  expect(conclusion.missing).toMatchObject([{ what: "Cash in USD" }]);
  const lines = conclusion.section.lines.map((line) => formatLine(line, conclusion.figures)).join(" ");
  expect(lines).toContain(
    "Cash is not known in USD: the last balance is €90,000 on 18 Nov 2026, and no rate is known.",
  );
});

test("a company that earns more than it spends does not run out", () => {
  const conclusion = concludeRunway({ ...facts, months: months.map((one) => ({ ...one, earned: 50_000 })) }, friday);
  expectSound(conclusion);
  expect(answer(conclusion, "burn")).toBe("More comes in than goes out: $20,000 a month.");
  expect(answer(conclusion, "runway")).toContain("It does not run out at that pace.");
  expect(conclusion.concerns).toEqual([]);
});

test("unknown cash or months are gaps, never 0", () => {
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

test("months come from figures first, then from payments", () => {
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
