import { AppError, notFound } from "#contract/errors.ts";
import type { DecisionPage } from "#features/decisions/contract.ts";
import { forecastCorrected, forecastResolved } from "#features/decisions/outcome/events.ts";
import { measure } from "#features/decisions/outcome/measuring/service.ts";
import { correctionError, resolutionError } from "#features/decisions/outcome/rules.ts";
import * as outcomes from "#features/decisions/outcome/store.ts";
import { page } from "#features/decisions/page/service.ts";
import * as store from "#features/decisions/store.ts";
import { dayIn } from "#platform/clock.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

type Place = { decisionId: string; position: number };

async function load(tx: Tx, place: Place) {
  const decision = await store.find(tx, place.decisionId);
  const forecast = decision && (await outcomes.find(tx, place));
  if (!decision || !forecast) throw notFound();
  return { decision, forecast };
}

/** Records the outcome a person gives; the second of two concurrent calls fails. */
export function resolveForecast(
  ctx: Ctx,
  place: Place,
  { held, value = null, note = null }: { held: boolean; value?: number | null; note?: string | null },
): Promise<DecisionPage> {
  return write(ctx, async (tx) => {
    const { decision, forecast } = await load(tx, place);
    const error = resolutionError(forecast, decision, dayIn(tx.now, tx.timeZone));
    if (error) throw new AppError("conflict", error);
    const result = { held, resolution: "human" as const, value, source: note?.trim() || null };
    if (!(await outcomes.resolve(tx, place, { ...result, sourceHref: null, resolvedBy: person(tx).id })))
      throw new AppError("conflict", "Someone else just resolved this forecast. Reload to see the result.");
    await record(tx, forecastResolved(decision, forecast, result));
    return page(tx, place.decisionId);
  });
}

/** Replaces a recorded outcome; the old one stays in the history. */
export function correctForecast(
  ctx: Ctx,
  place: Place,
  { held, value = null, reason }: { held: boolean; value?: number | null; reason: string },
): Promise<DecisionPage> {
  return write(ctx, async (tx) => {
    const { decision, forecast } = await load(tx, place);
    const error = correctionError(forecast, held);
    if (error) throw new AppError("conflict", error);
    const before = { ...forecast, held: !held };
    if (!(await outcomes.correct(tx, before, { held, value, reason, resolvedBy: person(tx).id })))
      throw new AppError("conflict", "Someone else just corrected this outcome. Reload to see the result.");
    await record(tx, forecastCorrected(decision, forecast, held, reason));
    return page(tx, place.decisionId);
  });
}

/** Resolves due forecasts from company data; those without data stay open. */
export async function resolveDue(tx: Tx): Promise<void> {
  for (const forecast of await outcomes.dueFromData(tx, dayIn(tx.now, tx.timeZone))) {
    const measured = await measure(tx, forecast);
    const decision = measured && (await store.find(tx, forecast.decisionId));
    if (!measured || !decision) continue;
    const { held, value, source, href: sourceHref } = measured;
    const result = { held, value, source, resolution: forecast.resolver };
    if (await outcomes.resolve(tx, forecast, { ...result, sourceHref, resolvedBy: null }))
      await record(tx, forecastResolved(decision, forecast, result));
  }
}
