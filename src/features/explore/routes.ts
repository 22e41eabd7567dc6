import * as calls from "#features/explore/contract.ts";
import * as service from "#features/explore/service.ts";
import { read } from "#platform/db/transaction.ts";
import { type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  route(calls.listSubjects, (ctx) => read(ctx, service.subjects)),
  route(calls.exploreRows, async (ctx, { query }) => (await service.run(ctx, service.readQuery(query.q))).result),
  route(calls.listPins, (ctx) => read(ctx, service.pins)),
  route(calls.addPin, (ctx, { body }) => service.addPin(ctx, body)),
  route(calls.removePin, (ctx, { params }) => service.removePin(ctx, params.id)),
];
