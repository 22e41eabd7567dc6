import * as calls from "#features/notifications/contract.ts";
import * as service from "#features/notifications/service.ts";
import { read } from "#platform/db/transaction.ts";
import { type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  route(calls.listNotifications, (ctx, { query }) => read(ctx, (tx) => service.list(tx, query))),
  route(calls.countNotifications, (ctx) => read(ctx, service.countUnread)),
  route(calls.readNotification, (ctx, { params }) => service.markRead(ctx, params.id)),
  route(calls.readNotifications, (ctx, { body }) => service.markAllRead(ctx, body.until)),
];
