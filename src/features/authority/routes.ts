import * as calls from "#features/authority/contract.ts";
import * as service from "#features/authority/service.ts";
import * as versionCalls from "#features/authority/versions/contract.ts";
import * as versions from "#features/authority/versions/service.ts";
import { read } from "#platform/db/transaction.ts";
import { asList, type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  route(calls.listPolicies, (ctx) => read(ctx, service.overview)),
  route(calls.changePolicy, (ctx, { params, body }) => versions.changePolicy(ctx, params.role, body)),
  route(versionCalls.listVersions, async (ctx, { query }, exchange) =>
    asList(exchange, await read(ctx, (tx) => versions.listVersions(tx, query.cursor))),
  ),
  route(versionCalls.getVersion, (ctx, { params, query }) =>
    read(ctx, (tx) =>
      versions.showVersion(tx, Number(params.version), query.against ? Number(query.against) : undefined),
    ),
  ),
  route(versionCalls.saveVersion, (ctx, { body }) => versions.saveVersion(ctx, body)),
  route(versionCalls.restoreVersion, (ctx, { params, body }) =>
    versions.restoreVersion(ctx, Number(params.version), body),
  ),
];
