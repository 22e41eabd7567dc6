import * as calls from "#features/notifications/contract.ts";
import * as pushCalls from "#features/notifications/push/contract.ts";
import * as approvalCalls from "#features/notifications/approving/contract.ts";
import * as approving from "#features/notifications/approving/service.ts";
import * as push from "#features/notifications/push/service.ts";
import * as service from "#features/notifications/service.ts";
import { read } from "#platform/db/transaction.ts";
import { openRoute, type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  route(calls.listNotifications, (ctx, { query }) => read(ctx, (tx) => service.list(tx, query))),
  route(calls.countNotifications, (ctx) => read(ctx, service.countUnread)),
  route(calls.readNotification, (ctx, { params }) => service.markRead(ctx, params.id)),
  route(calls.readNotifications, (ctx, { body }) => service.markAllRead(ctx, body.until)),
  route(pushCalls.getPush, (ctx) => read(ctx, push.settings)),
  route(pushCalls.choosePush, (ctx, { body }) => push.choose(ctx, body)),
  route(pushCalls.addPushDevice, (ctx, { body }) => push.addDevice(ctx, body)),
  route(pushCalls.removePushDevice, (ctx, { params }) => push.removeDevice(ctx, params.id)),
  openRoute(approvalCalls.openApproval, (ctx, { body }) => approving.open(ctx, body.token)),
  openRoute(approvalCalls.settleByLink, (ctx, { body }) => approving.decide(ctx, body)),
  route(pushCalls.tryPushDevice, (ctx, { params }) => push.tryDevice(ctx, params.id)),
];
