import type { Persona } from "#agency/persona.ts";
import type { Skill } from "#agency/skill.ts";
import type { Tool } from "#agency/tool.ts";
import { AppError } from "#contract/errors.ts";

/** How deep agents may ask each other: who is asked by somebody who was asked may ask once more. */
const deepest = 3;

type Guarded = Pick<Skill, "label" | "roles" | "capability">;

/** Says why an agent may not use a skill, null when it may: the role must own it, be active, and have it switched on. */
export function barred(agent: Persona, skill: Guarded): AppError | null {
  return withheld(agent, skill, `${agent.name} may not do this`);
}

/** When a tool is used: while a skill works something out, or for what follows from a run that is finished. */
export type Moment = "working" | "finished";

/** Says why an agent may not use a tool at that moment, null when it may. What has effects waits for the end of the run. */
export function barredFrom(agent: Persona, tool: Guarded & Pick<Tool, "effect">, at: Moment): AppError | null {
  const may = `${agent.name} may not ${tool.label.charAt(0).toLowerCase()}${tool.label.slice(1)}`;
  if (at === "working" && tool.effect !== "reads")
    return new AppError("forbidden", `${may} while working on something: effects follow from what is finished.`);
  return withheld(agent, tool, may);
}

function withheld(agent: Persona, { label, roles, capability }: Guarded, may: string): AppError | null {
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
