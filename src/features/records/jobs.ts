import { z } from "zod";
import { companyJob } from "#features/accounts/service.ts";
import { recordKinds } from "#features/records/contract.ts";
import { forget as forgetField, forgetFieldJob } from "#features/records/custom/service.ts";
import { categoriesJob, continueApplying } from "#features/records/categories/service.ts";
import { figureGroupIds } from "#features/records/figures/rules.ts";
import { release, rework, startDay } from "#features/records/figures/service.ts";
import { figuresJob } from "#features/records/figures/store.ts";
import * as removals from "#features/records/removals/service.ts";
import type { Scheduled } from "#platform/jobs/background.ts";

const ofRules = z.strictObject({ after: z.uuid(), by: z.uuid() });
const ofRemoval = z.strictObject({ removalId: z.uuid() });
const ofField = z.strictObject({ kind: z.enum(recordKinds), key: z.string() });
const ofFigures = z.strictObject({ group: z.enum(figureGroupIds) });

export const jobs = [
  companyJob(categoriesJob, ofRules, (ctx, { after, by }) => continueApplying(ctx, after, by)),
  companyJob(
    figuresJob,
    ofFigures,
    (ctx, { group }) => rework(ctx, group),
    (ctx, { group }) => release(ctx, group),
  ),
  companyJob(
    removals.removalJob,
    ofRemoval,
    (ctx, { removalId }) => removals.continueRemoval(ctx, removalId),
    (ctx, { removalId }) => removals.giveUp(ctx, removalId),
  ),
  companyJob(removals.forgetJob, ofRemoval, (ctx, { removalId }) => removals.forget(ctx, removalId)),
  companyJob(forgetFieldJob, ofField, (ctx, { kind, key }) => forgetField(ctx, kind, key)),
];

export const schedule: readonly Scheduled[] = [{ name: "record-figures-day", every: { at: "00:10" }, run: startDay }];
