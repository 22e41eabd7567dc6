import { getDashboard } from "#features/dashboard/contract.ts";
import { overview } from "#features/dashboard/service.ts";
import * as store from "#features/dashboard/store.ts";
import { note, read } from "#platform/db/transaction.ts";
import { keptRoute, type Route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  keptRoute(
    getDashboard,
    (ctx) => read(ctx, overview),
    (ctx, page) => note(ctx, (tx) => store.keepPage(tx, page)),
  ),
];
