import { getStatus } from "#features/operations/contract.ts";
import { readStatus } from "#features/operations/service.ts";
import { type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [route(getStatus, (ctx) => readStatus(ctx))];
