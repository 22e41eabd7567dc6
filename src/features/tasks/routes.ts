import { AppError } from "#contract/errors.ts";
import * as bulk from "#features/tasks/bulk/service.ts";
import * as calls from "#features/tasks/contract.ts";
import * as service from "#features/tasks/service.ts";
import * as lists from "#features/tasks/list/store.ts";
import * as load from "#features/tasks/load/contract.ts";
import { filterError } from "#features/tasks/load/rules.ts";
import * as loads from "#features/tasks/load/store.ts";
import { read } from "#platform/db/transaction.ts";
import { asList, polledRoute, type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  polledRoute(calls.listTasks, async (ctx, { query }, exchange) =>
    asList(exchange, await read(ctx, (tx) => lists.list(tx, query))),
  ),
  // Not cached by row version: tasks become overdue without a change.
  route(load.listWork, async (ctx, { query }) => {
    const error = filterError(query);
    if (error) throw new AppError("invalid", error);
    return read(ctx, (tx) => loads.list(tx, query));
  }),
  polledRoute(calls.getTask, (ctx, { params }) => read(ctx, (tx) => service.loadTask(tx, params.id))),
  route(calls.createTask, (ctx, { body }) => service.createByHand(ctx, body)),
  route(calls.changeTasks, (ctx, { body }) => bulk.changeTasks(ctx, body)),
  route(calls.undoTasks, (ctx, { body }) => bulk.undoTasks(ctx, body.ids)),
  route(calls.updateTask, (ctx, { params, body }) => service.changeTask(ctx, params.id, body)),
];
