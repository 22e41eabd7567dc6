import { setTimeout as sleep } from "node:timers/promises";
import {
  type Account,
  checkAnswer,
  type Connector,
  type ConnectorCall,
  connectorOf,
  isWhole,
  type SignIn,
} from "#connectors/connector.ts";
import { ConnectorFault, faultOf } from "#connectors/fault.ts";
import { type OAuthClient, renewTokens, type Tokens } from "#connectors/oauth.ts";
import { notFound } from "#contract/errors.ts";
import * as events from "#features/integrations/events.ts";
import { endSignIn } from "#features/integrations/revoking/service.ts";
import { afterFault, type Health, healthy } from "#features/integrations/rules.ts";
import * as store from "#features/integrations/store.ts";
import { wipeRecords } from "#features/integrations/wiping/service.ts";
import type { Ctx } from "#platform/context.ts";
import { note, read, write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

type Field = "credentials" | "access" | "refresh";

/** Binds a sealed value to its row and field. */
const placeOf = ({ company }: Ctx, id: number, field: Field): string => `connection:${company}:${id}:${field}`;
export const seal = (ctx: Ctx, id: number, field: Field, plain: string): Buffer =>
  ctx.secrets.seal(Buffer.from(plain), placeOf(ctx, id, field));
const open = (ctx: Ctx, id: number, field: Field, sealed: Buffer | null): string | null =>
  sealed && ctx.secrets.open(sealed, placeOf(ctx, id, field)).toString();

export const credentialsOf = (
  ctx: Ctx,
  { id, sealedCredentials }: Pick<store.ConnectionRow, "id" | "sealedCredentials">,
) => JSON.parse(open(ctx, id, "credentials", sealedCredentials) ?? "{}") as Record<string, string>;

/** The client a service knows: the one an admin typed in, else the operator's; null: there is none. */
export const clientOf = (
  { clients }: Ctx,
  { id: of }: Pick<Connector, "id">,
  { client_id: id, client_secret: secret = "" }: Record<string, string>,
): OAuthClient | null => (id ? { id, secret } : (clients[of] ?? null));

export const refreshTokenOf = (ctx: Ctx, { id, sealedRefresh, sealedAccess }: store.ConnectionRow): string | null =>
  open(ctx, id, "refresh", sealedRefresh) ?? open(ctx, id, "access", sealedAccess);

export const sealTokens = (ctx: Ctx, id: number, tokens: Tokens): store.SealedTokens => ({
  sealedAccess: seal(ctx, id, "access", tokens.access),
  sealedRefresh: tokens.refresh === null ? undefined : seal(ctx, id, "refresh", tokens.refresh),
  expiresInMs: tokens.expiresInMs,
  refreshExpiresInMs: tokens.refreshExpiresInMs,
});

export const accountColumns = ({ id, name }: Account) => ({
  accountId: id.slice(0, 200),
  accountName: name.slice(0, 200),
});
type Found = { accountId?: string | null; accountName?: string | null };

/** Stores how a connection stands, and records a change of its status. */
async function settle(
  ctx: Ctx,
  connector: Connector,
  id: number,
  seen: store.SeenWith,
  next: (row: store.ConnectionRow) => Health & Found,
): Promise<void> {
  await write(ctx, async (tx) => {
    const row = await store.find(tx, id);
    const to = row && next(row);
    // What ends after a person switched it off says nothing of it.
    if (!row || !to || row.status === "inactive" || !(await store.setHealth(tx, id, to, seen))) return;
    if (to.accountId && row.accountId && to.accountId !== row.accountId) {
      await wipeRecords(tx, connector);
      await store.change(tx, id, { cursor: null, lastSyncAt: null });
    }
    if (to.accountName && to.accountName !== row.accountName) await record(tx, events.accountNamed(row));
    if (to.status === row.status) return;
    if (to.status === "expired" && "lease" in seen) await store.log(tx, id, "renew", "expired", to.problem ?? "");
    await record(tx, events.connectionChanged(row, row.status, to.status));
  });
}

/** How often an instance looks whether another has renewed the tokens, and for how long; in milliseconds. */
const lookMs = 100;
const patienceMs = 40_000;

type Access = { token: string | null; version: number; credentials: Record<string, string> };

/**
 * What signs a call in. One instance at a time renews a token that ends soon or was refused (`refused` is its version);
 * the others use the old one while it lasts, else they wait.
 */
async function accessTo(ctx: Ctx, connector: Connector, id: number, refused: number | null): Promise<Access> {
  for (const until = performance.now() + patienceMs; performance.now() < until; await sleep(lookMs)) {
    const row = await read(ctx, (tx) => store.find(tx, id));
    if (!row) throw notFound();
    const { status, isStale, isOver, tokenVersion: version } = row;
    if (status === "expired") throw new ConnectorFault("expired", row.problem ?? "Connect it again.");
    const given = { version, credentials: credentialsOf(ctx, row), token: open(ctx, id, "access", row.sealedAccess) };
    const isRefused = version === refused;
    const isEnough = isWhole(connector, given.credentials);
    if (isEnough && !connector.logIn) return given;
    if (given.token !== null && !isStale && !isRefused) return given;
    const ask = askingFor(ctx, connector, given.credentials, open(ctx, id, "refresh", row.sealedRefresh));
    if (ask) {
      const lease = crypto.randomUUID();
      if (await note(ctx, (tx) => store.leaseRenewal(tx, id, lease, version))) {
        await renew(ctx, connector, { id, lease, client: clientOf(ctx, connector, given.credentials), ask });
        continue;
      }
    }
    if (given.token !== null && !isOver && !isRefused) return given;
    if (!ask) throw new ConnectorFault("expired", "The sign-in ended. Connect it again.");
  }
  throw new ConnectorFault("unavailable", "The sign-in could not be renewed in time.");
}

/** How new tokens are asked for; null: someone must connect again. */
function askingFor(
  ctx: Ctx,
  connector: Connector,
  credentials: Record<string, string>,
  renewable: string | null,
): (() => Promise<Tokens>) | null {
  const { http, company } = ctx;
  const { logIn, oauth: service } = connector;
  if (logIn && isWhole(connector, credentials)) return () => logIn(http, company, credentials);
  const client = clientOf(ctx, connector, credentials);
  if (!service || !client || renewable === null) return null;
  return () => renewTokens({ http, company, service, client }, renewable);
}

type Renewal = { id: number; lease: string; client: OAuthClient | null; ask: () => Promise<Tokens> };

/**
 * Renews the tokens without any transaction, and stores them before they are used. After a lost answer the old refresh
 * token goes once more: a service that replaced it refuses, and someone must connect again.
 */
async function renew(ctx: Ctx, connector: Connector, { id, lease, client, ask }: Renewal): Promise<void> {
  let tokens: Tokens;
  try {
    tokens = await ask().catch((error: unknown) => {
      if (error instanceof ConnectorFault && error.kind === "lost") return ask();
      throw error;
    });
  } catch (error) {
    // Other faults count once, where the work ends.
    const isOver = error instanceof ConnectorFault && error.kind === "expired";
    await settle(ctx, connector, id, { lease }, (row) => (isOver ? afterFault(row, error) : row));
    throw error;
  }
  const isGone = await write(ctx, async (tx) => {
    const before = await store.find(tx, id);
    if (!(await store.keepTokens(tx, id, lease, sealTokens(tx, id, tokens)))) return before === null;
    return false;
  });
  // Disconnected meanwhile: what was handed out since must not live on.
  if (isGone && client) await write(ctx, (tx) => endSignIn(tx, connector, client, tokens.refresh ?? tokens.access));
}

/** Calls a service's own host, signed in; a refused token is renewed once. */
function callOf(ctx: Ctx, connector: Connector, take: (refused: number | null) => Promise<Access>): ConnectorCall {
  const { name, api } = connector;
  const sign = connector.sign ?? ((_credentials, token) => ({ authorization: `Bearer ${token}` }));
  return async ({ path, headers, allows = [], ...request }) => {
    for (let refused: number | null = null; ; ) {
      const { token, version, credentials } = await take(refused);
      const base = (token !== null && connector.apiOf?.(token)) || api;
      const url = new URL(path, base);
      if (url.origin !== new URL(base).origin) throw new Error(`${name} is called on its own host only.`);
      const answer = await ctx.http
        .call(ctx, { ...request, url, headers: { ...headers, ...sign(credentials, token) } })
        .catch((error: unknown) => {
          throw faultOf(error);
        });
      const isRefused = answer.status === 401 || connector.refusesToken?.(answer);
      if (isRefused && connector.oauth && refused === null) refused = version;
      else return allows.includes(answer.status) ? answer : checkAnswer(connector, answer);
    }
  };
}

/** Shorter values are words that stand in any sentence. */
const leastSecret = 8;

/** A fault whose sentence repeats nothing that signs in, whatever the service wrote into it. */
function withoutSecrets(error: unknown, secrets: readonly (string | null)[]): unknown {
  if (!(error instanceof ConnectorFault)) return error;
  let { message } = error;
  // A token may be kept with the host that it is for.
  for (const secret of secrets.flatMap((one) => [one, one?.split(" ").at(-1)]))
    if (secret && secret.length >= leastSecret) message = message.replaceAll(secret, "(hidden)");
  return message === error.message ? error : new ConnectorFault(error.kind, message, error.retryAfterMs);
}

/** Tries a service with credentials that are not stored. */
export async function tryConnector(
  ctx: Ctx,
  connector: Connector,
  credentials: Record<string, string>,
): Promise<Account> {
  const secrets: (string | null)[] = Object.values(credentials);
  try {
    const token = (await connector.logIn?.(ctx.http, ctx.company, credentials))?.access ?? null;
    secrets.push(token);
    return await connector.test(
      callOf(ctx, connector, async () => ({ token, version: 0, credentials })),
      { credentials, token: async () => token ?? "", privateAddresses: ctx.http.privateAddresses },
    );
  } catch (error) {
    throw withoutSecrets(error, secrets);
  }
}

/**
 * Works with a connected service outside any transaction; how that went is how the connection stands. Whose account it
 * is, is known before anything is done with it: another person may have signed in.
 */
export async function withConnection<T>(
  ctx: Ctx,
  id: number,
  work: (call: ConnectorCall, connector: Connector, signIn: SignIn, account: string | null) => Promise<T>,
  found: (result: T) => Found = () => ({}),
): Promise<T> {
  const row = await read(ctx, (tx) => store.find(tx, id));
  if (!row) throw notFound();
  const connector = connectorOf(ctx, row.connector);
  if (!connector) throw new ConnectorFault("setup", `This version does not know ${row.connector}.`);
  if (row.status === "pending") throw new ConnectorFault("setup", `${connector.name} is not connected yet.`);
  if (row.status === "inactive") throw new ConnectorFault("setup", `${connector.name} is switched off.`);
  const seen = { version: row.tokenVersion };
  const secrets: (string | null)[] = [];
  try {
    const take = async (refused: number | null) => {
      const taken = await accessTo(ctx, connector, id, refused);
      seen.version = taken.version;
      secrets.push(taken.token, ...Object.values(taken.credentials));
      return taken;
    };
    const signIn: SignIn = {
      credentials: credentialsOf(ctx, row),
      token: async (isRefused = false) => (await take(isRefused ? seen.version : null)).token ?? "",
      privateAddresses: ctx.http.privateAddresses,
    };
    const call = callOf(ctx, connector, take);
    const named = row.accountName === null ? accountColumns(await connector.test(call, signIn)) : null;
    if (named) await settle(ctx, connector, id, seen, () => ({ ...healthy, ...named }));
    const result = await work(call, connector, signIn, named?.accountName ?? row.accountName);
    await settle(ctx, connector, id, seen, () => ({ ...healthy, ...found(result) }));
    return result;
  } catch (thrown) {
    const error = withoutSecrets(thrown, secrets);
    if (error instanceof ConnectorFault)
      await settle(ctx, connector, id, seen, (now) => (now.status === "expired" ? now : afterFault(now, error)));
    throw error;
  }
}
