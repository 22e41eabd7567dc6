import { expect, test } from "vitest";
import { findPatterns, fisher, type Happening, wilsonLowerBound } from "#features/brain/patterns/rules.ts";

/** A generator of numbers from 0 to 1 that gives the same ones each time. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) >>> 0;
    return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32;
  };
}

const hour = 3_600_000;
const start = Date.UTC(2026, 5, 1);
const happening = (kind: string, at: number): Happening => ({
  kind,
  label: kind,
  at,
  weekday: new Date(at).getUTCDay(),
});

/** Six kinds of events in the working hours of 120 days. */
function noise(seed: number): Happening[] {
  const random = seeded(seed);
  return Array.from({ length: 300 }, () => {
    const day = Math.floor(random() * 120);
    return happening(`kind ${Math.floor(random() * 6)}`, start + day * 24 * hour + (8 + random() * 9) * hour);
  });
}

/** Every second set: one kind on Mondays; the others: one kind that another follows within hours. */
function planted(seed: number): Happening[] {
  const random = seeded(seed + 1_000);
  const added = Array.from({ length: 17 }, (_, week): Happening[] => {
    const day = seed % 2 === 0 ? 0 : Math.floor(random() * 7);
    const at = start + (week * 7 + day) * 24 * hour + (8 + random() * 6) * hour;
    if (seed % 2 === 0) return random() < 0.8 ? [happening("planted", at)] : [];
    const follows = random() < 0.8 ? [happening("follows", at + (0.5 + random() * 4) * hour)] : [];
    return [happening("planted", at), ...follows];
  });
  return [...noise(seed), ...added.flat()].sort((one, other) => one.at - other.at);
}

test("20 sets of noise hold at most one pattern, and of 20 planted ones at least 18 are found", async () => {
  let inNoise = 0;
  let found = 0;
  for (let seed = 1; seed <= 20; seed += 1) {
    inNoise += (await findPatterns(noise(seed))).findings.length;
    const { findings } = await findPatterns(planted(seed));
    if (findings.some(({ kind, next }) => kind === "planted" && next === (seed % 2 === 0 ? 1 : "follows"))) found += 1;
  }
  expect(inNoise).toBeLessThanOrEqual(1);
  expect(found).toBeGreaterThanOrEqual(18);
});

test("fewer than 5 cases are no pattern", async () => {
  const few = [0, 7, 14, 21].map((day) => happening("report", start + day * 24 * hour));
  expect((await findPatterns([...noise(7), ...few])).findings.filter(({ kind }) => kind === "report")).toEqual([]);
  expect(await findPatterns([])).toEqual({ tested: 0, findings: [] });
});

test("the exact test and Wilson's bound agree with worked examples", () => {
  // 3 of 4 against 1 of 4: (16 + 1) / 70.
  expect(fisher(3, 4, 1, 4)).toBeCloseTo(17 / 70, 10);
  expect(wilsonLowerBound(10, 10)).toBeCloseTo(0.7225, 3);
  expect(wilsonLowerBound(0, 0)).toBe(0);
});

test("events of one day are one case, and nothing is claimed without a measured comparison", async () => {
  const burst = Array.from({ length: 40 }, (_, at) => happening("burst", start + 3 * 24 * hour + at * 100));
  expect((await findPatterns([...noise(3), ...burst])).findings.filter(({ kind }) => kind === "burst")).toEqual([]);
  const weekly = Array.from({ length: 12 }, (_, week) => happening("weekly", start + week * 7 * 24 * hour));
  expect((await findPatterns(weekly)).findings).toEqual([]);
});
