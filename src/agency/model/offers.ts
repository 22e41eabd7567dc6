import type { z } from "zod";
import { agencyOf } from "#agency/agency.ts";
import { calculator } from "#agency/model/calculator.ts";
import { type Desk, maxResult, type ModelText } from "#agency/model/desk.ts";
import { actionRefusal } from "#agency/policy.ts";
import { fence } from "#agency/prompt.ts";
import type { RunSession, SkillTool } from "#agency/skill.ts";
import { inheritedOrigin } from "#contract/origins.ts";
import { truncate } from "#contract/words.ts";
import { toolSchemaOf } from "#platform/model/output.ts";
import type { Tool } from "#platform/model/request.ts";

/** An action or tool a model may use in a run; `use` returns its result as text. `isFree`: it takes no step. */
type Offer = {
  input: z.ZodType;
  isFree?: boolean;
  use(session: RunSession, desk: Desk, input: unknown): Promise<string>;
};

/** What a model may use in a run, by id. */
export type Offers = { actions: ReadonlyMap<string, Offer>; tools: readonly Tool[] };

/** The reads the policy allows the session's agent while it works, and the tools of its skill. */
export async function offersFor(
  { ctx, agent }: Pick<RunSession, "ctx" | "agent">,
  own: readonly SkillTool[],
): Promise<Offers> {
  const actions = new Map<string, Offer>();
  const tools: Tool[] = [];
  const offer = (id: string, description: string, given: Offer): void => {
    actions.set(id, given);
    tools.push({ id, description, input: toolSchemaOf(given.input) });
  };
  for (const action of agencyOf(ctx).actions.values()) {
    if (action.effect !== "read" || actionRefusal(agent, action, "working")) continue;
    if (action.isOffered && !(await action.isOffered(ctx))) continue;
    const { id, label, description, forModel } = action;
    offer(id, `${label}. ${description}`, {
      input: forModel?.input ?? action.input,
      async use(session, desk, given) {
        const output: unknown = await session.use(action, forModel ? await forModel.read(ctx, given) : given);
        const modelText = action.describeForModel?.(output) ?? {
          text: JSON.stringify(output),
          figures: [],
          facts: [],
          // The action doesn't describe its output, which may hold text from outside the company.
          origins: ["external"],
        };
        return addToPrompt(session, desk, modelText, label);
      },
    });
  }
  if (actions.size > 0)
    offer(calculator.id, calculator.description, {
      input: calculator.input,
      isFree: true,
      use: async (session, desk, given) => addToPrompt(session, desk, calculator.use(given, desk), calculator.id),
    });
  for (const tool of own)
    offer(tool.id, tool.description, {
      input: tool.input,
      use: async (session, desk, given) => addToPrompt(session, desk, await tool.use(given, desk), tool.id),
    });
  return { actions, tools };
}

/** A result as a model reads it: fenced, because records can hold text written by outsiders. */
export function addToPrompt(session: RunSession, desk: Desk, modelText: ModelText, source: string): string {
  session.reads(...modelText.origins);
  session.cites(...modelText.facts);
  const origin = inheritedOrigin(modelText.origins);
  return fence(truncate(desk.add(modelText), maxResult), { origin, source });
}
