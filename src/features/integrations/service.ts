import { catalogue, type Filled, serviceOf } from "#connectors/catalogue.ts";
import { type Account, type Connector, connectorOf, isWhole } from "#connectors/connector.ts";
import { ConnectorFault } from "#connectors/fault.ts";
import type { OAuthClient } from "#connectors/oauth.ts";
import type { Answer, Input } from "#contract/endpoint.ts";
import { AppError, notFound } from "#contract/errors.ts";
import * as access from "#features/integrations/access/service.ts";
import type {
  AvailableService,
  Connection,
  LogEntry,
  setUpCredentials,
  testConnection,
} from "#features/integrations/contract.ts";
import * as events from "#features/integrations/events.ts";
import { webhookOf } from "#features/integrations/hastening/service.ts";
import { endSignIn } from "#features/integrations/revoking/service.ts";
import * as store from "#features/integrations/store.ts";
import { startSyncing, syncNow } from "#features/integrations/syncing/service.ts";
import { findDoubles } from "#features/integrations/taking/service.ts";
import * as sources from "#features/metrics/sources/store.ts";
import { removeDoubles } from "#features/records/removals/service.ts";
import { pluralize } from "#contract/format.ts";
import { sourceOf, wipeRecords } from "#features/integrations/wiping/service.ts";
import * as metrics from "#features/metrics/store.ts";
import { recordKinds } from "#features/records/contract.ts";
import * as records from "#features/records/store.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { read, write } from "#platform/db/transaction.ts";
import { validationError } from "#platform/http/faults.ts";
import { record } from "#platform/journal/record.ts";

export const list = async (tx: Tx): Promise<Connection[]> => (await store.list(tx)).map((row) => show(tx, row));

/** The eight services, with what this version can do of each. */
export async function listAvailable(tx: Tx): Promise<AvailableService[]> {
  const rows = new Map((await store.list(tx)).map((row) => [row.connector, row]));
  const answers: AvailableService[] = [];
  for (const { id, name, description, category, agent, authType, fields, fills, help, instead } of catalogue) {
    const connector = connectorOf(tx, id);
    const row = rows.get(id);
    const filled = [];
    for (const one of fills) filled.push({ what: one.what, isMissing: await isMissing(tx, one) });
    answers.push({
      id,
      name,
      description,
      category,
      agentAssignment: connector?.agent ?? agent,
      authType,
      status: row?.status ?? (connector ? "available" : "unavailable"),
      oauthReady: Boolean(connector?.oauth && (tx.clients[id] ?? (row && openedTo(tx, row)))),
      note: connector ? null : notInThisVersion(name),
      fields: [...fields],
      help,
      webhook: webhookOf(tx, id),
      instead: {
        text: instead.text,
        kinds: recordKinds.filter((kind) => instead.kinds?.includes(kind)),
        href: instead.href ?? null,
      },
      fills: filled,
    });
  }
  return answers;
}

async function isMissing(tx: Tx, { figure, records: kind }: Filled): Promise<boolean> {
  if (figure) return (await metrics.lastDay(tx, figure)) === null;
  return kind !== undefined && !(await records.any(tx, kind));
}

const notInThisVersion = (name: string): string => `${name} cannot be connected in this version of Boardroom.`;

/** The connector of a service; says why there is none. */
export function connectorFor(ctx: Ctx, type: string): Connector {
  const connector = connectorOf(ctx, type);
  if (connector) return connector;
  const service = serviceOf(type);
  if (service) throw new AppError("conflict", notInThisVersion(service.name));
  throw notFound();
}

/** Begins a connection, which waits for its credentials; one that exists stays as it is. */
export async function initialize(ctx: Ctx, type: string): Promise<Connection> {
  const { name } = connectorFor(ctx, type);
  return write(ctx, async (tx) => {
    const number = await store.numberOf(tx, type);
    if (!(await store.find(tx, number))) {
      await store.change(tx, number, { status: "pending", connectedAt: tx.now, connectedBy: person(tx).id });
      await store.log(tx, number, "initialize", "pending", `${name} waits for its credentials.`);
      await record(tx, events.begun({ id: number, connector: type }));
    }
    return show(tx, await needed(tx, number));
  });
}

async function needed(tx: Tx, id: number): Promise<store.ConnectionRow> {
  const row = await store.find(tx, id);
  if (!row) throw notFound();
  return row;
}

const nameOf = (ctx: Ctx, type: string): string => connectorOf(ctx, type)?.name ?? serviceOf(type)?.name ?? type;

