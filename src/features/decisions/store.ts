import { and, asc, count, desc, eq, getTableColumns, gt, inArray, isNotNull, lt, ne, or, sql } from "drizzle-orm";
import { addDays } from "#contract/days.ts";
import { usernames } from "#features/accounts/store.ts";
import type { Decision, DecisionLine, DecisionStatus, Forecast } from "#features/decisions/contract.ts";
import { decisionCounters, decisions, forecasts, urgencyOf } from "#features/decisions/tables.ts";
import type { Tx } from "#platform/context.ts";
import { bringBack, moveAway } from "#platform/kept/store.ts";

export type DecisionRow = typeof decisions.$inferSelect;
type ListedRow = Omit<DecisionRow, "working">;
type NewDecision = Omit<typeof decisions.$inferInsert, "companyId" | "createdAt">;

const page = 50;
const urgency = urgencyOf(decisions.priority);
/** Lists do without the working: it is the largest part of a row, and no list shows it. */
const { working: _working, ...listed } = getTableColumns(decisions);
const {
  companyId: _company,
  fingerprint: _fingerprint,
  context: _context,
  alternatives: _alternatives,
  evidence: _evidence,
  exposure: _exposure,
  authorization: _authorization,
  requiresApproval: _requires,
  settledBy: _settledBy,
  settledAt: _settledAt,
  reason: _reason,
  closedReason: _closed,
  approverProbability: _probability,
  engine: _engine,
  runId: _run,
  ...line
} = listed;
const mine = (tx: Tx, id: string) => and(eq(decisions.companyId, tx.company), eq(decisions.id, id));

/** Takes the next number of the company; whoever takes one waits for the verb that took the last. */
export async function nextNumber(tx: Tx): Promise<number> {
  const [row] = await tx.db
    .insert(decisionCounters)
    .values({ companyId: tx.company, made: 1 })
    .onConflictDoUpdate({ target: decisionCounters.companyId, set: { made: sql`${decisionCounters.made} + 1` } })
    .returning({ made: decisionCounters.made });
  return row?.made ?? 1;
}

/** Adds a decision with its forecasts, which are frozen from here on. */
export async function add(tx: Tx, row: NewDecision, claims: readonly Forecast[]): Promise<void> {
  await tx.db.insert(decisions).values({ ...row, companyId: tx.company, createdAt: tx.now });
  if (claims.length === 0) return;
  const rows = claims.map((claim, position) => ({ ...claim, companyId: tx.company, decisionId: row.id, position }));
  await tx.db.insert(forecasts).values(rows);
}

/** The same request made a moment ago, to answer a double click with what it made. */
export async function findSame(tx: Tx, agentId: string, fingerprint: string, since: Date): Promise<string | null> {
  const [row] = await tx.db
    .select({ id: decisions.id })
    .from(decisions)
    .where(
      and(
        eq(decisions.companyId, tx.company),
        eq(decisions.agentId, agentId),
        gt(decisions.createdAt, since),
        eq(decisions.fingerprint, fingerprint),
      ),
    )
    .orderBy(desc(decisions.createdAt))
    .limit(1);
  return row?.id ?? null;
}

export async function find(tx: Tx, id: string): Promise<DecisionRow | null> {
  const [row] = await tx.db.select().from(decisions).where(mine(tx, id));
  return row ?? null;
}

/** Settles a decision that is still pending; gives whether this call was the one that did. */
export async function settle(
  tx: Tx,
  id: string,
  change: Pick<DecisionRow, "status" | "settledBy" | "reason" | "closedReason" | "settledAt" | "approverProbability">,
): Promise<boolean> {
  const rows = await tx.db
    .update(decisions)
    .set(change)
    .where(and(mine(tx, id), eq(decisions.status, "pending")))
    .returning({ id: decisions.id });
  return rows.length > 0;
}

