import { z } from "zod";
import { jobContext } from "#features/accounts/service.ts";
import { forget, forgetJob } from "#features/setup/reset/service.ts";
import type { Platform } from "#platform/context.ts";
import { defineJob } from "#platform/jobs.ts";

export const jobs = [
  defineJob({
    ...forgetJob,
    input: z.strictObject({ resetId: z.uuid() }),
    run: async (platform: Platform, company, { resetId }) => forget(await jobContext(platform, company), resetId),
  }),
];
