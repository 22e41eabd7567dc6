import { z } from "zod";
import { type Action, defineAction } from "#agency/action.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { sendInternal } from "#features/communications/service.ts";
import { readInPlace, topics } from "#features/expertise/skills.ts";
import { reading } from "#features/expertise/topics/skills.ts";

/** The message is a fixed text, so nothing the run has read can leak into it. */
export const askForReports = defineAction({
  id: "expertise_ask_for_reports",
  label: "Ask other executives for their reports",
  description: "Takes whom to ask; each gets the same message.",
  effect: "write",
  approval: "own work",
  cost: "zero",
  roles: ["CEO"],
  capability: null,
  input: z.strictObject({ of: z.array(z.strictObject({ agentId: z.uuid(), role: z.enum(agentRoleIds) })).min(1) }),
  output: z.null(),
  summary: ({ of }) => `Ask ${of.map(({ role }) => role).join(", ")} for their reports`,
  run: async (tx, by, { of }) => {
    const messages = of.map(({ agentId, role }) => ({
      to: agentId,
      subject: `For the brief: what should we know of your field, ${role}?`,
      content: "Go through everything you know and report it, with what concerns you.",
    }));
    await sendInternal(tx, { ...by, origin: "system" }, messages);
    return null;
  },
});

/** One action per topic for its role, one for the CEO to stand in, and the CEO's request for reports. */
export const actions: readonly Action[] = [...topics.map(reading), readInPlace, askForReports];
