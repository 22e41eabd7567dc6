import * as calls from "#features/slack/contract.ts";
import { answerTo, findAddress, hookPath, readSigned, take } from "#features/slack/receiving/service.ts";
import * as service from "#features/slack/service.ts";
import { read } from "#platform/db/transaction.ts";
import type { HookRoute } from "#platform/http/hook.ts";
import { type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  route(calls.getSlack, (ctx) => read(ctx, service.settingsOf)),
  route(calls.listSlackChannels, (ctx) => service.channelsOf(ctx)),
  route(calls.changeSlack, (ctx, { body }) => service.change(ctx, body)),
];

export const hooks: readonly HookRoute[] = [
  { path: hookPath, find: findAddress, verify: readSigned, take, answer: answerTo },
];
