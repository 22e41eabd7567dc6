import { z } from "zod";
import { jobContext } from "#features/accounts/service.ts";
import { giveUp, incomingJob, work } from "#features/webhooks/incoming/service.ts";
import { dropOldSecrets } from "#features/webhooks/service.ts";
import type { Platform } from "#platform/context.ts";
import type { Scheduled } from "#platform/jobs/background.ts";
import { defineJob } from "#platform/jobs.ts";

export const jobs = [
  defineJob({
    ...incomingJob,
    input: z.strictObject({ hookId: z.uuid() }),
    concurrency: 2,
    run: async (platform: Platform, company, { hookId }) => work(await jobContext(platform, company), hookId),
    dead: async (platform: Platform, company, { hookId }) => giveUp(await jobContext(platform, company), hookId),
  }),
];

export const schedule: readonly Scheduled[] = [
  { name: "webhook-secrets", every: { at: "03:20" }, run: dropOldSecrets },
];
