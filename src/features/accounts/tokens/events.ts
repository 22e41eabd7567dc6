import type { Scope } from "#contract/scopes.ts";
import { event } from "#platform/journal/event.ts";

const ofToken = { resource: "token", feed: null, refreshes: ["tokens"], complianceRelevant: true } as const;

type Named = { id: string; userId: string; start: string };

/** Without the name a person gave it, which can be deleted. */
export const tokenCreated = event(
  "token.created",
  ofToken,
  ({ id, userId, start }: Named, given: readonly Scope[], expiresAt: Date) => ({
    id,
    title: `API token ${start} created: ${given.join(", ")}`,
    details: { userId, scopes: [...given], expiresAt: expiresAt.toISOString() },
  }),
);

/** `because`: what revoked it, unless a person revoked this one alone. */
export const tokenRevoked = event(
  "token.revoked",
  { ...ofToken, severity: "warning" },
  ({ id, userId, start }: Named, because?: string) => ({
    id,
    title: `API token ${start} revoked${because ? `: ${because}` : ""}`,
    details: { userId },
  }),
);
