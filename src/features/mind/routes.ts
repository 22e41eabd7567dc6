import { queryBrain } from "#features/brain/contract.ts";
import { askAgents } from "#features/conversations/contract.ts";
import { listTrialQuestions, tryModelAccount } from "#features/models/trial/contract.ts";
import { trialQuestions, tryModel } from "#features/mind/trial/service.ts";
import * as service from "#features/mind/service.ts";
import { mayPropose } from "#features/mind/rules.ts";
import { type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  route(askAgents, (ctx, { body }, { caller }) => service.ask(ctx, body, mayPropose(caller))),
  route(queryBrain, (ctx, { body }, { caller }) => service.askBrain(ctx, body.question, mayPropose(caller))),
  route(listTrialQuestions, (ctx) => trialQuestions(ctx)),
  route(tryModelAccount, (ctx, { body }) => tryModel(ctx, body)),
];
