import { BlockList, isIP } from "node:net";
import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { pluralize } from "#contract/format.ts";
import type { Rate } from "#contract/endpoint.ts";
import { AppError } from "#contract/errors.ts";
import type { Config } from "#platform/config.ts";
import type { Caller } from "#platform/http/caller.ts";
import type { Count } from "#platform/telemetry/telemetry.ts";

const minute = 60_000;
const quarter = 15 * minute;

/** Calls per time window, before RATE_LIMIT_FACTOR (SAFETY 2.5). */
const buckets = {
  flood: { max: 1200, timeWindow: minute },
  anonymous: { max: 100, timeWindow: minute },
  register: { max: 5, timeWindow: 60 * minute },
  lead: { max: 5, timeWindow: 60 * minute },
  signInAccount: { max: 10, timeWindow: quarter },
  signInAddress: { max: 30, timeWindow: quarter },
  signInDevice: { max: 10, timeWindow: quarter },
  currentPassword: { max: 10, timeWindow: quarter },
  secondFactor: { max: 10, timeWindow: quarter },
  hookGuess: { max: 60, timeWindow: minute },
  hookAddress: { max: 600, timeWindow: minute },
  hook: { max: 300, timeWindow: minute },
  polled: { max: 240, timeWindow: minute },
  normal: { max: 100, timeWindow: minute },
  user: { max: 600, timeWindow: minute },
  company: { max: 3000, timeWindow: minute },
  modelUser: { max: 20, timeWindow: minute },
  modelPerson: { max: 200, timeWindow: 60 * minute },
  modelCompany: { max: 200, timeWindow: 60 * minute },
} as const;
type Bucket = keyof typeof buckets;

/** A bucket of wrong passwords, codes or signatures and a key in it. */
export type GuessKey = readonly [
  bucket: "signInAccount" | "signInAddress" | "signInDevice" | "currentPassword" | "secondFactor" | "hookGuess",
  key: string,
];

export type Limits = {
  /** Counts a call by address, before any work. */
  flood(address: string): Promise<void>;
  /** Counts a message of a hook by address, or by hook. */
  take(bucket: "hookAddress" | "hook", key: string): Promise<void>;
  /** After the caller was checked. */
  spend(request: FastifyRequest, rate: Rate, caller: Caller | null, isAlone: () => Promise<boolean>): Promise<void>;
  /**
   * Runs `attempt`, which returns null for a wrong password, unless one of these keys has too many wrong ones. Attempts
   * under way count as wrong, so that parallel guesses get no further than sequential ones.
   */
  guess<T>(request: FastifyRequest, keys: readonly GuessKey[], attempt: () => Promise<T | null>): Promise<T | null>;
};

