import { z } from "zod";
import { jobContext } from "#features/accounts/service.ts";
import { readJob } from "#features/brain/documents/discarding/service.ts";
import { giveUp, run } from "#features/brain/documents/service.ts";
import type { Platform } from "#platform/context.ts";
import { defineJob } from "#platform/jobs.ts";

export const jobs = [
  defineJob({
    ...readJob,
    input: z.strictObject({ uploadId: z.uuid() }),
    run: async (platform: Platform, company, { uploadId }) => run(await jobContext(platform, company), uploadId),
    dead: async (platform: Platform, company, { uploadId }) => giveUp(await jobContext(platform, company), uploadId),
  }),
];
