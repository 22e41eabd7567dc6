import { isIP } from "node:net";
import { mayCall } from "#contract/addresses.ts";
import type { Purpose } from "#contract/models.ts";
import { addCosts } from "#agency/engine.ts";
import { trialRequest } from "#agency/model/trial.ts";
import { AppError, notFound } from "#contract/errors.ts";
import type { Answer, Input } from "#contract/endpoint.ts";
import { truncate } from "#contract/words.ts";
import { setConsents } from "#features/accounts/consents/service.ts";
import * as accounting from "#features/models/accounting/service.ts";
import * as service from "#features/models/connection/service.ts";
import type { chooseModel, ModelSettings, saveModelAccount, testModel } from "#features/models/contract.ts";
import { modelChosen, modelConnected, modelDisconnected, modelTested } from "#features/models/events.ts";
import {
  type Assignment,
  defaultModel,
  normalizeAddress,
  plainAddress,
  withoutAccount,
} from "#features/models/rules.ts";
import { settings } from "#features/models/settings/service.ts";
import * as store from "#features/models/store.ts";
import { now } from "#platform/clock.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { read, write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";
import * as connections from "#platform/model/connection.ts";
import type { Failure } from "#platform/model/failure.ts";
import type { Answered } from "#platform/model/models.ts";
import { providers } from "#platform/model/providers.ts";

const maxAccounts = 20;

type Given = Input<typeof saveModelAccount>["body"];

/** Connects a provider, or changes the account of the same provider and address. */
export function save(ctx: Ctx, given: Given): Promise<ModelSettings> {
  return write(ctx, async (tx) => {
    const { row, isFirst, isNew, agrees } = await accountAs(tx, given);
    await store.saveAccount(tx, row);
    if (isFirst)
      for (const purpose of connections.purposes)
        await store.savePurpose(tx, rowOf({ purpose, chosen: defaultChoice(row, purpose), fallback: null }));
    const { provider, baseUrl } = row;
    const name = service.accountNameOf(row);
    await record(tx, modelConnected(row.id, name, { provider, address: baseUrl, isNew, consent: agrees }));
    if (agrees) await setConsents(tx, person(tx).id, { thirdPartySharing: true }, `connection to ${name}`);
    return settings(tx);
  });
}

type Checked = { row: Parameters<typeof store.saveAccount>[1]; isFirst: boolean; isNew: boolean; agrees: boolean };

/** The account as it would be saved; throws what is wrong with it. `agrees`: consent is given with it. */
async function accountAs(tx: Tx, given: Given): Promise<Checked> {
  const { provider, apiKey } = given;
  const { needsKey, baseUrl: defaultUrl, label, models } = providers[provider];
  const address = given.baseUrl ? normalizeAddress(given.baseUrl) : defaultUrl;
  const baseUrl = address === defaultUrl ? null : address;
  if (given.baseUrl && given.baseUrl !== plainAddress(given.baseUrl))
    throw new AppError("invalid", "Enter the address without a password or parameters");
  if (!address) throw new AppError("invalid", "Enter the address of the server");
  requireAllowedAddress(tx, baseUrl);
  const accounts = await store.accounts(tx);
  const before = accounts.find(
    (one) => one.provider === provider && normalizeAddress(one.baseUrl ?? defaultUrl ?? "") === address,
  );
  if (!before && accounts.length >= maxAccounts)
    throw new AppError("conflict", `A company can connect ${maxAccounts} providers. Remove one first`);
  // The stored key is kept only for the address it was entered for.
  const sealedKey = apiKey
    ? tx.secrets.seal(Buffer.from(apiKey), service.keyPlace(tx.company))
    : (before?.sealedKey ?? null);
  if (needsKey && !sealedKey) throw new AppError("invalid", `Enter the key of ${label ?? "the server"}`);
  const model = given.model ?? (models ? null : (before?.model ?? null));
  if (!model && !models) throw new AppError("invalid", "Name a model of the server");
  const agrees = !service.isOwnServer({ provider, baseUrl }) && !before?.consentedAt;
  if (agrees && !given.consent) throw new AppError("invalid", "Agree that the company's data is sent to this provider");
  const { id: userId, username } = person(tx);
  const { consentBy = null, consentName = null, consentedAt = null } = before ?? {};
  const row = {
    id: before?.id ?? crypto.randomUUID(),
    provider,
    baseUrl,
    sealedKey,
    keyEnd: apiKey ? apiKey.slice(-4) : (before?.keyEnd ?? null),
    model,
    connectedAt: before?.connectedAt ?? tx.now,
    // The first consent stays on record.
    ...(agrees
      ? { consentBy: userId, consentName: username, consentedAt: tx.now }
      : { consentBy, consentName, consentedAt }),
  };
  return { row, isFirst: accounts.length === 0, isNew: !before, agrees };
}

/** What would answer questions at an account that is not saved; throws what is wrong with it. */
export async function unsavedChoice(tx: Tx, given: Given): Promise<{ choice: connections.Choice; agrees: boolean }> {
  const { row, isNew, agrees } = await accountAs(tx, given);
  const opened = service.openAccount(tx, { ...row, companyId: tx.company });
  const { model } = defaultChoice(row, "answer");
  return { choice: { ...opened, accountId: isNew ? null : row.id, model }, agrees };
}

