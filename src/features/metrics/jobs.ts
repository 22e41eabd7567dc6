import { z } from "zod";
import { jobContext } from "#features/accounts/service.ts";
import { giveUp, importJob, runImport } from "#features/metrics/imports/service.ts";
import { defineJob } from "#platform/jobs.ts";
import type { Platform } from "#platform/context.ts";

export const jobs = [
  defineJob({
    ...importJob,
    input: z.strictObject({ importId: z.uuid() }),
    run: async (platform: Platform, company, { importId }) => runImport(await jobContext(platform, company), importId),
    dead: async (platform: Platform, company, { importId }) => giveUp(await jobContext(platform, company), importId),
  }),
];
