import * as calls from "#features/mailroom/connecting/contract.ts";
import * as service from "#features/mailroom/connecting/service.ts";
import { type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  route(calls.findMailbox, (ctx, { body }) => service.find(ctx, body.address)),
  route(calls.listSignIns, async (ctx) => service.signIns(ctx)),
  route(calls.beginSignIn, (ctx, { body }, { session, publicUrl }) =>
    service.beginSignIn(ctx, body, { session, publicUrl }),
  ),
  route(calls.checkMailbox, (ctx, { params }) => service.check(ctx, params.id)),
];
