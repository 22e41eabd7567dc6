import * as calls from "#features/decisions/contract.ts";
import * as service from "#features/decisions/service.ts";
import * as store from "#features/decisions/store.ts";
import { read } from "#platform/db/transaction.ts";
import { polledRoute, type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  polledRoute(calls.listDecisions, (ctx, { query }) => read(ctx, (tx) => store.list(tx, query))),
  polledRoute(calls.getDecision, (ctx, { params }) => read(ctx, (tx) => service.page(tx, params.id))),
  route(calls.settleDecision, (ctx, { params, body }) => service.settle(ctx, params.id, body)),
  route(calls.makeDecision, (ctx, { body }) => service.propose(ctx, body)),
];