/** One page: pending ones first and the most urgent of them first, then the newest. */
export async function list(
  tx: Tx,
  filter: { status?: DecisionStatus | undefined; after?: string | undefined },
): Promise<Decision[]> {
  const last = filter.after ? await find(tx, filter.after) : null;
  if (filter.after && !last) return [];
  const pending = filter.status === undefined || filter.status === "pending" ? await pendingPage(tx, last) : [];
  if (filter.status === "pending" || pending.length === page) return toDecisions(tx, pending);
  const settled = await settledPage(tx, filter.status, last?.status === "pending" ? null : last, page - pending.length);
  return toDecisions(tx, [...pending, ...settled]);
}

function pendingPage(tx: Tx, last: DecisionRow | null): Promise<ListedRow[]> {
  if (last && last.status !== "pending") return Promise.resolve([]);
  const rank = last ? ["high", "medium", "low"].indexOf(last.priority) : 0;
  const beyond = last
    ? or(sql`${urgency} > ${rank}`, and(sql`${urgency} = ${rank}`, lt(decisions.number, last.number)))
    : undefined;
  return tx.db
    .select(listed)
    .from(decisions)
    .where(and(eq(decisions.companyId, tx.company), eq(decisions.status, "pending"), beyond))
    .orderBy(urgency, desc(decisions.number))
    .limit(page);
}

function settledPage(
  tx: Tx,
  status: DecisionStatus | undefined,
  last: DecisionRow | null,
  size: number,
): Promise<ListedRow[]> {
  return tx.db
    .select(listed)
    .from(decisions)
    .where(
      and(
        eq(decisions.companyId, tx.company),
        status ? eq(decisions.status, status) : ne(decisions.status, "pending"),
        last ? lt(decisions.number, last.number) : undefined,
      ),
    )
    .orderBy(desc(decisions.number))
    .limit(size);
}

/** The decision as the browser knows it. */
export async function show(tx: Tx, id: string): Promise<Decision | null> {
  const row = await find(tx, id);
  const [shown] = row ? await toDecisions(tx, [row]) : [];
  return shown ?? null;
}

/** The most urgent pending decisions, a line each, and how many there are in all. */
export async function waiting(tx: Tx, size: number): Promise<{ lines: DecisionLine[]; count: number }> {
  const rows = await tx.db
    .select({ ...line, confidenceScore: decisions.confidence })
    .from(decisions)
    .where(and(eq(decisions.companyId, tx.company), eq(decisions.status, "pending")))
    .orderBy(urgency, desc(decisions.number))
    .limit(size);
  const lines = rows.map(({ expiresAt, createdAt, ...row }) => ({
    ...row,
    expiresAt: expiresAt.toISOString(),
    createdAt: createdAt.toISOString(),
  }));
  if (rows.length < size) return { lines, count: rows.length };
  const [all] = await tx.db
    .select({ count: count() })
    .from(decisions)
    .where(and(eq(decisions.companyId, tx.company), eq(decisions.status, "pending")));
  return { lines, count: all?.count ?? rows.length };
}

/** How many were proposed per day of the company since a day; days without any are left out. */
export function perDay(tx: Tx, since: string): Promise<{ day: string; made: number }[]> {
  const day = sql<string>`to_char(${decisions.createdAt} AT TIME ZONE ${tx.timeZone}, 'YYYY-MM-DD')`;
  return tx.db
    .select({ day, made: sql<number>`count(*)::int` })
    .from(decisions)
    .where(and(eq(decisions.companyId, tx.company), sql`${decisions.createdAt} >= ${startOf(tx, since)}`))
    .groupBy(sql`1`);
}

/** How many decisions people settled on a day of the company. */
export async function settledByPeople(tx: Tx, day: string): Promise<number> {
  const [row] = await tx.db
    .select({ count: count() })
    .from(decisions)
    .where(
      and(
        eq(decisions.companyId, tx.company),
        isNotNull(decisions.settledBy),
        sql`${decisions.settledAt} >= ${startOf(tx, day)} AND ${decisions.settledAt} < ${startOf(tx, addDays(day, 1))}`,
      ),
    );
  return row?.count ?? 0;
}

/** The moment a day of the company begins. */
const startOf = (tx: Tx, day: string) => sql`(${day}::timestamp AT TIME ZONE ${tx.timeZone})`;

