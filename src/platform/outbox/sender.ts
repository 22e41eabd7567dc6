import { setTimeout as sleep } from "node:timers/promises";
import { now } from "#platform/clock.ts";
import { type CompanyId, type Ctx, mintCompany, type Platform } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import {
  type Attempt,
  type DeliveryKind,
  installation,
  kindOf,
  type Outcome,
  type Settled,
} from "#platform/outbox/delivery.ts";
import { placeOf } from "#platform/outbox/enqueue.ts";
import { attemptMs, isBeyondDoubt, mustLook, nextOf } from "#platform/outbox/rules.ts";
import * as store from "#platform/outbox/store.ts";

/** What the outbox needs of the rooms. */
export type Sending = {
  /** SQL that is true for a delivery `d` that a hold on autonomous work holds back. */
  stop: string;
  context: (platform: Platform, company: CompanyId) => Promise<Ctx>;
  /** Runs in the transaction that settles a delivery under a grant. */
  settled: (ctx: Ctx, delivery: Settled) => Promise<void>;
};

const systemContext = (platform: Platform): Ctx => ({
  ...platform,
  company: installation,
  actor: { kind: "system" },
  origin: null,
  now: now(),
  timeZone: "UTC",
  currency: "USD",
});

/**
 * Sends what is due of one company until nothing is: leases deliveries, talks to the outside without a transaction, and
 * settles each as it ends. `next` resolves when there may be more; `isOver` stops it;
 * `soon` is called when something is to be tried again.
 */
export async function sendDue(
  platform: Platform,
  sending: Sending,
  company: CompanyId,
  { next, isOver, soon }: { next: () => Promise<void>; isOver: () => boolean; soon: () => void },
): Promise<void> {
  const { database } = platform;
  const underWay = new Set<Promise<void>>();
  let context: Promise<Ctx> | null = null;
  const contextOf = () =>
    (context ??=
      company === installation ? Promise.resolve(systemContext(platform)) : sending.context(platform, company));
  while (!isOver()) {
    const more = next();
    const free = store.atOnce.company - underWay.size;
    const token = crypto.randomUUID();
    const claimed =
      free === 0
        ? []
        : await database.transaction(company, (db) => store.claim(db, company, token, free, sending.stop), "note");
    if (claimed.length === 0 && underWay.size === 0) return;
    for (const one of claimed) {
      const done: Promise<void> = contextOf()
        .then((ctx) => sendOne({ ...ctx, now: now() }, sending, one, token))
        .then((isPostponed) => (isPostponed ? soon() : undefined))
        .catch((error: unknown) =>
          platform.log.warn({ err: error, delivery: one.id, company }, "a delivery was interrupted"),
        )
        .finally(() => underWay.delete(done));
      underWay.add(done);
    }
    await Promise.race([...underWay, more]);
  }
  await Promise.all(underWay);
}

/** Returns whether it is to be tried again. */
async function sendOne(ctx: Ctx, sending: Sending, one: store.Claimed, token: string): Promise<boolean> {
  const { company, log, count } = ctx;
  const { id } = one;
  const lease = { company, id, token };
  const kind = kindOf(ctx, one.kind);
  const about = { event: "delivery", delivery: id, company, kind: one.kind };
  const settle = async (status: Settled["status"], answer: string | null): Promise<false> => {
    const isWiped = status === "sent" || status === "cancelled" || (kind?.isWiped ?? false);
    const to = { status, answer: answer?.slice(0, 300) ?? null, at: now(), isWiped };
    const { label, destination, grantId } = one;
    const settled = { id, kind: one.kind, label, destination, about: one.about, grantId, status, answer: to.answer };
    const settleAlone = () => ctx.database.transaction(company, (db) => store.settle(db, lease, to), "note");
    const settleWithRooms = () =>
      write(ctx, async (tx) => {
        if (!(await store.settle(tx.db, lease, to))) return false;
        await kind?.settled?.(tx, settled);
        if (grantId !== null) await sending.settled(tx, settled);
        return true;
      }).catch((error: unknown) => {
        // Left unsettled, it would be sent again.
        log.error({ ...about, err: error }, "what follows a delivery failed");
        return settleAlone();
      });
    if (!(await (kind?.settled || grantId !== null ? settleWithRooms() : settleAlone()))) return false;
    count("deliveries", { kind: one.kind, result: status });
    if (status === "sent") log.info(about, "a delivery arrived");
    else if (status === "cancelled") log.info({ ...about, answer }, "a delivery is not to be sent any more");
    else log.error({ ...about, answer }, "a delivery was given up");
    return false;
  };

  // Another version may know this kind.
  if (!kind) return postpone(ctx, lease, { afterMs: 10 * 60_000, attempts: one.attempts - 1, doubts: one.doubts });
  if (isBeyondDoubt(kind, one)) return settle("unknown", "Its sender was lost on the way.");
  if (one.isExpired)
    return settle(one.doubts > 0 ? "unknown" : "failed", "It was no longer valid when it could have been sent.");
  const { outcome, doubts } = await attempt(ctx, kind, one);
  const next = nextOf(kind, { attempts: one.attempts, doubts }, outcome);
  await updateDestination(ctx, one, outcome);
  if (next.status !== "held") return settle(next.status, next.answer);
  log.warn({ ...about, answer: next.answer }, "a delivery was not taken");
  count("deliveries", { kind: one.kind, result: "postponed" });
  return postpone(ctx, lease, next);
}

