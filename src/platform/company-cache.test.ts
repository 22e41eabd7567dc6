import { afterEach, expect, test, vi } from "vitest";
import { CompanyCache } from "#platform/company-cache.ts";
import { mintCompany } from "#platform/context.ts";

afterEach(() => void vi.useRealTimers());

const of = (pool: { ended: boolean }, company: string) => ({ company: mintCompany(company), database: { pool } });
const cacheOf = (most: number) =>
  new CompanyCache<{ weight: number }>({ weigh: ({ weight }) => weight, most, idleMs: 1_000 });

test("an entry is found by every database object on the same pool, and by no other company or pool", () => {
  const [pool, other] = [{ ended: false }, { ended: false }];
  const cache = cacheOf(10);
  const value = { weight: 1 };
  cache.put(of(pool, "one"), value);
  expect(cache.get(of(pool, "one"))).toBe(value);
  expect(cache.get(of(pool, "two"))).toBeUndefined();
  expect(cache.get(of(other, "one"))).toBeUndefined();
});

test("a large company's entry is dropped before a small one's, and one alone is never dropped", () => {
  const pool = { ended: false };
  const cache = cacheOf(10);
  cache.put(of(pool, "large"), { weight: 20 });
  expect(cache.get(of(pool, "large"))).toBeDefined();
  cache.put(of(pool, "small"), { weight: 1 });
  expect(cache.get(of(pool, "large"))).toBeUndefined();
  cache.put(of(pool, "middle"), { weight: 9 });
  // Values grow after they were put.
  const growing = { weight: 0 };
  cache.put(of(pool, "growing"), growing);
  growing.weight = 2;
  cache.trim(of(pool, "growing"));
  expect(cache.get(of(pool, "middle"))).toBeUndefined();
  expect(cache.get(of(pool, "small"))).toBeDefined();
  expect(cache.get(of(pool, "growing"))).toBeDefined();
});

test("the entry just used stays, also the heaviest; of equals the longest unused is dropped", () => {
  const pool = { ended: false };
  const cache = cacheOf(10);
  cache.put(of(pool, "small"), { weight: 4 });
  cache.put(of(pool, "equal"), { weight: 4 });
  cache.get(of(pool, "small"));
  const growing = { weight: 1 };
  cache.put(of(pool, "large"), growing);
  growing.weight = 6;
  cache.trim(of(pool, "large"));
  const held = ["small", "equal", "large"].map((company) => cache.get(of(pool, company)) !== undefined);
  expect(held).toEqual([true, false, true]);
});

test("unused entries are dropped, all of them once the pool has ended, and no timer stays", () => {
  vi.useFakeTimers();
  const pool = { ended: false };
  const cache = cacheOf(10);
  cache.put(of(pool, "used"), { weight: 1 });
  cache.put(of(pool, "idle"), { weight: 1 });
  for (let at = 0; at < 10; at += 1) {
    vi.advanceTimersByTime(200);
    cache.get(of(pool, "used"));
  }
  expect(cache.get(of(pool, "used"))).toBeDefined();
  expect(cache.get(of(pool, "idle"))).toBeUndefined();
  pool.ended = true;
  vi.advanceTimersByTime(200);
  expect(cache.get(of(pool, "used"))).toBeUndefined();
  expect(vi.getTimerCount()).toBe(0);
});
