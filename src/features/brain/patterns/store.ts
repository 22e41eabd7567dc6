import { and, desc, eq, inArray, isNotNull, lt, sql } from "drizzle-orm";
import type { Page } from "#contract/cursor.ts";
import { truncate } from "#contract/words.ts";
import type { BrainDecision, Insight, Pattern } from "#features/brain/patterns/contract.ts";
import { brainDecisionLog, brainInsights, brainPatterns } from "#features/brain/patterns/tables.ts";
import type { SettledDecision } from "#features/decisions/since/store.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";
import { newestFirst } from "#platform/db/cursor.ts";

const round = (value: number): number => Math.round(value * 1_000) / 1_000;

const toPattern = (row: typeof brainPatterns.$inferSelect): Pattern => ({
  id: row.id,
  name: row.name,
  description: row.description,
  patternType: row.patternType,
  confidence: round(row.confidence),
  occurences: row.occurences,
  lastDetected: row.lastDetected.toISOString(),
  isActive: row.isActive,
  examples: row.examples,
});
const toInsight = (row: typeof brainInsights.$inferSelect): Insight => ({
  id: row.id,
  title: row.title,
  insight: row.insight,
  category: row.category,
  actionable: row.actionable,
  confidence: round(row.confidence),
  recommendations: row.recommendations,
  day: row.day,
  relatedPatternIds: row.relatedPatternIds,
  createdAt: row.createdAt.toISOString(),
});
const toDecision = (row: typeof brainDecisionLog.$inferSelect): BrainDecision => ({
  id: row.id,
  summary: row.summary,
  detail: row.detail,
  decisionType: row.decisionType,
  impactScore: row.impactScore,
  outcome: row.outcome,
  agentId: row.agentId,
  href: `/decisions/${row.id}`,
  createdAt: row.createdAt.toISOString(),
});

export async function listPatterns(tx: Tx, cursor: string | undefined): Promise<Page<Pattern[]>> {
  const { companyId, lastDetected, id } = brainPatterns;
  const list = newestFirst({ company: tx.company, list: "brain_patterns" }, lastDetected, id, cursor);
  const rows = await tx.db
    .select({ row: brainPatterns, at: list.at })
    .from(brainPatterns)
    .where(and(eq(companyId, tx.company), list.older))
    .orderBy(...list.order)
    .limit(list.most);
  return list.pageOf(rows, toPattern);
}

export async function listInsights(tx: Tx, cursor: string | undefined): Promise<Page<Insight[]>> {
  const { companyId, createdAt, id } = brainInsights;
  const list = newestFirst({ company: tx.company, list: "brain_insights" }, createdAt, id, cursor);
  const rows = await tx.db
    .select({ row: brainInsights, at: list.at })
    .from(brainInsights)
    .where(and(eq(companyId, tx.company), list.older))
    .orderBy(...list.order)
    .limit(list.most);
  return list.pageOf(rows, toInsight);
}

export async function listDecisions(tx: Tx, cursor: string | undefined): Promise<Page<BrainDecision[]>> {
  const { companyId, createdAt, id } = brainDecisionLog;
  const list = newestFirst({ company: tx.company, list: "brain_decision_log" }, createdAt, id, cursor);
  const rows = await tx.db
    .select({ row: brainDecisionLog, at: list.at })
    .from(brainDecisionLog)
    .where(and(eq(companyId, tx.company), list.older))
    .orderBy(...list.order)
    .limit(list.most);
  return list.pageOf(rows, toDecision);
}

const scoreOf = { low: 3, medium: 5, high: 8 } as const;

