import { z } from "zod";
import { defineSkillHandler, type SkillHandler } from "#agency/skill.ts";
import { jobContext } from "#features/accounts/service.ts";
import { expiryJob } from "#features/plans/planning/service.ts";
import { expire } from "#features/plans/service.ts";
import { planning } from "#features/plans/skills.ts";
import type { Platform } from "#platform/context.ts";
import { defineJob } from "#platform/jobs.ts";

export const jobs = [
  defineJob({
    ...expiryJob,
    input: z.strictObject({ planId: z.uuid() }),
    run: async (platform: Platform, company, { planId }) => expire(await jobContext(platform, company), planId),
  }),
];

/** Without `deliver`: the request that waits for the run saves the plan. */
export const handlers: readonly SkillHandler[] = [defineSkillHandler({ skill: planning })];
