import { isIP } from "node:net";
import { AppError } from "#contract/errors.ts";
import type { Cost } from "#contract/words.ts";
import { setConsents } from "#features/accounts/consents/service.ts";
import * as accounting from "#features/models/accounting/service.ts";
import { connectionOf, keyPlace, outsideOf, recipientsOf } from "#features/models/connection/service.ts";
import type { ModelSettings } from "#features/models/contract.ts";
import {
  modelBudgetChanged,
  modelConnected,
  modelDisconnected,
  modelPriceChanged,
  modelPrivacyChanged,
  modelTested,
} from "#features/models/events.ts";
import { settings } from "#features/models/settings/service.ts";
import * as store from "#features/models/store.ts";
import { dayIn, now } from "#platform/clock.ts";
import { type Ctx, person } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";
import { mayCall } from "#platform/model/addresses.ts";
import { type ProviderId, type Purpose, purposes } from "#platform/model/connection.ts";
import { providers } from "#platform/model/providers.ts";

type Given = {
  provider: ProviderId;
  baseUrl: string | null;
  apiKey: string | null;
  models: Record<Purpose, string>;
  fallbacks?: Partial<Record<Purpose, string | undefined>> | undefined;
  hidesPersonalDetails: boolean;
};

/** Connects a language model; the consent is recorded with the name of who gave it. */
export async function connect(ctx: Ctx, given: Given): Promise<ModelSettings> {
  const { provider, apiKey, models, hidesPersonalDetails } = given;
  const named = purposes.flatMap((purpose) => {
    const model = given.fallbacks?.[purpose];
    return model ? [[purpose, model] as const] : [];
  });
  const fallbacks: Partial<Record<Purpose, string>> = Object.fromEntries(named);
  const { needsKey, baseUrl: usual, label } = providers[provider];
  const baseUrl = given.baseUrl?.replace(/\/$/, "") ?? null;
  if (!baseUrl && !usual) throw new AppError("invalid", "Enter the address of the server");
  await requireReachable(ctx, baseUrl);
  return write(ctx, async (tx) => {
    const before = await store.findConnection(tx);
    // A key belongs to the address it was given for.
    const isSame = before?.provider === provider && before.baseUrl === baseUrl;
    const sealedKey = apiKey
      ? tx.secrets.seal(Buffer.from(apiKey), keyPlace(tx.company))
      : isSame
        ? before.sealedKey
        : null;
    if (needsKey && !sealedKey) throw new AppError("invalid", `Enter the key of ${label ?? "the server"}`);
    const { id, username } = person(tx);
    await store.saveConnection(tx, {
      provider,
      baseUrl,
      sealedKey,
      keyEnd: apiKey ? apiKey.slice(-4) : isSame ? before.keyEnd : null,
      models,
      fallbacks,
      hidesPersonalDetails,
      consentBy: id,
      consentName: username,
      consentedAt: tx.now,
    });
    await record(tx, modelConnected(tx.company, { provider, models }));
    const recipient = label ?? (baseUrl && new URL(baseUrl).host) ?? provider;
    if (!providers[provider].isLocal)
      await setConsents(tx, id, { thirdPartySharing: true }, `connection to ${recipient}`);
    return settings(tx);
  });
}

/** Refuses addresses a company may not have called. */
async function requireReachable(ctx: Ctx, baseUrl: string | null): Promise<void> {
  const host = baseUrl && new URL(baseUrl).hostname.replace(/^\[|\]$/g, "");
  if (host && isIP(host) !== 0 && !mayCall(host, ctx.models.allowsPrivate))
    throw new AppError("invalid", "This server may not call that address. Ask the operator to allow private addresses");
}

export function disconnect(ctx: Ctx): Promise<ModelSettings> {
  return write(ctx, async (tx) => {
    const before = await store.findConnection(tx);
    if (!before) throw new AppError("conflict", "The company has no connection of its own");
    await store.removeConnection(tx);
    await record(tx, modelDisconnected(tx.company, before.provider));
    return settings(tx);
  });
}

