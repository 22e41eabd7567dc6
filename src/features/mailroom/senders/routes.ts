import { getSender } from "#features/mailroom/senders/contract.ts";
import { showSender } from "#features/mailroom/senders/service.ts";
import { read } from "#platform/db/transaction.ts";
import { type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  route(getSender, (ctx, { params }) => read(ctx, (tx) => showSender(tx, params.id))),
];