async function postpone(
  { database, company }: Ctx,
  lease: store.Lease,
  { afterMs, attempts, doubts, answer }: { afterMs: number; doubts: number; attempts?: number; answer?: string },
): Promise<boolean> {
  const to = {
    doubts,
    afterMs,
    ...(attempts !== undefined && { attempts }),
    ...(answer && { answer: answer.slice(0, 300) }),
  };
  return database.transaction(company, (db) => store.release(db, lease, to), "note");
}

/** One attempt; whatever is thrown leaves it in doubt. With `doubts` as they are after looking. */
async function attempt(
  ctx: Ctx,
  kind: DeliveryKind,
  { id, kind: name, sealed, attempts, doubts, createdAt }: store.Claimed,
): Promise<{ outcome: Outcome; doubts: number }> {
  const payload = payloadOf(ctx, kind, { id, kind: name, sealed });
  if (payload === null)
    return { outcome: { failed: "It could not be prepared.", again: false, isOwnFault: true }, doubts };
  const signal = AbortSignal.timeout(attemptMs);
  const given: Attempt = { id, number: attempts, doubts, createdAt, signal };
  const inDoubt = "The connection ended before an answer came.";
  /** Null: it did not arrive. */
  const look = async (): Promise<{ outcome: Outcome; doubts: number } | null> => {
    try {
      const found = (await kind.look?.(ctx, payload, given)) ?? "unknown";
      if (found === "sent") return { outcome: { ok: true }, doubts };
      if (typeof found === "object") return { outcome: found, doubts: 0 };
      return found === "unknown" ? { outcome: { unknown: inDoubt }, doubts: 0 } : null;
    } catch (error) {
      ctx.log.warn({ err: error, delivery: id, kind: name }, "a delivery in doubt could not be looked into");
      // What broke the answer off often breaks off the look too: it stays in doubt, and nothing is sent before one.
      return { outcome: { failed: inDoubt, again: true }, doubts: Math.max(1, doubts) };
    }
  };
  if (mustLook(kind, doubts)) {
    const found = await look();
    if (found) return found;
  }
  const before = kind.class === "once" ? 0 : doubts;
  const late = sleep(attemptMs + 5_000, { unknown: inDoubt }, { ref: false });
  const outcome = await Promise.race([kind.send(ctx, payload, given), late]).catch((error: unknown): Outcome => {
    ctx.log.warn({ err: error, delivery: id, kind: name }, "an attempt at a delivery failed");
    return { unknown: inDoubt };
  });
  if (kind.class !== "once" || !("unknown" in outcome)) return { outcome, doubts: before };
  return (await look()) ?? { outcome: { failed: "It did not arrive.", again: true }, doubts: 0 };
}

/** A delivery's content; null if it cannot be read, or is deleted. */
export function payloadOf(
  { secrets, company, log }: Ctx,
  kind: DeliveryKind,
  { id, kind: name, sealed }: { id: string; kind: string; sealed: Buffer | null },
): unknown {
  if (!sealed) return null;
  try {
    return kind.payload.parse(JSON.parse(secrets.open(sealed, placeOf(name, company, id)).toString()));
  } catch (error) {
    log.error({ err: error, delivery: id, kind: name }, "a delivery could not be read");
    return null;
  }
}

async function updateDestination(
  { database, company }: Ctx,
  { destination, failures }: store.Claimed,
  outcome: Outcome,
): Promise<void> {
  const failing =
    "unknown" in outcome || ("failed" in outcome && outcome.again && !outcome.isOwnFault) ? outcome : null;
  if (!failing && failures === 0) return;
  await database.transaction(
    company,
    async (db) => {
      if (!failing) return store.clearFailures(db, company, destination);
      const [answer, restMs] = "failed" in failing ? [failing.failed, failing.afterMs ?? 0] : [failing.unknown, 0];
      await store.countFailure(db, company, destination, answer.slice(0, 300), Math.min(restMs, 86_400_000));
    },
    "note",
  );
}

export const companyOf = (id: string): CompanyId => (id === installation ? installation : mintCompany(id));
