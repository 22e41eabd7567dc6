import { and, eq, lte } from "drizzle-orm";
import { person, type Tx } from "#platform/context.ts";
import { idempotencyKeys as keys } from "#platform/idempotency/tables.ts";

/** A request that carries a key: under which route and name, and what it asks. */
export type Keyed = { route: string; key: string; requestHash: Buffer };
export type Answered = { status: number; body: string };

const lifeMs = 86_400_000;

const isOf = (tx: Tx, { route, key }: Keyed) =>
  and(eq(keys.companyId, tx.company), eq(keys.userId, person(tx).id), eq(keys.route, route), eq(keys.key, key));

/** What was answered under this key within the last day, and to which request. */
export async function find(tx: Tx, keyed: Keyed): Promise<(Answered & { requestHash: Buffer }) | null> {
  const [row] = await tx.db.select().from(keys).where(isOf(tx, keyed));
  if (!row || row.expiresAt > tx.now) return row ?? null;
  await tx.db.delete(keys).where(and(isOf(tx, keyed), lte(keys.expiresAt, tx.now)));
  return null;
}

/** Keeps an answer; of two at once under one key the unique key lets one pass. */
export async function add(tx: Tx, keyed: Keyed, answer: Answered): Promise<void> {
  const expiresAt = new Date(tx.now.getTime() + lifeMs);
  await tx.db.insert(keys).values({ companyId: tx.company, userId: person(tx).id, ...keyed, ...answer, expiresAt });
}
