import { AppError, notFound } from "#contract/errors.ts";
import type { DecisionPage } from "#features/decisions/contract.ts";
import { forecastResolved } from "#features/decisions/outcome/events.ts";
import { resolutionFault } from "#features/decisions/outcome/rules.ts";
import * as outcomes from "#features/decisions/outcome/store.ts";
import { page } from "#features/decisions/page/service.ts";
import * as store from "#features/decisions/store.ts";
import { dayIn } from "#platform/clock.ts";
import { type Ctx, person } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

/** Writes what came of a forecast, as a person who was asked says; of any number at once one wins. */
export function resolveForecast(ctx: Ctx, id: string, position: number, held: boolean): Promise<DecisionPage> {
  return write(ctx, async (tx) => {
    const decision = await store.find(tx, id);
    const forecast = decision && (await outcomes.find(tx, id, position));
    if (!decision || !forecast) throw notFound();
    const fault = resolutionFault(forecast, decision.status, dayIn(tx.now, tx.timeZone));
    if (fault) throw new AppError("conflict", fault);
    if (!(await outcomes.resolve(tx, id, position, { held, resolvedBy: person(tx).id })))
      throw new AppError("conflict", "Somebody answered at the same moment. Look at it again.");
    await record(tx, forecastResolved(decision, forecast, held));
    return page(tx, id);
  });
}
