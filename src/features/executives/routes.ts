import { agencyOf } from "#agency/agency.ts";
import { listTypes } from "#features/decisions/types/registry.ts";
import * as calls from "#features/executives/contract.ts";
import { capabilityStakes } from "#features/executives/rules.ts";
import * as service from "#features/executives/service.ts";
import { read } from "#platform/db/transaction.ts";
import { type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  route(calls.listCapabilities, async (ctx) => capabilityStakes(listTypes(), [...agencyOf(ctx).actions.values()])),
  route(calls.listRetired, (ctx) => read(ctx, service.retired)),
  route(calls.getExecutive, (ctx, { params }) => read(ctx, (tx) => service.show(tx, params.id))),
  route(calls.addExecutive, (ctx, { body }) => service.add(ctx, body)),
  route(calls.editExecutive, (ctx, { params, body }) => service.edit(ctx, params.id, body)),
  route(calls.retireExecutive, (ctx, { params, body }) => service.retire(ctx, params.id, body?.reason)),
  route(calls.reinstateExecutive, (ctx, { params }) => service.reinstate(ctx, params.id)),
];
