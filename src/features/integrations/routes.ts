import * as calls from "#features/integrations/contract.ts";
import { begin, finish } from "#features/integrations/oauth/service.ts";
import * as service from "#features/integrations/service.ts";
import { read } from "#platform/db/transaction.ts";
import { type Route, route } from "#platform/http/route.ts";
import type { PageRoute } from "#platform/http/serve-page.ts";

export const routes: readonly Route[] = [
  route(calls.listConnections, (ctx) => read(ctx, service.list)),
  route(calls.setUpCredentials, (ctx, { body }) => service.storeCredentials(ctx, body)),
  route(calls.authorizeConnection, async (ctx, { params }, { session, publicUrl }) => ({
    authUrl: await begin(ctx, params.type, { session, publicUrl }),
  })),
  route(calls.testConnection, (ctx, { params }) => service.test(ctx, params.id)),
  route(calls.disconnect, (ctx, { params }) => service.remove(ctx, params.id)),
];

/** Its GET changes something: it uses up a one-time state. */
export const pages: readonly PageRoute[] = [{ path: calls.returnPathOf(":connector"), handle: finish }];
