import { getFeed } from "#features/feed/contract.ts";
import { page } from "#features/feed/service.ts";
import { read, readDear } from "#platform/db/transaction.ts";
import { polledRoute, type Route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  polledRoute(getFeed, (ctx, { query }) => (query.q ? readDear : read)(ctx, (tx) => page(tx, query))),
];
