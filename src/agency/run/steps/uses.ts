import { skillRefusal, actionRefusal } from "#agency/policy.ts";
import type { Persona } from "#agency/persona.ts";
import type { Steps } from "#agency/run/steps/steps.ts";
import { actionsBelow } from "#agency/run/steps/store.ts";
import type { Finished, RunSession, Skill } from "#agency/skill.ts";
import type { Action, Caller, Read } from "#agency/action.ts";
import { agencyOf } from "#agency/agency.ts";
import { AppError } from "#contract/errors.ts";
import type { Tx } from "#platform/context.ts";

/** The actions of one run: every use passes the policy, and must still be allowed when the run has effects. */
export class Uses {
  readonly #used = new Set<Action>();

  /** How a skill uses actions while it runs: each use is one step, recorded with its action. */
  working(caller: Caller, steps: Steps): RunSession["use"] {
    return async (action, input) => {
      const parsed = action.input.safeParse(input);
      const refusal = actionRefusal(caller.agent, action, "working") ?? parsed.error;
      // A refusal is recorded as a failed step, so that readers see the attempt; it counts as the same step for any
      // input.
      if (refusal) return steps.step(action.label, () => Promise.reject(refusal), { action: action.id });
      this.#used.add(action as unknown as Read);
      const taken = parsed.data as typeof input;
      const given = { tool: action.id, input: taken };
      const output = await steps.step(action.label, (ctx) => action.run(ctx, caller, taken), {
        given,
        action: action.id,
      });
      return action.output.parse(output);
    };
  }

  /** The agent, if it may still complete this work; otherwise throws. */
  requireStillAllowed(agent: Persona | null, skill: Skill): Persona {
    if (!agent) throw new AppError("conflict", "This executive no longer exists.");
    const refusals = [
      skillRefusal(agent, skill),
      ...[...this.#used].map((one) => actionRefusal(agent, one, "working")),
    ];
    for (const refusal of refusals) if (refusal) throw refusal;
    return agent;
  }
}

/**
 * Throws if an action used by a child run is now forbidden to its agent. Whether that agent is active is checked
 * elsewhere.
 */
export async function requireChildActionsAllowed(tx: Tx, runId: string): Promise<void> {
  const { persona, actions } = agencyOf(tx);
  const asked = new Map<string, Persona | null>();
  for (const { agentId, action: id } of await actionsBelow(tx, runId)) {
    if (!asked.has(agentId)) asked.set(agentId, await persona(tx, agentId));
    const agent = asked.get(agentId);
    const action = actions.get(id);
    if (!action) throw new AppError("conflict", "This result used an action that no longer exists.");
    const refusal = agent && actionRefusal({ ...agent, status: "active" }, action, "working");
    if (refusal) throw refusal;
  }
}

/** How actions are taken as effects of a run, in the transaction that ends it. */
export function finishedWith(tx: Tx, caller: Caller): Finished["use"] {
  return async (action, input, as = caller.agent) =>
    agencyOf(tx).take(tx, { ...caller, agent: as }, action, action.input.parse(input) as never);
}
