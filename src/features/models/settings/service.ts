import * as accounts from "#features/accounts/store.ts";
import * as agents from "#features/agents/store.ts";
import * as accounting from "#features/models/accounting/service.ts";
import { accountsOf, connectionOf, hasAgreed, isOwnServer, openAccount } from "#features/models/connection/service.ts";
import type { ModelAccount, ModelConnection, ModelSettings } from "#features/models/contract.ts";
import { defaultModel } from "#features/models/rules.ts";
import * as store from "#features/models/store.ts";
import { dayIn } from "#platform/clock.ts";
import type { Ctx } from "#platform/context.ts";
import { batch, read } from "#platform/db/transaction.ts";
import * as connections from "#platform/model/connection.ts";
import type { FailureKind } from "#platform/model/failure.ts";
import { priceOf } from "#platform/model/prices.ts";
import { providers } from "#platform/model/providers.ts";

type AccountData = {
  rows: readonly store.AccountRow[];
  privacy: store.PrivacyRow | null;
  byAccount: Awaited<ReturnType<typeof store.byAccount>>;
};

async function describeConnection(
  ctx: Ctx,
  { rows, privacy, byAccount }: AccountData,
): Promise<ModelConnection | null> {
  const used = await connectionOf(ctx);
  if (!used) return null;
  const { models, fallbacks = {}, fallback, setBy } = used;
  const spentAt = (id: string | null) => {
    const { usd = 0, answered = 0 } =
      byAccount.find(({ accountId, paidBy }) => accountId === id && paidBy === setBy) ?? {};
    return { usd, answered };
  };
  const agreed = privacy?.agreedAt && { by: privacy.agreedName, at: privacy.agreedAt };
  const inUse = connections.targetsFor(used, "answer");
  // The operator's address may be internal.
  const ofOperator = () =>
    accountsOf(used).map((account, at) => ({
      id: null,
      provider: account.provider,
      baseUrl: null,
      keyEnd: null,
      model: null,
      isOwn: providers[account.provider].isLocal,
      consent: consentOf(agreed),
      paused: pausedAt(
        ctx,
        inUse.filter((one) => connections.isSameAccount(one, account)),
      ),
      // The cost of a fallback is not counted separately.
      ...(at === 0 ? spentAt(null) : { usd: 0, answered: 0 }),
    }));
  const modelsAt = (row: store.AccountRow): connections.Target[] => {
    const found = inUse.filter(({ accountId }) => accountId === row.id);
    const model = defaultModel(row, "answer", providers);
    return found.length > 0 || !model ? found : [{ ...openAccount(ctx, row), model, setBy, prices: [] }];
  };
  const own = (row: store.AccountRow): ModelAccount => ({
    id: row.id,
    provider: row.provider,
    baseUrl: row.baseUrl,
    keyEnd: row.keyEnd,
    model: row.model,
    isOwn: isOwnServer(row),
    consent: consentOf(row.consentedAt && { by: row.consentName, at: row.consentedAt }),
    paused: pausedAt(ctx, modelsAt(row)),
    ...spentAt(row.id),
  });
  const shown = ({ accountId, provider, model }: connections.Choice) => ({ accountId, provider, model });
  const assigned = (purpose: connections.Purpose) => {
    const next = fallbacks[purpose] ?? fallback;
    return { model: shown(models[purpose]), fallback: next && shown(next) };
  };
  return {
    setBy,
    accounts: setBy === "company" ? rows.map(own) : ofOperator(),
    purposes: {
      triage: assigned("triage"),
      answer: assigned("answer"),
      plan: assigned("plan"),
      write: assigned("write"),
    },
  };
}

const consentOf = (given: { by: string | null; at: Date } | null | undefined): ModelAccount["consent"] =>
  given ? { by: given.by ?? "a former member", at: given.at.toISOString() } : null;

/** Short texts for failures that pass by themselves; the table shows the time beside them. */
const temporaryFailures: Partial<Record<FailureKind, string>> = {
  rate_limited: "Rate limited",
  over_capacity: "Out of capacity",
  timed_out: "No answer in time",
  unreachable: "Cannot be reached",
  cut_off: "Answers broke off",
};

