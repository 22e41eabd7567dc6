import { setLocale } from "#features/accounts/contract.ts";
import * as calls from "#features/setup/contract.ts";
import * as service from "#features/setup/service.ts";
import { type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  route(setLocale, (ctx, { body }) => service.setLocale(ctx, body)),
  route(calls.setupAgents, (ctx, { body }) => service.setupAgents(ctx, body)),
  route(calls.initializeAgents, (ctx) => service.initializeAgents(ctx)),
  route(calls.resetData, (ctx) => service.resetData(ctx)),
];
