import * as calls from "#features/today/contract.ts";
import * as service from "#features/today/service.ts";
import { readDear } from "#platform/db/transaction.ts";
import { polledRoute, type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  polledRoute(calls.getNeeds, (ctx) => readDear(ctx, service.show)),
  route(calls.snoozeNeed, (ctx, { body }) => service.snooze(ctx, body)),
  route(calls.wakeNeed, (ctx, { body }) => service.wake(ctx, body)),
  route(calls.getSince, (ctx, { query }) => readDear(ctx, (tx) => service.since(tx, query.from))),
];
