import { z } from "zod";
import { jobContext } from "#features/accounts/service.ts";
import { categoriesJob, continueApplying } from "#features/records/categories/service.ts";
import { figureGroupIds } from "#features/records/figures/rules.ts";
import { release, rework, startDay } from "#features/records/figures/service.ts";
import { figuresJob } from "#features/records/figures/store.ts";
import * as removals from "#features/records/removals/service.ts";
import type { Platform } from "#platform/context.ts";
import type { Scheduled } from "#platform/jobs/background.ts";
import { defineJob } from "#platform/jobs.ts";

const ofRemoval = z.strictObject({ removalId: z.uuid() });

const ofFigures = z.strictObject({ group: z.enum(figureGroupIds) });

export const jobs = [
  defineJob({
    ...categoriesJob,
    input: z.strictObject({ after: z.uuid(), by: z.uuid() }),
    run: async (platform: Platform, company, { after, by }) =>
      continueApplying(await jobContext(platform, company), after, by),
  }),
  defineJob({
    ...figuresJob,
    input: ofFigures,
    run: async (platform: Platform, company, { group }) => rework(await jobContext(platform, company), group),
    dead: async (platform: Platform, company, { group }) =>
      void (await release(await jobContext(platform, company), group)),
  }),
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
];

export const schedule: readonly Scheduled[] = [{ name: "record-figures-day", every: { at: "00:10" }, run: startDay }];
