import { z } from "zod";
import { jobContext } from "#features/accounts/service.ts";
import { embedJob } from "#features/brain/service.ts";
import type { SourceName } from "#features/brain/intake/reading/service.ts";
import { extract, extractJob } from "#features/brain/extraction/service.ts";
import { forgetDecision, readSource } from "#features/brain/intake/service.ts";
import { embedWaiting } from "#features/brain/vectors/service.ts";
import { commentAdded } from "#features/communications/comments/events.ts";
import { communicationSent } from "#features/communications/events.ts";
import { decisionApproved, decisionRejected, decisionUndone } from "#features/decisions/events.ts";
import { forecastResolved } from "#features/decisions/outcome/events.ts";
import { taskUpdated } from "#features/tasks/events.ts";
import type { Platform } from "#platform/context.ts";
import { defineListener, type Listener } from "#platform/jobs/background.ts";
import { defineJob } from "#platform/jobs.ts";

export const jobs = [
  defineJob({
    ...embedJob,
    input: z.strictObject({}),
    async run(platform: Platform, company) {
      if (!(await embedWaiting(await jobContext(platform, company))))
        throw new Error("The encoder failed; the vectors are computed later.");
    },
  }),
  defineJob({
    ...extractJob,
    input: z.strictObject({ documentId: z.uuid(), askedBy: z.uuid() }),
    run: async (platform: Platform, company, { documentId, askedBy }) =>
      extract(await jobContext(platform, company), documentId, askedBy),
  }),
];

const sourceOf: Readonly<Record<string, SourceName>> = {
  [communicationSent.type]: "communication",
  [commentAdded.type]: "comment",
  [decisionApproved.type]: "decision",
  [decisionRejected.type]: "decision",
  [forecastResolved.type]: "outcome",
  [taskUpdated.type]: "task",
};

export const listeners: readonly Listener[] = [
  defineListener<{ to?: string | undefined }>({
    name: "brain-intake",
    on: [
      communicationSent,
      commentAdded,
      decisionApproved,
      decisionRejected,
      decisionUndone,
      forecastResolved,
      taskUpdated,
    ] as never,
    async run(tx, { type, id, details }) {
      if (type === decisionUndone.type) {
        if (id) await forgetDecision(tx, id);
        return;
      }
      const source = sourceOf[type];
      if (!source || (source === "task" && details.to !== "completed")) return;
      await readSource(tx, source);
    },
  }),
];
