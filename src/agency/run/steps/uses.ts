import { barred, barredFrom } from "#agency/policy.ts";
import type { Persona } from "#agency/persona.ts";
import type { Steps } from "#agency/run/steps/steps.ts";
import { actionsBelow } from "#agency/run/steps/store.ts";
import type { Finished, RunSession, Skill } from "#agency/skill.ts";
import type { Action, Caller, Read } from "#agency/action.ts";
import { agencyOf } from "#agency/agency.ts";
import { AppError } from "#contract/errors.ts";
import type { Tx } from "#platform/context.ts";

/** The actions of one run: each use goes through the policy, and what was used must still be allowed when the run has effects. */
export class Uses {
  readonly #used = new Set<Action>();

  /** Gives how a skill takes actions while it works: each use is one step, kept with the action it used. */
  working(caller: Caller, steps: Steps): RunSession["use"] {
    return async (action, input) => {
      const parsed = action.input.safeParse(input);
      const refusal = barredFrom(caller.agent, action, "working") ?? parsed.error;
      // Refused it is a step too, which failed: whoever reads the run sees what was tried, and it counts, the same whatever
      // the action was given.
      if (refusal) return steps.step(action.label, () => Promise.reject(refusal), { action: action.id });
      this.#used.add(action as unknown as Read);
      const taken = parsed.data as typeof input;
      const given = { tool: action.id, input: taken };
      const output = await steps.step(action.label, (ctx) => action.run(ctx, caller, taken), {
        given,
        action: action.id,
      });
      return action.output.parse(output) as never;
    };
  }

  /** Takes who the agent is by now, gives them back; refuses in words where they may not see this work through any more. */
  requireStill(agent: Persona | null, skill: Skill): Persona {
    if (!agent) throw new AppError("conflict", "The executive is no longer there.");
    const refusals = [barred(agent, skill), ...[...this.#used].map((one) => barredFrom(agent, one, "working"))];
    for (const refusal of refusals) if (refusal) throw refusal;
    return agent;
  }
}

/**
 * Refuses in words where what others read for a run is withheld from them by now. Whether they are still at work is asked
 * where they speak under their own name.
 */
export async function requireStillBelow(tx: Tx, runId: string): Promise<void> {
  const { persona, actions } = agencyOf(tx);
  const asked = new Map<string, Persona | null>();
  for (const { agentId, action: id } of await actionsBelow(tx, runId)) {
    if (!asked.has(agentId)) asked.set(agentId, await persona(tx, agentId));
    const agent = asked.get(agentId);
    const action = actions.get(id);
    if (!action) throw new AppError("conflict", "It was worked out with an action that is no longer there.");
    const refusal = agent && barredFrom({ ...agent, status: "active" }, action, "working");
    if (refusal) throw refusal;
  }
}

/** Gives how actions are taken for what follows from a run, in the transaction that ends it. */
export function finishedWith(tx: Tx, caller: Caller): Finished["use"] {
  return async (action, input, as = caller.agent) =>
    agencyOf(tx).take(tx, { ...caller, agent: as }, action, action.input.parse(input) as never);
}
