import { count, desc, gte, sql } from "drizzle-orm";
import type { Reflection } from "#features/orchestrator/contract.ts";
import type { Finding } from "#features/orchestrator/monitor/findings.ts";
import { reflections } from "#features/orchestrator/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

const shown = 50;

export async function list(tx: Tx): Promise<Reflection[]> {
  const rows = await tx.db
    .select()
    .from(reflections)
    .where(inCompany(tx, reflections))
    .orderBy(desc(reflections.lastSeenAt), desc(reflections.createdAt), reflections.id)
    .limit(shown);
  return rows.map(({ companyId: _company, fingerprint: _fingerprint, confidence, lastSeenAt, createdAt, ...row }) => ({
    ...row,
    confidence: String(confidence),
    lastSeenAt: lastSeenAt.toISOString(),
    createdAt: createdAt.toISOString(),
  }));
}

export async function amount(tx: Tx, since?: Date): Promise<number> {
  const [row] = await tx.db
    .select({ amount: count() })
    .from(reflections)
    .where(inCompany(tx, reflections, since ? gte(reflections.createdAt, since) : undefined));
  return row?.amount ?? 0;
}

/** Adds findings or updates their rows; returns how many are new. */
export async function upsert(tx: Tx, findings: readonly Finding[]): Promise<number> {
  if (findings.length === 0) return 0;
  // One statement cannot update a row twice.
  const once = new Map(findings.map((finding) => [finding.fingerprint, finding]));
  const excluded = (column: string) => sql.raw(`excluded.${column}`);
  const rows = await tx.db
    .insert(reflections)
    .values(
      [...once.values()].map((finding) => ({
        ...finding,
        id: crypto.randomUUID(),
        companyId: tx.company,
        actionTaken: "None, reported to you.",
        lastSeenAt: tx.now,
        createdAt: tx.now,
      })),
    )
    .onConflictDoUpdate({
      target: [reflections.companyId, reflections.fingerprint],
      set: {
        observation: excluded("observation"),
        analysis: excluded("analysis"),
        insight: excluded("insight"),
        confidence: excluded("confidence"),
        href: excluded("href"),
        lastSeenAt: tx.now,
        times: sql`${reflections.times} + 1`,
      },
    })
    .returning({ times: reflections.times });
  return rows.filter(({ times }) => times === 1).length;
}
