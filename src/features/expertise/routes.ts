import * as calls from "#features/expertise/contract.ts";
import { listOverdue } from "#features/expertise/overdue/contract.ts";
import { overdueOf } from "#features/expertise/overdue/store.ts";
import * as service from "#features/expertise/service.ts";
import { read } from "#platform/db/transaction.ts";
import { type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  route(calls.listAsks, (ctx) => read(ctx, service.asks)),
  route(listOverdue, (ctx) => read(ctx, overdueOf)),
  route(calls.getDailyBrief, (ctx) => read(ctx, service.dailyBriefOf)),
  route(calls.startBriefing, (ctx, { params }) => service.startBriefing(ctx, params.id)),
  route(calls.startDailyBrief, (ctx) => service.startDailyBrief(ctx)),
];
