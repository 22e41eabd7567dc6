import * as calls from "#features/metrics/contract.ts";
import { bestPerDay } from "#features/metrics/rules.ts";
import { chooseMetricSource, listFreshness, listMetricSources } from "#features/metrics/sources/contract.ts";
import * as sources from "#features/metrics/sources/store.ts";
import { chooseSource, recordFigures } from "#features/metrics/service.ts";
import * as store from "#features/metrics/store.ts";
import { read } from "#platform/db/transaction.ts";
import { type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  route(calls.listMetrics, async (ctx, { query }) => {
    const points = await read(ctx, (tx) => store.series(tx, query.name, query.from, query.to));
    return bestPerDay(points).slice(-1_000);
  }),
  route(calls.listSeries, (ctx) => read(ctx, store.latest)),
  route(listFreshness, (ctx) => read(ctx, sources.freshnessOf)),
  route(listMetricSources, (ctx, { query: { name } }) =>
    read(ctx, async (tx) => ({
      chosen: await sources.choice(tx, name),
      sources: await sources.sourcesOf(tx, name),
    })),
  ),
  route(chooseMetricSource, (ctx, { body }) => chooseSource(ctx, body.name, body.source)),
  route(calls.recordMetrics, (ctx, { body }) => recordFigures(ctx, body)),
];
