import { expect, test } from "vitest";
import { goalPace } from "#features/forecasting/series/goal-pace.ts";

const june = { target: 3_000, from: "2026-06-01", to: "2026-06-30" };

test("halfway through, a third reached", () => {
  expect(goalPace({ ...june, soFar: 1_000, today: "2026-06-16" })).toEqual({
    expected: 0.5,
    done: 1 / 3,
    projected: expect.closeTo(2_000, 6),
    // 3,000 at 66.67 a day are 45 days: the 45th is 15 July.
    reachedOn: "2026-07-15",
  });
});

test("ahead of schedule", () => {
  const found = goalPace({ ...june, soFar: 2_000, today: "2026-06-11" });
  expect(found).toMatchObject({ projected: 6_000, reachedOn: "2026-06-15" });
  expect(found?.done).toBeGreaterThan(found?.expected ?? 1);
});

test("projects nothing on the first day, and expects everything after the last", () => {
  expect(goalPace({ ...june, soFar: 50, today: "2026-06-01" })).toMatchObject({
    expected: 0,
    projected: null,
    reachedOn: null,
  });
  expect(goalPace({ ...june, soFar: 50, today: "2026-05-01" })).toMatchObject({ expected: 0, projected: null });
  expect(goalPace({ ...june, soFar: 1_500, today: "2026-08-01" })).toMatchObject({ expected: 1, projected: 1_500 });
});

test("a reached goal is reached today; no or too little progress never reaches it", () => {
  expect(goalPace({ ...june, soFar: 3_000, today: "2026-06-10" })?.reachedOn).toBe("2026-06-10");
  expect(goalPace({ ...june, soFar: 0, today: "2026-06-10" })?.reachedOn).toBeNull();
  expect(goalPace({ ...june, soFar: -10, today: "2026-06-10" })?.reachedOn).toBeNull();
  expect(goalPace({ ...june, soFar: 0.5, today: "2026-06-10" })?.reachedOn).toBeNull();
});

test.each([{ target: 0 }, { target: Number.NaN }, { soFar: Number.NaN }, { to: "2026-05-01" }])(
  "a goal with %j has no pace",
  (change) => {
    expect(goalPace({ ...june, soFar: 10, today: "2026-06-10", ...change })).toBeNull();
  },
);
