import * as calls from "#features/initiatives/contract.ts";
import * as service from "#features/initiatives/service.ts";
import * as store from "#features/initiatives/store.ts";
import { read } from "#platform/db/transaction.ts";
import { type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  route(calls.listInitiatives, (ctx) => read(ctx, (tx) => store.list(tx))),
  route(calls.updateInitiative, (ctx, { params, body }) => service.changeInitiative(ctx, params.id, body)),
];
