import type { Scope } from "#contract/scopes.ts";

/** Whether a caller may make plans: a token needs the scope of the console's call. */
export const mayPropose = ({ scopes }: { scopes: readonly Scope[] | null }): { mayPropose: boolean } => ({
  mayPropose: scopes === null || scopes.includes("propose"),
});
