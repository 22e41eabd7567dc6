import { notFound } from "#contract/errors.ts";
import * as calls from "#features/metrics/contract.ts";
import { bestPerDay } from "#features/metrics/rules.ts";
import { startImport } from "#features/metrics/imports/service.ts";
import { recordFigures } from "#features/metrics/service.ts";
import * as store from "#features/metrics/store.ts";
import { read } from "#platform/db/transaction.ts";
import { type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  route(calls.listMetrics, async (ctx, { query }) => {
    const points = await read(ctx, (tx) => store.series(tx, query.name, query.from, query.to));
    return bestPerDay(points).slice(-1_000);
  }),
  route(calls.listSeries, (ctx) => read(ctx, store.latest)),
  route(calls.recordMetrics, (ctx, { body }) => recordFigures(ctx, body)),
  route(calls.importMetrics, (ctx, { query, body }) => startImport(ctx, query, body)),
  route(calls.getImport, async (ctx, { params }) => {
    const found = await read(ctx, (tx) => store.findImport(tx, params.id));
    if (!found) throw notFound();
    return found;
  }),
];
