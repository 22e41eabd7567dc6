import { z } from "zod";
import { importJob, runImport } from "#features/metrics/service.ts";
import { systemContext } from "#platform/context.ts";
import { defineJob } from "#platform/jobs.ts";
import type { Platform } from "#platform/context.ts";

export const jobs = [
  defineJob({
    ...importJob,
    input: z.strictObject({ importId: z.uuid() }),
    run: (platform: Platform, company, { importId }) => runImport(systemContext(platform, company), importId),
  }),
];
