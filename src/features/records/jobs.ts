import { z } from "zod";
import { jobContext } from "#features/accounts/service.ts";
import { giveUp, importJob, run } from "#features/records/imports/service.ts";
import { carryOn, forget, forgetJob, removalJob } from "#features/records/removals/service.ts";
import type { Platform } from "#platform/context.ts";
import { defineJob } from "#platform/jobs.ts";

const ofImport = z.strictObject({ importId: z.uuid() });
const ofRemoval = z.strictObject({ removalId: z.uuid() });

export const jobs = [
  defineJob({
    ...importJob,
    input: ofImport,
    run: async (platform: Platform, company, { importId }) => run(await jobContext(platform, company), importId),
    dead: async (platform: Platform, company, { importId }) => giveUp(await jobContext(platform, company), importId),
  }),
  defineJob({
    ...removalJob,
    input: ofRemoval,
    run: async (platform: Platform, company, { removalId }) => carryOn(await jobContext(platform, company), removalId),
  }),
  defineJob({
    ...forgetJob,
    input: ofRemoval,
    run: async (platform: Platform, company, { removalId }) => forget(await jobContext(platform, company), removalId),
  }),
];
