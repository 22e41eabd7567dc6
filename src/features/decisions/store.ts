import { and, count, desc, eq, gt, inArray, isNotNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { Forecast } from "#features/decisions/contract.ts";
import { readPlannedActions } from "#features/decisions/effects/planned.ts";
import { decisionCounters, decisions, forecasts } from "#features/decisions/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";
import type { Db } from "#platform/db/database.ts";
import { inserting } from "#platform/db/inserting.ts";
import { company, given, prepared } from "#platform/db/prepared.ts";

export type DecisionRow = typeof decisions.$inferSelect;
type NewDecision = Omit<typeof decisions.$inferInsert, "companyId" | "createdAt">;

/** Takes the company's next decision number; waits for the transaction that took the previous one. */
export async function nextNumber(tx: Tx): Promise<number> {
  const [row] = await takeNumber(tx, {});
  return row?.made ?? 1;
}
const takeNumber = prepared<{ made: number }>((db) =>
  db
    .insert(decisionCounters)
    .values({ companyId: sql`${company}`, made: 1 })
    .onConflictDoUpdate({ target: decisionCounters.companyId, set: { made: sql`${decisionCounters.made} + 1` } })
    .returning({ made: decisionCounters.made }),
);

export const add = (tx: Tx, row: NewDecision): Promise<void> => insert(tx, [{ ...row, createdAt: tx.now }]);
const insert = inserting(decisions);

/** Adds a decision's forecasts, which are frozen from here on. */
export function addForecasts(tx: Tx, decisionId: string, claims: readonly Forecast[]): Promise<void> {
  return insertForecasts(
    tx,
    // A run that began before an update has forecasts without `measuredBy`.
    claims.map((claim, position) => ({ ...claim, measuredBy: claim.measuredBy ?? null, decisionId, position })),
  );
}
const insertForecasts = inserting(forecasts);

/** The same request, as a condition. */
const isSame = and(
  eq(decisions.companyId, company),
  eq(decisions.agentId, given("agentId")),
  eq(decisions.fingerprint, given("fingerprint")),
);
const isRecent = gt(decisions.createdAt, given("since"));
type Same = { agentId: string; fingerprint: string };

/** The same request made after `since`, or still pending if `since` is null. */
export async function findDuplicate(
  tx: Tx,
  agentId: string,
  fingerprint: string,
  since: Date | null,
): Promise<string | null> {
  const same = { agentId, fingerprint };
  const [row] = since ? await sameSince(tx, { ...same, since }) : await samePending(tx, same);
  return row?.id ?? null;
}
const newestOf = (db: Db, condition: SQL | undefined) =>
  db
    .select({ id: decisions.id })
    .from(decisions)
    .where(and(isSame, condition))
    .orderBy(desc(decisions.createdAt))
    .limit(1);
const sameSince = prepared<{ id: string }, Same & { since: Date }>((db) => newestOf(db, isRecent));
const samePending = prepared<{ id: string }, Same>((db) => newestOf(db, eq(decisions.status, "pending")));

/** The latest same request that a person or the policy settled after `since`; expired ones don't count. */
export async function findSettled(tx: Tx, agentId: string, fingerprint: string, since: Date): Promise<Answered | null> {
  const [row] = await answeredSince(tx, { agentId, fingerprint, since });
  return row ?? null;
}
type Answered = Pick<DecisionRow, "id" | "number" | "status" | "reason" | "settledAt">;
const answeredSince = prepared<Answered, Same & { since: Date }>((db) => {
  const { id, number, status, reason, settledAt } = decisions;
  return db
    .select({ id, number, status, reason, settledAt })
    .from(decisions)
    .where(and(isSame, isRecent, or(isNotNull(decisions.settledBy), isNotNull(decisions.policyEpoch))))
    .orderBy(desc(decisions.createdAt))
    .limit(1);
});

export async function find(tx: Tx, id: string): Promise<DecisionRow | null> {
  const [row] = await byId(tx, { id });
  return row ? { ...row, working: { ...row.working, effects: readPlannedActions(row.working.effects) } } : null;
}

const isOne = and(eq(decisions.companyId, company), eq(decisions.id, given("id")));
const byId = prepared<DecisionRow, { id: string }>((db) => db.select().from(decisions).where(isOne));

/** Lowers the confidence of an agent's pending decision; false if it would not be lower. */
/** The numbers of these decisions, by id. */
export async function numbersOf(tx: Tx, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.db
    .select({ id: decisions.id, number: decisions.number })
    .from(decisions)
    .where(inCompany(tx, decisions, inArray(decisions.id, [...ids])));
  return new Map(rows.map(({ id, number }) => [id, number]));
}

export async function lowerConfidence(
  tx: Tx,
  { id, agentId, confidence }: { id: string; agentId: string; confidence: number },
): Promise<boolean> {
  const own = inCompany(tx, decisions, eq(decisions.id, id), eq(decisions.agentId, agentId));
  const rows = await tx.db
    .update(decisions)
    .set({ confidence })
    .where(and(own, eq(decisions.status, "pending"), gt(decisions.confidence, confidence)))
    .returning({ id: decisions.id });
  return rows.length > 0;
}

type Settlement = Pick<
  DecisionRow,
  "status" | "settledBy" | "reason" | "closedReason" | "settledAt" | "approverProbability" | "undoUntil"
>;

/** Settles a pending decision; returns whether this call did. */
export async function settle(tx: Tx, id: string, change: Settlement): Promise<boolean> {
  return (await settlePending(tx, { ...change, id })).length > 0;
}
const settlePending = prepared<{ id: string }, Settlement & { id: string }>((db) =>
  db
    .update(decisions)
    .set({
      status: given("status"),
      settledBy: given("settledBy"),
      reason: given("reason"),
      closedReason: given("closedReason"),
      settledAt: given("settledAt"),
      approverProbability: given("approverProbability"),
      undoUntil: given("undoUntil"),
    })
    .where(and(isOne, eq(decisions.status, "pending")))
    .returning({ id: decisions.id }),
);

/** Lets the policy approve a decision that is still pending. */
export async function approveByPolicy(
  tx: Tx,
  id: string,
  { policyEpoch, undoUntil }: { policyEpoch: number; undoUntil: Date | null },
): Promise<void> {
  await tx.db
    .update(decisions)
    .set({ status: "approved", requiresApproval: false, settledAt: tx.now, policyEpoch, undoUntil })
    .where(inCompany(tx, decisions, eq(decisions.id, id), eq(decisions.status, "pending")));
}

/** Decisions the policy approved whose effects have not run yet. */
export async function heldByPolicy(tx: Tx): Promise<string[]> {
  const rows = await tx.db
    .select({ id: decisions.id })
    .from(decisions)
    .where(inCompany(tx, decisions, isNotNull(decisions.undoUntil), isNotNull(decisions.policyEpoch)));
  return rows.map(({ id }) => id);
}

/** A settled decision whose effects have not run yet, as a condition. */
const isHeld = (tx: Tx, id: string) => inCompany(tx, decisions, eq(decisions.id, id), isNotNull(decisions.undoUntil));

/** Ends the undo time; returns whether this call did. */
export async function endUndo(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.db
    .update(decisions)
    .set({ undoUntil: null })
    .where(isHeld(tx, id))
    .returning({ id: decisions.id });
  return rows.length > 0;
}

/** Makes it pending again before its effects; returns whether this call did. */
export async function reopen(
  tx: Tx,
  id: string,
  {
    expiresAt,
    authorization,
    isByPerson,
  }: { expiresAt: Date; authorization: DecisionRow["authorization"]; isByPerson: boolean },
): Promise<boolean> {
  const none = {
    settledBy: null,
    policyEpoch: null,
    reason: null,
    closedReason: null,
    settledAt: null,
    approverProbability: null,
  };
  const rows = await tx.db
    .update(decisions)
    .set({
      ...none,
      status: "pending",
      requiresApproval: true,
      undoUntil: null,
      expiresAt,
      authorization,
      ...(isByPerson && { undoneAt: tx.now }),
    })
    .where(isHeld(tx, id))
    .returning({ id: decisions.id });
  return rows.length > 0;
}

export async function setReason(tx: Tx, id: string, reason: string): Promise<void> {
  await tx.db.update(decisions).set({ reason }).where(isHeld(tx, id));
}

export async function existing(
  tx: Tx,
  ids: readonly string[],
): Promise<Pick<DecisionRow, "id" | "title" | "exposure">[]> {
  return tx.db
    .select({ id: decisions.id, title: decisions.title, exposure: decisions.exposure })
    .from(decisions)
    .where(inCompany(tx, decisions, inArray(decisions.id, [...ids])));
}

/** Settled decisions whose effects have not run yet. */
export async function held(tx: Tx): Promise<{ id: string; undoUntil: Date | null }[]> {
  return tx.db
    .select({ id: decisions.id, undoUntil: decisions.undoUntil })
    .from(decisions)
    .where(inCompany(tx, decisions, isNotNull(decisions.undoUntil)));
}

export async function setExpiry(tx: Tx, id: string, expiresAt: Date): Promise<void> {
  const pending = and(eq(decisions.companyId, tx.company), eq(decisions.id, id), eq(decisions.status, "pending"));
  await tx.db.update(decisions).set({ expiresAt }).where(pending);
}

/** Marks tests where only titles are shown. */
const markedTitle = sql<string>`CASE WHEN ${decisions.isTest} THEN 'Test: ' ELSE '' END || ${decisions.title}`;

/** The decisions a run proposed, optionally of one agent. */
export function ofRun(
  tx: Tx,
  runId: string,
  agentId?: string,
): Promise<Pick<DecisionRow, "id" | "title" | "status" | "closedReason" | "agentId" | "agentName" | "agentRole">[]> {
  const { id, status, closedReason, agentName, agentRole } = decisions;
  return tx.db
    .select({ id, title: markedTitle, status, closedReason, agentId: decisions.agentId, agentName, agentRole })
    .from(decisions)
    .where(inCompany(tx, decisions, eq(decisions.runId, runId), agentId ? eq(decisions.agentId, agentId) : undefined))
    .orderBy(decisions.number);
}

export async function exist(tx: Tx): Promise<boolean> {
  const rows = await tx.db.select({ id: decisions.id }).from(decisions).where(inCompany(tx, decisions)).limit(1);
  return rows.length > 0;
}

/** Pending decisions without tests: their number and the five that expire first. */
export async function waiting(tx: Tx): Promise<{
  total: number;
  first: Pick<DecisionRow, "id" | "number" | "title" | "agentName" | "agentRole" | "expiresAt">[];
}> {
  const { id, number, title, agentName, agentRole, expiresAt } = decisions;
  const rows = await tx.db
    .select({ id, number, title, agentName, agentRole, expiresAt, total: sql<number>`(count(*) OVER ())::int` })
    .from(decisions)
    .where(inCompany(tx, decisions, eq(decisions.status, "pending"), eq(decisions.isTest, false)))
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
      inCompany(
        tx,
        forecasts,
        eq(forecasts.horizon, horizon),
        isNotNull(forecasts.held),
        eq(decisions.status, "approved"),
        eq(decisions.decisionType, decisionType),
        eq(decisions.isTest, false),
      ),
    );
  return row && row.resolved > 0 ? row : null;
}

export async function endingBefore(tx: Tx, moment: Date): Promise<{ id: string; expiresAt: Date }[]> {
  return tx.db
    .select({ id: decisions.id, expiresAt: decisions.expiresAt })
    .from(decisions)
    .where(inCompany(tx, decisions, eq(decisions.status, "pending"), lt(decisions.expiresAt, moment)));
}

/** Pending decisions of one agent without tests, oldest first. */
export async function pendingOf(tx: Tx, agentId: string): Promise<Pick<DecisionRow, "id" | "number" | "title">[]> {
  return tx.db
    .select({ id: decisions.id, number: decisions.number, title: decisions.title })
    .from(decisions)
    .where(
      inCompany(
        tx,
        decisions,
        eq(decisions.status, "pending"),
        eq(decisions.agentId, agentId),
        eq(decisions.isTest, false),
      ),
    )
    .orderBy(decisions.number);
}

export async function amount(tx: Tx): Promise<number> {
  const [row] = await tx.db.select({ count: count() }).from(decisions).where(inCompany(tx, decisions));
  return row?.count ?? 0;
}
