import { decisionType } from "#features/decisions/types/registry.ts";

/** The action that an approved step runs, and the type of its decision. */
export const stepId = "authority_step";

/** "Investment evaluation"; of an action, its id in words. */
export function labelOf(type: string): string {
  const words = type.replaceAll("_", " ");
  return decisionType(type)?.label ?? words.charAt(0).toUpperCase() + words.slice(1);
}
