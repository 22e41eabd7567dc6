import type { z } from "zod";
import { AppError, notFound } from "#contract/errors.ts";
import { includesRole } from "#contract/roles.ts";
import type { Scope } from "#contract/scopes.ts";
import type { addClient, Assistant, AssistantClient, Consent } from "#features/accounts/assistants/contract.ts";
import * as events from "#features/accounts/assistants/events.ts";
import * as rules from "#features/accounts/assistants/rules.ts";
import * as store from "#features/accounts/assistants/store.ts";
import { requireFresh } from "#features/accounts/factors/service.ts";
import { findCompanyName } from "#features/accounts/store.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { read, write } from "#platform/db/transaction.ts";
import type { Session } from "#platform/http/caller.ts";
import { record } from "#platform/journal/record.ts";
import { type ConsentRequest, redirectFault } from "#platform/oauth/oauth.ts";

/** The caller's assistants; everyone's for admins. */
export async function list(tx: Tx): Promise<Assistant[]> {
  const { id, role } = person(tx);
  const rows = await store.list(tx, includesRole(role, "admin") ? null : id);
  return rows.map(({ createdAt, usedAt, companyId: _, clientId: _client, ...row }) => ({
    ...row,
    connectedAt: createdAt.toISOString(),
    usedAt: usedAt?.toISOString() ?? null,
  }));
}

/** Disconnects one of the caller's assistants, or for an admin anyone's. */
export function remove(ctx: Ctx, id: string): Promise<Assistant> {
  return write(ctx, async (tx) => {
    const found = (await list(tx)).find((one) => one.id === id);
    const [row] = found ? await store.remove(tx, { id }) : [];
    if (!found || !row) throw notFound();
    await record(tx, events.assistantRemoved(row));
    return found;
  });
}

const gone = () => new AppError("not_found", "This request has expired or was answered. Connect the assistant again");

/** A request of a client that anyone may use, or that an admin of the caller's company added. */
async function requestOf(ctx: Ctx, id: string): Promise<ConsentRequest> {
  const request = await ctx.oauth.request(id);
  if (!request) throw gone();
  const isOwn = async (tx: Tx) => (await store.clients(tx)).some((client) => client.id === request.clientId);
  if (request.site === null && !(await read(ctx, isOwn))) throw gone();
  return request;
}

export async function describe(ctx: Ctx, id: string): Promise<Consent> {
  const { name, site, redirectUri, scopes } = await requestOf(ctx, id);
  return {
    name,
    site,
    ...rules.destinationOf(redirectUri),
    companyName: await read(ctx, findCompanyName),
    scopes: rules.usefulScopes(person(ctx).role, scopes),
  };
}

/** Connects an assistant; a session that was stolen long after its sign-in connects none. */
export async function allow(
  ctx: Ctx,
  session: Session,
  id: string,
  given: readonly Scope[],
): Promise<{ location: string }> {
  const request = await requestOf(ctx, id);
  const { id: userId, role } = person(ctx);
  const useful = rules.usefulScopes(role, request.scopes);
  const scopes = useful.filter((scope) => given.includes(scope));
  if (given.some((scope) => !useful.includes(scope)))
    throw new AppError("invalid", "Choose among the scopes that the assistant asks for", { field: "scopes" });
  const assistant = {
    id: crypto.randomUUID(),
    userId,
    clientId: request.clientId,
    name: request.name,
    site: request.site,
  };
  await write(ctx, async (tx) => {
    await requireFresh(tx, session);
    if ((await store.list(tx, userId)).length >= rules.maxAssistants)
      throw new AppError(
        "conflict",
        `You have ${rules.maxAssistants} assistants. Disconnect one you no longer use first`,
      );
    await store.add(tx, { ...assistant, scopes, createdAt: tx.now });
    await record(tx, events.assistantConnected(assistant, scopes));
  });
  const account = { company: ctx.company, userId };
  const location = await ctx.oauth.allow(id, { id: assistant.id, account, scopes });
  if (location === null) {
    await write(ctx, async (tx) => {
      await store.remove(tx, { id: assistant.id });
      await record(tx, events.assistantRemoved(assistant, "the request was answered before"));
    });
    throw gone();
  }
  return { location };
}

export async function refuse(ctx: Ctx, id: string): Promise<{ location: string }> {
  await requestOf(ctx, id);
  const location = await ctx.oauth.refuse(id);
  if (location === null) throw gone();
  return { location };
}

const toClient = ({ createdAt, companyId: _, ...row }: store.ClientRow): AssistantClient => ({
  ...row,
  createdAt: createdAt.toISOString(),
});

export const clients = async (tx: Tx): Promise<AssistantClient[]> => (await store.clients(tx)).map(toClient);

export function addClientTo(
  ctx: Ctx,
  { name, redirectUris }: z.output<typeof addClient.body>,
): Promise<AssistantClient> {
  for (const address of redirectUris) {
    const fault = redirectFault(address);
    if (fault) throw new AppError("invalid", fault, { field: "redirectUris" });
  }
  return write(ctx, async (tx) => {
    if ((await store.clients(tx)).length >= rules.maxClients)
      throw new AppError("conflict", `There are ${rules.maxClients} clients. Remove one you no longer need first`);
    const row = { companyId: tx.company, id: crypto.randomUUID(), name, redirectUris, createdAt: tx.now };
    await store.addClient(tx, row);
    await record(tx, events.clientAdded(row));
    return toClient(row);
  });
}

/** Removes a client with the assistants that people connected by it. */
export function removeClient(ctx: Ctx, id: string): Promise<AssistantClient> {
  return write(ctx, async (tx) => {
    const row = await store.removeClient(tx, id);
    if (!row) throw notFound();
    const removed = await store.remove(tx, { clientId: id });
    await record(
      tx,
      events.clientRemoved(row),
      ...removed.map((one) => events.assistantRemoved(one, "its client was removed")),
    );
    return toClient(row);
  });
}
