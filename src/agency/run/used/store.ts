import { eq, inArray } from "drizzle-orm";
import { runSteps } from "#agency/run/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

export async function runsThatUsed(tx: Tx, action: string, runIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (runIds.length === 0) return new Set();
  const rows = await tx.db
    .selectDistinct({ runId: runSteps.runId })
    .from(runSteps)
    .where(inCompany(tx, runSteps, inArray(runSteps.runId, [...runIds]), eq(runSteps.action, action)));
  return new Set(rows.map(({ runId }) => runId));
}
