import { requireConfirmed } from "#features/accounts/factors/confirming/service.ts";
import * as levelCalls from "#features/authority/levels/contract.ts";
import * as backtestCalls from "#features/decisions/backtest/contract.ts";
import * as backtests from "#features/decisions/backtest/service.ts";
import * as calls from "#features/decisions/contract.ts";
import * as ledgerCalls from "#features/decisions/ledger/contract.ts";
import * as ledger from "#features/decisions/ledger/store.ts";
import * as outcomeCalls from "#features/decisions/outcome/contract.ts";
import * as outcomes from "#features/decisions/outcome/record/store.ts";
import { correctForecast, resolveForecast } from "#features/decisions/outcome/service.ts";
import { levelsOf } from "#features/decisions/levels/page/service.ts";
import { restore } from "#features/decisions/levels/service.ts";
import { card, page } from "#features/decisions/page/service.ts";
import * as outsideCalls from "#features/decisions/outside/contract.ts";
import * as outside from "#features/decisions/outside/service.ts";
import { propose } from "#features/decisions/proposal/service.ts";
import * as reviewCalls from "#features/decisions/reviewing/contract.ts";
import * as reviewing from "#features/decisions/reviewing/service.ts";
import { settle, settleSeveral, undoSeveral } from "#features/decisions/service.ts";
import { list } from "#features/decisions/list/store.ts";
import { listTypes } from "#features/decisions/types/registry.ts";
import { giveReason, undo } from "#features/decisions/undo/service.ts";
import { read, readDear } from "#platform/db/transaction.ts";
import { asList, polledRoute, type Route, route } from "#platform/http/route.ts";

const placeOf = ({ id, position }: { id: string; position: string }) => ({
  decisionId: id,
  position: Number(position),
});

export const routes: readonly Route[] = [
  polledRoute(calls.listDecisions, async (ctx, { query }, exchange) =>
    asList(exchange, await read(ctx, (tx) => list(tx, query))),
  ),
  route(calls.listDecisionTypes, async () => listTypes()),
  route(ledgerCalls.listLedger, async (ctx, { query }, exchange) =>
    asList(exchange, await (query.q ? readDear : read)(ctx, (tx) => ledger.listRows(tx, query))),
  ),
  route(outcomeCalls.listForecasts, async (ctx, { query }, exchange) =>
    asList(exchange, await read(ctx, (tx) => outcomes.list(tx, query))),
  ),
  route(outcomeCalls.getRecord, (ctx) => read(ctx, outcomes.standings)),
  route(ledgerCalls.getLedgerSummary, (ctx, { query }) => readDear(ctx, (tx) => ledger.summary(tx, query))),
  polledRoute(calls.getDecision, (ctx, { params, query }) =>
    query.shape === "lines" ? read(ctx, (tx) => card(tx, params.id)) : read(ctx, (tx) => page(tx, params.id)),
  ),
  route(calls.settleDecision, async (ctx, { params, body }, { caller }) => {
    if (body.approved) await requireConfirmed(ctx, caller);
    return settle(ctx, params.id, body);
  }),
  route(calls.undoDecision, (ctx, { params, body }) => undo(ctx, params.id, body?.reason)),
  route(levelCalls.listLevels, (ctx, { params }) => read(ctx, (tx) => levelsOf(tx, params.id))),
  route(levelCalls.restoreLevel, (ctx, { params, body }) => restore(ctx, params.id, params.decisionType, body.reason)),
  route(calls.giveReason, (ctx, { params, body }) => giveReason(ctx, params.id, body.reason)),
  route(calls.settleDecisions, async (ctx, { body }, { caller }) => {
    if (body.approved) await requireConfirmed(ctx, caller);
    return settleSeveral(ctx, body);
  }),
  route(calls.undoDecisions, (ctx, { body }) => undoSeveral(ctx, body.ids)),
  route(outcomeCalls.resolveForecast, (ctx, { params, body }) => resolveForecast(ctx, placeOf(params), body)),
  route(outcomeCalls.correctForecast, (ctx, { params, body }) => correctForecast(ctx, placeOf(params), body)),
  route(backtestCalls.startBacktest, (ctx, { body }) => backtests.start(ctx, body)),
  route(backtestCalls.getBacktest, (ctx, { params }) => read(ctx, (tx) => backtests.show(tx, params.id))),
  route(backtestCalls.listBacktestCases, async (ctx, { params, query }, exchange) =>
    asList(exchange, await read(ctx, (tx) => backtests.listCases(tx, params.id, query.kind, query.cursor))),
  ),
  route(reviewCalls.markOpened, (ctx, { params }) => reviewing.markOpened(ctx, params.id)),
  route(reviewCalls.getOwnReviews, (ctx) => read(ctx, reviewing.ownRecord)),
  route(reviewCalls.listReviewers, (ctx) => read(ctx, reviewing.reviewers)),
  route(reviewCalls.listSuggestions, (ctx) => read(ctx, reviewing.suggestions)),
  route(calls.makeDecision, (ctx, { body }) => propose(ctx, body)),
  route(outsideCalls.askPolicy, (ctx, { body }) => outside.ask(ctx, body)),
  route(outsideCalls.getAnswer, (ctx, { params }) => read(ctx, (tx) => outside.answer(tx, params.id))),
  route(outsideCalls.reportOutcome, (ctx, { params, body }) => outside.report(ctx, params.id, body)),
];
