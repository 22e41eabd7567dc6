import { getCycle, setAutoPilot } from "#features/orchestrator/autopilot/contract.ts";
import * as autopilot from "#features/orchestrator/autopilot/service.ts";
import * as calls from "#features/orchestrator/contract.ts";
import { monitor } from "#features/orchestrator/monitor/service.ts";
import { mayPropose } from "#features/mind/rules.ts";
import * as service from "#features/orchestrator/service.ts";
import { read } from "#platform/db/transaction.ts";
import { type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  // Not cached by row version: tasks become overdue without a change.
  route(calls.getOrchestrator, (ctx, { query }) => read(ctx, (tx) => service.dashboard(tx, query.q ?? ""))),
  route(calls.queryOrchestrator, (ctx, { body }, { caller }) => service.ask(ctx, body, mayPropose(caller))),
  route(calls.runMonitor, (ctx) => monitor(ctx)),
  route(setAutoPilot, (ctx, { body }) => autopilot.set(ctx, body)),
  route(getCycle, (ctx, { params }) => read(ctx, (tx) => autopilot.loadCycle(tx, params.id))),
  route(calls.setTaskStatus, (ctx, { params, body }) => service.moveTask(ctx, params.taskId, body.status)),
];
