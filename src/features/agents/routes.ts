import { writtenList } from "#contract/written.ts";
import * as calls from "#features/agents/contract.ts";
import * as service from "#features/agents/service.ts";
import * as store from "#features/agents/store.ts";
import { read } from "#platform/db/transaction.ts";
import { polledRoute, type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  polledRoute(calls.listAgents, (ctx) => read(ctx, async (tx) => writtenList(await store.listWritten(tx)))),
  route(calls.listOutsideAgents, (ctx) => read(ctx, async (tx) => writtenList(await store.listOutsideWritten(tx)))),
  route(calls.setStatus, (ctx, { params, body }) =>
    service.setStatus(ctx, params.id, body.status, { reason: body.reason }),
  ),
  route(calls.setAutonomy, (ctx, { params, body }) => service.setAutonomy(ctx, params.id, body.autonomyLevel)),
];
