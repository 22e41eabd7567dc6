import * as calls from "#features/reports/contract.ts";
import * as service from "#features/reports/service.ts";
import { read } from "#platform/db/transaction.ts";
import { openRoute, type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  route(calls.getBoardPack, (ctx, { query }) => service.pack(ctx, query.period)),
  route(calls.listPackLinks, (ctx) => read(ctx, service.links)),
  route(calls.sharePack, (ctx, { body }) => service.share(ctx, body)),
  route(calls.revokePackLink, (ctx, { params }) => service.revoke(ctx, params.id)),
  openRoute(calls.openSharedPack, (ctx, { body }) => service.open(ctx, body.token)),
];
