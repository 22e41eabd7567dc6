import { and, eq } from "drizzle-orm";
import type pg from "pg";
import type { Tx } from "#platform/context.ts";
import { asOperator } from "#platform/db/operator.ts";
import { jobClaims, jobSlots } from "#platform/jobs/tables.ts";

type ConnectOwner = () => pg.Client;

/** Claims an event or slot for a job, in the transaction of its effect; false if it was claimed before. */
export async function claim(tx: Tx, job: string, occasion: string): Promise<boolean> {
  const row = { companyId: tx.company, job, occasion, claimedAt: tx.now };
  const taken = await tx.db.insert(jobClaims).values(row).onConflictDoNothing().returning({ job: jobClaims.job });
  return taken.length > 0;
}

/** Adds a company's first slots; existing ones stay. */
export async function addSlots(tx: Tx, slots: readonly { job: string; nextAt: Date }[]): Promise<void> {
  if (slots.length === 0) return;
  await tx.db
    .insert(jobSlots)
    .values(slots.map((slot) => ({ ...slot, companyId: tx.company })))
    .onConflictDoNothing();
}

/** Moves a slot to its next time; false if another instance did. */
export async function advance(tx: Tx, job: string, from: Date, to: Date): Promise<boolean> {
  const moved = await tx.db
    .update(jobSlots)
    .set({ nextAt: to })
    .where(and(eq(jobSlots.companyId, tx.company), eq(jobSlots.job, job), eq(jobSlots.nextAt, from)))
    .returning({ job: jobSlots.job });
  return moved.length > 0;
}

/** All companies' due slots, oldest first; runs as the owner, bypassing row-level security. */
export function dueSlots(
  connectOwner: ConnectOwner,
  jobs: readonly string[],
  now: Date,
): Promise<{ company: string; job: string; nextAt: Date }[]> {
  return asOperator(connectOwner, async (owner) => {
    const { rows } = await owner.query<{ company: string; job: string; nextAt: Date }>(
      `SELECT company_id AS company, job, next_at AS "nextAt" FROM job_slots
       WHERE next_at <= $1 AND job = ANY($2) ORDER BY next_at LIMIT 500`,
      [now, jobs],
    );
    return rows;
  });
}

/** Companies without a slot for one of these jobs. */
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

/** Deletes the slots of all other jobs. */
export async function dropOtherSlots(connectOwner: ConnectOwner, jobs: readonly string[]): Promise<void> {
  await asOperator(connectOwner, (owner) => owner.query("DELETE FROM job_slots WHERE job <> ALL($1)", [jobs]));
}

/** Deletes claims too old to be delivered again; returns how many. */
export function dropClaims(connectOwner: ConnectOwner, olderThan: Date): Promise<number> {
  return asOperator(connectOwner, async (owner) => {
    const { rowCount } = await owner.query("DELETE FROM job_claims WHERE claimed_at < $1", [olderThan]);
    return rowCount ?? 0;
  });
}
