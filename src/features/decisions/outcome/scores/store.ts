import { eq, gt, sql } from "drizzle-orm";
import { type Score, scoreOf, type Tally } from "#features/decisions/outcome/scores/rules.ts";
import { forecastScores } from "#features/decisions/outcome/scores/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

export function tallies(tx: Tx, agentId?: string): Promise<Tally[]> {
  const { decisionType, bin, resolved, held, claimed, brier, baseResolved, baseBrier, heldWithoutBase } =
    forecastScores;
  return tx.db
    .select({
      agentId: forecastScores.agentId,
      decisionType,
      bin,
      resolved,
      held,
      claimed,
      brier,
      baseResolved,
      baseBrier,
      heldWithoutBase,
    })
    .from(forecastScores)
    .where(
      inCompany(
        tx,
        forecastScores,
        agentId === undefined ? undefined : eq(forecastScores.agentId, agentId),
        gt(forecastScores.resolved, 0),
      ),
    )
    .orderBy(forecastScores.agentId, forecastScores.decisionType, forecastScores.bin);
}

export type OutcomeScore = Score & { agentId: string; decisionType: string };

/** One row per agent and decision type with a resolved forecast. */
export async function outcomeScores(tx: Tx, agentId?: string): Promise<OutcomeScore[]> {
  const groups = Map.groupBy(await tallies(tx, agentId), (row) => `${row.agentId} ${row.decisionType}`);
  return [...groups.values()].flatMap(([first, ...rest]) =>
    first ? [{ agentId: first.agentId, decisionType: first.decisionType, ...scoreOf([first, ...rest]) }] : [],
  );
}

/** Resolved forecasts of approved decisions of an agent and type, and how many came true. */
export async function goodOutcomes(
  tx: Tx,
  agentId: string,
  decisionType: string,
): Promise<{ good: number; resolved: number }> {
  const [row] = await tx.db
    .select({
      good: sql<number>`coalesce(sum(${forecastScores.held}), 0)::int`,
      resolved: sql<number>`coalesce(sum(${forecastScores.resolved}), 0)::int`,
    })
    .from(forecastScores)
    .where(
      inCompany(tx, forecastScores, eq(forecastScores.agentId, agentId), eq(forecastScores.decisionType, decisionType)),
    );
  return row ?? { good: 0, resolved: 0 };
}
