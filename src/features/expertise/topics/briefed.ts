import { z } from "zod";
import { line, proposal, report } from "#contract/report.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { id } from "#contract/words.ts";
import { concern } from "./topic.ts";

/** The result of asking another executive. */
export const asked = z.strictObject({
  agentId: id,
  name: z.string(),
  role: z.enum(agentRoleIds),
  /** Why there is no answer; null if there is one. */
  refused: z.string().nullable(),
  /** False: not asked, because paused or inactive. */
  reached: z.boolean(),
  /** The headline and concerns; they cite figures of the report by id. */
  said: z.array(line),
  proposals: z.array(proposal),
});
export type Asked = z.infer<typeof asked>;

export const briefed = report.extend({
  /** In the CEO's briefing the top concerns of all executives, with their roles; otherwise the agent's own. */
  concerns: z.array(concern.extend({ role: z.enum(agentRoleIds).optional() })),
  asked: z.array(asked),
});
export type Briefed = z.infer<typeof briefed>;
