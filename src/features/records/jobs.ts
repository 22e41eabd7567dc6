import { z } from "zod";
import { jobContext } from "#features/accounts/service.ts";
import { recordKinds } from "#features/records/contract.ts";
import { forget as forgetField, forgetFieldJob } from "#features/records/custom/service.ts";
import * as removals from "#features/records/removals/service.ts";
import type { Platform } from "#platform/context.ts";
import { defineJob } from "#platform/jobs.ts";

const ofRemoval = z.strictObject({ removalId: z.uuid() });

const ofField = z.strictObject({ kind: z.enum(recordKinds), key: z.string() });

export const jobs = [
  defineJob({
    ...removals.removalJob,
    input: ofRemoval,
    run: async (platform: Platform, company, { removalId }) =>
      removals.continueRemoval(await jobContext(platform, company), removalId),
    dead: async (platform: Platform, company, { removalId }) =>
      removals.giveUp(await jobContext(platform, company), removalId),
  }),
  defineJob({
    ...removals.forgetJob,
    input: ofRemoval,
    run: async (platform: Platform, company, { removalId }) =>
      removals.forget(await jobContext(platform, company), removalId),
  }),
  defineJob({
    ...forgetFieldJob,
    input: ofField,
    run: async (platform: Platform, company, { kind, key }) =>
      forgetField(await jobContext(platform, company), kind, key),
  }),
];
