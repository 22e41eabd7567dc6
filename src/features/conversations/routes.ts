import * as comments from "#features/communications/comments/store.ts";
import * as calls from "#features/conversations/contract.ts";
import * as service from "#features/conversations/service.ts";
import { read } from "#platform/db/transaction.ts";
import { type Route, route } from "#platform/http/route.ts";

/** Questions per page. */
const shown = 10;

export const routes: readonly Route[] = [
  route(calls.listQuestions, (ctx) => read(ctx, (tx) => service.list(tx, shown))),
  route(calls.listComments, (ctx, { query }) => read(ctx, (tx) => comments.list(tx, query.subject, query.id))),
  route(calls.addComment, (ctx, { body }) => service.addComment(ctx, body)),
];
