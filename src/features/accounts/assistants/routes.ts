import * as calls from "#features/accounts/assistants/contract.ts";
import * as service from "#features/accounts/assistants/service.ts";
import { read } from "#platform/db/transaction.ts";
import { type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  route(calls.listAssistants, (ctx) => read(ctx, service.list)),
  route(calls.removeAssistant, (ctx, { params }) => service.remove(ctx, params.id)),
  route(calls.getConsent, (ctx, { params }) => service.describe(ctx, params.request)),
  route(calls.giveConsent, (ctx, { params, body }, { session }) =>
    service.allow(ctx, session, params.request, body.scopes),
  ),
  route(calls.refuseConsent, (ctx, { params }) => service.refuse(ctx, params.request)),
  route(calls.listClients, (ctx) => read(ctx, service.clients)),
  route(calls.addClient, (ctx, { body }) => service.addClientTo(ctx, body)),
  route(calls.removeClient, (ctx, { params }) => service.removeClient(ctx, params.id)),
];
