import { z } from "zod";
import type { Write } from "#agency/action.ts";
import { defineSkillHandler, type SkillHandler } from "#agency/skill.ts";
import { ConnectorFault } from "#connectors/fault.ts";
import { AppError } from "#contract/errors.ts";
import { jobContext } from "#features/accounts/service.ts";
import { askFirst } from "#features/decisions/asking/service.ts";
import { accountNamed, disconnected } from "#features/integrations/events.ts";
import { emailReply } from "#features/mailroom/actions.ts";
import { listeners as answered } from "#features/mailroom/learning/jobs.ts";
import { reportOutage } from "#features/mailroom/outages/service.ts";
import { pass, tendNow } from "#features/mailroom/passing/service.ts";
import { adopt, draftsJob, followConnection, followOutbox, pollJob, polling } from "#features/mailroom/service.ts";
import { replying } from "#features/mailroom/skills.ts";
import * as store from "#features/mailroom/store.ts";
import type { Platform } from "#platform/context.ts";
import { deliveryCancelled, deliveryDone } from "#features/outbox/events.ts";
import { defineListener, type Listener, type Scheduled } from "#platform/jobs/background.ts";
import { defineJob } from "#platform/jobs.ts";
import { read } from "#platform/db/transaction.ts";

export const jobs = [
  defineJob({
    ...pollJob,
    input: z.strictObject({ mailboxId: z.uuid() }),
    concurrency: 4,
    async run(platform: Platform, company, { mailboxId }) {
      const ctx = await jobContext(platform, company);
      const box = await read(ctx, (tx) => store.findMailbox(tx, mailboxId));
      // A fault of the mailbox stands on it, and the next poll tries again.
      if (box?.isRunning)
        await pass(ctx, mailboxId).catch((error: unknown) => {
          if (!(error instanceof ConnectorFault || error instanceof AppError)) throw error;
        });
    },
  }),
  defineJob({
    ...draftsJob,
    input: z.strictObject({ mailboxId: z.uuid() }),
    concurrency: 4,
    run: async (platform: Platform, company, { mailboxId }) => tendNow(await jobContext(platform, company), mailboxId),
  }),
];

export const schedule: readonly Scheduled[] = [
  {
    ...polling,
    isOptional: true,
    async run(tx) {
      for (const box of await store.listMailboxes(tx)) {
        if (box.isRunning) await tx.jobs.send(tx.db, pollJob, tx.company, { mailboxId: box.id });
        await reportOutage(tx, box);
      }
    },
  },
];

export const handlers: readonly SkillHandler[] = [
  defineSkillHandler({
    skill: replying,
    async deliver(tx, run, draft) {
      const letter = await store.findLetter(tx, draft.letterId);
      // A person changed it in the meantime: it is theirs.
      if (letter?.state !== "needs_human" || letter.draft !== draft.text || letter.isEdited) return;
      const why = { reason: letter.why ?? "It binds the company", bound: "Promise" };
      // No agent asks for it by itself: this is the one way.
      const action = { ...emailReply, approval: "by policy" } as unknown as Write;
      const decisionId = await askFirst(tx, { ...run, requestedBy: null }, action, draft, why);
      await store.changeLetter(tx, letter.id, ["needs_human"], { decisionId });
    },
  }),
];

/** What a person did about an answer in the outbox, and about a mailbox's connection. */
export const listeners: readonly Listener[] = [
  ...answered,
  defineListener({
    name: "mail-connection",
    on: [disconnected],
    run: (tx, { details }) => followConnection(tx, details.number),
  }),
  defineListener<unknown>({ name: "mail-account", on: [accountNamed], run: (tx) => adopt(tx) }),
  defineListener<unknown>({
    name: "mail-outbox",
    on: [deliveryCancelled, deliveryDone],
    run: (tx, { id, type }) => (id === null ? Promise.resolve() : followOutbox(tx, id, type === deliveryDone.type)),
  }),
];
