import { setLocale } from "#features/accounts/contract.ts";
import { getPlan } from "#features/accounts/plan/contract.ts";
import * as company from "#features/setup/company/contract.ts";
import * as companyService from "#features/setup/company/service.ts";
import * as calls from "#features/setup/contract.ts";
import { listResets, undoReset } from "#features/setup/reset/contract.ts";
import * as resets from "#features/setup/reset/service.ts";
import { startWorking } from "#features/setup/starting/contract.ts";
import { start } from "#features/setup/starting/service.ts";
import * as store from "#features/setup/reset/store.ts";
import * as service from "#features/setup/service.ts";
import { read } from "#platform/db/transaction.ts";
import { polledRoute, type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  route(getPlan, (ctx) => service.plan(ctx)),
  route(setLocale, (ctx, { body }) => service.setLocale(ctx, body)),
  route(company.getDetails, (ctx) => read(ctx, companyService.details)),
  route(company.listProfiles, (ctx) => read(ctx, companyService.profiles)),
  route(company.setupCompany, (ctx, { body }) => companyService.setupCompany(ctx, body)),
  route(company.replaceSetup, (ctx, { body }) => companyService.setupCompany(ctx, body)),
  route(company.setTargets, (ctx, { body }) => companyService.setTargets(ctx, body.targets, body.version)),
  route(calls.setupAgents, (ctx, { body }) => service.setupAgents(ctx, body)),
  route(calls.initializeAgents, (ctx) => service.initializeAgents(ctx)),
  route(startWorking, (ctx) => start(ctx)),
  route(calls.resetData, (ctx) => resets.resetData(ctx)),
  polledRoute(listResets, (ctx) => read(ctx, store.list)),
  route(undoReset, (ctx, { body }) => resets.undoReset(ctx, body?.id)),
];
