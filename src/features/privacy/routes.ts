import * as calls from "#features/privacy/contract.ts";
import { deleteOwn } from "#features/privacy/erasing/service.ts";
import { exportClosed, exportCompany, exportOwn } from "#features/privacy/exporting/service.ts";
import * as service from "#features/privacy/service.ts";
import { read } from "#platform/db/transaction.ts";
import { openRoute, type Route, route } from "#platform/http/route.ts";
import { takeCookie } from "#platform/http/session.ts";

export const routes: readonly Route[] = [
  route(calls.getSettings, (ctx) => read(ctx, service.settings)),
  route(calls.changeSettings, (ctx, { body }) => service.change(ctx, body)),
  route(calls.getProcessing, (ctx) => read(ctx, service.processingLog)),
  route(calls.getActions, (ctx, _input, { session }) => read(ctx, (tx) => service.actions(tx, session.sessionId))),
  route(calls.exportOwn, (ctx) => exportOwn(ctx)),
  route(calls.exportCompany, (ctx) => exportCompany(ctx)),
  openRoute(calls.exportClosed, (ctx, { body }) => exportClosed(ctx, body.token)),
  route(calls.deleteOwn, async (ctx, { body }, { session, reply, secure }) => {
    const answer = await deleteOwn(ctx, session.sessionId, body);
    if (answer.success) takeCookie(reply, secure);
    return answer;
  }),
];
