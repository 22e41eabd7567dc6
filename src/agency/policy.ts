import type { Persona } from "#agency/persona.ts";
import type { Skill } from "#agency/skill.ts";
import type { Action } from "#agency/action.ts";
import { AppError } from "#contract/errors.ts";

/** How deep agents may ask each other: who is asked by somebody who was asked may ask once more. */
const deepest = 3;

export type Guarded = Pick<Skill, "label" | "roles" | "capability">;
/** Who the policy is asked about. */
export type Acting = Pick<Persona, "name" | "role" | "status" | "capabilities">;

/** Says why an agent may not use a skill, null when it may: the role must own it, be active, and have it switched on. */
export function barred(agent: Acting, skill: Guarded): AppError | null {
  return withheld(agent, skill, `${agent.name} may not do this`);
}

/** When an action is taken: while a skill works something out, or for what follows from a run that is finished. */
export type Moment = "working" | "finished";

/** Says why an agent may not take an action at that moment, null when it may. What has effects waits for the end of the run. */
export function barredFrom(agent: Acting, action: Guarded & Pick<Action, "effect">, at: Moment): AppError | null {
  const may = `${agent.name} may not ${action.label.charAt(0).toLowerCase()}${action.label.slice(1)}`;
  if (at === "working" && action.effect !== "read")
    return new AppError("forbidden", `${may} while working on something: effects follow from what is finished.`);
  return withheld(agent, action, may);
}

function withheld(agent: Acting, { label, roles, capability }: Guarded, may: string): AppError | null {
  if (!roles.includes(agent.role))
    return new AppError("forbidden", `${label} belongs to the ${roles.join(" or ")}, not to the ${agent.role}`);
  if (agent.status !== "active")
    return new AppError("conflict", `${agent.name} is ${agent.status}. Switch this executive to active first.`);
  if (capability !== null && !(Object.hasOwn(agent.capabilities, capability) && agent.capabilities[capability]))
    return new AppError("forbidden", `${may}: ${capability.replaceAll("_", " ")} is switched off`);
  return null;
}

/** Says why a run may not ask another agent, null when it may. `above`: what its own run and those above it are doing. */
export function circle(above: readonly string[], fingerprint: string): AppError | null {
  if (above.includes(fingerprint)) return new AppError("conflict", "Asked for what it was itself asked for: stopped.");
  if (above.length > deepest)
    return new AppError("conflict", `Executives pass a piece of work on at most ${deepest} times: stopped.`);
  return null;
}
