import { z } from "zod";
import { jobContext } from "#features/accounts/service.ts";
import { markFailed, startVerification, verify, verifyJob } from "#features/security/audit/service.ts";
import type { Platform } from "#platform/context.ts";
import { defineJob } from "#platform/jobs.ts";
import type { Scheduled } from "#platform/jobs/background.ts";

export const jobs = [
  defineJob({
    ...verifyJob,
    input: z.strictObject({ id: z.uuid() }),
    run: async (platform: Platform, company, { id }) => verify(await jobContext(platform, company), id),
    dead: async (platform: Platform, company, { id }) => markFailed(await jobContext(platform, company), id),
  }),
];

/** Every company's audit log is verified once a day. */
export const schedule: readonly Scheduled[] = [
  { name: "audit-verify-daily", every: { minutes: 1_440 }, run: async (tx) => void (await startVerification(tx)) },
];
