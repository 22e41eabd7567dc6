import type { Tool } from "#agency/tool.ts";
import { tools as inCommunications } from "#features/communications/tools.ts";
import { tools as inConversations } from "#features/conversations/tools.ts";
import { tools as inDecisions } from "#features/decisions/tools.ts";
import { tools as inTasks } from "#features/tasks/tools.ts";
import { tools as inWorkforce } from "#features/workforce/tools.ts";

/** Every tool an executive has, of all rooms. */
export const tools: readonly Tool[] = [
  ...inTasks,
  ...inCommunications,
  ...inDecisions,
  ...inWorkforce,
  ...inConversations,
];