export async function logDecisions(tx: Tx, rows: readonly SettledDecision[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.db
    .insert(brainDecisionLog)
    .values(
      rows.map((row) => ({
        companyId: tx.company,
        id: row.id,
        agentId: row.agentId,
        summary: truncate(`${row.status === "approved" ? "Approved" : "Rejected"}: ${row.title}`, 500),
        detail: [row.recommendation, row.reason ? `Reason: ${row.reason}` : ""].filter(Boolean).join("\n"),
        decisionType: row.decisionType,
        impactScore: scoreOf[row.impact],
        createdAt: row.settledAt ?? row.createdAt,
      })),
    )
    .onConflictDoUpdate({
      target: [brainDecisionLog.companyId, brainDecisionLog.id],
      set: { summary: sql`excluded.summary`, detail: sql`excluded.detail`, createdAt: sql`excluded.created_at` },
    });
}

export async function setOutcome(tx: Tx, id: string, outcome: string): Promise<void> {
  await tx.db
    .update(brainDecisionLog)
    .set({ outcome })
    .where(inCompany(tx, brainDecisionLog, eq(brainDecisionLog.id, id)));
}

export async function dropDecisions(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.db.delete(brainDecisionLog).where(inCompany(tx, brainDecisionLog, inArray(brainDecisionLog.id, [...ids])));
}

export type NewPattern = Omit<typeof brainPatterns.$inferInsert, "companyId" | "id" | "createdAt">;

/** Adds patterns or updates those known; gives the ids of the new ones by fingerprint. */
export async function putPatterns(tx: Tx, rows: readonly NewPattern[]): Promise<ReadonlyMap<string, string>> {
  if (rows.length === 0) return new Map();
  const known = await tx.db
    .select({ fingerprint: brainPatterns.fingerprint })
    .from(brainPatterns)
    .where(
      inCompany(
        tx,
        brainPatterns,
        inArray(
          brainPatterns.fingerprint,
          rows.map(({ fingerprint }) => fingerprint),
        ),
      ),
    );
  const stored = await tx.db
    .insert(brainPatterns)
    .values(rows.map((row) => ({ ...row, companyId: tx.company, id: crypto.randomUUID(), createdAt: tx.now })))
    .onConflictDoUpdate({
      target: [brainPatterns.companyId, brainPatterns.fingerprint],
      set: {
        name: sql`excluded.name`,
        description: sql`excluded.description`,
        examples: sql`excluded.examples`,
        confidence: sql`excluded.confidence`,
        occurences: sql`excluded.occurences`,
        lastDetected: sql`excluded.last_detected`,
        isActive: true,
      },
    })
    .returning({ id: brainPatterns.id, fingerprint: brainPatterns.fingerprint });
  const before = new Set(known.map(({ fingerprint }) => fingerprint));
  return new Map(stored.filter(({ fingerprint }) => !before.has(fingerprint)).map((row) => [row.fingerprint, row.id]));
}

/** Ends patterns not seen since a moment; gives how many. */
export async function endPatterns(tx: Tx, before: Date): Promise<number> {
  const rows = await tx.db
    .update(brainPatterns)
    .set({ isActive: false })
    .where(inCompany(tx, brainPatterns, eq(brainPatterns.isActive, true), lt(brainPatterns.lastDetected, before)))
    .returning({ id: brainPatterns.id });
  return rows.length;
}

export async function activePatterns(tx: Tx, most: number): Promise<Pattern[]> {
  const rows = await tx.db
    .select()
    .from(brainPatterns)
    .where(inCompany(tx, brainPatterns, eq(brainPatterns.isActive, true)))
    .orderBy(desc(brainPatterns.lastDetected), brainPatterns.id)
    .limit(most);
  return rows.map(toPattern);
}

export type NewInsight = Omit<typeof brainInsights.$inferInsert, "companyId" | "id" | "createdAt">;

/** One row of a category and day: a second one replaces the text of the first. */
export async function putInsight(tx: Tx, row: NewInsight): Promise<Insight> {
  const { category: _category, day: _day, ...changed } = row;
  const [stored] = await tx.db
    .insert(brainInsights)
    .values({ ...row, companyId: tx.company, id: crypto.randomUUID(), createdAt: tx.now })
    .onConflictDoUpdate({
      target: [brainInsights.companyId, brainInsights.category, brainInsights.day],
      set: changed,
    })
    .returning();
  if (!stored) throw new Error("The insight was not stored.");
  return toInsight(stored);
}

type Amounts = { patterns: number; activePatterns: number; insights: number; decisions: number };

export async function amounts(tx: Tx): Promise<Amounts> {
  const { rows } = await tx.db.execute<Amounts>(sql`
    SELECT (SELECT count(*)::int FROM ${brainPatterns} WHERE company_id = ${tx.company}) AS patterns,
      (SELECT count(*)::int FROM ${brainPatterns} WHERE company_id = ${tx.company} AND is_active) AS "activePatterns",
      (SELECT count(*)::int FROM ${brainInsights} WHERE company_id = ${tx.company}) AS insights,
      (SELECT count(*)::int FROM ${brainDecisionLog} WHERE company_id = ${tx.company}) AS decisions`);
  return rows[0] ?? { patterns: 0, activePatterns: 0, insights: 0, decisions: 0 };
}

/** When the newest reflection was written; null if there is none. */
export async function lastReflectionAt(tx: Tx): Promise<Date | null> {
  const [row] = await tx.db
    .select({ at: brainInsights.createdAt })
    .from(brainInsights)
    .where(inCompany(tx, brainInsights, isNotNull(brainInsights.day)))
    .orderBy(desc(brainInsights.createdAt))
    .limit(1);
  return row?.at ?? null;
}