export function changeBudget(ctx: Ctx, limits: { company: number; agent: number }): Promise<ModelSettings> {
  return write(ctx, async (tx) => {
    const most = accounting.mostOf(tx, await accounting.payerOf(tx));
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

/** How long texts are kept, and whether the operator's connection may be used. */
export function changePrivacy(
  ctx: Ctx,
  { keepDays, agreesToOperator }: { keepDays: number | null; agreesToOperator: boolean },
): Promise<ModelSettings> {
  return write(ctx, async (tx) => {
    const { operator } = tx.models;
    if (agreesToOperator && !operator)
      throw new AppError("conflict", "The operator of this server provides no language model");
    const before = await store.findPrivacy(tx);
    const { id, username } = person(tx);
    const agreedTo = agreesToOperator && operator ? recipientsOf(operator) : null;
    // Who agreed first stays on record while it is the same provider.
    const agreed =
      agreedTo === null
        ? { agreedTo, agreedBy: null, agreedName: null, agreedAt: null }
        : before?.agreedTo === agreedTo
          ? {}
          : { agreedTo, agreedBy: id, agreedName: username, agreedAt: tx.now };
    const kept = before ?? { agreedTo: null, agreedBy: null, agreedName: null, agreedAt: null };
    const { companyId: _, ...row } = { companyId: null, ...kept, ...agreed, keepDays };
    await store.savePrivacy(tx, row);
    const provider = agreesToOperator ? (operator?.provider ?? null) : null;
    await record(tx, modelPrivacyChanged(tx.company, { keepDays, consent: agreesToOperator, provider }));
    const outside = operator && before?.agreedTo !== agreedTo ? outsideOf(operator) : [];
    if (agreesToOperator && outside.length > 0) {
      const names = outside.map((account) => providers[account.provider].label ?? account.provider);
      await setConsents(tx, id, { thirdPartySharing: true }, `connection to ${names.join(" and ")}`);
    }
    return settings(tx);
  });
}

type GivenPrice = { model: string; validFrom: string; input: number; cachedInput: number; output: number };

/** Sets what a model of the company's own provider costs from a day on. */
export function setPrice(ctx: Ctx, given: GivenPrice): Promise<ModelSettings> {
  return write(ctx, async (tx) => {
    const connection = await store.findConnection(tx);
    if (!connection) throw new AppError("conflict", "Connect your own model first: only its prices are yours to set");
    const { provider } = connection;
    // The dearest known way to fill a cache.
    const cacheWrite = given.input * (provider === "anthropic" ? 1.25 : 1);
    const { id: changedBy } = person(tx);
    await store.addPrice(tx, { id: crypto.randomUUID(), provider, ...given, cacheWrite, changedBy, changedAt: tx.now });
    const { cachedInput: _, ...recorded } = given;
    await record(tx, modelPriceChanged(tx.company, { provider, ...recorded }));
    return settings(tx);
  });
}

type Tested = { ok: boolean; engine: string; milliseconds: number; cost: Cost; sentence: string };

/** A call ends by itself first, with its sentence. */
const graceMs = 5_000;

/** Makes one real call, which counts against the company's month. */
export async function test(ctx: Ctx): Promise<Tested> {
  const connection = await connectionOf(ctx);
  if (!connection) throw new AppError("conflict", "No language model is connected");
  const caller = { runId: null, agentId: null, purpose: "answer" as const, paidBy: connection.setBy };
  const outcome = await ctx.models.calls.call(
    connection,
    "answer",
    { instructions: "Answer with one word.", messages: [{ role: "user", text: "Say: ready" }], maxOutputTokens: 200 },
    { signal: AbortSignal.timeout(ctx.models.calls.timeout + graceMs), ...accounting.accountedBy(ctx, caller) },
  );
  const attempt = outcome.attempts.at(-1);
  const engine = attempt?.engine ?? `${connection.provider}/${connection.models.answer}`;
  await write({ ...ctx, now: now() }, (tx) => record(tx, modelTested(tx.company, { engine, ok: outcome.ok })));
  return {
    ok: outcome.ok,
    engine,
    milliseconds: Math.round(outcome.milliseconds),
    cost: attempt?.cost ?? { state: "zero", usd: 0 },
    sentence: outcome.ok ? "It answered." : outcome.failure.sentence,
  };
}
