import { expect, test } from "vitest";
import { answer, expectSound, friday } from "../../../../test/sound.ts";
import { concludeLeads, halfYearBefore } from "#features/expertise/cmo/leads.ts";
import { aboutAll } from "#features/expertise/topics/topic.ts";

const count = { leads: 12, before: 20, origins: [] };

test("leads of 30 days compared with the previous 30", () => {
  const months = [{ month: "2026-10", leads: 20 }];
  const conclusion = concludeLeads({ count, months, anyDeals: true }, friday, aboutAll);
  expectSound(conclusion);
  // 12 ÷ 20 − 1 = −40 %
  expect(answer(conclusion, "leads")).toBe(
    "12 leads came in the last 30 days, 40% fewer than the 20 in the 30 days before.",
  );
  expect(conclusion.concerns).toMatchObject([{ key: "leads:fewer", kind: "risk", severity: 0.4 }]);
  expect(halfYearBefore("2026-02-28")).toBe("2025-09-01");
});

test("few previous leads give no trend, no leads is 0, and no deals is a gap", () => {
  const few = concludeLeads({ count: { ...count, leads: 1, before: 4 }, months: [], anyDeals: true }, friday, aboutAll);
  expectSound(few);
  expect(few.concerns).toEqual([]);
  const none = concludeLeads(
    { count: { ...count, leads: 0, before: 0 }, months: [], anyDeals: true },
    friday,
    aboutAll,
  );
  expectSound(none);
  expect(answer(none, "leads")).toBe("No lead came in the last 30 days, nor in the 30 days before.");
  const gap = concludeLeads(
    { count: { ...count, leads: 0, before: 0 }, months: [], anyDeals: false },
    friday,
    aboutAll,
  );
  expectSound(gap);
  expect([gap.answers, gap.missing.length]).toEqual([{}, 1]);
});

const concluded = (leads: number, before: number, period: { from: string; to: string; label: string } | null = null) =>
  concludeLeads({ count: { leads, before, origins: [] }, months: [], anyDeals: true }, friday, { ...aboutAll, period });
const changeOf = (leads: number, before: number) => concluded(leads, before).figures.find(({ id }) => id === "change");

test("a change follows its formula, and has no percentage from zero", () => {
  expect(changeOf(0, 9)).toMatchObject({ label: "Fewer than before", value: 1, formula: "1 − 0 ÷ 9" });
  expect(changeOf(12, 20)).toMatchObject({ label: "Fewer than before", value: 0.4, formula: "1 − 12 ÷ 20" });
  expect(changeOf(12, 8)).toMatchObject({ label: "More than before", value: 0.5, formula: "12 ÷ 8 − 1" });
  const fromNone = concluded(3, 0);
  expectSound(fromNone);
  expect(changeOf(3, 0)).toBeUndefined();
  expect(answer(fromNone, "leads")).toBe("3 leads came in the last 30 days, after none in the 30 days before.");
});

test("as many leads as before are no change of 0%", () => {
  const same = concluded(20, 20);
  expectSound(same);
  expect(answer(same, "leads")).toBe("20 leads came in the last 30 days, as many as the 20 in the 30 days before.");
  const nearly = concluded(5_001, 5_000);
  expectSound(nearly);
  expect(answer(nearly, "leads")).toBe(
    "5,001 leads came in the last 30 days, about as many as the 5,000 in the 30 days before.",
  );
});

test("one day is named as a day", () => {
  const yesterday = { from: "2026-11-19", to: "2026-11-19", label: "yesterday" };
  expect(answer(concluded(0, 0, yesterday), "leads")).toBe("No lead came yesterday, nor the day before.");
  expect(answer(concluded(1, 2, yesterday), "leads")).toBe(
    "1 lead came yesterday, 50% fewer than the 2 the day before.",
  );
});
