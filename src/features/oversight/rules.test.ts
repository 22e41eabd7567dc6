import { describe, expect, test } from "vitest";
import { boundsOf } from "#features/authority/levels/rules.ts";
import { type Detector, firesAt, formatReading, type Watched } from "./detectors/detector.ts";
import { detectors } from "./detectors/registry.ts";
import { type Active, compare, sendingToday, statusOf, usualSending } from "./rules.ts";

const quiet: Watched = {
  agents: [],
  year: 2026,
  yearGone: 0.5,
  currency: "GBP",
  runs: {
    steps: [],
    loops: [],
    refused: [],
    ended: [],
    fallbacks: { times: 0, runId: null, sentence: null },
    totals: { alone: 0, usd: 0, waitingMinutes: 0 },
  },
  sending: { agents: [], kinds: [] },
  bypasses: [],
  normal: { alone: 0, usd: 0 },
  dailyCap: 0,
  journal: { head: 0, from: 0, to: 0, fault: null },
};

const reads = (value: number, occasion = "once", more: Partial<Detector> = {}): Detector => ({
  id: "test",
  label: "Test",
  watches: "A number",
  from: 10,
  unit: "",
  level: "WARNING",
  intervention: null,
  read: () => [{ agentId: "a", value, title: "Found", detail: "", occasion }],
  ...more,
});
const known: Active = { id: "1", detector: "test", subject: "a", occasion: "once", state: "open", reading: 10 };
const closed: Active = { ...known, state: "closed" };
const check = (one: Detector, active: Active[] = []) => {
  const { fired, ended } = compare(quiet, active, [one]);
  return [fired.length, ended.length];
};

describe("a detector", () => {
  test("fires from its threshold on, once while its finding is open", () => {
    expect(check(reads(9))).toEqual([0, 0]);
    expect(check(reads(10))).toEqual([1, 0]);
    expect(check(reads(50), [known])).toEqual([0, 0]);
    expect(check(reads(10, "another"), [known])).toEqual([1, 1]);
    expect(check(reads(9), [known])).toEqual([0, 1]);
  });

  test("stays closed until it gets much worse or happens anew", () => {
    expect(check(reads(12), [closed])).toEqual([0, 0]);
    expect(check(reads(12.5), [closed])).toEqual([1, 1]);
    expect(check(reads(10, "another"), [closed])).toEqual([1, 1]);
    expect(check(reads(9), [closed])).toEqual([0, 1]);
  });

  test("that lasts is over only where a person closes it", () => {
    expect(check(reads(0, "once", { isLasting: true }), [known])).toEqual([0, 0]);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])("ignores %s", (value) => {
    expect(check(reads(value))).toEqual([0, 0]);
    expect(compare(quiet, [], [reads(value)]).readings).toEqual({ test: 0 });
  });

  test("none fires on an empty company", () => {
    expect(compare(quiet, []).fired).toEqual([]);
  });

  test("none fires or fails on figures and rows that make no sense", () => {
    const nobody = { agentId: "gone", runId: "r", title: "{x}", label: "<b>", action: "x" };
    const agent = { id: "a", name: "{x} <b>\u202e", role: "CFO", status: "active", autonomy: "execute" } as const;
    const nonsense = [Number.NaN, Number.POSITIVE_INFINITY, -1, 0].map((value) => ({
      ...agent,
      budget: value,
      used: Number.NaN,
      overLimit: value === Number.POSITIVE_INFINITY ? Number.NaN : value,
      steerable: { count: Number.NaN, runId: null },
      resolved: value,
      held: -value,
    }));
    const hostile: Watched = {
      ...quiet,
      agents: nonsense,
      yearGone: Number.NaN,
      runs: {
        steps: [{ ...nobody, times: 99 }],
        loops: [{ ...nobody, times: 99 }],
        refused: [nobody],
        ended: [{ ...nobody, failed: 9, ended: 9 }],
        fallbacks: { times: Number.NaN, runId: null, sentence: null },
        totals: { alone: Number.NaN, usd: Number.POSITIVE_INFINITY, waitingMinutes: -1 },
      },
      sending: {
        agents: [{ ...nobody, count: 999, usual: 0 }],
        kinds: [{ title: "", count: Number.NaN, usual: Number.NaN }],
      },
      bypasses: [nobody],
      normal: { alone: Number.NaN, usd: Number.NaN },
    };
    expect(compare(hostile, []).fired).toEqual([]);
  });

  test("each says what it watches, and has one threshold", () => {
    expect(new Set(detectors.map(({ id }) => id)).size).toBe(detectors.length);
    for (const one of detectors) {
      expect([one.over, one.from].filter((value) => value !== undefined)).toHaveLength(1);
      expect(one.watches).not.toMatch(/\.$/);
    }
  });
});

test("bounds of a share, worked out by hand", () => {
  // With z = 1.6449 and 18 of 20: middle 0.967639, spread 0.129405, both divided by 1.135277.
  expect(boundsOf(18, 20).lower).toBeCloseTo(0.73834, 5);
  expect(boundsOf(19, 20).lower).toBeCloseTo(0.80399, 5);
  expect(boundsOf(10, 20).upper).toBeCloseTo(0.6726, 5);
  expect(boundsOf(0, 0)).toEqual({ lower: 0, upper: 1 });
});

test("a usual day of sending is the median of 7 to 14 days, for each agent and each kind, and today is no part of it", () => {
  const day = (back: number, count: number, agentId: string | null = "a", kind = "mail") => ({
    agentId,
    kind,
    back,
    count,
  });
  // Three of seven days: the median is a day without any.
  expect(usualSending([0, 1, 2, 3].map((back) => day(back, 100)))).toEqual({ a: 0, mail: 0 });
  const week = [1, 2, 3, 4, 5, 6, 7].map((back) => day(back, back * 10));
  expect(usualSending([...week, day(0, 999)])).toEqual({ a: 40, mail: 40 });
  // An even number of days; two agents of one kind add up.
  const fortnight = Array.from({ length: 14 }, (_, at) => at + 1);
  const both = fortnight.flatMap((back) => [day(back, back), day(back, 1, "b")]);
  expect(usualSending(both)).toEqual({ a: 7.5, b: 1, mail: 8.5 });
  expect(usualSending([])).toEqual({});
  expect(sendingToday([day(0, 5), day(0, 2, null, "post")], { a: 4 }, (kind) => `A ${kind}`)).toEqual({
    agents: [{ agentId: "a", count: 5, usual: 4 }],
    kinds: [
      { title: "A mail", count: 5, usual: 0 },
      { title: "A post", count: 2, usual: 0 },
    ],
  });
});

test("the status is the worst open finding, else whether ranges are measured", () => {
  expect(statusOf([], true)).toBe("MONITORING");
  expect(statusOf([], false)).toBe("NORMAL");
  expect(statusOf([{ level: "WARNING" }, { level: "ERROR" }], true)).toBe("ALERT");
  expect(statusOf([{ level: "WARNING" }, { level: "CRITICAL" }], false)).toBe("CRITICAL");
});

test("readings and thresholds in words", () => {
  expect(formatReading({ unit: "%" }, 119.6)).toBe("120%");
  expect(formatReading({ unit: "times" }, 1)).toBe("1 time");
  expect(formatReading({ unit: "times" }, 3.25)).toBe("3.3 times");
  expect(firesAt({ over: 110, unit: "%" })).toBe("over 110%");
  expect(firesAt({ from: 3, unit: "times" })).toBe("from 3 times");
});
