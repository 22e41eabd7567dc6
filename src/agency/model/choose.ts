import { type ChooseEngine, rules } from "#agency/engine.ts";
import { type AccountedBy, type ModelConnection, modelEngine } from "#agency/model/engine.ts";
import type { Ctx } from "#platform/context.ts";
import type { Models } from "#platform/model/models.ts";

/** A language model where the company has one and the skill has a side for it, else rules. */
export const chooseFrom =
  (
    models: Models,
    connectionFor: (ctx: Ctx, askedBy: string | null) => Promise<ModelConnection | null>,
    accountedBy: AccountedBy,
  ): ChooseEngine =>
  async (ctx, { skill, askedBy, model }) => {
    if (!skill.model) return rules;
    const found = await connectionFor(ctx, askedBy);
    const connection = found && model ? withOnly(found, model) : found;
    return connection ? modelEngine(models, { connection, accountedBy }, skill.model) : rules;
  };

const withOnly = (connection: ModelConnection, model: string): ModelConnection => ({
  ...connection,
  models: { triage: model, answer: model, plan: model, write: model },
  fallback: null,
  fallbacks: {},
});
