import { eq } from "drizzle-orm";
import type pg from "pg";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";
import { asOperator } from "#platform/db/operator.ts";
import { jobClaims, jobSlots } from "#platform/jobs/tables.ts";

type ConnectOwner = () => pg.Client;

/** Claims an event or slot for a job, in the transaction of its effect; false if it was claimed before. */
export async function claim(tx: Tx, job: string, occasion: string): Promise<boolean> {
  const row = { companyId: tx.company, job, occasion, claimedAt: tx.now };
  const taken = await tx.db.insert(jobClaims).values(row).onConflictDoNothing().returning({ job: jobClaims.job });
  return taken.length > 0;
}

/** Whether an event or slot was claimed for a job. */
export const isClaimed = async (tx: Tx, job: string, occasion: string): Promise<boolean> =>
  (await tx.db.$count(jobClaims, inCompany(tx, jobClaims, eq(jobClaims.job, job), eq(jobClaims.occasion, occasion)))) >
  0;

/** Adds a company's first slots; existing ones stay. */
export async function addSlots(
  tx: Pick<Tx, "db" | "company">,
  slots: readonly { job: string; nextAt: Date }[],
): Promise<void> {
  if (slots.length === 0) return;
  await tx.db
    .insert(jobSlots)
    .values(slots.map((slot) => ({ ...slot, companyId: tx.company })))
    .onConflictDoNothing();
}

/** Moves a slot to another time; false if another instance did. */
export async function move(tx: Tx, job: string, from: Date, to: Date): Promise<boolean> {
  const moved = await tx.db
    .update(jobSlots)
    .set({ nextAt: to })
    .where(inCompany(tx, jobSlots, eq(jobSlots.job, job), eq(jobSlots.nextAt, from)))
    .returning({ job: jobSlots.job });
  return moved.length > 0;
}

/** Gives a job the company's own next slot; null: none. */
export async function setSlot(tx: Tx, job: string, nextAt: Date | null): Promise<void> {
  if (!nextAt) {
    await tx.db.delete(jobSlots).where(inCompany(tx, jobSlots, eq(jobSlots.job, job)));
    return;
  }
  await tx.db
    .insert(jobSlots)
    .values({ companyId: tx.company, job, nextAt })
    .onConflictDoUpdate({ target: [jobSlots.companyId, jobSlots.job], set: { nextAt } });
}

export async function slotOf(tx: Tx, job: string): Promise<Date | null> {
  const [row] = await tx.db
    .select({ nextAt: jobSlots.nextAt })
    .from(jobSlots)
    .where(inCompany(tx, jobSlots, eq(jobSlots.job, job)));
  return row?.nextAt ?? null;
}

/** All companies' slots after a moment; runs as the owner. */
export function slotsAfter(connectOwner: ConnectOwner, jobs: readonly string[], moment: Date): Promise<Slot[]> {
  return asOperator(connectOwner, async (owner) => {
    const { rows } = await owner.query<Slot>(
      `SELECT company_id AS company, job, next_at AS "nextAt" FROM job_slots WHERE next_at > $1 AND job = ANY($2)`,
      [moment, jobs],
    );
    return rows;
  });
}

export type Slot = { company: string; job: string; nextAt: Date };

/**
 * All companies' due slots that no other instance is queueing, oldest first; they stay locked until the owner's
 * transaction ends.
 */
export async function lockDueSlots(
  owner: pg.Client,
  { jobs, now, limit }: { jobs: readonly string[]; now: Date; limit: number },
): Promise<Slot[]> {
  const { rows } = await owner.query<Slot>(
    `SELECT company_id AS company, job, next_at AS "nextAt" FROM job_slots
     WHERE next_at <= $1 AND job = ANY($2) ORDER BY next_at LIMIT $3 FOR UPDATE SKIP LOCKED`,
    [now, jobs, limit],
  );
  return rows;
}

export async function moveSlots(owner: pg.Client, slots: readonly Slot[]): Promise<void> {
  await owner.query(
    `UPDATE job_slots SET next_at = moved.next_at
     FROM unnest($1::uuid[], $2::text[], $3::timestamptz[]) AS moved (company_id, job, next_at)
     WHERE job_slots.company_id = moved.company_id AND job_slots.job = moved.job`,
    [slots.map(({ company }) => company), slots.map(({ job }) => job), slots.map(({ nextAt }) => nextAt)],
  );
}

export function companiesWithoutSlots(connectOwner: ConnectOwner, jobs: readonly string[]): Promise<string[]> {
  return asOperator(connectOwner, async (owner) => {
    const { rows } = await owner.query<{ company: string }>(
      `SELECT company_id AS company FROM journal_heads h
       WHERE (SELECT count(*) FROM job_slots s WHERE s.company_id = h.company_id AND s.job = ANY($1)) < $2`,
      [jobs, jobs.length],
    );
    return rows.map(({ company }) => company);
  });
}

export async function dropOtherSlots(connectOwner: ConnectOwner, jobs: readonly string[], before: Date): Promise<void> {
  await asOperator(connectOwner, (owner) =>
    owner.query("DELETE FROM job_slots WHERE job <> ALL($1) AND next_at < $2", [jobs, before]),
  );
}

/** Deletes claims too old to be delivered again; returns how many. */
export function dropClaims(connectOwner: ConnectOwner, olderThan: Date): Promise<number> {
  return asOperator(connectOwner, async (owner) => {
    const { rowCount } = await owner.query("DELETE FROM job_claims WHERE claimed_at < $1", [olderThan]);
    return rowCount ?? 0;
  });
}
