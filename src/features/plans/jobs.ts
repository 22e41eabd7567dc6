import { z } from "zod";
import { jobContext } from "#features/accounts/service.ts";
import { expiryJob } from "#features/plans/planning/service.ts";
import { expire } from "#features/plans/service.ts";
import type { Platform } from "#platform/context.ts";
import { defineJob } from "#platform/jobs.ts";

export const jobs = [
  defineJob({
    ...expiryJob,
    input: z.strictObject({ planId: z.uuid() }),
    run: async (platform: Platform, company, { planId }) => expire(await jobContext(platform, company), planId),
  }),
];
