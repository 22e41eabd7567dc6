import type { Persona } from "#agency/persona.ts";
import type { Skill } from "#agency/skill.ts";
import type { Action } from "#agency/action.ts";
import { AppError } from "#contract/errors.ts";
import { roleTitle } from "#contract/roles.ts";

/** How many times a piece of work may be delegated onward. */
const maxDepth = 3;

export type Guarded = Pick<Skill, "label" | "roles" | "capability">;
/** The agent the policy is applied to. */
export type Acting = Pick<Persona, "name" | "role" | "status" | "capabilities">;

/** Why an agent may not use a skill, or null: its role must own the skill, be active and have it switched on. */
export function skillRefusal(agent: Acting, skill: Guarded): AppError | null {
  return refusal(agent, skill, `${agent.name} may not do this`);
}

/** "working": while a skill runs; "finished": for the effects of a finished run. */
export type Moment = "working" | "finished";

/** Why an agent may not take an action at that moment, or null. Effects wait for the end of the run. */
export function actionRefusal(agent: Acting, action: Guarded & Pick<Action, "effect">, at: Moment): AppError | null {
  const may = `${agent.name} may not ${action.label.charAt(0).toLowerCase()}${action.label.slice(1)}`;
  if (at === "working" && action.effect !== "read")
    return new AppError("forbidden", `${may} during a run. Changes are made when the run ends.`);
  return refusal(agent, action, may);
}

function refusal(agent: Acting, { label, roles, capability }: Guarded, may: string): AppError | null {
  const owners = roles.map(roleTitle).join(" or ");
  if (!roles.includes(agent.role))
    return new AppError("forbidden", `${label} belongs to the ${owners}, not to the ${roleTitle(agent.role)}`);
  if (agent.status !== "active")
    return new AppError("conflict", `${agent.name} is ${agent.status}. Switch this executive to active first.`);
  if (capability !== null && !(Object.hasOwn(agent.capabilities, capability) && agent.capabilities[capability]))
    return new AppError("forbidden", `${may}: ${capability.replaceAll("_", " ")} is switched off`);
  return null;
}

/** Why a run may not ask another agent, or null. `above`: the fingerprints of its own run and those above it. */
export function delegationRefusal(above: readonly string[], fingerprint: string): AppError | null {
  if (above.includes(fingerprint))
    return new AppError("conflict", "Stopped: two agents were asking each other the same thing.");
  if (above.length > maxDepth)
    return new AppError("conflict", `Stopped: work can be delegated at most ${maxDepth} times.`);
  return null;
}
