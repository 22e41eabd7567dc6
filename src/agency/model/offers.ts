import type { z } from "zod";
import { agencyOf } from "#agency/agency.ts";
import { calculator } from "#agency/model/calculator.ts";
import { type Desk, maxResult, type ModelText } from "#agency/model/desk.ts";
import { Reading } from "#agency/model/foreign.ts";
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

/**
 * The reads the policy allows the session's agent while it works, the tools of its skill, and those of others. `begun`: what
 * the run begins with.
 */
export async function offersFor(
  { ctx, agent, origin }: Pick<RunSession, "ctx" | "agent" | "origin">,
  own: readonly SkillTool[],
  begun: { parts: number; hasPrepared: boolean },
): Promise<Offers> {
  const actions = new Map<string, Offer>();
  const tools: Tool[] = [];
  const reading = new Reading(origin, begun);
  const offer = (id: string, description: string, given: Offer, input = toolSchemaOf(given.input)): void => {
    actions.set(id, given);
    tools.push({ id, description, input });
  };
  for (const action of agencyOf(ctx).actions.values()) {
    if (action.effect !== "read" || actionRefusal(agent, action, "working")) continue;
    if (action.isOffered && !(await action.isOffered(ctx))) continue;
    const { id, label, description, forModel } = action;
    offer(id, `${label}. ${description}`, {
      input: forModel?.input ?? action.input,
      async use(session, desk, given) {
        reading.add("the company");
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
      async use(session, desk, given) {
        reading.add("the company");
        return addToPrompt(session, desk, await tool.use(given, desk), tool.id);
      },
    });
  for (const tool of await agencyOf(ctx).foreignTools(ctx, agent))
    if (!actions.has(tool.id))
      offer(
        tool.id,
        tool.description,
        {
          input: tool.input,
          async use(session, desk, given) {
            const isOpen = reading.isOpenFor(tool.server, session.origin);
            const modelText = await tool.use(session, given, isOpen);
            reading.add(tool.server);
            return addToPrompt(session, desk, modelText, `a tool of ${tool.server}`);
          },
        },
        tool.schema,
      );
  return { actions, tools };
}

/** A result as a model reads it: fenced, because records can hold text written by outsiders. */
export function addToPrompt(session: RunSession, desk: Desk, modelText: ModelText, source: string): string {
  session.reads(...modelText.origins);
  session.cites(...modelText.facts);
  const origin = inheritedOrigin(modelText.origins);
  return fence(truncate(desk.add(modelText), maxResult), { origin, source });
}