function show(tx: Tx, row: store.ConnectionRow): Connection {
  const connector = connectorOf(tx, row.connector);
  const { status, isOver } = row;
  return {
    id: row.id,
    type: row.connector,
    name: connector?.name ?? row.connector,
    agentAssignment: connector?.agent ?? null,
    account: row.accountName,
    status,
    isActive: status === "active",
    scopes: row.scopes,
    lastSync: row.lastSyncAt?.toISOString() ?? null,
    errorCount: row.errorCount,
    problem: row.problem,
    page: serviceOf(row.connector)?.page ?? null,
    // What is renewed by itself does not end then.
    expiresAt: (row.sealedRefresh && !isOver ? row.refreshExpiresAt : row.expiresAt)?.toISOString() ?? null,
    createdAt: row.connectedAt.toISOString(),
  };
}

/** Stores what an admin typed in; everything of an earlier sign-in ends. */
export async function storeCredentials(
  ctx: Ctx,
  { integrationId, credentials: given }: Input<typeof setUpCredentials>["body"],
): Promise<Connection> {
  const connector = connectorFor(ctx, integrationId);
  const parsed = connector.credentials.safeParse(given);
  if (!parsed.success) throw validationError(parsed.error);
  const account = isWhole(connector, parsed.data)
    ? await tried(connector, () => access.tryConnector(ctx, connector, parsed.data))
    : null;
  return write(ctx, async (tx) => {
    const number = await store.numberOf(tx, integrationId);
    const before = await store.find(tx, number);
    // The same account may hand out the same token again, which must go on.
    const isSame = before && account && before.accountId === account.id;
    if (before) await (isSame && connector.revoke ? store.wipe(tx, before.id) : end(tx, connector, before));
    // The records of another account are none of this one's.
    if (before?.accountId && account && before.accountId !== account.id) await wipeRecords(tx, connector);
    await store.change(tx, number, {
      status: account ? "active" : "pending",
      // What was read is that account's until another one answers.
      ...(account ? access.accountColumns(account) : { accountId: before?.accountId ?? null }),
      sealedCredentials: access.seal(tx, number, "credentials", JSON.stringify(parsed.data)),
      tokenVersion: (before?.tokenVersion ?? 0) + 1,
      connectedAt: tx.now,
      connectedBy: person(tx).id,
    });
    const of = { id: number, connector: integrationId };
    await record(tx, account ? events.connected(of, []) : events.credentialsStored(of));
    if (account && connector.source) await startSyncing(tx, number);
    const words = account ? `Connected with ${account.name}.` : `${connector.name} waits for the sign-in.`;
    await store.log(tx, number, account ? "connect" : "credentials", account ? "active" : "pending", words);
    return show(tx, await needed(tx, number));
  });
}

/** The account that new credentials are for; refuses those that do not work. */
async function tried(connector: Connector, test: () => Promise<Account>): Promise<Account> {
  return test().catch((error: unknown) => {
    if (!(error instanceof ConnectorFault)) throw error;
    const isWrong = error.kind === "expired";
    throw new AppError("unprocessable", isWrong ? `${connector.name} does not take these credentials` : error.message);
  });
}

/** Ends a sign-in at its service, and deletes everything about it here. */
async function end(tx: Tx, connector: Connector | undefined, row: store.ConnectionRow): Promise<void> {
  const known = openedTo(tx, row);
  const isShared = connector?.oauth?.revokesAll && known && (await isUsedElsewhere(tx, connector, row, known.client));
  if (connector && known?.token && !isShared) await endSignIn(tx, connector, known.client, known.token);
  await store.wipe(tx, row.id);
}

/** Whether another connection signs in with the same client as the same account, which may not be known yet. */
async function isUsedElsewhere(tx: Tx, { oauth }: Connector, row: store.ConnectionRow, client: OAuthClient) {
  return (await store.list(tx)).some((other) => {
    if (other.id === row.id || connectorOf(tx, other.connector)?.oauth?.revokeUrl !== oauth?.revokeUrl) return false;
    const isSameAccount = row.accountId === null || other.accountId === null || other.accountId === row.accountId;
    const known = openedTo(tx, other);
    return isSameAccount && Boolean(known?.token) && known?.client.id === client.id;
  });
}

type Outcome = Answer<typeof testConnection>;

/** Makes the smallest real call; expected refusals are answers. */
export async function test(ctx: Ctx, id: number, action: LogEntry["action"] = "test"): Promise<Outcome> {
  return logged(ctx, id, action, await tryOut(ctx, id));
}

/** Takes over what changed there. */
export async function sync(ctx: Ctx, id: number): Promise<Outcome> {
  const { status, connector } = await read(ctx, (tx) => needed(tx, id));
  const name = nameOf(ctx, connector);
  if (status === "inactive") return logged(ctx, id, "sync", { success: false, message: `${name} is switched off.` });
  if (status === "pending")
    return logged(ctx, id, "sync", { success: false, message: `${name} is not connected yet.` });
  // Of a service that is not read again and again, a call shows that it answers.
  const isRead = connectorOf(ctx, connector)?.source !== undefined;
  return logged(ctx, id, "sync", await (isRead ? syncNow(ctx, id) : tryOut(ctx, id)));
}

