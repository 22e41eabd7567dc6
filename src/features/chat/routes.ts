import * as calls from "#features/chat/contract.ts";
import * as service from "#features/chat/service.ts";
import { mayPropose } from "#features/mind/rules.ts";
import { read } from "#platform/db/transaction.ts";
import { asList, type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  route(calls.sendMessage, (ctx, { body }, { caller }) => service.send(ctx, body.message, mayPropose(caller))),
  route(calls.listTurns, async (ctx, { query }, exchange) =>
    asList(exchange, await read(ctx, (tx) => service.list(tx, query))),
  ),
];
