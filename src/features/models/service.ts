import { createHash } from "node:crypto";
import { isIP } from "node:net";
import { AppError } from "#contract/errors.ts";
import type { Cost } from "#contract/words.ts";
import * as accounts from "#features/accounts/store.ts";
import * as agents from "#features/agents/store.ts";
import * as accounting from "#features/models/accounting/service.ts";
import type { ModelConnection, ModelSettings } from "#features/models/contract.ts";
import {
  modelBudgetChanged,
  modelConnected,
  modelDisconnected,
  modelPriceChanged,
  modelPrivacyChanged,
  modelTested,
} from "#features/models/events.ts";
import * as store from "#features/models/store.ts";
import { dayIn, now } from "#platform/clock.ts";
import { type Ctx, person } from "#platform/context.ts";
import { read, write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";
import { mayCall } from "#platform/model/addresses.ts";
import { type Connection, type ProviderId, type Purpose, purposes } from "#platform/model/connection.ts";
import { priceOf } from "#platform/model/prices.ts";
import { providers } from "#platform/model/providers.ts";

const keyPlace = (company: string): string => `model key of ${company}`;

/** Where the operator's connection sends data, as an admin agrees to it; the address itself may be internal. */
const recipientOf = ({ provider, baseUrl }: Connection): string =>
  `${provider} ${createHash("sha256")
    .update(baseUrl ?? "")
    .digest("base64url")}`;

/** Whether an admin has agreed to the operator's connection, where one has to. */
const hasAgreed = (ctx: Ctx, operator: Connection, row: store.PrivacyRow | null): boolean =>
  !ctx.models.asksConsent || row?.agreedTo === recipientOf(operator);

/** The company's own connection, else the operator's; null: there is neither, or no admin has agreed. */
export async function connectionOf(ctx: Ctx): Promise<(Connection & { hidesPersonalDetails: boolean }) | null> {
  const { operator } = ctx.models;
  const { row, privacy, prices } = await read(ctx, async (tx) => {
    const found = await store.findConnection(tx);
    return {
      row: found,
      prices: found ? await store.prices(tx) : [],
      privacy: found || !operator || !ctx.models.asksConsent ? null : await store.findPrivacy(tx),
    };
  });
  if (!row) return operator && hasAgreed(ctx, operator, privacy) ? { ...operator, hidesPersonalDetails: false } : null;
  const { provider, baseUrl, sealedKey, models, fallbacks, hidesPersonalDetails } = row;
  const apiKey = sealedKey ? ctx.secrets.open(sealedKey, keyPlace(ctx.company)).toString() : null;
  const own = prices.map((price) => ({ ...price, above: null }));
  const given = { provider, baseUrl, apiKey, models, fallbacks, prices: own, hidesPersonalDetails };
  return { ...given, fallback: null, setBy: "company" };
}

/** What answers at the moment. */
export async function engine(ctx: Ctx): Promise<{ engine: string }> {
  const used = await connectionOf(ctx);
  return { engine: used ? `${used.provider}/${used.models.answer}` : "rules" };
}

async function describeConnection(
  ctx: Ctx,
  row: store.ConnectionRow | null,
  privacy: store.PrivacyRow | null,
): Promise<ModelConnection | null> {
  const used = await connectionOf(ctx);
  if (!used) return null;
  const paused = ctx.models.calls.paused(used)?.sentence ?? null;
  const { provider, baseUrl, models, fallbacks = {}, hidesPersonalDetails, setBy } = used;
  const consent = row
    ? { by: row.consentName, at: row.consentedAt.toISOString() }
    : privacy?.agreedAt && { by: privacy.agreedName ?? "a former member", at: privacy.agreedAt.toISOString() };
  // The operator's address may be internal.
  return {
    provider,
    baseUrl: row ? baseUrl : null,
    keyEnd: row?.keyEnd ?? null,
    models,
    fallbacks,
    hidesPersonalDetails,
    setBy,
    consent: consent ?? null,
    paused,
  };
}

/** The settings page: where calls go, what they may cost, and what this month's cost. */
export async function settings(ctx: Ctx): Promise<ModelSettings> {
  const month = dayIn(ctx.now, ctx.timeZone).slice(0, 7);
  const found = await read(ctx, async (tx) => {
    const paidBy = await accounting.payerOf(tx);
    return {
      row: await store.findConnection(tx),
      privacy: await store.findPrivacy(tx),
      own: await store.prices(tx),
      people: await accounts.usernames(tx),
      paidBy,
      budget: await accounting.budgetOf(tx, paidBy),
      most: accounting.mostOf(tx, paidBy),
      months: await store.months(tx, month),
      days: await store.byDay(tx, month),
      byAgent: await store.byAgent(tx, month),
      byPurpose: await store.byPurpose(tx, month),
      engines: await store.byEngine(tx, month),
      names: await agents.names(tx),
    };
  });
  const { row, privacy, own, people, paidBy, budget, most, months, days, byAgent, byPurpose, engines, names } = found;
  const connection = await describeConnection(ctx, row, privacy);
  const { operator } = ctx.models;
  const offers = operator && !row && !hasAgreed(ctx, operator, privacy);
  const countedOf = (scope: string) => months.find((one) => one.scope === scope && one.paidBy === paidBy);
  const company = countedOf(ctx.company);
  return {
    connection,
    providers: Object.entries(providers).map(([id, { label, needsKey, isLocal, baseUrl, models }]) => ({
      id: id as ProviderId,
      label: label ?? "Another OpenAI-compatible server",
      needsKey,
      isLocal,
      baseUrl,
      models,
    })),
    budget: { ...budget, most, counted: company?.counted ?? 0, reserved: company?.reserved ?? 0 },
    usage: {
      month,
      days,
      agents: names
        .map(({ id, name, role }) => {
          const { calls = 0, usd = 0 } = byAgent.find(({ agentId }) => agentId === id) ?? {};
          return { agentId: id, name, role, calls, usd, counted: countedOf(id)?.counted ?? 0, limit: budget.agent };
        })
        .toSorted((a, b) => b.usd - a.usd || b.calls - a.calls),
      purposes: byPurpose,
      engines: engines.map(({ engine, ...rest }) => ({ engine: engine ?? "not settled yet", ...rest })),
    },
    ...pricesOf(connection, ctx.now, own, people),
    keepDays: privacy?.keepDays ?? null,
    offered: offers ? { provider: operator.provider, label: labelOf(operator.provider) } : null,
  };
}

const labelOf = (provider: ProviderId): string => providers[provider].label ?? "an OpenAI-compatible server";

/** The prices of the models in use. An own price is the company's, so it does not count for the operator's money. */
function pricesOf(
  connection: ModelConnection | null,
  at: Date,
  rows: readonly store.PriceRow[],
  people: ReadonlyMap<string, string>,
): Pick<ModelSettings, "prices" | "laterPrices"> {
  if (!connection) return { prices: [], laterPrices: [] };
  const { provider, setBy } = connection;
  const day = at.toISOString().slice(0, 10);
  const own = setBy === "company" ? rows.filter((row) => row.provider === provider) : [];
  const table = own.map((row) => ({ ...row, above: null }));
  const current = own.filter((row) => row.validFrom <= day);
  const named = [...Object.values(connection.models), ...Object.values(connection.fallbacks)];
  const used = [...new Set([...named, ...current.map(({ model }) => model)])];
  return {
    prices: used.map((model) => {
      const price = priceOf({ provider, model }, at, table);
      const entered = current.find((row) => row.model === model);
      return {
        model,
        input: price?.input ?? null,
        output: price?.output ?? null,
        own: entered
          ? {
              validFrom: entered.validFrom,
              by: people.get(entered.changedBy) ?? "a former member",
              at: entered.changedAt.toISOString(),
            }
          : null,
      };
    }),
    laterPrices: own
      .filter((row) => row.validFrom > day)
      .map(({ model, input, output, validFrom }) => ({ model, input, output, validFrom })),
  };
}

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
    const agreedTo = agreesToOperator && operator ? recipientOf(operator) : null;
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
    const { cachedInput: _, ...told } = given;
    await record(tx, modelPriceChanged(tx.company, { provider, ...told }));
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
    { signal: AbortSignal.timeout(ctx.models.calls.timeout + graceMs), ...accountedBy(ctx, caller) },
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

/** What accounts a call: reserved before, settled after. */
export function accountedBy(ctx: Ctx, caller: accounting.Caller) {
  let callId: string | null = null;
  return {
    reserve: async (largest: number): Promise<boolean> => {
      callId = await accounting.reserve(ctx, caller, largest);
      return callId !== null;
    },
    settle: async (attempt: Parameters<typeof accounting.settle>[2]): Promise<void> => {
      if (callId) await accounting.settle(ctx, callId, attempt);
    },
  };
}
