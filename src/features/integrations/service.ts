import { type Account, type Connector, connectorOf } from "#connectors/connector.ts";
import { ConnectorFault } from "#connectors/fault.ts";
import type { OAuthClient } from "#connectors/oauth.ts";
import type { Answer, Input } from "#contract/endpoint.ts";
import { AppError, notFound } from "#contract/errors.ts";
import * as access from "#features/integrations/access/service.ts";
import type { Connection, setUpCredentials, testConnection } from "#features/integrations/contract.ts";
import * as events from "#features/integrations/events.ts";
import { endSignIn } from "#features/integrations/revoking/service.ts";
import * as store from "#features/integrations/store.ts";
import { startSyncing } from "#features/integrations/syncing/service.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { validationError } from "#platform/http/faults.ts";
import { record } from "#platform/journal/record.ts";

export const list = async (tx: Tx): Promise<Connection[]> => (await store.list(tx)).map((row) => show(tx, row));

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
  const connector = connectorOf(ctx, integrationId);
  if (!connector) throw notFound();
  const parsed = connector.credentials.safeParse(given);
  if (!parsed.success) throw validationError(parsed.error);
  const account = connector.oauth
    ? null
    : await tried(connector, () => access.tryConnector(ctx, connector, parsed.data));
  return write(ctx, async (tx) => {
    const number = await store.numberOf(tx, integrationId);
    const before = await store.find(tx, number);
    if (before) await end(tx, connector, before);
    await store.change(tx, number, {
      status: account ? "active" : "pending",
      ...(account && accountColumns(account)),
      sealedCredentials: access.seal(tx, number, "credentials", JSON.stringify(parsed.data)),
      tokenVersion: (before?.tokenVersion ?? 0) + 1,
      connectedAt: tx.now,
      connectedBy: person(tx).id,
    });
    const of = { id: number, connector: integrationId };
    await record(tx, account ? events.connected(of, []) : events.credentialsStored(of));
    if (account && connector.source) await startSyncing(tx, number);
    const row = await store.find(tx, number);
    if (!row) throw notFound();
    return show(tx, row);
  });
}

const accountColumns = ({ id, name }: Account) => ({ accountId: id.slice(0, 200), accountName: name.slice(0, 200) });

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
  if (connector && known?.token) await endSignIn(tx, connector, known.client, known.token);
  await store.wipe(tx, row.id);
}

/** Makes the smallest real call; expected refusals are answers. */
export async function test(ctx: Ctx, id: number): Promise<Answer<typeof testConnection>> {
  try {
    const { account, name } = await access.withConnection(
      ctx,
      id,
      async (call, connector, signIn) => ({ account: await connector.test(call, signIn), name: connector.name }),
      ({ account }) => accountColumns(account),
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
    return { client: access.clientOf(access.credentialsOf(tx, row)), token: access.refreshTokenOf(tx, row) };
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
    await record(tx, events.disconnected(row));
    return { message: `${connector?.name ?? row.connector} is disconnected.` };
  });
}
