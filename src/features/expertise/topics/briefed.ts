import { z } from "zod";
import { line, proposal, report } from "#contract/report.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { id } from "#contract/words.ts";
import { concern } from "./topic.ts";

/** What became of asking another executive. */
export const asked = z.strictObject({
  agentId: id,
  name: z.string(),
  role: z.enum(agentRoleIds),
  /** Why there is no answer; null where there is one. */
  refused: z.string().nullable(),
  /** False: was not reached at all, being paused or inactive. */
  reached: z.boolean(),
  /** What they said first, and what they are concerned about; figures by their id in the report. */
  said: z.array(line),
  proposals: z.array(proposal),
});
export type Asked = z.infer<typeof asked>;

/** A briefing: the report, what it gives somebody to weigh, and who was asked for it. */
export const briefed = report.extend({ concerns: z.array(concern), asked: z.array(asked) });
export type Briefed = z.infer<typeof briefed>;
