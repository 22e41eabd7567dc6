import * as calls from "#features/explore/contract.ts";
import * as service from "#features/explore/service.ts";
import * as store from "#features/explore/store.ts";
import { read, readDear } from "#platform/db/transaction.ts";
import { type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  route(calls.listSubjects, (ctx) => read(ctx, store.subjects)),
  route(calls.exploreRows, async (ctx, { query }) => {
    const asked = service.readQuery(query.q);
    return (await readDear(ctx, (tx) => store.run(tx, asked))).result;
  }),
  route(calls.searchRows, (ctx, { query }) => readDear(ctx, (tx) => store.search(tx, query.q))),
  route(calls.listPins, (ctx) => read(ctx, service.pins)),
  route(calls.addPin, (ctx, { body }) => service.addPin(ctx, body)),
  route(calls.removePin, (ctx, { params }) => service.removePin(ctx, params.id)),
];
