import type { AgentRoleId } from "#contract/roles.ts";

/** An agent as the agency sees it. */
export type Persona = {
  id: string;
  name: string;
  role: AgentRoleId;
  status: "active" | "inactive" | "paused";
  capabilities: Readonly<Record<string, boolean>>;
  /** The owner's instructions in addition to its role; may be empty. */
  customInstructions: string;
  /** How its answers by rules begin, how long they are, and the type of the tasks it creates. */
  voiceStyle?: string;
  responseLength?: "short" | "medium" | "long";
  defaultTaskType?: string;
};