/** Writes what came of it into the connection's log, unless it was removed meanwhile. */
async function logged(ctx: Ctx, id: number, action: LogEntry["action"], outcome: Outcome): Promise<Outcome> {
  await write(ctx, async (tx) => {
    const row = await store.find(tx, id);
    if (!row) return;
    const isFault = !outcome.success && row.status === "active";
    await store.log(tx, id, action, isFault ? "error" : row.status, outcome.message);
  });
  return outcome;
}

/** Switches a connection on and tries it. */
export async function activate(ctx: Ctx, id: number): Promise<{ message: string }> {
  const type = await write(ctx, async (tx) => {
    const row = await needed(tx, id);
    if (row.status === "pending") throw new AppError("conflict", `${nameOf(tx, row.connector)} is not connected yet`);
    if (row.status === "inactive") {
      await store.change(tx, id, { status: "active", errorCount: 0, problem: null });
      await record(tx, events.activated(row));
    }
    return row.connector;
  });
  const { success, message } = await test(ctx, id, "activate");
  return { message: success ? message : `${nameOf(ctx, type)} is switched on, but does not work: ${message}` };
}

/** Switches a connection off: nothing calls the service until it is switched on. */
export const deactivate = (ctx: Ctx, id: number): Promise<{ message: string }> =>
  write(ctx, async (tx) => {
    const row = await needed(tx, id);
    const name = nameOf(tx, row.connector);
    if (row.status === "pending") throw new AppError("conflict", `${name} is not connected yet`);
    const message = `${name} is switched off.`;
    if (row.status === "inactive") return { message };
    await store.change(tx, id, { status: "inactive" });
    await store.log(tx, id, "deactivate", "inactive", message);
    await record(tx, events.deactivated(row));
    return { message };
  });

export async function listLog(tx: Tx, id: number): Promise<LogEntry[]> {
  await needed(tx, id);
  return (await store.logLines(tx, id)).map(({ id: line, status, action, message, createdAt }) => ({
    id: line,
    status,
    action,
    message,
    createdAt: createdAt.toISOString(),
  }));
}

async function tryOut(ctx: Ctx, id: number): Promise<Outcome> {
  try {
    const { account, name } = await access.withConnection(
      ctx,
      id,
      async (call, connector, signIn) => ({ account: await connector.test(call, signIn), name: connector.name }),
      ({ account }) => access.accountColumns(account),
    );
    return { success: true, message: `${name} answered for ${account.name.slice(0, 200)}.` };
  } catch (error) {
    if (!(error instanceof ConnectorFault)) throw error;
    return { success: false, message: error.message };
  }
}

/** What ends a sign-in; null where it cannot be read, which must not keep anyone from disconnecting. */
function openedTo(tx: Tx, row: store.ConnectionRow): { client: OAuthClient; token: string | null } | null {
  try {
    const credentials = access.credentialsOf(tx, row);
    const connector = connectorOf(tx, row.connector);
    // A token that ends by itself needs no client.
    if (connector?.revoke) {
      const token = connector.revoke.token(credentials) ?? access.refreshTokenOf(tx, row);
      return { client: { id: "", secret: "" }, token };
    }
    const client = connector && !isWhole(connector, credentials) && access.clientOf(tx, connector, credentials);
    return client ? { client, token: access.refreshTokenOf(tx, row) } : null;
  } catch (error) {
    tx.log.warn({ err: error, connection: row.id }, "a sign-in could not be read, so it is not ended at its service");
    return null;
  }
}

export function remove(ctx: Ctx, id: number): Promise<{ message: string }> {
  return write(ctx, async (tx) => {
    const row = await store.find(tx, id);
    if (!row) throw notFound();
    const connector = connectorOf(tx, row.connector);
    await end(tx, connector, row);
    if (connector) await wipeRecords(tx, connector);
    await store.forgetLog(tx, id);
    await record(tx, events.disconnected(row));
    return { message: `${connector?.name ?? row.connector} is disconnected.` };
  });
}

/** Removes what the company's own records have of a service too. */
export function keepOne(ctx: Ctx, id: number): Promise<{ message: string }> {
  return write(ctx, async (tx) => {
    const { connector: type } = await needed(tx, id);
    const connector = connectorFor(tx, type);
    if (!(await findDoubles(tx, connector)).some(({ isOwn }) => isOwn))
      return { message: `Nothing of ${connector.name} is among your own records.` };
    const { removed, status } = await removeDoubles(tx, connector.name, sourceOf(type));
    await sources.noteDoubles(tx, type, await findDoubles(tx, connector));
    const sentence =
      status === "removed" ? `${pluralize(removed, "record")} removed.` : "The records are being removed.";
    return { message: `${sentence} They can be restored for 24 hours on the Records page.` };
  });
}
