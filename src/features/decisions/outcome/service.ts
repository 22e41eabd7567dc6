import { AppError, notFound } from "#contract/errors.ts";
import type { DecisionPage } from "#features/decisions/contract.ts";
import { forecastResolved } from "#features/decisions/outcome/events.ts";
import { resolutionError } from "#features/decisions/outcome/rules.ts";
import * as outcomes from "#features/decisions/outcome/store.ts";
import { page } from "#features/decisions/page/service.ts";
import * as store from "#features/decisions/store.ts";
import { dayIn } from "#platform/clock.ts";
import { type Ctx, person } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

/** Of concurrent calls one wins. */
export function resolveForecast(ctx: Ctx, id: string, position: number, held: boolean): Promise<DecisionPage> {
  return write(ctx, async (tx) => {
    const decision = await store.find(tx, id);
    const forecast = decision && (await outcomes.find(tx, id, position));
    if (!decision || !forecast) throw notFound();
    const error = resolutionError(forecast, decision, dayIn(tx.now, tx.timeZone));
    if (error) throw new AppError("conflict", error);
    if (!(await outcomes.resolve(tx, id, position, { held, resolvedBy: person(tx).id })))
      throw new AppError("conflict", "Someone else just resolved this forecast. Reload to see the result.");
    await record(tx, forecastResolved(decision, forecast, held));
    return page(tx, id);
  });
}
