import * as calls from "#features/communications/contract.ts";
import * as store from "#features/communications/store.ts";
import { read } from "#platform/db/transaction.ts";
import { asList, type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  route(calls.listCommunications, async (ctx, { query }, exchange) =>
    asList(exchange, await read(ctx, (tx) => store.list(tx, query.cursor))),
  ),
];
