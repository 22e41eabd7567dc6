import * as accounts from "#features/accounts/store.ts";
import * as agents from "#features/agents/store.ts";
import * as accounting from "#features/models/accounting/service.ts";
import { accountsOf, connectionOf, hasAgreed } from "#features/models/connection/service.ts";
import type { ModelConnection, ModelSettings } from "#features/models/contract.ts";
import * as store from "#features/models/store.ts";
import { dayIn } from "#platform/clock.ts";
import type { Ctx } from "#platform/context.ts";
import { batch, read } from "#platform/db/transaction.ts";
import type { ProviderId } from "#platform/model/connection.ts";
import { priceOf } from "#platform/model/prices.ts";
import { providers } from "#platform/model/providers.ts";

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
    const [row, privacy, own, people, budget, months, days, byAgent, byPurpose, engines, names] = await batch(
      tx,
      () => store.findConnection(tx),
      () => store.findPrivacy(tx),
      () => store.prices(tx),
      () => accounts.usernames(tx),
      () => accounting.budgetOf(tx, paidBy),
      () => store.months(tx, month),
      () => store.byDay(tx, month),
      () => store.byAgent(tx, month),
      () => store.byPurpose(tx, month),
      () => store.byEngine(tx, month),
      () => agents.names(tx),
    );
    const most = accounting.mostOf(tx, paidBy);
    return { row, privacy, own, people, paidBy, budget, most, months, days, byAgent, byPurpose, engines, names };
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
    offered: offers
      ? {
          provider: operator.provider,
          label: accountsOf(operator)
            .map(({ provider }) => labelOf(provider))
            .join(" and "),
        }
      : null,
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
