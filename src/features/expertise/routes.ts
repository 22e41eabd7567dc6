import * as calls from "#features/expertise/contract.ts";
import * as service from "#features/expertise/service.ts";
import { read } from "#platform/db/transaction.ts";
import { type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  route(calls.listAsks, (ctx) => read(ctx, service.asks)),
  route(calls.startBriefing, (ctx, { params }) => service.startBriefing(ctx, params.id)),
  route(calls.startDailyBrief, (ctx) => service.startDailyBrief(ctx)),
];
