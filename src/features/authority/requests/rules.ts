import type { authorize } from "#features/authority/rules.ts";

/** Everything `authorize` is given, in the order of its parameters, as JSON. */
export type AskedOf = Parameters<typeof authorize>;

/** Keeps only the action's label and who may use it. */
export function storedInputs([request, ...rest]: AskedOf): AskedOf {
  const { label, roles, capability } = request.action;
  return [{ ...request, action: { label, roles, capability } }, ...rest];
}
