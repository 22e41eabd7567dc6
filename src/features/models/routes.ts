import { engine } from "#features/models/connection/service.ts";
import * as calls from "#features/models/contract.ts";
import * as service from "#features/models/service.ts";
import { settings } from "#features/models/settings/service.ts";
import { type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  route(calls.getModelSettings, (ctx) => settings(ctx)),
  route(calls.getEngine, (ctx) => engine(ctx)),
  route(calls.connectModel, (ctx, { body }) => service.connect(ctx, body)),
  route(calls.disconnectModel, (ctx) => service.disconnect(ctx)),
  route(calls.testModel, (ctx) => service.test(ctx)),
  route(calls.changeModelPrivacy, (ctx, { body }) => service.changePrivacy(ctx, body)),
  route(calls.setModelPrice, (ctx, { body }) => service.setPrice(ctx, body)),
  route(calls.changeModelBudget, (ctx, { body }) => service.changeBudget(ctx, body)),
];
