import * as calls from "#features/assistants/contract.ts";
import { findSources } from "#features/assistants/service.ts";
import { type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [route(calls.findSources, (ctx, { query }) => findSources(ctx, query.query))];
