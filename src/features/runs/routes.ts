import * as calls from "#features/runs/contract.ts";
import { replayRun } from "#features/runs/replay/service.ts";
import * as service from "#features/runs/service.ts";
import { tryAgain } from "#features/runs/what-if/service.ts";
import { read } from "#platform/db/transaction.ts";
import { asList, type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  route(calls.listRuns, async (ctx, { query }, exchange) =>
    asList(exchange, await read(ctx, (tx) => service.list(tx, query))),
  ),
  route(calls.getRun, (ctx, { params }) => read(ctx, (tx) => service.page(tx, params.id))),
  route(calls.getDraft, (ctx, { params }) => read(ctx, (tx) => service.draftOf(tx, params.id))),
  route(calls.replayRun, (ctx, { params }) => replayRun(ctx, params.id)),
  route(calls.tryRunAgain, (ctx, { params, body }) => tryAgain(ctx, params.id, body)),
  route(calls.stopRun, (ctx, { params }) => service.stopRun(ctx, params.id)),
];
