import { AppError } from "#contract/errors.ts";
import type { Input } from "#contract/endpoint.ts";
import { setConsents } from "#features/accounts/consents/service.ts";
import * as accounting from "#features/models/accounting/service.ts";
import { consentScopeOf, externalTargetsOf } from "#features/models/connection/service.ts";
import type { changeModelPrivacy, ModelSettings, setModelPrice } from "#features/models/contract.ts";
import { modelBudgetChanged, modelPriceChanged, modelPrivacyChanged } from "#features/models/events.ts";
import { settings } from "#features/models/settings/service.ts";
import * as store from "#features/models/store.ts";
import { dayIn } from "#platform/clock.ts";
import { type Ctx, person } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";
import { providers } from "#platform/model/providers.ts";

export function changeBudget(ctx: Ctx, limits: { company: number; agent: number }): Promise<ModelSettings> {
  return write(ctx, async (tx) => {
    const most = accounting.operatorLimitFor(tx, await accounting.payerOf(tx));
    if (most !== null && Math.max(limits.company, limits.agent) > most)
      throw new AppError(
        "invalid",
        `The operator of this server pays at most $${most} a month. Connect your own model to spend more`,
      );
    await store.saveBudget(tx, limits);
    // Reaching the new limit is announced again.
    for (const row of await store.months(tx, dayIn(tx.now, tx.timeZone).slice(0, 7)))
      await store.changeMonth(tx, row, { warnedAt: null, reachedAt: null });
    await record(tx, modelBudgetChanged(tx.company, limits));
    return settings(tx);
  });
}

/** Sets how long texts are kept, whether personal details are hidden, and whether the operator's connection is used. */
export function changePrivacy(ctx: Ctx, given: Input<typeof changeModelPrivacy>["body"]): Promise<ModelSettings> {
  const { keepDays, hidesPersonalDetails, agreesToOperator } = given;
  return write(ctx, async (tx) => {
    const { operator } = tx.models;
    if (agreesToOperator && !operator)
      throw new AppError("conflict", "The operator of this server provides no language model");
    const before = await store.findPrivacy(tx);
    const { id, username } = person(tx);
    const isUnchanged = agreesToOperator === null;
    const agreedTo = isUnchanged
      ? (before?.agreedTo ?? null)
      : agreesToOperator && operator
        ? consentScopeOf(operator)
        : null;
    // The first consent stays on record while the provider is the same.
    const agreed = isUnchanged
      ? {}
      : agreedTo === null
        ? { agreedTo, agreedBy: null, agreedName: null, agreedAt: null }
        : before?.agreedTo === agreedTo
          ? {}
          : { agreedTo, agreedBy: id, agreedName: username, agreedAt: tx.now };
    const previous = before ?? { agreedTo: null, agreedBy: null, agreedName: null, agreedAt: null };
    const { companyId: _, ...row } = { companyId: null, ...previous, ...agreed, keepDays, hidesPersonalDetails };
    await store.savePrivacy(tx, row);
    const provider = agreedTo === null ? null : (operator?.models.answer.provider ?? null);
    const details = { keepDays, hidesPersonalDetails, consent: agreedTo !== null, provider };
    await record(tx, modelPrivacyChanged(tx.company, details));
    const external = operator && before?.agreedTo !== agreedTo ? externalTargetsOf(operator) : [];
    if (agreesToOperator && external.length > 0) {
      const names = external.map((account) => providers[account.provider].label ?? account.provider);
      await setConsents(tx, id, { thirdPartySharing: true }, `connection to ${names.join(" and ")}`);
    }
    return settings(tx);
  });
}

/** Sets what a model of a connected provider costs from a day on. */
export function setPrice(ctx: Ctx, given: Input<typeof setModelPrice>["body"]): Promise<ModelSettings> {
  return write(ctx, async (tx) => {
    const { provider } = given;
    if (!(await store.accounts(tx)).some((account) => account.provider === provider))
      throw new AppError("conflict", "Connect this provider first: only prices at your own accounts are yours to set");
    // Anthropic charges 1.25 times the input price for cache writes, as in the price table.
    const cacheWrite = given.input * (provider === "anthropic" ? 1.25 : 1);
    const { id: changedBy } = person(tx);
    await store.addPrice(tx, { id: crypto.randomUUID(), ...given, cacheWrite, changedBy, changedAt: tx.now });
    const { cachedInput: _, ...recorded } = given;
    await record(tx, modelPriceChanged(tx.company, recorded));
    return settings(tx);
  });
}
