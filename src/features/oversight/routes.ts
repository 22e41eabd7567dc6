import * as calls from "#features/oversight/contract.ts";
import { overview, statusOf } from "#features/oversight/page/service.ts";
import * as service from "#features/oversight/service.ts";
import { read } from "#platform/db/transaction.ts";
import { type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  route(calls.initializeOversight, (ctx) => service.initialize(ctx)),
  // Not versioned: a check that finds nothing new records nothing.
  route(calls.getOversightStatus, (ctx) => read(ctx, statusOf)),
  route(calls.checkOversight, (ctx) => service.check(ctx)),
  route(calls.stopOversight, (ctx) => service.stop(ctx)),
  route(calls.getOversightPage, (ctx) => read(ctx, overview)),
  route(calls.undoIntervention, (ctx, { params }) => service.undo(ctx, params.id)),
  route(calls.closeFinding, (ctx, { params }) => service.close(ctx, params.id)),
];
