import { type ChooseEngine, rules } from "#agency/engine.ts";
import { type AccountedBy, type ModelConnection, modelEngine } from "#agency/model/engine.ts";
import type { Ctx } from "#platform/context.ts";
import { forEveryPurpose, type Purpose, targetsFor } from "#platform/model/connection.ts";
import type { Models } from "#platform/model/models.ts";

/** A language model if the company has one and the skill supports it, else rules. */
export const chooseFrom =
  (
    models: Models,
    connectionFor: (ctx: Ctx, askedBy: string | null) => Promise<ModelConnection | null>,
    accountedBy: AccountedBy,
  ): ChooseEngine =>
  async (ctx, { skill, askedBy, model }) => {
    if (!skill.model) return rules;
    const found = await connectionFor(ctx, askedBy);
    const connection = found && model ? withModel(found, skill.model.purpose, model) : found;
    return connection ? modelEngine(models, { connection, accountedBy }, skill.model) : rules;
  };

/** Uses only the named model: on the account that already uses it, else on the purpose's account. */
function withModel(connection: ModelConnection, purpose: Purpose, model: string): ModelConnection {
  const inUse = targetsFor(connection, purpose).find((target) => target.model === model);
  const choice = inUse ?? { ...connection.models[purpose], model };
  return { ...connection, models: forEveryPurpose(choice), fallback: null, fallbacks: {} };
}
