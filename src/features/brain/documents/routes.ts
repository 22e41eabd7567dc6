import * as calls from "#features/brain/documents/contract.ts";
import * as service from "#features/brain/documents/service.ts";
import * as store from "#features/brain/documents/store.ts";
import { read } from "#platform/db/transaction.ts";
import { asList, type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  route(calls.addDocument, (ctx, { query, body }) => service.upload(ctx, query.fileName, body)),
  route(calls.listUploads, (ctx) => read(ctx, store.newestUploads)),
  route(calls.stopUpload, (ctx, { params }) => service.stop(ctx, params.id)),
  route(calls.listDocuments, async (ctx, { query }, exchange) =>
    asList(exchange, await read(ctx, (tx) => store.list(tx, query.cursor))),
  ),
  route(calls.getDocument, (ctx, { params, query }) => read(ctx, (tx) => service.open(tx, params.id, query))),
  route(calls.deleteDocument, (ctx, { params }) => service.remove(ctx, params.id)),
];
