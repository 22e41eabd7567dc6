import { z } from "zod";
import { type Scope, scopes } from "#contract/scopes.ts";
import { event } from "#platform/journal/event.ts";

const ofAssistant = { resource: "assistant", feed: null, refreshes: ["assistants"], complianceRelevant: true } as const;

type Connected = { id: string; userId: string; site: string | null };

/** Without the name it gave itself: a stranger chose that. */
const titleOf = ({ site }: Connected): string => (site ? `Assistant of ${site}` : "Assistant");

export const assistantConnected = event(
  "assistant.connected",
  { ...ofAssistant, details: z.strictObject({ userId: z.string(), scopes: z.array(z.enum(scopes)) }) },
  (assistant: Connected, given: readonly Scope[]) => ({
    id: assistant.id,
    title: `${titleOf(assistant)} connected: ${given.join(", ")}`,
    details: { userId: assistant.userId, scopes: [...given] },
  }),
);

/** `because`: what disconnected it, unless a person disconnected this one alone. */
export const assistantRemoved = event(
  "assistant.removed",
  { ...ofAssistant, details: z.strictObject({ userId: z.string() }), severity: "warning" },
  (assistant: Connected, because?: string) => ({
    id: assistant.id,
    title: `${titleOf(assistant)} disconnected${because ? `: ${because}` : ""}`,
    details: { userId: assistant.userId },
  }),
);

const ofClient = { ...ofAssistant, refreshes: ["assistant-clients"], details: z.strictObject({ name: z.string() }) };

export const clientAdded = event("assistant.client_added", ofClient, ({ id, name }: { id: string; name: string }) => ({
  id,
  title: "Client for an assistant added",
  details: { name },
}));

export const clientRemoved = event(
  "assistant.client_removed",
  { ...ofClient, severity: "warning" },
  ({ id, name }: { id: string; name: string }) => ({
    id,
    title: "Client for an assistant removed",
    details: { name },
  }),
);
