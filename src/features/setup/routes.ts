import { setLocale } from "#features/accounts/contract.ts";
import * as calls from "#features/setup/contract.ts";
import { listTypes } from "#features/decisions/types/registry.ts";
import * as executives from "#features/setup/executives/contract.ts";
import { stakes } from "#features/setup/executives/rules.ts";
import * as staff from "#features/setup/executives/service.ts";
import { listResets, undoReset } from "#features/setup/reset/contract.ts";
import * as resets from "#features/setup/reset/service.ts";
import * as store from "#features/setup/reset/store.ts";
import * as service from "#features/setup/service.ts";
import { tools } from "#features/setup/tools.ts";
import { read } from "#platform/db/transaction.ts";
import { polledRoute, type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  route(setLocale, (ctx, { body }) => service.setLocale(ctx, body)),
  route(calls.setupAgents, (ctx, { body }) => service.setupAgents(ctx, body)),
  route(calls.initializeAgents, (ctx) => service.initializeAgents(ctx)),
  route(executives.listCapabilities, async () => stakes(listTypes(), tools)),
  route(executives.listRetired, (ctx) => read(ctx, staff.retired)),
  route(executives.getExecutive, (ctx, { params }) => read(ctx, (tx) => staff.show(tx, params.id))),
  route(executives.addExecutive, (ctx, { body }) => staff.add(ctx, body)),
  route(executives.editExecutive, (ctx, { params, body }) => staff.edit(ctx, params.id, body)),
  route(executives.retireExecutive, (ctx, { params, body }) => staff.retire(ctx, params.id, body?.reason)),
  route(executives.reinstateExecutive, (ctx, { params }) => staff.reinstate(ctx, params.id)),
  route(calls.resetData, (ctx) => resets.resetData(ctx)),
  polledRoute(listResets, (ctx) => read(ctx, store.list)),
  route(undoReset, (ctx, { body }) => resets.undoReset(ctx, body?.id)),
];
