import { and, desc, eq, getTableColumns, inArray, isNull, lt } from "drizzle-orm";
import type { Forecast } from "#features/decisions/contract.ts";
import { decisions, forecastCorrections, forecasts } from "#features/decisions/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

export type ForecastRow = typeof forecasts.$inferSelect;
type Place = Pick<ForecastRow, "decisionId" | "position">;
const isAt = (tx: Tx, { decisionId, position }: Place) =>
  inCompany(tx, forecasts, eq(forecasts.decisionId, decisionId), eq(forecasts.position, position));

export async function find(tx: Tx, place: Place): Promise<ForecastRow | null> {
  const [row] = await tx.db.select().from(forecasts).where(isAt(tx, place));
  return row ?? null;
}

type Outcome = {
  held: boolean;
  resolution: Forecast["resolver"];
  value: number | null;
  source: string | null;
  sourceHref: string | null;
  resolvedBy: string | null;
};

/** Resolves an open forecast; false if another call was first. */
export async function resolve(tx: Tx, place: Place, outcome: Outcome): Promise<boolean> {
  const rows = await tx.db
    .update(forecasts)
    .set({ ...outcome, resolvedAt: tx.now })
    .where(and(isAt(tx, place), isNull(forecasts.held)))
    .returning({ position: forecasts.position });
  return rows.length > 0;
}

/** Replaces a recorded outcome and keeps the old one; false if it changed meanwhile. */
export async function correct(
  tx: Tx,
  { decisionId, position, ...before }: ForecastRow & { held: boolean },
  { reason, ...after }: { held: boolean; value: number | null; resolvedBy: string; reason: string },
): Promise<boolean> {
  const number = before.corrections + 1;
  await tx.db.insert(forecastCorrections).values({
    companyId: tx.company,
    decisionId,
    position,
    number,
    wasHeld: before.held,
    wasValue: before.value,
    wasSource: before.source,
    wasResolution: before.resolution ?? "human",
    wasResolvedAt: before.resolvedAt ?? tx.now,
    wasResolvedBy: before.resolvedBy,
    held: after.held,
    reason,
    correctedBy: after.resolvedBy,
    correctedAt: tx.now,
  });
  const outcome = { ...after, resolution: "human" as const, source: reason, sourceHref: null, resolvedAt: tx.now };
  const rows = await tx.db
    .update(forecasts)
    .set({ ...outcome, corrections: number })
    .where(and(isAt(tx, { decisionId, position }), eq(forecasts.corrections, before.corrections)))
    .returning({ position: forecasts.position });
  return rows.length > 0;
}

/** How many forecasts one scheduled run resolves at most. */
const mostAtOnce = 500;

/** Forecasts of approved decisions that company data resolves and whose due day has passed; newest due first. */
export function dueFromData(tx: Tx, today: string): Promise<ForecastRow[]> {
  return tx.db
    .select(getTableColumns(forecasts))
    .from(forecasts)
    .innerJoin(decisions, and(eq(decisions.companyId, forecasts.companyId), eq(decisions.id, forecasts.decisionId)))
    .where(
      inCompany(
        tx,
        forecasts,
        isNull(forecasts.held),
        inArray(forecasts.resolver, ["metric", "rule"]),
        lt(forecasts.dueOn, today),
        eq(decisions.status, "approved"),
        eq(decisions.isTest, false),
        isNull(decisions.undoUntil),
      ),
    )
    .orderBy(desc(forecasts.dueOn), forecasts.decisionId, forecasts.position)
    .limit(mostAtOnce);
}
