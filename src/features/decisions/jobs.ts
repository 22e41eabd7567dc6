import { z } from "zod";
import { type SkillHandler, defineSkillHandler } from "#agency/skill.ts";
import { serving } from "#features/agents/service.ts";
import { jobContext } from "#features/accounts/service.ts";
import { callingSchedule } from "#features/decisions/calling/service.ts";
import { backtestJob, fail, run } from "#features/decisions/backtest/service.ts";
import { expiryJob, releaseJob } from "#features/decisions/pending/service.ts";
import { reviewLevel } from "#features/decisions/levels/service.ts";
import { forecastCorrected, forecastResolved } from "#features/decisions/outcome/events.ts";
import { savePending } from "#features/decisions/proposal/service.ts";
import { doubt } from "#features/decisions/actions.ts";
import { argue } from "#features/decisions/argument/skills.ts";
import { resolveDue } from "#features/decisions/outcome/service.ts";
import { evaluationSkill } from "#features/decisions/proposal/skills.ts";
import { types } from "#features/decisions/types/registry.ts";
import { release, reopenFailed } from "#features/decisions/release/service.ts";
import { expire } from "#features/decisions/service.ts";
import type { Platform } from "#platform/context.ts";
import type { Scheduled } from "#platform/jobs/background.ts";
import { defineJob } from "#platform/jobs.ts";
import { defineListener } from "#platform/jobs/background.ts";

/** An evaluation becomes a pending decision if the policy allows it. */
const evaluations: readonly SkillHandler[] = types.flatMap((type) =>
  [false, true].map((isTest) =>
    defineSkillHandler({
      skill: evaluationSkill(type, isTest),
      async deliver(tx, { agent, runId, origin, engine }, evaluation, context) {
        const result = { context, evaluation, runId, origin, engine, isTest };
        await savePending(tx, await serving(tx, agent.id), type, result);
      },
    }),
  ),
);

/** A model that is less sure than the calculation lowers the confidence while the decision is pending. */
const argued = defineSkillHandler({
  skill: argue,
  async deliver(_tx, finished, argument, { decisionId }) {
    if (argument) await finished.use(doubt, { decisionId, confidence: argument.confidence });
  },
});

export const handlers: readonly SkillHandler[] = [...evaluations, argued];

const input = z.strictObject({ decisionId: z.uuid() });

export const jobs = [
  defineJob({
    ...expiryJob,
    input,
    run: async (platform: Platform, company, { decisionId }) => expire(await jobContext(platform, company), decisionId),
  }),
  defineJob({
    ...releaseJob,
    input,
    run: async (platform: Platform, company, { decisionId }) =>
      release(await jobContext(platform, company), decisionId),
    dead: async (platform, company, { decisionId }) =>
      reopenFailed(await jobContext(platform, company), decisionId, "every attempt failed"),
  }),
  defineJob({
    ...backtestJob,
    input: z.strictObject({ backtestId: z.uuid() }),
    run: async (platform: Platform, company, { backtestId }) => run(await jobContext(platform, company), backtestId),
    dead: async (platform, company, { backtestId }) => fail(await jobContext(platform, company), backtestId),
  }),
];

/** Runs before the day's reminders, so that people are asked only about forecasts that data can't resolve. */
export const schedule: readonly Scheduled[] = [
  { name: "due-forecasts", every: { at: "07:30" }, run: (tx) => resolveDue(tx) },
  callingSchedule,
];

export const listeners = [
  defineListener<{ held: boolean }>({
    name: "earned-levels",
    on: [forecastResolved, forecastCorrected],
    run: (tx, { id, details }) => reviewLevel(tx, id ?? "", details.held),
  }),
];