/** Whether there is any decision. */
export async function exist(tx: Tx): Promise<boolean> {
  const rows = await tx.db
    .select({ id: decisions.id })
    .from(decisions)
    .where(eq(decisions.companyId, tx.company))
    .limit(1);
  return rows.length > 0;
}

/** Whether a person has ever settled one of the decisions there are. */
export async function anySettled(tx: Tx): Promise<boolean> {
  const rows = await tx.db
    .select({ id: decisions.id })
    .from(decisions)
    .where(and(eq(decisions.companyId, tx.company), isNotNull(decisions.settledBy)))
    .limit(1);
  return rows.length > 0;
}

/** How the forecasts of one type and horizon came out so far; null without a record. */
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
        eq(decisions.decisionType, decisionType),
      ),
    );
  return row && row.resolved > 0 ? row : null;
}

/** Takes all of the company's decisions away, with their forecasts, and keeps them in a bundle; gives how many. */
export async function moveAllAway(tx: Tx, bundle: string): Promise<number> {
  await moveAway(tx, bundle, forecasts, eq(forecasts.companyId, tx.company));
  return moveAway(tx, bundle, decisions, eq(decisions.companyId, tx.company));
}

/** Puts the decisions of a bundle back as they were, with their forecasts; gives how many decisions. */
export async function bringAllBack(tx: Tx, bundle: string): Promise<number> {
  const back = await bringBack(tx, bundle, decisions);
  await bringBack(tx, bundle, forecasts);
  return back;
}

/** The pending decisions whose time ends before a moment. */
export async function endingBefore(tx: Tx, moment: Date): Promise<{ id: string; expiresAt: Date }[]> {
  return tx.db
    .select({ id: decisions.id, expiresAt: decisions.expiresAt })
    .from(decisions)
    .where(and(eq(decisions.companyId, tx.company), eq(decisions.status, "pending"), lt(decisions.expiresAt, moment)));
}

/** How many decisions there are. */
export async function amount(tx: Tx): Promise<number> {
  const [row] = await tx.db.select({ count: count() }).from(decisions).where(eq(decisions.companyId, tx.company));
  return row?.count ?? 0;
}

async function toDecisions(tx: Tx, rows: readonly ListedRow[]): Promise<Decision[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const claims = await tx.db
    .select()
    .from(forecasts)
    .where(and(eq(forecasts.companyId, tx.company), inArray(forecasts.decisionId, ids)))
    .orderBy(asc(forecasts.position));
  const people = rows.some((row) => row.settledBy) ? await usernames(tx) : new Map<string, string>();
  return rows.map((row) => {
    const settler = row.settledBy ? (people.get(row.settledBy) ?? "a former member") : null;
    return {
      id: row.id,
      number: row.number,
      companyId: row.companyId,
      agentId: row.agentId,
      agentName: row.agentName,
      agentRole: row.agentRole,
      decisionType: row.decisionType,
      title: row.title,
      description: row.description,
      context: row.context,
      recommendation: row.recommendation,
      confidenceScore: row.confidence,
      confidence: row.confidence,
      impact: row.impact,
      priority: row.priority,
      status: row.status,
      requiresApproval: row.requiresApproval,
      approvedBy: row.status === "approved" ? settler : null,
      rejectedBy: row.status === "rejected" ? settler : null,
      reason: row.reason,
      closedReason: row.closedReason,
      settledAt: row.settledAt?.toISOString() ?? null,
      expiresAt: row.expiresAt.toISOString(),
      engine: row.engine,
      runId: row.runId,
      cost: { state: "zero" as const, usd: 0 },
      authorization: row.authorization,
      metadata: row.metadata,
      alternatives: row.alternatives,
      evidence: row.evidence,
      forecasts: claims.filter((claim) => claim.decisionId === row.id).map(toForecast),
      exposure: row.exposure,
      createdAt: row.createdAt.toISOString(),
    };
  });
}

function toForecast(row: typeof forecasts.$inferSelect): Forecast {
  const { claim, horizon, metric, target, probability, baseRate, baseRateNote, dueOn, resolver } = row;
  return { claim, horizon, metric, target, probability, baseRate, baseRateNote, dueOn, resolver };
}
