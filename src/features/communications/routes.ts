import * as calls from "#features/communications/contract.ts";
import * as store from "#features/communications/store.ts";
import { read } from "#platform/db/transaction.ts";
import { type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  route(calls.listCommunications, (ctx, { query }) => read(ctx, (tx) => store.list(tx, query.after))),
];
