import * as calls from "#features/imports/contract.ts";
import * as older from "#features/imports/older/service.ts";
import * as service from "#features/imports/service.ts";
import { undo } from "#features/imports/undoing/service.ts";
import * as figureCalls from "#features/metrics/contract.ts";
import * as recordCalls from "#features/records/imports/contract.ts";
import { read } from "#platform/db/transaction.ts";
import { type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  route(calls.openImport, (ctx, { body }) => service.open(ctx, body)),
  route(calls.sendPart, (ctx, { params, body }) => service.receive(ctx, params.id, Number(params.position), body)),
  route(calls.chooseImport, (ctx, { params, body }) => service.choose(ctx, params.id, body)),
  route(calls.startImport, (ctx, { params }) => service.start(ctx, params.id)),
  route(calls.undoImport, (ctx, { params }) => undo(ctx, params.id)),
  route(calls.discardImport, (ctx, { params }) => service.discard(ctx, params.id)),
  route(calls.listImports, (ctx) => read(ctx, service.list)),
  route(calls.getImport, (ctx, { params }) => read(ctx, (tx) => service.find(tx, params.id))),
  route(calls.getRefused, (ctx, { params }) => read(ctx, (tx) => service.refused(tx, params.id))),
  route(recordCalls.openImport, (ctx, { body }) => older.open(ctx, body)),
  route(recordCalls.sendPart, (ctx, { params, body }) =>
    service.receive(ctx, params.id, Number(params.position), body),
  ),
  route(recordCalls.startImport, (ctx, { params, body }) => older.start(ctx, params.id, body)),
  route(recordCalls.getImport, (ctx, { params }) => read(ctx, (tx) => older.findRecords(tx, params.id))),
  route(figureCalls.importMetrics, (ctx, { query, body }) => older.startFigures(ctx, query, body)),
  route(figureCalls.getImport, (ctx, { params }) => read(ctx, (tx) => older.findFigures(tx, params.id))),
];