/** Why the first of an account's models that is paused is paused. */
function pausedAt(ctx: Ctx, inUse: readonly connections.Target[]): ModelAccount["paused"] {
  const failures = inUse.map((one) => ctx.models.calls.paused({ ...one, company: ctx.company }));
  const failure = failures.find((one) => one !== null);
  if (!failure) return null;
  const summary = temporaryFailures[failure.kind];
  return summary
    ? { sentence: summary, until: failure.retryAt?.toISOString() ?? null }
    : { sentence: failure.sentence, until: null };
}

/** The settings page: where calls go, what they may cost, and what this month's cost. */
export async function settings(ctx: Ctx): Promise<ModelSettings> {
  const month = dayIn(ctx.now, ctx.timeZone).slice(0, 7);
  const found = await read(ctx, async (tx) => {
    const paidBy = await accounting.payerOf(tx);
    const [rows, privacy, own, people, budget, months, days, byAgent, byPurpose, byAccount, engines, names] =
      await batch(
        tx,
        () => store.accounts(tx),
        () => store.findPrivacy(tx),
        () => store.prices(tx),
        () => accounts.usernames(tx),
        () => accounting.budgetOf(tx, paidBy),
        () => store.months(tx, month),
        () => store.byDay(tx, month),
        () => store.byAgent(tx, month),
        () => store.byPurpose(tx, month),
        () => store.byAccount(tx, month),
        () => store.byEngine(tx, month),
        () => agents.names(tx),
      );
    const most = accounting.operatorLimitFor(tx, paidBy);
    const accountData = { rows, privacy, byAccount };
    return { accountData, own, people, paidBy, budget, most, months, days, byAgent, byPurpose, engines, names };
  });
  const { accountData, own, people, paidBy, budget, most, months, days, byAgent, byPurpose, engines, names } = found;
  const { rows, privacy } = accountData;
  const connection = await describeConnection(ctx, accountData);
  const { operator } = ctx.models;
  const offers = operator && rows.length === 0 && !hasAgreed(ctx, operator, privacy);
  const countedOf = (scope: string) => months.find((one) => one.scope === scope && one.paidBy === paidBy);
  const company = countedOf(ctx.company);
  return {
    connection,
    providers: Object.entries(providers).map(([id, { label, needsKey, isLocal, baseUrl, models }]) => ({
      id: id as connections.ProviderId,
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
    hidesPersonalDetails: privacy?.hidesPersonalDetails ?? true,
    offered: offers
      ? {
          provider: operator.models.answer.provider,
          label: accountsOf(operator)
            .map(({ provider }) => labelOf(provider))
            .join(" and "),
        }
      : null,
  };
}

const labelOf = (provider: connections.ProviderId): string =>
  providers[provider].label ?? "an OpenAI-compatible server";

const isSamePrice = (one: store.PriceRow, other: store.PriceRow): boolean =>
  connections.engineOf(one) === connections.engineOf(other) && one.validFrom === other.validFrom;

/** The prices of the models in use. The company's own prices do not apply to the operator's connection. */
function pricesOf(
  connection: ModelConnection | null,
  at: Date,
  rows: readonly store.PriceRow[],
  people: ReadonlyMap<string, string>,
): Pick<ModelSettings, "prices" | "laterPrices"> {
  if (!connection) return { prices: [], laterPrices: [] };
  const { accounts, purposes, setBy } = connection;
  const day = at.toISOString().slice(0, 10);
  const connected = new Set(accounts.map(({ provider }) => provider));
  const own = setBy === "company" ? rows.filter(({ provider }) => connected.has(provider)) : [];
  const table = own.map((row) => ({ ...row, above: null }));
  const current = own.filter((row) => row.validFrom <= day);
  const inUse = Object.values(purposes).flatMap(({ model, fallback }) => [model, ...(fallback ? [fallback] : [])]);
  const priced = [...inUse, ...current].map(({ provider, model }) => ({ provider, model }));
  return {
    prices: priced
      .filter(
        (one, place) =>
          priced.findIndex((other) => connections.engineOf(other) === connections.engineOf(one)) === place,
      )
      .map(({ provider, model }) => {
        const price = priceOf({ provider, model }, at, table);
        const entered = current.find((row) => row.provider === provider && row.model === model);
        return {
          provider,
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
    // The newest version of a day's price counts, and comes first.
    laterPrices: own
      .filter((row) => row.validFrom > day)
      .filter((row, place, all) => all.findIndex((other) => isSamePrice(other, row)) === place)
      .map(({ model, input, output, validFrom }) => ({ model, input, output, validFrom })),
  };
}
