import { z } from "zod";
import { runFailed, runFinished, runStopped } from "#agency/run/events.ts";
import { companyJob } from "#features/accounts/service.ts";
import * as decisions from "#features/decisions/events.ts";
import { briefReady } from "#features/expertise/events.ts";
import { disconnected } from "#features/integrations/events.ts";
import { answerInThread } from "#features/slack/answering/service.ts";
import { forgetMessages } from "#features/slack/messages/service.ts";
import { postBrief, postDecision, updateDecision } from "#features/slack/posting/service.ts";
import { giveUp, slackJob, work } from "#features/slack/receiving/service.ts";
import * as store from "#features/slack/store.ts";
import { defineListener, type Listener } from "#platform/jobs/background.ts";

const input = z.strictObject({ id: z.string(), content: z.string() });

export const jobs = [companyJob({ ...slackJob, concurrency: 2 }, input, work, giveUp)];

export const listeners: readonly Listener[] = [
  defineListener<unknown>({
    name: "slack-decisions",
    on: [
      decisions.decisionProposed,
      decisions.decisionApproved,
      decisions.decisionRejected,
      decisions.decisionExpired,
      decisions.decisionWithdrawn,
      decisions.decisionUndone,
      decisions.decisionHastened,
    ],
    async run(tx, { id, seq }) {
      // One that was undone is pending again, and perhaps for the first time.
      if (id !== null && (await postDecision(tx, id)) === null) await updateDecision(tx, id, String(seq));
    },
  }),
  defineListener<unknown>({
    name: "slack-answers",
    on: [runFinished, runFailed, runStopped],
    run: (tx, { id }) => answerInThread(tx, id ?? ""),
  }),
  defineListener<unknown>({ name: "slack-brief", on: [briefReady], run: (tx, { id }) => postBrief(tx, id ?? "") }),
  defineListener<{ connector: string }>({
    name: "slack-removal",
    on: [disconnected],
    async run(tx, { details }) {
      if (details.connector !== "slack") return;
      await forgetMessages(tx);
      await store.wipe(tx);
    },
  }),
];
