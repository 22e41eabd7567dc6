import { getDashboard } from "#features/dashboard/contract.ts";
import { overview } from "#features/dashboard/service.ts";
import { read } from "#platform/db/transaction.ts";
import { polledRoute, type Route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [polledRoute(getDashboard, (ctx) => read(ctx, overview))];
