import { AppError } from "#contract/errors.ts";
import type { Persona, Skill } from "./skill.ts";

/** How deep agents may ask each other: who is asked by somebody who was asked may ask once more. */
const deepest = 3;

/** Says why an agent may not use a skill, null when it may: the role must own it, be active, and have it switched on. */
export function barred(agent: Persona, skill: Pick<Skill, "label" | "roles" | "capability">): AppError | null {
  if (!skill.roles.includes(agent.role))
    return new AppError(
      "forbidden",
      `${skill.label} belongs to the ${skill.roles.join(" or ")}, not to the ${agent.role}`,
    );
  if (agent.status !== "active")
    return new AppError("conflict", `${agent.name} is ${agent.status}. Switch this executive to active first.`);
  if (skill.capability !== null && agent.capabilities[skill.capability] !== true)
    return new AppError(
      "forbidden",
      `${agent.name} may not do this: ${skill.capability.replaceAll("_", " ")} is switched off`,
    );
  return null;
}

/** Says why a run may not ask another agent, null when it may. `above`: what its own run and those above it are doing. */
export function circle(above: readonly string[], fingerprint: string): AppError | null {
  if (above.includes(fingerprint)) return new AppError("conflict", "Asked for what it was itself asked for: stopped.");
  if (above.length > deepest)
    return new AppError("conflict", `Executives pass a piece of work on at most ${deepest} times: stopped.`);
  return null;
}
