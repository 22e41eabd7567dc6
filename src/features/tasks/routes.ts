import * as calls from "#features/tasks/contract.ts";
import * as service from "#features/tasks/service.ts";
import * as store from "#features/tasks/store.ts";
import { read } from "#platform/db/transaction.ts";
import { asList, polledRoute, type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  polledRoute(calls.listTasks, async (ctx, { query }, exchange) =>
    asList(exchange, await read(ctx, (tx) => store.list(tx, query))),
  ),
  polledRoute(calls.getTask, (ctx, { params }) => read(ctx, (tx) => service.shown(tx, params.id))),
  route(calls.createTask, (ctx, { body }) => service.createByHand(ctx, body)),
  route(calls.updateTask, (ctx, { params, body }) => service.changeTask(ctx, params.id, body)),
];
