import { and, eq, lte } from "drizzle-orm";
import { person, type Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";
import { idempotencyKeys as keys } from "#platform/idempotency/tables.ts";

/** A request with a key: its route, key and a hash of its content. */
export type Keyed = { route: string; key: string; requestHash: Buffer };
export type Answered = { status: number; body: string };

const lifeMs = 86_400_000;

const isOf = (tx: Tx, { route, key }: Keyed) =>
  inCompany(tx, keys, eq(keys.userId, person(tx).id), eq(keys.route, route), eq(keys.key, key));

/** The response stored under this key within the last day, with its request's hash. */
export async function find(tx: Tx, keyed: Keyed): Promise<(Answered & { requestHash: Buffer }) | null> {
  const [row] = await tx.db.select().from(keys).where(isOf(tx, keyed));
  if (!row || row.expiresAt > tx.now) return row ?? null;
  await tx.db.delete(keys).where(and(isOf(tx, keyed), lte(keys.expiresAt, tx.now)));
  return null;
}

/** Stores a response; of two concurrent ones the unique key lets only one through. */
export async function add(tx: Tx, keyed: Keyed, answer: Answered): Promise<void> {
  const expiresAt = new Date(tx.now.getTime() + lifeMs);
  await tx.db.insert(keys).values({ companyId: tx.company, userId: person(tx).id, ...keyed, ...answer, expiresAt });
}
