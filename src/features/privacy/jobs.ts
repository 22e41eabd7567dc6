import { z } from "zod";
import { jobContext } from "#features/accounts/service.ts";
import { purge, purgeJob } from "#features/privacy/purging/service.ts";
import { retain, retentionJob } from "#features/privacy/retention/service.ts";
import { dayIn } from "#platform/clock.ts";
import type { Platform } from "#platform/context.ts";
import type { Scheduled } from "#platform/jobs/background.ts";
import { defineJob } from "#platform/jobs.ts";

export const jobs = [
  defineJob({
    ...purgeJob,
    input: z.strictObject({}),
    run: async (platform: Platform, company) => purge(await jobContext(platform, company)),
  }),
  defineJob({
    ...retentionJob,
    input: z.strictObject({ day: z.iso.date() }),
    run: async (platform: Platform, company, { day }) => retain(await jobContext(platform, company), day),
  }),
];

export const schedule: readonly Scheduled[] = [
  {
    name: "privacy-retention",
    every: { at: "03:30" },
    run: (tx, slot) => tx.jobs.send(tx.db, retentionJob, tx.company, { day: dayIn(slot, tx.timeZone) }),
  },
];
