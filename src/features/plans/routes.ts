import * as calls from "#features/plans/contract.ts";
import { list, loadPlan } from "#features/plans/page/service.ts";
import { execute } from "#features/plans/planning/service.ts";
import { examples } from "#features/plans/playbooks/all.ts";
import * as service from "#features/plans/service.ts";
import { read } from "#platform/db/transaction.ts";
import { type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  route(calls.executeCommand, (ctx, { body }) => execute(ctx, body.prompt)),
  route(calls.listPlans, async (ctx, { query }) => ({
    ...(await read(ctx, (tx) => list(tx, query.cursor))),
    examples: [...examples],
  })),
  route(calls.getPlan, (ctx, { params }) => read(ctx, (tx) => loadPlan(tx, params.id))),
  route(calls.acceptPlan, (ctx, { params }) => service.accept(ctx, params.id)),
  route(calls.discardPlan, (ctx, { params }) => service.discard(ctx, params.id)),
  route(calls.undoPlan, (ctx, { params }) => service.undo(ctx, params.id)),
  route(calls.dropItem, (ctx, { params, body }) => service.dropItem(ctx, params.id, params.item, body.isDropped)),
];
