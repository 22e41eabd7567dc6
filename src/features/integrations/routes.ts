import * as calls from "#features/integrations/contract.ts";
import { begin, finish } from "#features/integrations/oauth/service.ts";
import { hookFor } from "#features/integrations/hastening/service.ts";
import * as service from "#features/integrations/service.ts";
import { read } from "#platform/db/transaction.ts";
import type { HookRoute } from "#platform/http/hook.ts";
import { type Route, route } from "#platform/http/route.ts";
import type { PageRoute } from "#platform/http/serve-page.ts";

export const routes: readonly Route[] = [
  route(calls.listConnections, (ctx) => read(ctx, service.list)),
  route(calls.listAvailable, (ctx) => read(ctx, service.listAvailable)),
  route(calls.initializeConnection, (ctx, { body }) => service.initialize(ctx, body.integrationId)),
  route(calls.setUpCredentials, async (ctx, { body }, { session, publicUrl }) => {
    const connection = await service.storeCredentials(ctx, body);
    const isDone = connection.status !== "pending";
    return { ...connection, authUrl: isDone ? null : await begin(ctx, connection.type, { session, publicUrl }) };
  }),
  route(calls.authorizeConnection, async (ctx, { params }, { session, publicUrl }) => ({
    authUrl: await begin(ctx, params.type, { session, publicUrl }),
  })),
  route(calls.testConnection, (ctx, { params }) => service.test(ctx, params.id)),
  route(calls.syncConnection, (ctx, { params }) => service.sync(ctx, params.id)),
  route(calls.activateConnection, (ctx, { params }) => service.activate(ctx, params.id)),
  route(calls.deactivateConnection, (ctx, { params }) => service.deactivate(ctx, params.id)),
  route(calls.listConnectionLog, (ctx, { params }) => read(ctx, (tx) => service.listLog(tx, params.id))),
  route(calls.keepOne, (ctx, { params }) => service.keepOne(ctx, params.id)),
  route(calls.disconnect, (ctx, { params }) => service.remove(ctx, params.id)),
];

export const hooks: readonly HookRoute[] = ["stripe", "hubspot", "quickbooks", "google_drive", "google_calendar"].map(
  hookFor,
);

/** Its GET changes something: it uses up a one-time state. */
export const pages: readonly PageRoute[] = [{ path: calls.returnPathOf(":connector"), handle: finish }];
