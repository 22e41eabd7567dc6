import * as calls from "#features/webhooks/contract.ts";
import * as incomingCalls from "#features/webhooks/incoming/contract.ts";
import * as incoming from "#features/webhooks/incoming/service.ts";
import * as service from "#features/webhooks/service.ts";
import { read } from "#platform/db/transaction.ts";
import type { HookRoute } from "#platform/http/hook.ts";
import { type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  route(calls.getWebhooks, (ctx) => read(ctx, service.pageOf)),
  route(calls.addWebhook, (ctx, { body }) => service.add(ctx, body)),
  route(calls.changeWebhook, (ctx, { params, body }) => service.change(ctx, params.id, body)),
  route(calls.removeWebhook, (ctx, { params }) => service.remove(ctx, params.id)),
  route(calls.rotateSecret, (ctx, { params }) => service.rotate(ctx, params.id)),
  route(calls.endRotation, (ctx, { params }) => service.endRotation(ctx, params.id)),
  route(calls.testWebhook, (ctx, { params }) => service.test(ctx, params.id)),
  route(calls.listMessages, (ctx, { params }) => read(ctx, (tx) => service.messagesOf(tx, params.id))),
  route(calls.sendAgain, (ctx, { params }) => service.sendAgain(ctx, params.id, params.message)),
  route(incomingCalls.addHook, (ctx, { body }, { publicUrl }) => incoming.add(ctx, body, publicUrl)),
  route(incomingCalls.changeHook, (ctx, { params, body }) => incoming.change(ctx, params.id, body)),
  route(incomingCalls.removeHook, (ctx, { params }) => incoming.remove(ctx, params.id)),
  route(incomingCalls.rotateHookSecret, (ctx, { params }) => incoming.rotate(ctx, params.id)),
  route(incomingCalls.endHookRotation, (ctx, { params }) => incoming.endRotation(ctx, params.id)),
  route(incomingCalls.listIncoming, (ctx, { params }) => read(ctx, (tx) => incoming.messagesOf(tx, params.id))),
];

export const hooks: readonly HookRoute[] = [
  { path: incoming.hookPath, find: incoming.findAddress, take: incoming.take },
];
