import type { AgentRoleId } from "#contract/roles.ts";

/** An agent as the agency knows it; an agent's row is one. */
export type Persona = {
  id: string;
  name: string;
  role: AgentRoleId;
  status: "active" | "inactive" | "paused";
  capabilities: Readonly<Record<string, boolean>>;
  /** What the owner wants of it besides its role; empty where there is nothing. */
  customInstructions: string;
};
