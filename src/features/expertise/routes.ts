import * as calls from "#features/expertise/contract.ts";
import * as service from "#features/expertise/service.ts";
import { topics } from "#features/expertise/skills.ts";
import { type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  route(calls.listAsks, async () =>
    topics.flatMap(({ role, title, asks }) => asks.map(({ example }) => ({ role, topic: title, example }))),
  ),
  route(calls.startBriefing, (ctx, { params }) => service.startBriefing(ctx, params.id)),
];
