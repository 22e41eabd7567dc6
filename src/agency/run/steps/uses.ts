import { barred, barredFrom } from "#agency/policy.ts";
import type { Persona } from "#agency/persona.ts";
import type { Steps } from "#agency/run/steps/steps.ts";
import { toolsBelow } from "#agency/run/steps/store.ts";
import type { Finished, Hands, Skill } from "#agency/skill.ts";
import type { By, Tool } from "#agency/tool.ts";
import { AppError } from "#contract/errors.ts";
import type { Tx } from "#platform/context.ts";

/** Who an agent is by now, and every tool there is. */
export type Standing = {
  persona(tx: Tx, agentId: string): Promise<Persona | null>;
  tools: readonly Tool[];
};

/** The tools of one run: each use goes through the policy, and what was used must still be allowed when the run has effects. */
export class Uses {
  readonly #used = new Set<Tool>();

  /** Gives how a skill uses tools while it works: each use is one step, kept with the tool it used. */
  working(by: By, steps: Steps): Hands["use"] {
    return async (tool, input) => {
      const read = tool.input.safeParse(input);
      const refusal = barredFrom(by.agent, tool, "working") ?? read.error;
      // Refused it is a step too, which failed: whoever reads the run sees what was tried, and it counts, the same whatever
      // the tool was given.
      if (refusal) return steps.step(tool.label, () => Promise.reject(refusal), { tool: tool.id });
      this.#used.add(tool as unknown as Tool);
      const taken = read.data as typeof input;
      const given = { tool: tool.id, input: taken };
      const output = await steps.step(tool.label, (ctx) => tool.use(ctx, by, taken), { given, tool: tool.id });
      return tool.output.parse(output) as never;
    };
  }

  /** Takes who the agent is by now, gives them back; refuses in words where they may not see this work through any more. */
  requireStill(agent: Persona | null, skill: Skill): Persona {
    if (!agent) throw new AppError("conflict", "The executive is no longer there.");
    const refusals = [barred(agent, skill), ...[...this.#used].map((tool) => barredFrom(agent, tool, "working"))];
    for (const refusal of refusals) if (refusal) throw refusal;
    return agent;
  }
}

/**
 * Refuses in words where what others read for a run is withheld from them by now. Whether they are still at work is asked
 * where they speak under their own name.
 */
export async function requireStillBelow(tx: Tx, runId: string, standing: Standing): Promise<void> {
  const asked = new Map<string, Persona | null>();
  for (const { agentId, tool: id } of await toolsBelow(tx, runId)) {
    if (!asked.has(agentId)) asked.set(agentId, await standing.persona(tx, agentId));
    const agent = asked.get(agentId);
    const tool = standing.tools.find((one) => one.id === id);
    if (!tool) throw new AppError("conflict", "It was worked out with a tool that is no longer there.");
    const refusal = agent && barredFrom({ ...agent, status: "active" }, tool, "working");
    if (refusal) throw refusal;
  }
}

/** Gives how tools are used for what follows from a run, in the transaction that ends it. */
export function finishedWith(tx: Tx, by: By): Finished["use"] {
  return async (tool, input, as = by.agent) => {
    const refusal = barredFrom(as, tool, "finished");
    if (refusal) throw refusal;
    return tool.output.parse(await tool.use(tx, { ...by, agent: as }, tool.input.parse(input) as never)) as never;
  };
}
