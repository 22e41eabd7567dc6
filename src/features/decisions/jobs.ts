import { z } from "zod";
import { type Duty, duty } from "#agency/skill.ts";
import { serving } from "#features/agents/service.ts";
import { jobContext } from "#features/accounts/service.ts";
import { expiryJob } from "#features/decisions/pending/service.ts";
import { savePending } from "#features/decisions/proposal/service.ts";
import { evaluationSkill } from "#features/decisions/proposal/skills.ts";
import { types } from "#features/decisions/types/registry.ts";
import { expire } from "#features/decisions/service.ts";
import type { Platform } from "#platform/context.ts";
import { defineJob } from "#platform/jobs.ts";

/** An evaluation becomes a pending decision if the policy allows it. */
export const duties: readonly Duty[] = types.map((type) =>
  duty({
    skill: evaluationSkill(type),
    async deliver(tx, { agent, runId, origin, engine }, evaluation, context) {
      await savePending(tx, await serving(tx, agent.id), type, { context, evaluation, runId, origin, engine });
    },
  }),
);

export const jobs = [
  defineJob({
    ...expiryJob,
    input: z.strictObject({ decisionId: z.uuid() }),
    run: async (platform: Platform, company, { decisionId }) => expire(await jobContext(platform, company), decisionId),
  }),
];
