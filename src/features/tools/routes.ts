import * as calls from "#features/tools/contract.ts";
import * as service from "#features/tools/service.ts";
import { tryByHand } from "#features/tools/trying/service.ts";
import { read } from "#platform/db/transaction.ts";
import { type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  route(calls.getToolServers, (ctx) => read(ctx, service.pageOf)),
  route(calls.addToolServer, (ctx, { body }) => service.add(ctx, body)),
  route(calls.testToolServer, (ctx, { params }) => service.test(ctx, params.id)),
  route(calls.chooseTool, (ctx, { params, body }) => service.choose(ctx, params.id, body)),
  route(calls.removeToolServer, (ctx, { params }) => service.remove(ctx, params.id)),
  route(calls.tryTool, (ctx, { params, body }) => tryByHand(ctx, params.id, body)),
];
