import * as calls from "#features/brain/contract.ts";
import * as facts from "#features/brain/facts/store.ts";
import * as goalCalls from "#features/brain/goals/contract.ts";
import * as goals from "#features/brain/goals/service.ts";
import * as goalStore from "#features/brain/goals/store.ts";
import * as graphCalls from "#features/brain/graph/contract.ts";
import { entityPage, graph } from "#features/brain/graph/service.ts";
import * as graphStore from "#features/brain/graph/store.ts";
import { sync } from "#features/brain/intake/service.ts";
import * as keeping from "#features/brain/keeping/service.ts";
import { overview } from "#features/brain/overview/service.ts";
import * as patternCalls from "#features/brain/patterns/contract.ts";
import { detect, reflect } from "#features/brain/patterns/service.ts";
import * as patterns from "#features/brain/patterns/store.ts";
import * as store from "#features/brain/store.ts";
import { read } from "#platform/db/transaction.ts";
import { asList, type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  route(calls.getBrain, (ctx) => read(ctx, overview)),
  route(calls.syncBrain, (ctx) => sync(ctx)),
  route(calls.listPassages, async (ctx, { query }, exchange) =>
    asList(exchange, await read(ctx, (tx) => store.list(tx, query))),
  ),
  route(calls.getPassage, (ctx, { params }) => read(ctx, (tx) => keeping.page(tx, params.id))),
  route(calls.markPassage, (ctx, { params, body }) => keeping.markPassage(ctx, params.id, body)),
  route(calls.deletePassage, (ctx, { params }) => keeping.deletePassage(ctx, params.id)),
  route(calls.addNote, (ctx, { body }) => keeping.addNote(ctx, body)),
  route(calls.listFacts, async (ctx, { query }, exchange) =>
    asList(exchange, await read(ctx, (tx) => facts.list(tx, query))),
  ),
  route(calls.addFact, (ctx, { body }) => keeping.addFact(ctx, body)),
  route(calls.markFact, (ctx, { params, body }) => keeping.markFact(ctx, params.id, body)),
  route(graphCalls.listEntities, async (ctx, { query }, exchange) =>
    asList(exchange, await read(ctx, (tx) => graphStore.list(tx, query))),
  ),
  route(graphCalls.getEntity, (ctx, { params }) => read(ctx, (tx) => entityPage(tx, params.id))),
  route(graphCalls.getGraph, (ctx, { query }) => read(ctx, (tx) => graph(tx, query.entityId))),
  route(goalCalls.listGoals, async (ctx, { query }, exchange) =>
    asList(exchange, await read(ctx, (tx) => goalStore.list(tx, query.cursor))),
  ),
  route(goalCalls.addGoal, (ctx, { body }) => goals.add(ctx, body)),
  route(goalCalls.changeGoal, (ctx, { params, body }) => goals.change(ctx, params.id, body)),
  route(goalCalls.deleteGoal, (ctx, { params }) => goals.remove(ctx, params.id)),
  route(patternCalls.listPatterns, async (ctx, { query }, exchange) =>
    asList(exchange, await read(ctx, (tx) => patterns.listPatterns(tx, query.cursor))),
  ),
  route(patternCalls.listInsights, async (ctx, { query }, exchange) =>
    asList(exchange, await read(ctx, (tx) => patterns.listInsights(tx, query.cursor))),
  ),
  route(patternCalls.listBrainDecisions, async (ctx, { query }, exchange) =>
    asList(exchange, await read(ctx, (tx) => patterns.listDecisions(tx, query.cursor))),
  ),
  route(patternCalls.detectPatterns, (ctx) => detect(ctx)),
  route(patternCalls.reflect, (ctx) => reflect(ctx)),
];
