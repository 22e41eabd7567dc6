import * as calls from "#features/authority/contract.ts";
import * as service from "#features/authority/service.ts";
import { read } from "#platform/db/transaction.ts";
import { type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  route(calls.listPolicies, (ctx) => read(ctx, service.overview)),
  route(calls.changePolicy, (ctx, { params, body }) => service.changePolicy(ctx, params.role, body)),
];
