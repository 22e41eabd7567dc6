import { and, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";
import type { Db } from "#platform/db/database.ts";
import { failuresToPause, leaseMs, restAfter } from "#platform/outbox/rules.ts";
import { deliveries, type DeliveryStatus } from "#platform/outbox/tables.ts";

export type NewDelivery = {
  id: string;
  kind: string;
  label: string;
  intent: string;
  orderKey: string | null;
  destination: string;
  about: string | null;
  recipient: string | null;
  sealed: Buffer;
  grantId: string | null;
  isHeld: boolean;
  holdMs: number;
  createdAt: Date;
  expiresAt: Date;
};

/**
 * `epoch` gives the company's hold epoch. Writes of a company are serialized, so numbers follow the order of commits.
 * Nothing is written when the intent is known.
 */
const adding = (epoch: string): string => `
  INSERT INTO deliveries (company_id, id, kind, label, intent, seq, order_key, destination, about, recipient, sealed,
    grant_id, hold_epoch, hold_ms, status, due_at, attempts, doubts, created_at, expires_at)
  SELECT $1, $2, $3, $4, $5, coalesce((SELECT max(seq) FROM deliveries WHERE company_id = $1), 0) + 1, $6, $7, $8, $9, $10,
    $11, CASE WHEN $12 THEN ${epoch} END, $13::int, 'held', now() + $13::int * interval '1 millisecond', 0, 0, $14, $15
  ON CONFLICT (company_id, kind, intent) DO NOTHING
  RETURNING id`;

/** Returns whether it is new. */
export async function add(
  run: (text: string, values: unknown[]) => Promise<{ rowCount: number | null }>,
  company: string,
  row: NewDelivery,
  epoch: string,
): Promise<boolean> {
  const { id, kind, label, intent, orderKey, destination, about, recipient, sealed, grantId, isHeld, holdMs } = row;
  const of = [company, id, kind, label, intent, orderKey, destination, about, recipient];
  const values = [...of, sealed, grantId, isHeld, holdMs, row.createdAt, row.expiresAt];
  const { rowCount } = await run(adding(epoch), values);
  return rowCount === 1;
}

export type Claimed = {
  id: string;
  kind: string;
  label: string;
  destination: string;
  about: string | null;
  grantId: string | null;
  sealed: Buffer;
  attempts: number;
  doubts: number;
  createdAt: Date;
  isExpired: boolean;
  /** How often its destination failed in a row. */
  failures: number;
};

/** How many deliveries of a company, and to one of its destinations, are sent at once by all instances. */
export const atOnce = { company: 8, destination: 4 };

/** More of it may be sent; what is wiped holds no one up. */
const isOpen = "sealed IS NOT NULL";
const isDue = "d.due_at <= now() AND d.status IN ('held', 'sending')";

/**
 * Leases deliveries that are due: unordered ones, and of each order key the first that is not finished. `stop` holds back
 * those a hold concerns; destinations at rest get none, and one that failed until now gets a single one. A delivery whose
 * sender was lost is leased again, with one more doubt. Leases go by the database's clock.
 */
const claiming = (stop: string): string => `
  WITH RECURSIVE lines AS (
    (SELECT order_key FROM deliveries WHERE company_id = $1 AND order_key IS NOT NULL AND ${isOpen} ORDER BY order_key LIMIT 1)
    UNION ALL
    SELECT (SELECT n.order_key FROM deliveries n WHERE n.company_id = $1 AND n.order_key > l.order_key AND ${isOpen}
      ORDER BY n.order_key LIMIT 1)
    FROM lines l WHERE l.order_key IS NOT NULL
  ), heads AS (
    SELECT h.id FROM lines l CROSS JOIN LATERAL (
      SELECT id FROM deliveries WHERE company_id = $1 AND order_key = l.order_key AND ${isOpen} ORDER BY seq LIMIT 1
    ) h
  ), free AS (
    SELECT d.id FROM deliveries d
    LEFT JOIN delivery_destinations b ON b.company_id = d.company_id AND b.destination = d.destination
    WHERE d.company_id = $1 AND ${isDue} AND d.order_key IS NULL AND NOT (${stop})
      AND (b.closed_until IS NULL OR b.closed_until <= now())
    ORDER BY d.due_at, d.seq LIMIT 64
  ), ready AS (
    SELECT d.id, d.destination, coalesce(b.failures, 0) AS failures,
      row_number() OVER (PARTITION BY d.destination ORDER BY d.due_at, d.seq) AS place
    FROM deliveries d
    LEFT JOIN delivery_destinations b ON b.company_id = d.company_id AND b.destination = d.destination
    WHERE d.company_id = $1 AND d.id IN (SELECT id FROM heads UNION ALL SELECT id FROM free) AND ${isDue}
      AND NOT (${stop}) AND (b.closed_until IS NULL OR b.closed_until <= now())
  ), under_way AS (
    SELECT destination, count(*) AS count FROM deliveries
    WHERE company_id = $1 AND status = 'sending' AND due_at > now() GROUP BY destination
  ), picked AS (
    SELECT d.id, r.failures FROM deliveries d
    JOIN ready r ON r.id = d.id
    LEFT JOIN under_way u ON u.destination = d.destination
    WHERE d.company_id = $1 AND ${isDue}
      AND r.place + coalesce(u.count, 0) <= CASE WHEN r.failures >= ${failuresToPause} THEN 1 ELSE ${atOnce.destination} END
    ORDER BY d.due_at, d.seq LIMIT $3 FOR UPDATE OF d SKIP LOCKED
  )
  UPDATE deliveries d SET status = 'sending', lease_token = $2, due_at = now() + ${leaseMs} * interval '1 millisecond',
    attempts = attempts + 1, doubts = doubts + (d.status = 'sending')::int
  FROM picked WHERE d.company_id = $1 AND d.id = picked.id
  RETURNING d.id, d.kind, d.label, d.destination, d.about, d.grant_id AS "grantId", d.sealed, d.attempts, d.doubts,
    d.created_at AS "createdAt", d.expires_at <= now() AS "isExpired", picked.failures`;

export async function claim(db: Db, company: string, token: string, most: number, stop: string): Promise<Claimed[]> {
  const { rows } = await db.$client.query({ text: claiming(stop) }, [company, token, most]);
  return rows as Claimed[];
}

export type Lease = { company: string; id: string; token: string };

const leased = ({ company, id, token }: Lease) =>
  and(eq(deliveries.companyId, company), eq(deliveries.id, id), eq(deliveries.leaseToken, token));

/** Puts a leased delivery back; returns false when the lease was lost. */
export async function release(
  db: Db,
  lease: Lease,
  { afterMs, ...to }: { afterMs: number; attempts?: number; doubts?: number; answer?: string },
): Promise<boolean> {
  const { rowCount } = await db
    .update(deliveries)
    .set({ ...to, status: "held", leaseToken: null, dueAt: sql`now() + ${afterMs}::int * interval '1 millisecond'` })
    .where(leased(lease));
  return rowCount === 1;
}

/** Settles a leased delivery; returns false when the lease was lost. */
export async function settle(
  db: Db,
  lease: Lease,
  to: { status: "sent" | "failed" | "unknown" | "cancelled"; answer: string | null; at: Date; isWiped: boolean },
): Promise<boolean> {
  const { at, isWiped, ...state } = to;
  const { rowCount } = await db
    .update(deliveries)
    .set({ ...state, settledAt: at, leaseToken: null, dueAt: null, ...(isWiped && { sealed: null }) })
    .where(leased(lease));
  return rowCount === 1;
}

const failing = `
  INSERT INTO delivery_destinations (company_id, destination, failures, closed_until, answer, changed_at)
  VALUES ($1, $2, 1, now() + $4::int * interval '1 millisecond', $3, now())
  ON CONFLICT (company_id, destination) DO UPDATE SET failures = least(delivery_destinations.failures + 1, 1000),
    answer = $3, changed_at = now(),
    closed_until = now() + greatest($4::int, (CASE delivery_destinations.failures + 1 ${Array.from(
      { length: 8 },
      (_, at) => `WHEN ${failuresToPause + at} THEN ${restAfter(failuresToPause + at)}`,
    ).join(
      " ",
    )} ELSE CASE WHEN delivery_destinations.failures >= ${failuresToPause} THEN ${restAfter(1_000)} ELSE 0 END END)) * interval '1 millisecond'`;

/** A failure of the destination itself, which asked to be left alone for `restMs`. */
export async function countFailure(db: Db, company: string, destination: string, answer: string, restMs: number) {
  await db.$client.query({ text: failing }, [company, destination, answer, restMs]);
}

/** The destination takes deliveries again. */
export async function clearFailures(db: Db, company: string, destination: string): Promise<void> {
  const text = "DELETE FROM delivery_destinations WHERE company_id = $1 AND destination = $2";
  await db.$client.query({ text }, [company, destination]);
}

/** Changes a delivery in one of these states, and returns whether it was. */
export async function change(
  tx: Tx,
  id: string,
  from: readonly DeliveryStatus[],
  to: Partial<
    Pick<
      typeof deliveries.$inferInsert,
      "status" | "answer" | "expiresAt" | "settledAt" | "settledBy" | "sealed" | "attempts" | "doubts"
    >
  > & {
    isDue?: boolean;
    /** Only one that cannot have left. */
    isCertain?: true;
  },
): Promise<boolean> {
  const { isDue: isNow, isCertain, ...set } = to;
  const one = inCompany(tx, deliveries, eq(deliveries.id, id));
  const { rowCount } = await tx.db
    .update(deliveries)
    .set({ ...set, dueAt: isNow ? sql`now()` : null })
    .where(and(one, inArray(deliveries.status, [...from]), isCertain && eq(deliveries.doubts, 0)));
  return rowCount === 1;
}

/** Lets go what a hold held: everything it concerned waits once more as long as it can be cancelled. */
export async function releaseHeld(tx: Tx, epoch: number): Promise<number> {
  const { rowCount } = await tx.db.$client.query(
    {
      // What was held does not age: it has its whole life again.
      text: `UPDATE deliveries SET hold_epoch = $2,
          expires_at = CASE status WHEN 'held' THEN greatest(expires_at, now() + (expires_at - created_at)) ELSE expires_at END,
          due_at = CASE status WHEN 'held' THEN greatest(due_at, now() + hold_ms * interval '1 millisecond') ELSE due_at END
        WHERE company_id = $1 AND status IN ('held', 'sending', 'unknown', 'failed') AND hold_epoch IS NOT NULL`,
    },
    [tx.company, epoch],
  );
  return rowCount ?? 0;
}

/** Companies with a delivery that is due within so many milliseconds, and in how many the first is. */
export const dueCompanies = `
  SELECT company_id AS company, (extract(epoch FROM min(due_at) - now()) * 1000)::float8 AS ms FROM deliveries
  WHERE due_at <= now() + $1::int * interval '1 millisecond' GROUP BY company_id ORDER BY min(due_at) LIMIT 1000`;
