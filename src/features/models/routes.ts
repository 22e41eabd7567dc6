import * as accounts from "#features/models/accounts/service.ts";
import { engine } from "#features/models/connection/service.ts";
import * as calls from "#features/models/contract.ts";
import { findLocal } from "#features/models/local/service.ts";
import * as service from "#features/models/service.ts";
import { settings } from "#features/models/settings/service.ts";
import { type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  route(calls.getModelSettings, (ctx) => settings(ctx)),
  route(calls.getEngine, (ctx) => engine(ctx)),
  route(calls.findLocalModels, (ctx) => findLocal(ctx)),
  route(calls.saveModelAccount, (ctx, { body }) => accounts.save(ctx, body)),
  route(calls.removeModelAccount, (ctx, { params }) => accounts.remove(ctx, params.id)),
  route(calls.chooseModel, (ctx, { body }) => accounts.choose(ctx, body)),
  route(calls.testModel, (ctx, { body }) => accounts.test(ctx, body.accountId)),
  route(calls.changeModelPrivacy, (ctx, { body }) => service.changePrivacy(ctx, body)),
  route(calls.setModelPrice, (ctx, { body }) => service.setPrice(ctx, body)),
  route(calls.changeModelBudget, (ctx, { body }) => service.changeBudget(ctx, body)),
];
