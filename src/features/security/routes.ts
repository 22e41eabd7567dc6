import * as audit from "#features/security/audit/service.ts";
import * as auditCalls from "#features/security/audit/contract.ts";
import { getSecurityStatus } from "#features/security/contract.ts";
import { statusOf } from "#features/security/service.ts";
import { read, readDear } from "#platform/db/transaction.ts";
import { type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  route(getSecurityStatus, (ctx) => statusOf(ctx)),
  route(auditCalls.exportAudit, (ctx, { query }) => readDear(ctx, (tx) => audit.exportPage(tx, query))),
  route(auditCalls.getAuditChain, (ctx) => audit.chain(ctx)),
  route(auditCalls.verifyAudit, (ctx) => audit.startVerification(ctx)),
  route(auditCalls.getAuditRecord, (ctx, { params }) => read(ctx, (tx) => audit.findRecord(tx, Number(params.seq)))),
  route(auditCalls.listAudit, (ctx, { query }) => (query.q ? readDear : read)(ctx, (tx) => audit.list(tx, query))),
];