/** Registers the limiter; its counters live in this process. */
export async function openLimits(app: FastifyInstance, config: Config, counter: Count): Promise<Limits> {
  await app.register(rateLimit, { global: false, cache: 20_000 });
  // The limiter reads only the key of a request, so other things can be counted too.
  const keyed = (key: string) => ({ id: key, routeOptions: {} }) as FastifyRequest;
  const keyGenerator = ({ id }: FastifyRequest) => id;
  const check = Object.fromEntries(
    Object.entries(buckets).map(([name, { max, timeWindow }]) => [
      name,
      app.createRateLimit({
        max: Math.max(1, Math.floor(max * config.rateLimitFactor)),
        timeWindow,
        keyGenerator,
      }),
    ]),
  ) as Record<Bucket, ReturnType<FastifyInstance["createRateLimit"]>>;

  const underWay = new Map<string, number>();

  /** Counts a call, or only checks; returns the seconds to wait if the limit is reached. */
  async function draw(bucket: Bucket, key: string, increment: boolean, pending: number): Promise<number | null> {
    const result = await check[bucket](keyed(key), { increment });
    const isEmpty = !result.isAllowed && (result.isExceeded || (!increment && result.remaining <= pending));
    return isEmpty ? result.ttlInSeconds : null;
  }

  async function take(bucket: Bucket, key: string, increment = true, pending = 0): Promise<void> {
    const wait = await draw(bucket, key, increment, pending);
    if (wait === null) return;
    counter("rate_limit_refusals", { bucket });
    throw tooMany(wait);
  }

  /** How often a key was counted in its window, of how many, and the seconds until that ends. */
  async function usedOf(bucket: Bucket, key: string): Promise<{ used: number; max: number; seconds: number }> {
    const result = await check[bucket](keyed(key), { increment: false });
    if (result.isAllowed) return { used: 0, max: Number.POSITIVE_INFINITY, seconds: 0 };
    const { max, remaining, ttlInSeconds: seconds } = result;
    return { used: max - remaining, max, seconds };
  }

  /**
   * One person gets at most half of the company's model calls that the others have left, so that something is left for
   * each of them; alone in a company, all of them.
   */
  async function takeModelCall({ userId, company }: Caller, isAlone: () => Promise<boolean>): Promise<void> {
    await take("modelUser", userId);
    const [own, all] = [await usedOf("modelPerson", userId), await usedOf("modelCompany", company)];
    const left = all.max - Math.max(0, all.used - own.used);
    if (all.used < all.max && 2 * (own.used + 1) > left && !(await isAlone())) {
      counter("rate_limit_refusals", { bucket: "modelPerson" });
      throw usedUp(Math.max(1, own.used > 0 ? own.seconds : all.seconds));
    }
    await take("modelCompany", company);
    await take("modelPerson", userId);
  }

  return {
    flood: (address) => take("flood", addressKey(address)),
    take: (bucket, key) => take(bucket, key),
    async spend(request, rate, caller, isAlone) {
      if (rate === "register" || rate === "lead") await take(rate, addressKey(request.ip));
      if (!caller) return take("anonymous", addressKey(request.ip));
      await take(rate === "polled" ? "polled" : "normal", caller.id);
      await take("user", caller.userId);
      await take("company", caller.company);
      if (rate === "model") await takeModelCall(caller, isAlone);
    },
    async guess(request, keys, attempt) {
      // All keys are counted before the first await, so that parallel guesses see each other.
      const places = keys.map(([bucket, key]) => ({ bucket, key, ahead: underWay.get(`${bucket} ${key}`) ?? 0 }));
      for (const [bucket, key] of keys) count(underWay, `${bucket} ${key}`, 1);
      try {
        for (const { bucket, key, ahead } of places) await take(bucket, key, false, ahead);
        // An attempt that throws checked nothing, so it does not count as a guess.
        const right = await attempt();
        if (right === null) for (const [bucket, key] of keys) await draw(bucket, key, true, 0);
        return right;
      } finally {
        for (const [bucket, key] of keys) count(underWay, `${bucket} ${key}`, -1);
      }
    },
  };
}

function tooMany(seconds: number): AppError {
  const wait = Math.max(1, seconds);
  return new AppError("too_many", `Too many requests. Try again in ${wait} seconds.`, { retryAfter: wait });
}

function usedUp(seconds: number): AppError {
  const wait = pluralize(Math.ceil(seconds / 60), "minute");
  return new AppError(
    "too_many",
    `You have used your share of your company's AI calls this hour: half of what your colleagues left. Try again in ${wait}.`,
    { retryAfter: seconds },
  );
}

function count(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const next = (counts.get(key) ?? 0) + change;
  if (next > 0) counts.set(key, next);
  else counts.delete(key);
}

/** An IPv6 subscriber has a /64, so addresses are counted by it. */
export function addressKey(full: string): string {
  // A dual-stack listener shows IPv4 callers as ::ffff:a.b.c.d.
  const address = full.replace(/^::ffff:(?=\d+\.)/i, "");
  if (isIP(address) !== 6) return address;
  const [head = "", tail = ""] = address.split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail.split(":").filter(Boolean);
  const groups = address.includes("::")
    ? [...left, ...Array(8 - left.length - right.length).fill("0"), ...right]
    : left;
  return `${groups.slice(0, 4).join(":")}::/64`;
}

/** Fastify's trust test for the configured proxies. */
export function trustedHops(proxies: readonly string[]): false | ((address: string) => boolean) {
  if (proxies.length === 0) return false;
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = "", prefix] = proxy.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (address) => list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}
