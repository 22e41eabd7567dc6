import { expect, test } from "vitest";
import type { Channel } from "#features/expertise/cmo/channel.ts";
import { reallocation, returnOf } from "#features/expertise/cmo/reallocation.ts";

const channel = (name: string, of: Partial<Channel>): Channel => ({
  name,
  bills: 1,
  spend: 10_000,
  spendBefore: 10_000,
  leads: 50,
  leadsBefore: 50,
  won: 5,
  wonBefore: 5,
  lost: 0,
  amount: 10_000,
  amountBefore: 10_000,
  ...of,
});

test("a tenth of the spend moves from the worst to the best channel", () => {
  const search = channel("search", { won: 20, wonBefore: 20, amount: 40_000, amountBefore: 40_000 });
  const events = channel("events", { won: 2, wonBefore: 2, amount: 4_000, amountBefore: 4_000 });
  const move = reallocation([events, channel("mail", {}), search]);
  // 10 % of 30,000; search 80,000 ÷ 20,000 = 4, events 8,000 ÷ 20,000 = 0.4: 3,000 × 3.6 = 10,800
  expect(move).toMatchObject({
    amount: 3_000,
    share: 0.1,
    from: { name: "events", average: 0.4 },
    to: { name: "search", average: 4 },
  });
  expect(move?.gain).toBeCloseTo(10_800);
});

test("never moves more than the worst channel's spend", () => {
  const search = channel("search", {
    spend: 90_000,
    spendBefore: 90_000,
    leads: 400,
    leadsBefore: 400,
    won: 200,
    wonBefore: 200,
    amount: 4e5,
    amountBefore: 4e5,
  });
  const events = channel("events", { spend: 500, spendBefore: 500, won: 0, wonBefore: 0, amount: 0, amountBefore: 0 });
  expect(reallocation([search, { ...events, spend: 2_000, spendBefore: 2_000 }])?.amount ?? 0).toBeLessThanOrEqual(
    2_000,
  );
});

test("no move with few leads, no difference, or one explained by chance", () => {
  const good = channel("search", { won: 20, wonBefore: 20, amount: 40_000, amountBefore: 40_000 });
  expect(reallocation([good, channel("events", { leads: 5, leadsBefore: 5, won: 0, wonBefore: 0 })])).toBeNull();
  expect(reallocation([channel("one", {}), channel("other", {})])).toBeNull();
  expect(reallocation([channel("one", {}), channel("other", { won: 6, amount: 12_000 })])).toBeNull();
  expect(reallocation([])).toBeNull();
  expect(reallocation([good])).toBeNull();
  expect(
    reallocation([
      channel("one", { won: 0, wonBefore: 0, amount: 0, amountBefore: 0 }),
      channel("other", { won: 0, wonBefore: 0, amount: 0, amountBefore: 0 }),
    ]),
  ).toBeNull();
});

test("a channel whose added spend brought no more leads gets no more", () => {
  // 20,000 more spend brought 2 more leads: (2 × 100,000 ÷ 102 leads) ÷ 20,000 = 0.098 of each 1
  const saturated = channel("search", {
    spend: 30_000,
    leads: 52,
    won: 20,
    wonBefore: 20,
    amount: 50_000,
    amountBefore: 50_000,
  });
  const of = returnOf(saturated, 1);
  expect(of?.average).toBe(2.5);
  expect(of?.marginal).toBeCloseTo(0.098, 3);
  expect(
    reallocation([saturated, channel("events", { won: 2, wonBefore: 2, amount: 4_000, amountBefore: 4_000 })]),
  ).toBeNull();
});
