import { z } from "zod";
import { jobContext } from "#features/accounts/service.ts";
import { expiryJob } from "#features/decisions/pending/service.ts";
import { expire } from "#features/decisions/service.ts";
import type { Platform } from "#platform/context.ts";
import { defineJob } from "#platform/jobs.ts";

export const jobs = [
  defineJob({
    ...expiryJob,
    input: z.strictObject({ decisionId: z.uuid() }),
    run: async (platform: Platform, company, { decisionId }) => expire(await jobContext(platform, company), decisionId),
  }),
];
