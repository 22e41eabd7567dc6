import * as calls from "#features/outbox/contract.ts";
import { act, outboxOf } from "#features/outbox/service.ts";
import { read } from "#platform/db/transaction.ts";
import { type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  route(calls.getOutbox, (ctx) => read(ctx, outboxOf)),
  route(calls.cancelDelivery, (ctx, { params }) => act(ctx, params.id, "cancel")),
  route(calls.sendDeliveryNow, (ctx, { params }) => act(ctx, params.id, "send")),
  route(calls.retryDelivery, (ctx, { params }) => act(ctx, params.id, "retry")),
  route(calls.markDeliveryDone, (ctx, { params }) => act(ctx, params.id, "done")),
];
