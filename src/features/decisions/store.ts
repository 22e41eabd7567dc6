import { and, count, desc, eq, gt, isNotNull, lt, sql } from "drizzle-orm";
import type { Forecast } from "#features/decisions/contract.ts";
import { readPlannedActions } from "#features/decisions/effects/planned.ts";
import { decisionCounters, decisions, forecasts } from "#features/decisions/tables.ts";
import type { Tx } from "#platform/context.ts";

export type DecisionRow = typeof decisions.$inferSelect;
type NewDecision = Omit<typeof decisions.$inferInsert, "companyId" | "createdAt">;

const byId = (tx: Tx, id: string) => and(eq(decisions.companyId, tx.company), eq(decisions.id, id));

/** Locks the counter until the transaction ends, so numbers have no gaps. */
export async function nextNumber(tx: Tx): Promise<number> {
  const [row] = await tx.db
    .insert(decisionCounters)
    .values({ companyId: tx.company, made: 1 })
    .onConflictDoUpdate({ target: decisionCounters.companyId, set: { made: sql`${decisionCounters.made} + 1` } })
    .returning({ made: decisionCounters.made });
  return row?.made ?? 1;
}

export async function add(tx: Tx, row: NewDecision): Promise<void> {
  await tx.db.insert(decisions).values({ ...row, companyId: tx.company, createdAt: tx.now });
}

export async function addForecasts(tx: Tx, decisionId: string, claims: readonly Forecast[]): Promise<void> {
  const rows = claims.map((claim, position) => ({ ...claim, companyId: tx.company, decisionId, position }));
  if (rows.length > 0) await tx.db.insert(forecasts).values(rows);
}

/** The same request made after `since`, or still pending if `since` is null. */
export async function findDuplicate(
  tx: Tx,
  agentId: string,
  fingerprint: string,
  since: Date | null,
): Promise<string | null> {
  const [row] = await tx.db
    .select({ id: decisions.id })
    .from(decisions)
    .where(
      and(
        eq(decisions.companyId, tx.company),
        eq(decisions.agentId, agentId),
        since ? gt(decisions.createdAt, since) : eq(decisions.status, "pending"),
        eq(decisions.fingerprint, fingerprint),
      ),
    )
    .orderBy(desc(decisions.createdAt))
    .limit(1);
  return row?.id ?? null;
}

/** The latest same request that a person settled after `since`; expired ones don't count. */
export async function findSettledByPerson(
  tx: Tx,
  agentId: string,
  fingerprint: string,
  since: Date,
): Promise<Pick<DecisionRow, "id" | "number" | "status" | "reason" | "settledAt"> | null> {
  const { id, number, status, reason, settledAt } = decisions;
  const [row] = await tx.db
    .select({ id, number, status, reason, settledAt })
    .from(decisions)
    .where(
      and(
        eq(decisions.companyId, tx.company),
        eq(decisions.agentId, agentId),
        gt(decisions.createdAt, since),
        eq(decisions.fingerprint, fingerprint),
        isNotNull(decisions.settledBy),
      ),
    )
    .orderBy(desc(decisions.createdAt))
    .limit(1);
  return row ?? null;
}

export async function find(tx: Tx, id: string): Promise<DecisionRow | null> {
  const [row] = await tx.db.select().from(decisions).where(byId(tx, id));
  return row ? { ...row, working: { ...row.working, effects: readPlannedActions(row.working.effects) } } : null;
}

/** Settles a pending decision; false if another call was first. */
export async function settle(
  tx: Tx,
  id: string,
  change: Pick<DecisionRow, "status" | "settledBy" | "reason" | "closedReason" | "settledAt" | "approverProbability">,
): Promise<boolean> {
  const rows = await tx.db
    .update(decisions)
    .set(change)
    .where(and(byId(tx, id), eq(decisions.status, "pending")))
    .returning({ id: decisions.id });
  return rows.length > 0;
}

/** The decisions a run proposed, optionally of one agent. */
export function ofRun(
  tx: Tx,
  runId: string,
  agentId?: string,
): Promise<Pick<DecisionRow, "id" | "title" | "status" | "closedReason" | "agentId" | "agentName" | "agentRole">[]> {
  const { id, title, status, closedReason, agentName, agentRole } = decisions;
  return tx.db
    .select({ id, title, status, closedReason, agentId: decisions.agentId, agentName, agentRole })
    .from(decisions)
    .where(
      and(
        eq(decisions.companyId, tx.company),
        eq(decisions.runId, runId),
        agentId ? eq(decisions.agentId, agentId) : undefined,
      ),
    )
    .orderBy(decisions.number);
}

export async function exist(tx: Tx): Promise<boolean> {
  const rows = await tx.db
    .select({ id: decisions.id })
    .from(decisions)
    .where(eq(decisions.companyId, tx.company))
    .limit(1);
  return rows.length > 0;
}

/** Pending decisions: their number and the five that expire first. */
export async function waiting(
  tx: Tx,
): Promise<{ total: number; first: Pick<DecisionRow, "id" | "title" | "agentName" | "agentRole" | "expiresAt">[] }> {
  const { id, title, agentName, agentRole, expiresAt } = decisions;
  const rows = await tx.db
    .select({ id, title, agentName, agentRole, expiresAt, total: sql<number>`(count(*) OVER ())::int` })
    .from(decisions)
    .where(and(eq(decisions.companyId, tx.company), eq(decisions.status, "pending")))
    .orderBy(expiresAt, decisions.number)
    .limit(5);
  return { total: rows[0]?.total ?? 0, first: rows.map(({ total: _, ...row }) => row) };
}

/** Resolved forecasts of approved decisions of one type and horizon, and how many came true; null if none. */
export async function recordOf(
  tx: Tx,
  decisionType: string,
  horizon: Forecast["horizon"],
): Promise<{ resolved: number; held: number } | null> {
  const [row] = await tx.db
    .select({ resolved: sql<number>`count(*)::int`, held: sql<number>`count(*) FILTER (WHERE ${forecasts.held})::int` })
    .from(forecasts)
    .innerJoin(decisions, and(eq(decisions.companyId, forecasts.companyId), eq(decisions.id, forecasts.decisionId)))
    .where(
      and(
        eq(forecasts.companyId, tx.company),
        eq(forecasts.horizon, horizon),
        isNotNull(forecasts.held),
        eq(decisions.status, "approved"),
        eq(decisions.decisionType, decisionType),
      ),
    );
  return row && row.resolved > 0 ? row : null;
}

/** Pending decisions that expire before a moment. */
export async function endingBefore(tx: Tx, moment: Date): Promise<{ id: string; expiresAt: Date }[]> {
  return tx.db
    .select({ id: decisions.id, expiresAt: decisions.expiresAt })
    .from(decisions)
    .where(and(eq(decisions.companyId, tx.company), eq(decisions.status, "pending"), lt(decisions.expiresAt, moment)));
}

/** Pending decisions of one agent, oldest first. */
export async function pendingOf(tx: Tx, agentId: string): Promise<Pick<DecisionRow, "id" | "number" | "title">[]> {
  return tx.db
    .select({ id: decisions.id, number: decisions.number, title: decisions.title })
    .from(decisions)
    .where(and(eq(decisions.companyId, tx.company), eq(decisions.status, "pending"), eq(decisions.agentId, agentId)))
    .orderBy(decisions.number);
}

export async function amount(tx: Tx): Promise<number> {
  const [row] = await tx.db.select({ count: count() }).from(decisions).where(eq(decisions.companyId, tx.company));
  return row?.count ?? 0;
}
