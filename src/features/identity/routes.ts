import * as config from "#features/identity/config/contract.ts";
import * as configs from "#features/identity/config/service.ts";
import * as calls from "#features/identity/contract.ts";
import * as promotion from "#features/identity/promotions/contract.ts";
import * as promotions from "#features/identity/promotions/service.ts";
import * as reporting from "#features/identity/reporting/contract.ts";
import * as lines from "#features/identity/reporting/service.ts";
import * as service from "#features/identity/service.ts";
import { read } from "#platform/db/transaction.ts";
import { type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  route(calls.listProfiles, (ctx) => read(ctx, service.profiles)),
  route(calls.getIdentity, (ctx, { params }) => read(ctx, (tx) => service.identity(tx, params.id))),
  route(calls.initializeProfile, (ctx, { params }) => service.initialize(ctx, params.id)),
  route(promotion.listPromotionRules, (ctx) => read(ctx, promotions.listRules)),
  route(promotion.changePromotionRule, (ctx, { params, body }) => promotions.changeRule(ctx, params.tier, body)),
  route(promotion.proposePromotion, (ctx, { params }) => promotions.proposePromotion(ctx, params.id)),
  route(promotion.proposeDemotion, (ctx, { params, body }) => promotions.proposeDemotion(ctx, params.id, body.reason)),
  route(config.getConfig, (ctx, { params }) => read(ctx, (tx) => configs.find(tx, params.id))),
  route(config.changeConfig, (ctx, { params, body }) => configs.change(ctx, params.id, body)),
  route(reporting.listTeamWork, (ctx) => read(ctx, lines.teamWork)),
  route(reporting.changeReporting, (ctx, { params, body }) => lines.changeLine(ctx, params.id, body)),
];
