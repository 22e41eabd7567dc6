import { expect, test } from "vitest";
import { answer, expectSound, friday } from "../../../../test/sound.ts";
import { concludeLeads, halfYearBefore } from "#features/workforce/cmo/leads.ts";
import { aboutAll } from "#features/workforce/topics/topic.ts";

const count = { leads: 12, before: 20, origins: [] };

test("leads of thirty days against the thirty before", () => {
  const months = [{ month: "2026-10", leads: 20 }];
  const said = concludeLeads({ count, months, anyDeals: true }, friday, aboutAll);
  expectSound(said);
  // 12 ÷ 20 − 1 = −40 %
  expect(answer(said, "leads")).toBe("12 leads came in the last 30 days, 40% fewer than the 20 in the 30 days before.");
  expect(said.concerns).toMatchObject([{ key: "leads:fewer", kind: "risk", severity: 0.4 }]);
  expect(halfYearBefore("2026-02-28")).toBe("2025-09-01");
});

test("few leads before are no trend, none is a zero that was counted, and no deals is a gap", () => {
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