/** Refuses addresses that calls of a company may not reach. */
function requireAllowedAddress(ctx: Ctx, baseUrl: string | null): void {
  const host = baseUrl && new URL(baseUrl).hostname.replace(/^\[|\]$/g, "");
  if (host && isIP(host) !== 0 && !mayCall(host, ctx.models.allowsPrivate))
    throw new AppError("invalid", "This server may not call that address. Ask the operator to allow private addresses");
}

function defaultChoice(account: Pick<store.AccountRow, "id" | "provider" | "model">, purpose: Purpose) {
  const model = defaultModel(account, purpose, providers);
  if (!model) throw new Error("An account names a model where its provider suggests none.");
  return { accountId: account.id, model };
}

const rowOf = ({ purpose, chosen, fallback }: Assignment) => ({
  purpose,
  ...chosen,
  fallbackAccountId: fallback?.accountId ?? null,
  fallbackModel: fallback?.model ?? null,
});

const assignmentOf = (row: store.PurposeRow): Assignment => ({
  purpose: row.purpose,
  chosen: { accountId: row.accountId, model: row.model },
  fallback:
    row.fallbackAccountId && row.fallbackModel ? { accountId: row.fallbackAccountId, model: row.fallbackModel } : null,
});

/** Removes an account; purposes that used it switch to the others. */
export function remove(ctx: Ctx, id: string): Promise<ModelSettings> {
  return write(ctx, async (tx) => {
    const accounts = await store.accounts(tx);
    const removed = accounts.find((one) => one.id === id);
    if (!removed) throw notFound();
    const [replacement] = accounts.filter((one) => one !== removed);
    if (!replacement) await store.removePurposes(tx);
    else
      for (const one of (await store.purposes(tx)).map(assignmentOf))
        await store.savePurpose(tx, rowOf(withoutAccount(one, id, defaultChoice(replacement, one.purpose))));
    await store.removeAccount(tx, id);
    const address = removed.baseUrl && plainAddress(removed.baseUrl);
    await record(tx, modelDisconnected(id, service.accountNameOf(removed), { provider: removed.provider, address }));
    return settings(tx);
  });
}

export function choose(ctx: Ctx, given: Input<typeof chooseModel>["body"]): Promise<ModelSettings> {
  const { purpose, accountId, model, fallback } = given;
  if (fallback?.accountId === accountId && fallback.model === model)
    throw new AppError("invalid", "Choose a fallback that is not the model itself");
  return write(ctx, async (tx) => {
    const accounts = await store.accounts(tx);
    const engineAt = (chosen: Assignment["chosen"]): string => {
      const account = accounts.find(({ id }) => id === chosen.accountId);
      if (!account) throw notFound();
      return connections.engineOf({ ...account, model: chosen.model });
    };
    const chosen = { purpose, model: engineAt({ accountId, model }), fallback: fallback && engineAt(fallback) };
    await store.savePurpose(tx, rowOf({ purpose, chosen: { accountId, model }, fallback }));
    await record(tx, modelChosen(tx.company, chosen));
    return settings(tx);
  });
}

/** Lets a call time out by itself first, so that its failure sentence is shown. */
const graceMs = 5_000;

/** Makes the call that questions make, which counts against the month's budget; `accountId` null: with the model for answers. */
export async function test(ctx: Ctx, accountId: string | null): Promise<Answer<typeof testModel>> {
  const connection = await service.connectionOf(ctx);
  const choice = accountId ? await read(ctx, (tx) => choiceAt(tx, accountId, connection)) : connection?.models.answer;
  if (!connection || !choice) throw new AppError("conflict", "No language model is connected");
  const caller = { runId: null, agentId: null, purpose: "answer" as const, paidBy: connection.setBy };
  const outcome = await ctx.models.calls.call(
    { ...connection, models: connections.forEveryPurpose(choice), fallbacks: {}, fallback: null },
    "answer",
    await trialRequest(ctx),
    {
      company: ctx.company,
      signal: AbortSignal.timeout(ctx.models.calls.timeout + graceMs),
      ...accounting.accountedBy(ctx, caller),
    },
  );
  const attempt = outcome.attempts.at(-1);
  const engine = connections.engineOf(choice);
  await write({ ...ctx, now: now() }, (tx) => record(tx, modelTested(accountId, { engine, ok: outcome.ok })));
  return {
    ok: outcome.ok,
    engine,
    milliseconds: Math.round(outcome.milliseconds),
    cost: outcome.attempts.map((one) => one.cost).reduce(addCosts, { state: "zero", usd: 0 }),
    tokens: attempt?.usage ? { input: attempt.usage.input, output: attempt.usage.output } : null,
    sentence: outcome.ok ? howItAnswered(outcome) : withWords(outcome.failure),
  };
}

/** What an admin should know of a model that answered. */
function howItAnswered({ calls, way }: Pick<Answered<unknown>, "calls" | "way">): string {
  if (way.describesTools) return "It answered. It takes no actions itself, so they are described to it in words.";
  return calls.length > 0
    ? "It answered, and it uses actions."
    : "It answered, but used no action although it was asked to.";
}

const withWords = ({ sentence, detail }: Failure): string =>
  detail ? `${sentence} It said: “${truncate(detail, 300)}”` : sentence;

/** The model of an account that is tried first for answers, else its default. */
async function choiceAt(tx: Tx, id: string, connection: connections.Connection | null): Promise<connections.Choice> {
  const account = (await store.accounts(tx)).find((one) => one.id === id);
  if (!account) throw notFound();
  const inUse = connection && connections.targetsFor(connection, "answer").find(({ accountId }) => accountId === id);
  return inUse ?? { ...service.openAccount(tx, account), ...defaultChoice(account, "answer") };
}
